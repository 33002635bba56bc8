// Objects: memory, semaphores, queries, layouts, descriptor pools and sets.
#include "shim_internal.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdlib.h>
#include <string.h>

void vkx_keep_memory(void) {
#ifdef __GLIBC__
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

vkx_device *vkx_device_new(vkx_instance *i, VkDevice device, VkQueue queue, int debug_utils) {
	vkx_device *d = calloc(1, sizeof *d);
	if (!d) return NULL;
	d->device = device;
	d->queue = queue;
#define LOAD(name) d->name = (PFN_vk##name)i->GetDeviceProcAddr(device, "vk" #name);
	VKX_DEVICE_FUNCTIONS(LOAD)
#undef LOAD
	d->debug_utils = debug_utils && d->SetDebugUtilsObjectNameEXT && d->CmdBeginDebugUtilsLabelEXT && d->CmdEndDebugUtilsLabelEXT;
	return d;
}

void vkx_device_free(vkx_device *d) {
	free(d);
}

// Names come from Go without a terminating zero; longer ones are cut.
static const char *terminated(char buffer[128], const char *s, size_t n) {
	if (n > 127) n = 127;
	if (n) memcpy(buffer, s, n);
	buffer[n] = 0;
	return buffer;
}

void vkx_name(vkx_device *d, VkObjectType type, uint64_t handle, const char *name, size_t length) {
	if (!d->debug_utils || !length) return;
	char buffer[128];
	VkDebugUtilsObjectNameInfoEXT info = {
		.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
		.objectType = type,
		.objectHandle = handle,
		.pObjectName = terminated(buffer, name, length),
	};
	d->SetDebugUtilsObjectNameEXT(d->device, &info);
}

// ---- memory

static void needs(const VkMemoryRequirements2 *r, const VkMemoryDedicatedRequirements *dedicated, vkx_needs *out) {
	out->size = r->memoryRequirements.size;
	out->align = r->memoryRequirements.alignment;
	out->types = r->memoryRequirements.memoryTypeBits;
	out->dedicated = dedicated->prefersDedicatedAllocation || dedicated->requiresDedicatedAllocation;
}

void vkx_buffer_needs(vkx_device *d, uint64_t buffer, vkx_needs *out) {
	VkMemoryDedicatedRequirements dedicated = {.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS};
	VkMemoryRequirements2 r = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2, .pNext = &dedicated};
	VkBufferMemoryRequirementsInfo2 info = {
		.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2,
		.buffer = (VkBuffer)buffer,
	};
	d->GetBufferMemoryRequirements2(d->device, &info, &r);
	needs(&r, &dedicated, out);
}

void vkx_image_needs(vkx_device *d, uint64_t image, vkx_needs *out) {
	VkMemoryDedicatedRequirements dedicated = {.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS};
	VkMemoryRequirements2 r = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2, .pNext = &dedicated};
	VkImageMemoryRequirementsInfo2 info = {
		.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2,
		.image = (VkImage)image,
	};
	d->GetImageMemoryRequirements2(d->device, &info, &r);
	needs(&r, &dedicated, out);
}

VkResult vkx_allocate(vkx_device *d, uint64_t size, uint32_t type, int address, uint64_t buffer, uint64_t image, uint64_t *out) {
	VkMemoryAllocateFlagsInfo flags = {
		.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
		.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT,
	};
	VkMemoryDedicatedAllocateInfo dedicated = {
		.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
		.buffer = (VkBuffer)buffer,
		.image = (VkImage)image,
	};
	VkMemoryAllocateInfo info = {
		.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
		.allocationSize = size,
		.memoryTypeIndex = type,
	};
	if (buffer || image) info.pNext = &dedicated;
	if (address) {
		flags.pNext = info.pNext;
		info.pNext = &flags;
	}
	VkDeviceMemory m = VK_NULL_HANDLE;
	VkResult r = d->AllocateMemory(d->device, &info, NULL, &m);
	*out = (uint64_t)m;
	return r;
}

