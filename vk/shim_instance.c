// Loader, instance and validation messages.
#include "shim_internal.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *vkx_open_loader(char *why, size_t size) {
	static const char *const names[] = {
#ifdef __APPLE__
		"libvulkan.1.dylib",
		"libvulkan.dylib",
		"/opt/homebrew/lib/libvulkan.1.dylib",
		"/usr/local/lib/libvulkan.1.dylib",
		"libMoltenVK.dylib",
		"/opt/homebrew/lib/libMoltenVK.dylib",
		"/usr/local/lib/libMoltenVK.dylib",
#else
		"libvulkan.so.1",
#endif
	};
	// The library stays open for the life of the process: vulkan-go keeps its addresses.
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		void *lib = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
		if (!lib) {
			if (i == 0) {
				const char *e = dlerror();
				snprintf(why, size, "%s", e ? e : names[i]);
			}
			continue;
		}
		void *gipa = dlsym(lib, "vkGetInstanceProcAddr");
		if (gipa) return gipa;
		snprintf(why, size, "%s has no vkGetInstanceProcAddr", names[i]);
		dlclose(lib);
	}
	return NULL;
}

static void *global(void *gipa, const char *name) {
	return (void *)((PFN_vkGetInstanceProcAddr)gipa)(NULL, name);
}

uint32_t vkx_instance_version(void *gipa) {
	PFN_vkEnumerateInstanceVersion f = (PFN_vkEnumerateInstanceVersion)global(gipa, "vkEnumerateInstanceVersion");
	uint32_t v = VK_API_VERSION_1_0;
	if (f) f(&v);
	return v;
}

int vkx_has_layer(void *gipa, const char *layer) {
	PFN_vkEnumerateInstanceLayerProperties f =
		(PFN_vkEnumerateInstanceLayerProperties)global(gipa, "vkEnumerateInstanceLayerProperties");
	uint32_t n = 0;
	if (!f || f(&n, NULL) < 0 || n == 0) return 0;
	VkLayerProperties *p = calloc(n, sizeof *p);
	int found = 0;
	if (p && f(&n, p) >= 0)
		for (uint32_t i = 0; i < n; i++) found |= !strcmp(p[i].layerName, layer);
	free(p);
	return found;
}

int vkx_has_extension(void *gipa, const char *layer, const char *extension) {
	PFN_vkEnumerateInstanceExtensionProperties f =
		(PFN_vkEnumerateInstanceExtensionProperties)global(gipa, "vkEnumerateInstanceExtensionProperties");
	uint32_t n = 0;
	if (!f || f(layer, &n, NULL) < 0 || n == 0) return 0;
	VkExtensionProperties *p = calloc(n, sizeof *p);
	int found = 0;
	if (p && f(layer, &n, p) >= 0)
		for (uint32_t i = 0; i < n; i++) found |= !strcmp(p[i].extensionName, extension);
	free(p);
	return found;
}

// ---- messages

enum { MAX_MESSAGES = 1000 }; // the rest is counted, not kept

struct vkx_messages {
	pthread_mutex_t lock;
	uint32_t n;
	char *text[MAX_MESSAGES];
};

vkx_messages *vkx_messages_new(void) {
	vkx_messages *m = calloc(1, sizeof *m);
	if (m) pthread_mutex_init(&m->lock, NULL);
	return m;
}

void vkx_messages_free(vkx_messages *m) {
	if (!m) return;
	for (uint32_t i = 0; i < m->n && i < MAX_MESSAGES; i++) free(m->text[i]);
	pthread_mutex_destroy(&m->lock);
	free(m);
}

uint32_t vkx_messages_count(vkx_messages *m) {
	pthread_mutex_lock(&m->lock);
	uint32_t n = m->n;
	pthread_mutex_unlock(&m->lock);
	return n < MAX_MESSAGES ? n : MAX_MESSAGES;
}

