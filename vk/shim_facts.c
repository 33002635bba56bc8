// What a physical device is and can do, and the VkDeviceCreateInfo that asks for what we need.
#include "shim_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The features the renderer cannot do without, by the struct they live in.
#define REQUIRED_10(X) \
	X(depthClamp) \
	X(drawIndirectFirstInstance) \
	X(independentBlend) \
	X(multiDrawIndirect) \
	X(shaderClipDistance) \
	X(shaderStorageImageWriteWithoutFormat)
#define REQUIRED_11(X) X(shaderDrawParameters)
#define REQUIRED_12(X) \
	X(drawIndirectCount) \
	X(hostQueryReset) \
	X(scalarBlockLayout) \
	X(timelineSemaphore)
#define REQUIRED_13(X) \
	X(dynamicRendering) \
	X(maintenance4) \
	X(synchronization2)

uint32_t vkx_physical_devices(vkx_instance *i, VkPhysicalDevice *out, uint32_t cap) {
	uint32_t n = cap;
	if (i->EnumeratePhysicalDevices(i->instance, &n, out) < 0) return 0;
	return n;
}

static int has_extension(vkx_instance *i, VkPhysicalDevice p, const char *name) {
	uint32_t n = 0;
	if (i->EnumerateDeviceExtensionProperties(p, NULL, &n, NULL) < 0 || n == 0) return 0;
	VkExtensionProperties *e = calloc(n, sizeof *e);
	int found = 0;
	if (e && i->EnumerateDeviceExtensionProperties(p, NULL, &n, e) >= 0)
		for (uint32_t k = 0; k < n; k++) found |= !strcmp(e[k].extensionName, name);
	free(e);
	return found;
}

static void add_missing(vkx_facts *f, const char *name) {
	size_t used = strlen(f->missing);
	snprintf(f->missing + used, sizeof f->missing - used, "%s%s", used ? ", " : "", name);
}

static int presents(vkx_instance *i, VkPhysicalDevice p, uint32_t family, uint64_t surface) {
	VkBool32 yes = VK_FALSE;
	return surface && i->GetPhysicalDeviceSurfaceSupportKHR(p, family, (VkSurfaceKHR)surface, &yes) >= 0 && yes;
}

static void queue_family(vkx_instance *i, VkPhysicalDevice p, uint64_t surface, vkx_facts *out) {
	uint32_t n = 0;
	i->GetPhysicalDeviceQueueFamilyProperties(p, &n, NULL);
	VkQueueFamilyProperties *q = calloc(n ? n : 1, sizeof *q);
	out->family = UINT32_MAX;
	if (q) i->GetPhysicalDeviceQueueFamilyProperties(p, &n, q);
	const VkQueueFlags want = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
	for (uint32_t k = 0; q && k < n; k++) {
		if ((q[k].queueFlags & want) != want || q[k].queueCount == 0) continue;
		const int shows = presents(i, p, k, surface);
		if (out->family != UINT32_MAX && !shows) continue;
		out->family = k;
		out->timestamp_bits = q[k].timestampValidBits;
		if (shows) out->optional |= VKX_PRESENT;
		if (shows || !surface) break;
	}
	free(q);
}

static void limits(const VkPhysicalDeviceLimits *l, vkx_facts *out) {
	out->max_image = l->maxImageDimension2D < l->maxImageDimensionCube ? l->maxImageDimension2D : l->maxImageDimensionCube;
	out->max_layers = l->maxImageArrayLayers;
	out->max_storage_range = l->maxStorageBufferRange;
	out->max_uniform_range = l->maxUniformBufferRange;
	out->max_push = l->maxPushConstantsSize;
	memcpy(out->max_groups, l->maxComputeWorkGroupCount, sizeof out->max_groups);
	out->uniform_align = (uint32_t)l->minUniformBufferOffsetAlignment;
	out->storage_align = (uint32_t)l->minStorageBufferOffsetAlignment;
	out->atom_size = (uint32_t)l->nonCoherentAtomSize;
	out->color_samples = l->framebufferColorSampleCounts;
	out->depth_samples = l->framebufferDepthSampleCounts;
	out->timestamp_period = l->timestampPeriod;
	out->max_anisotropy = l->maxSamplerAnisotropy;
}

static void features(vkx_instance *i, VkPhysicalDevice p, vkx_facts *out) {
	VkPhysicalDeviceVulkan13Features v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
	VkPhysicalDeviceVulkan12Features v12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &v13};
	VkPhysicalDeviceVulkan11Features v11 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, .pNext = &v12};
	VkPhysicalDeviceFeatures2 f = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &v11};
	i->GetPhysicalDeviceFeatures2(p, &f);