VkResult vkx_flush(vkx_device *d, uint64_t memory, uint64_t offset, uint64_t size, int invalidate) {
	VkMappedMemoryRange r = {
		.sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE,
		.memory = (VkDeviceMemory)memory,
		.offset = offset,
		.size = size,
	};
	return invalidate ? d->InvalidateMappedMemoryRanges(d->device, 1, &r) : d->FlushMappedMemoryRanges(d->device, 1, &r);
}

uint64_t vkx_buffer_address(vkx_device *d, uint64_t buffer) {
	VkBufferDeviceAddressInfo info = {
		.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
		.buffer = (VkBuffer)buffer,
	};
	return d->GetBufferDeviceAddress(d->device, &info);
}

// ---- time

VkResult vkx_timeline_new(vkx_device *d, uint64_t *out) {
	VkSemaphoreTypeCreateInfo type = {
		.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
		.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
	};
	VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
	VkSemaphore s = VK_NULL_HANDLE;
	VkResult r = d->CreateSemaphore(d->device, &info, NULL, &s);
	*out = (uint64_t)s;
	return r;
}

VkResult vkx_timeline_wait(vkx_device *d, uint64_t semaphore, uint64_t value) {
	VkSemaphore s = (VkSemaphore)semaphore;
	VkSemaphoreWaitInfo info = {
		.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
		.semaphoreCount = 1,
		.pSemaphores = &s,
		.pValues = &value,
	};
	return d->WaitSemaphores(d->device, &info, UINT64_MAX);
}

VkResult vkx_timeline_value(vkx_device *d, uint64_t semaphore, uint64_t *value) {
	return d->GetSemaphoreCounterValue(d->device, (VkSemaphore)semaphore, value);
}

VkResult vkx_query_results(vkx_device *d, uint64_t pool, uint32_t first, uint32_t count, uint64_t *ticks) {
	return d->GetQueryPoolResults(d->device, (VkQueryPool)pool, first, count, count * sizeof *ticks, ticks, sizeof *ticks,
		VK_QUERY_RESULT_64_BIT);
}

void vkx_query_reset(vkx_device *d, uint64_t pool, uint32_t first, uint32_t count) {
	d->ResetQueryPool(d->device, (VkQueryPool)pool, first, count);
}

// ---- layouts

static const VkShaderStageFlags all_stages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT | VK_SHADER_STAGE_COMPUTE_BIT;

VkResult vkx_set_layout(vkx_device *d, const vkx_binding *b, uint32_t n, uint64_t *out) {
	VkDescriptorSetLayoutBinding *v = calloc(n ? n : 1, sizeof *v);
	if (!v) return VK_ERROR_OUT_OF_HOST_MEMORY;
	for (uint32_t i = 0; i < n; i++)
		v[i] = (VkDescriptorSetLayoutBinding){
			.binding = b[i].binding,
			.descriptorType = b[i].type,
			.descriptorCount = b[i].count,
			.stageFlags = all_stages,
		};
	VkDescriptorSetLayoutCreateInfo info = {
		.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
		.bindingCount = n,
		.pBindings = v,
	};
	VkDescriptorSetLayout l = VK_NULL_HANDLE;
	VkResult r = d->CreateDescriptorSetLayout(d->device, &info, NULL, &l);
	free(v);
	*out = (uint64_t)l;
	return r;
}

