// What the C files share: the function tables.
#ifndef SCENERENDER_VK_SHIM_INTERNAL_H
#define SCENERENDER_VK_SHIM_INTERNAL_H

#include "shim.h"

#define VKX_INSTANCE_FUNCTIONS(X) \
	X(EnumeratePhysicalDevices) \
	X(EnumerateDeviceExtensionProperties) \
	X(GetPhysicalDeviceProperties2) \
	X(GetPhysicalDeviceFeatures2) \
	X(GetPhysicalDeviceMemoryProperties) \
	X(GetPhysicalDeviceQueueFamilyProperties) \
	X(DestroySurfaceKHR) \
	X(GetPhysicalDeviceSurfaceCapabilitiesKHR) \
	X(GetPhysicalDeviceSurfaceFormatsKHR) \
	X(GetPhysicalDeviceSurfacePresentModesKHR) \
	X(GetPhysicalDeviceSurfaceSupportKHR) \
	X(GetDeviceProcAddr) \
	X(CreateDebugUtilsMessengerEXT) \
	X(DestroyDebugUtilsMessengerEXT)

#define VKX_DEVICE_FUNCTIONS(X) \
	X(AcquireNextImageKHR) \
	X(AllocateCommandBuffers) \
	X(AllocateDescriptorSets) \
	X(AllocateMemory) \
	X(BeginCommandBuffer) \
	X(CmdBeginDebugUtilsLabelEXT) \
	X(CmdBeginRendering) \
	X(CmdBindDescriptorSets) \
	X(CmdBindIndexBuffer) \
	X(CmdBindPipeline) \
	X(CmdBindVertexBuffers) \
	X(CmdBlitImage) \
	X(CmdClearAttachments) \
	X(CmdClearColorImage) \
	X(CmdCopyBuffer) \
	X(CmdCopyBufferToImage) \
	X(CmdCopyImage) \
	X(CmdCopyImageToBuffer) \
	X(CmdDispatch) \
	X(CmdDispatchIndirect) \
	X(CmdDraw) \
	X(CmdDrawIndexed) \
	X(CmdDrawIndexedIndirect) \
	X(CmdDrawIndexedIndirectCount) \
	X(CmdDrawIndirect) \
	X(CmdEndDebugUtilsLabelEXT) \
	X(CmdEndRendering) \
	X(CmdFillBuffer) \
	X(CmdPipelineBarrier2) \
	X(CmdPushConstants) \
	X(CmdSetDepthBias) \
	X(CmdSetScissor) \
	X(CmdSetViewport) \
	X(CmdWriteTimestamp2) \
	X(CreateComputePipelines) \
	X(CreateDescriptorPool) \
	X(CreateDescriptorSetLayout) \
	X(CreateGraphicsPipelines) \
	X(CreatePipelineLayout) \
	X(CreateSemaphore) \
	X(CreateShaderModule) \
	X(CreateSwapchainKHR) \
	X(DestroySemaphore) \
	X(DestroyShaderModule) \
	X(DestroySwapchainKHR) \
	X(EndCommandBuffer) \
	X(FlushMappedMemoryRanges) \
	X(FreeDescriptorSets) \
	X(GetBufferDeviceAddress) \
	X(GetBufferMemoryRequirements2) \
	X(GetImageMemoryRequirements2) \
	X(GetQueryPoolResults) \
	X(GetSemaphoreCounterValue) \
	X(GetSwapchainImagesKHR) \
	X(InvalidateMappedMemoryRanges) \
	X(QueuePresentKHR) \
	X(QueueSubmit2) \
	X(ResetQueryPool) \
	X(SetDebugUtilsObjectNameEXT) \
	X(UpdateDescriptorSets) \
	X(WaitSemaphores)

#define VKX_DECLARE(name) PFN_vk##name name;

struct vkx_instance {
	VkInstance instance;
	PFN_vkGetInstanceProcAddr gipa;
	VkDebugUtilsMessengerEXT messenger;
	VKX_INSTANCE_FUNCTIONS(VKX_DECLARE)
};

struct vkx_device {
	VkDevice device;
	VkQueue queue;
	int debug_utils;
	VKX_DEVICE_FUNCTIONS(VKX_DECLARE)
};

// vkx_info: see shim.h. Only one of instance and device is in use.
struct vkx_info {
	VkInstanceCreateInfo instance;
	VkDeviceCreateInfo device;
	int is_device;

	VkApplicationInfo app;
	const char *layer;
	VkDebugUtilsMessengerCreateInfoEXT messenger;
	VkValidationFeaturesEXT validation;
	VkValidationFeatureEnableEXT validation_enable[1];

	VkDeviceQueueCreateInfo queue;
	float priority;
	VkPhysicalDeviceFeatures2 features;
	VkPhysicalDeviceVulkan11Features v11;
	VkPhysicalDeviceVulkan12Features v12;
	VkPhysicalDeviceVulkan13Features v13;

	uint32_t n_extensions;
	char *extensions[64];
};

typedef union vkx_descriptor {
	VkDescriptorBufferInfo buffer;
	VkDescriptorImageInfo image;
} vkx_descriptor;
// vkx_write_set updates set; scratch has VKX_WRITE_SCRATCH(n) bytes.
void vkx_write_set(vkx_device *d, VkDescriptorSet set, const vkx_write *w, uint32_t n, void *scratch);
#define VKX_WRITE_SCRATCH(n) ((n) * (sizeof(VkWriteDescriptorSet) + sizeof(vkx_descriptor)))

#endif