char *vkx_messages_get(vkx_messages *m, uint32_t i) {
	pthread_mutex_lock(&m->lock);
	char *s = i < m->n && i < MAX_MESSAGES && m->text[i] ? strdup(m->text[i]) : NULL;
	pthread_mutex_unlock(&m->lock);
	return s;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
	VkDebugUtilsMessageTypeFlagsEXT types, const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
	(void)severity;
	(void)types;
	vkx_messages *m = user;
	pthread_mutex_lock(&m->lock);
	if (m->n < MAX_MESSAGES) m->text[m->n] = strdup(data->pMessage ? data->pMessage : "");
	m->n++;
	pthread_mutex_unlock(&m->lock);
	return VK_FALSE; // the call goes on
}

// Only the validation type: general messages are the loader's talk about drivers it skips, performance messages
// are advice.
static VkDebugUtilsMessengerCreateInfoEXT messenger_info(vkx_messages *m) {
	return (VkDebugUtilsMessengerCreateInfoEXT){
		.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
		.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
		.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
		.pfnUserCallback = on_message,
		.pUserData = m,
	};
}

// ---- create infos

vkx_info *vkx_instance_info(const char *layer, int debug_utils, vkx_messages *m, int portability) {
	vkx_info *i = calloc(1, sizeof *i);
	if (!i) return NULL;
	i->app = (VkApplicationInfo){
		.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
		.pApplicationName = "scenerender",
		.pEngineName = "scenerender",
		.apiVersion = VK_API_VERSION_1_3,
	};
	i->instance = (VkInstanceCreateInfo){
		.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
		.pApplicationInfo = &i->app,
	};
	if (debug_utils) vkx_info_extension(i, VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
	if (portability) {
		vkx_info_extension(i, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
		i->instance.flags |= VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
	}
	if (layer) {
		i->layer = layer = strdup(layer);
		i->instance.enabledLayerCount = 1;
		i->instance.ppEnabledLayerNames = &i->layer;
		vkx_info_extension(i, VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME);
		i->messenger = messenger_info(m); // reports on vkCreateInstance and vkDestroyInstance themselves
		i->validation_enable[0] = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
		i->validation = (VkValidationFeaturesEXT){
			.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
			.pNext = &i->messenger,
			.enabledValidationFeatureCount = 1,
			.pEnabledValidationFeatures = i->validation_enable,
		};
		i->instance.pNext = &i->validation;
	}
	return i;
}

void vkx_info_extension(vkx_info *i, const char *name) {
	for (uint32_t k = 0; k < i->n_extensions; k++)
		if (!strcmp(i->extensions[k], name)) return;
	if (i->n_extensions < sizeof i->extensions / sizeof *i->extensions) i->extensions[i->n_extensions++] = strdup(name);
}

void *vkx_info_create(vkx_info *i) {
	if (i->is_device) {
		i->device.enabledExtensionCount = i->n_extensions;
		i->device.ppEnabledExtensionNames = (const char *const *)i->extensions;
		return &i->device;
	}
	i->instance.enabledExtensionCount = i->n_extensions;
	i->instance.ppEnabledExtensionNames = (const char *const *)i->extensions;
	return &i->instance;
}

void vkx_info_free(vkx_info *i) {
	if (!i) return;
	for (uint32_t k = 0; k < i->n_extensions; k++) free(i->extensions[k]);
	free((char *)i->layer);
	free(i);
}

// ---- instance

vkx_instance *vkx_instance_new(void *gipa, VkInstance instance, vkx_messages *m) {
	vkx_instance *i = calloc(1, sizeof *i);
	if (!i) return NULL;
	i->instance = instance;
	i->gipa = (PFN_vkGetInstanceProcAddr)gipa;
#define LOAD(name) i->name = (PFN_vk##name)i->gipa(instance, "vk" #name);
	VKX_INSTANCE_FUNCTIONS(LOAD)
#undef LOAD
	if (m && i->CreateDebugUtilsMessengerEXT) {
		VkDebugUtilsMessengerCreateInfoEXT info = messenger_info(m);
		i->CreateDebugUtilsMessengerEXT(instance, &info, NULL, &i->messenger);
	}
	return i;
}

void vkx_instance_free(vkx_instance *i) {
	if (!i) return;
	if (i->messenger) i->DestroyDebugUtilsMessengerEXT(i->instance, i->messenger, NULL);
	free(i);
}