VkResult vkx_pipeline_layout(vkx_device *d, const uint64_t *sets, uint32_t n, uint32_t push, uint64_t *out) {
	VkDescriptorSetLayout v[32];
	if (n > 32) return VK_ERROR_INITIALIZATION_FAILED;
	for (uint32_t i = 0; i < n; i++) v[i] = (VkDescriptorSetLayout)sets[i];
	VkPushConstantRange range = {.stageFlags = all_stages, .size = push};
	VkPipelineLayoutCreateInfo info = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
		.setLayoutCount = n,
		.pSetLayouts = v,
		.pushConstantRangeCount = push ? 1 : 0,
		.pPushConstantRanges = &range,
	};
	VkPipelineLayout l = VK_NULL_HANDLE;
	VkResult r = d->CreatePipelineLayout(d->device, &info, NULL, &l);
	*out = (uint64_t)l;
	return r;
}

// ---- descriptors

VkResult vkx_descriptor_pool(vkx_device *d, uint32_t sets, const uint32_t *counts, uint32_t n, int freeable, uint64_t *out) {
	VkDescriptorPoolSize sizes[16];
	uint32_t k = 0;
	for (uint32_t i = 0; i < n && i < 16; i++)
		if (counts[i]) sizes[k++] = (VkDescriptorPoolSize){.type = (VkDescriptorType)i, .descriptorCount = counts[i]};
	VkDescriptorPoolCreateInfo info = {
		.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
		.flags = freeable ? VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT : 0,
		.maxSets = sets,
		.poolSizeCount = k,
		.pPoolSizes = sizes,
	};
	VkDescriptorPool p = VK_NULL_HANDLE;
	VkResult r = d->CreateDescriptorPool(d->device, &info, NULL, &p);
	*out = (uint64_t)p;
	return r;
}

void vkx_write_set(vkx_device *d, VkDescriptorSet set, const vkx_write *w, uint32_t n, void *scratch) {
	VkWriteDescriptorSet *v = scratch;
	vkx_descriptor *info = (vkx_descriptor *)(v + n);
	for (uint32_t i = 0; i < n; i++) {
		v[i] = (VkWriteDescriptorSet){
			.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
			.dstSet = set,
			.dstBinding = w[i].binding,
			.dstArrayElement = w[i].element,
			.descriptorCount = 1,
			.descriptorType = (VkDescriptorType)w[i].type,
		};
		if (w[i].buffer) {
			info[i].buffer = (VkDescriptorBufferInfo){(VkBuffer)w[i].buffer, w[i].offset, w[i].range};
			v[i].pBufferInfo = &info[i].buffer;
		} else {
			info[i].image = (VkDescriptorImageInfo){(VkSampler)w[i].sampler, (VkImageView)w[i].view, (VkImageLayout)w[i].layout};
			v[i].pImageInfo = &info[i].image;
		}
	}
	if (n) d->UpdateDescriptorSets(d->device, n, v, 0, NULL);
}

static VkResult allocate_set(vkx_device *d, uint64_t pool, uint64_t layout, VkDescriptorSet *set) {
	VkDescriptorSetLayout l = (VkDescriptorSetLayout)layout;
	VkDescriptorSetAllocateInfo info = {
		.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
		.descriptorPool = (VkDescriptorPool)pool,
		.descriptorSetCount = 1,
		.pSetLayouts = &l,
	};
	return d->AllocateDescriptorSets(d->device, &info, set);
}

VkResult vkx_set_new(vkx_device *d, uint64_t pool, uint64_t layout, const vkx_write *w, uint32_t n, uint64_t *out) {
	void *scratch = malloc(VKX_WRITE_SCRATCH(n ? n : 1));
	if (!scratch) return VK_ERROR_OUT_OF_HOST_MEMORY;
	VkDescriptorSet set = VK_NULL_HANDLE;
	VkResult r = allocate_set(d, pool, layout, &set);
	if (r >= 0) vkx_write_set(d, set, w, n, scratch);
	free(scratch);
	*out = (uint64_t)set;
	return r;
}

VkResult vkx_set_free(vkx_device *d, uint64_t pool, uint64_t set) {
	VkDescriptorSet s = (VkDescriptorSet)set;
	return d->FreeDescriptorSets(d->device, (VkDescriptorPool)pool, 1, &s);
}