#define MISSING_10(name) if (!f.features.name) add_missing(out, #name);
#define MISSING_11(name) if (!v11.name) add_missing(out, #name);
#define MISSING_12(name) if (!v12.name) add_missing(out, #name);
#define MISSING_13(name) if (!v13.name) add_missing(out, #name);
	REQUIRED_10(MISSING_10)
	REQUIRED_11(MISSING_11)
	REQUIRED_12(MISSING_12)
	REQUIRED_13(MISSING_13)
	if (f.features.samplerAnisotropy) out->optional |= VKX_ANISOTROPY;
	if (f.features.imageCubeArray) out->optional |= VKX_CUBE_ARRAY;
	if (v12.shaderOutputLayer) out->optional |= VKX_OUTPUT_LAYER;
	if (v12.bufferDeviceAddress) out->optional |= VKX_BUFFER_ADDRESS;
}

void vkx_device_facts(vkx_instance *i, VkPhysicalDevice p, uint64_t surface, vkx_facts *out) {
	memset(out, 0, sizeof *out);
	VkPhysicalDeviceDriverProperties driver = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
	VkPhysicalDeviceProperties2 props = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &driver};
	i->GetPhysicalDeviceProperties2(p, &props);
	const VkPhysicalDeviceProperties *v = &props.properties;
	snprintf(out->name, sizeof out->name, "%s", v->deviceName);
	snprintf(out->driver, sizeof out->driver, "%s", driver.driverName);
	snprintf(out->driver_info, sizeof out->driver_info, "%s", driver.driverInfo);
	out->api = v->apiVersion;
	out->driver_version = v->driverVersion;
	out->vendor = v->vendorID;
	out->device = v->deviceID;
	out->type = v->deviceType;
	out->driver_id = driver.driverID;
	memcpy(out->cache_uuid, v->pipelineCacheUUID, sizeof out->cache_uuid);
	limits(&v->limits, out);

	VkPhysicalDeviceMemoryProperties mem;
	i->GetPhysicalDeviceMemoryProperties(p, &mem);
	for (uint32_t k = 0; k < mem.memoryHeapCount; k++)
		if ((mem.memoryHeaps[k].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) && mem.memoryHeaps[k].size > out->memory)
			out->memory = mem.memoryHeaps[k].size;

	if (!has_extension(i, p, VK_KHR_SWAPCHAIN_EXTENSION_NAME)) surface = 0;
	queue_family(i, p, surface, out);
	if (v->apiVersion >= VK_API_VERSION_1_3) features(i, p, out); // older: the structs would be unknown to it
	if (has_extension(i, p, "VK_KHR_portability_subset")) out->optional |= VKX_PORTABILITY_SUBSET;
}

vkx_info *vkx_device_info(const vkx_facts *f) {
	vkx_info *i = calloc(1, sizeof *i);
	if (!i) return NULL;
	i->is_device = 1;
	i->v13 = (VkPhysicalDeviceVulkan13Features){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
	i->v12 = (VkPhysicalDeviceVulkan12Features){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &i->v13};
	i->v11 = (VkPhysicalDeviceVulkan11Features){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, .pNext = &i->v12};
	i->features = (VkPhysicalDeviceFeatures2){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &i->v11};
#define ENABLE_10(name) i->features.features.name = VK_TRUE;
#define ENABLE_11(name) i->v11.name = VK_TRUE;
#define ENABLE_12(name) i->v12.name = VK_TRUE;
#define ENABLE_13(name) i->v13.name = VK_TRUE;
	REQUIRED_10(ENABLE_10)
	REQUIRED_11(ENABLE_11)
	REQUIRED_12(ENABLE_12)
	REQUIRED_13(ENABLE_13)
	i->features.features.samplerAnisotropy = !!(f->optional & VKX_ANISOTROPY);
	i->features.features.imageCubeArray = !!(f->optional & VKX_CUBE_ARRAY);
	i->v12.shaderOutputLayer = !!(f->optional & VKX_OUTPUT_LAYER);
	i->v12.bufferDeviceAddress = !!(f->optional & VKX_BUFFER_ADDRESS);
	if (f->optional & VKX_PRESENT) vkx_info_extension(i, VK_KHR_SWAPCHAIN_EXTENSION_NAME);
	if (f->optional & VKX_PORTABILITY_SUBSET) vkx_info_extension(i, "VK_KHR_portability_subset");

	i->priority = 1;
	i->queue = (VkDeviceQueueCreateInfo){
		.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
		.queueFamilyIndex = f->family,
		.queueCount = 1,
		.pQueuePriorities = &i->priority,
	};
	i->device = (VkDeviceCreateInfo){
		.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
		.pNext = &i->features,
		.queueCreateInfoCount = 1,
		.pQueueCreateInfos = &i->queue,
	};
	return i;
}
