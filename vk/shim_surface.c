// Surfaces of windows, and their swapchains.
#include "shim_internal.h"

#include <stdlib.h>
#include <string.h>

void vkx_surface_free(vkx_instance *i, uint64_t surface) {
	if (surface) i->DestroySurfaceKHR(i->instance, (VkSurfaceKHR)surface, NULL);
}

VkResult vkx_surface_facts(vkx_instance *i, VkPhysicalDevice p, uint64_t surface, vkx_surface *out) {
	memset(out, 0, sizeof *out);
	VkSurfaceKHR s = (VkSurfaceKHR)surface;
	VkSurfaceCapabilitiesKHR c;
	VkResult r = i->GetPhysicalDeviceSurfaceCapabilitiesKHR(p, s, &c);
	if (r < 0) return r;
	out->min_images = c.minImageCount;
	out->max_images = c.maxImageCount;
	out->width = c.currentExtent.width;
	out->height = c.currentExtent.height;
	out->min_width = c.minImageExtent.width;
	out->min_height = c.minImageExtent.height;
	out->max_width = c.maxImageExtent.width;
	out->max_height = c.maxImageExtent.height;
	out->transform = c.currentTransform;
	out->alpha = c.supportedCompositeAlpha;
	out->usage = c.supportedUsageFlags;

	VkSurfaceFormatKHR formats[128];
	uint32_t n = sizeof formats / sizeof *formats;
	r = i->GetPhysicalDeviceSurfaceFormatsKHR(p, s, &n, formats);
	if (r < 0) return r;
	for (uint32_t k = 0; k < n; k++)
		if (formats[k].colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR) out->formats[out->n_formats++] = formats[k].format;

	VkPresentModeKHR modes[16];
	n = sizeof modes / sizeof *modes;
	r = i->GetPhysicalDeviceSurfacePresentModesKHR(p, s, &n, modes);
	if (r < 0) return r;
	for (uint32_t k = 0; k < n; k++) out->modes[out->n_modes++] = modes[k];
	return VK_SUCCESS;
}

VkResult vkx_swapchain_new(vkx_device *d, const vkx_swapchain *s, uint64_t *out, uint64_t *images, uint32_t *n) {
	VkSwapchainCreateInfoKHR info = {
		.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
		.surface = (VkSurfaceKHR)s->surface,
		.minImageCount = s->images,
		.imageFormat = (VkFormat)s->format,
		.imageColorSpace = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR,
		.imageExtent = {s->width, s->height},
		.imageArrayLayers = 1,
		.imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT,
		.imageSharingMode = VK_SHARING_MODE_EXCLUSIVE,
		.preTransform = (VkSurfaceTransformFlagBitsKHR)s->transform,
		.compositeAlpha = (VkCompositeAlphaFlagBitsKHR)s->alpha,
		.presentMode = (VkPresentModeKHR)s->mode,
		.clipped = VK_TRUE,
		.oldSwapchain = (VkSwapchainKHR)s->old,
	};
	VkSwapchainKHR chain = VK_NULL_HANDLE;
	VkResult r = d->CreateSwapchainKHR(d->device, &info, NULL, &chain);
	if (r < 0) return r;
	VkImage handles[VKX_MAX_IMAGES];
	uint32_t count = 0;
	r = d->GetSwapchainImagesKHR(d->device, chain, &count, NULL);
	if (r >= 0 && (count > *n || count > VKX_MAX_IMAGES)) r = VK_ERROR_TOO_MANY_OBJECTS;
	if (r >= 0) r = d->GetSwapchainImagesKHR(d->device, chain, &count, handles);
	if (r < 0) {
		d->DestroySwapchainKHR(d->device, chain, NULL);
		return r;
	}
	for (uint32_t k = 0; k < count; k++) images[k] = (uint64_t)handles[k];
	*n = count;
	*out = (uint64_t)chain;
	return VK_SUCCESS;
}

void vkx_swapchain_free(vkx_device *d, uint64_t swapchain) {
	if (swapchain) d->DestroySwapchainKHR(d->device, (VkSwapchainKHR)swapchain, NULL);
}

VkResult vkx_acquire(vkx_device *d, uint64_t swapchain, uint64_t timeout, uint64_t semaphore, uint32_t *image) {
	return d->AcquireNextImageKHR(d->device, (VkSwapchainKHR)swapchain, timeout, (VkSemaphore)semaphore, VK_NULL_HANDLE, image);
}

VkResult vkx_present(vkx_device *d, uint64_t swapchain, uint32_t image, uint64_t semaphore) {
	VkSemaphore wait = (VkSemaphore)semaphore;
	VkSwapchainKHR chain = (VkSwapchainKHR)swapchain;
	VkPresentInfoKHR info = {
		.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
		.waitSemaphoreCount = 1,
		.pWaitSemaphores = &wait,
		.swapchainCount = 1,
		.pSwapchains = &chain,
		.pImageIndices = &image,
	};
	return d->QueuePresentKHR(d->queue, &info);
}

VkResult vkx_semaphore_new(vkx_device *d, uint64_t *out) {
	VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
	VkSemaphore s = VK_NULL_HANDLE;
	VkResult r = d->CreateSemaphore(d->device, &info, NULL, &s);
	*out = (uint64_t)s;
	return r;
}

void vkx_semaphore_free(vkx_device *d, uint64_t semaphore) {
	if (semaphore) d->DestroySemaphore(d->device, (VkSemaphore)semaphore, NULL);
}
