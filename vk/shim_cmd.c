// Recording and submission.
#include "shim_internal.h"

#include <stdlib.h>
#include <string.h>

struct vkx_cmd {
	vkx_device *d;
	VkCommandBuffer buffer;
	VkPipelineBindPoint point;
	VkPipelineLayout layout;
	void *scratch; // structs of the call being recorded; grows, never shrinks
	size_t capacity;
};

static void *scratch(vkx_cmd *c, size_t size) {
	if (size > c->capacity) {
		void *p = realloc(c->scratch, size * 2);
		if (!p) abort(); // a few kilobytes: the process is beyond help
		c->scratch = p;
		c->capacity = size * 2;
	}
	return c->scratch;
}

vkx_cmd *vkx_cmd_new(vkx_device *d, uint64_t pool, VkResult *result) {
	vkx_cmd *c = calloc(1, sizeof *c);
	*result = VK_ERROR_OUT_OF_HOST_MEMORY;
	if (!c) return NULL;
	c->d = d;
	VkCommandBufferAllocateInfo info = {
		.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
		.commandPool = (VkCommandPool)pool,
		.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
		.commandBufferCount = 1,
	};
	*result = d->AllocateCommandBuffers(d->device, &info, &c->buffer);
	if (*result < 0) {
		free(c);
		return NULL;
	}
	return c;
}

void vkx_cmd_free(vkx_cmd *c) {
	if (!c) return;
	free(c->scratch);
	free(c);
}

VkResult vkx_cmd_begin(vkx_cmd *c) {
	VkCommandBufferBeginInfo info = {
		.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
		.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
	};
	c->layout = VK_NULL_HANDLE;
	return c->d->BeginCommandBuffer(c->buffer, &info);
}

VkResult vkx_cmd_end(vkx_cmd *c) {
	return c->d->EndCommandBuffer(c->buffer);
}

static VkSemaphoreSubmitInfo semaphore(uint64_t handle, uint64_t value, VkPipelineStageFlags2 stage) {
	return (VkSemaphoreSubmitInfo){
		.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
		.semaphore = (VkSemaphore)handle,
		.value = value,
		.stageMask = stage,
	};
}

VkResult vkx_cmd_submit(vkx_cmd *c, uint64_t timeline, uint64_t value, uint64_t acquired, uint64_t rendered) {
	VkCommandBufferSubmitInfo cmd = {
		.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
		.commandBuffer = c->buffer,
	};
	VkSemaphoreSubmitInfo wait = semaphore(acquired, 0, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT);
	VkSemaphoreSubmitInfo signal[2] = {
		semaphore(timeline, value, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT),
		semaphore(rendered, 0, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT),
	};
	VkSubmitInfo2 info = {
		.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
		.waitSemaphoreInfoCount = acquired ? 1 : 0,
		.pWaitSemaphoreInfos = &wait,
		.commandBufferInfoCount = 1,
		.pCommandBufferInfos = &cmd,
		.signalSemaphoreInfoCount = rendered ? 2 : 1,
		.pSignalSemaphoreInfos = signal,
	};
	return c->d->QueueSubmit2(c->d->queue, 1, &info, VK_NULL_HANDLE);
}

// ---- passes

void vkx_cmd_label(vkx_cmd *c, const char *name, size_t length) {
	if (!c->d->debug_utils) return;
	char buffer[128];
	if (length > sizeof buffer - 1) length = sizeof buffer - 1;
	if (length) memcpy(buffer, name, length);
	buffer[length] = 0;
	VkDebugUtilsLabelEXT label = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT, .pLabelName = buffer};
	c->d->CmdBeginDebugUtilsLabelEXT(c->buffer, &label);
}

void vkx_cmd_end_label(vkx_cmd *c) {
	if (c->d->debug_utils) c->d->CmdEndDebugUtilsLabelEXT(c->buffer);
}

void vkx_cmd_timestamp(vkx_cmd *c, uint64_t pool, uint32_t query) {
	c->d->CmdWriteTimestamp2(c->buffer, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, (VkQueryPool)pool, query);
}

void vkx_cmd_barriers(vkx_cmd *c, const vkx_barrier *b, uint32_t n) {
	VkImageMemoryBarrier2 *images = scratch(c, n * (sizeof(VkImageMemoryBarrier2) + sizeof(VkBufferMemoryBarrier2) + sizeof(VkMemoryBarrier2)));
	VkBufferMemoryBarrier2 *buffers = (VkBufferMemoryBarrier2 *)(images + n);
	VkMemoryBarrier2 *memory = (VkMemoryBarrier2 *)(buffers + n);
	uint32_t ni = 0, nb = 0, nm = 0;
	for (uint32_t i = 0; i < n; i++) {
		if (b[i].image)
			images[ni++] = (VkImageMemoryBarrier2){
				.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
				.srcStageMask = b[i].src_stage,
				.srcAccessMask = b[i].src_access,
				.dstStageMask = b[i].dst_stage,
				.dstAccessMask = b[i].dst_access,
				.oldLayout = (VkImageLayout)b[i].old_layout,
				.newLayout = (VkImageLayout)b[i].new_layout,
				.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
				.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
				.image = (VkImage)b[i].image,
				.subresourceRange = {b[i].aspect, b[i].base_mip, b[i].mips, 0, VK_REMAINING_ARRAY_LAYERS},
			};
		else if (b[i].buffer)
			buffers[nb++] = (VkBufferMemoryBarrier2){
				.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2,
				.srcStageMask = b[i].src_stage,
				.srcAccessMask = b[i].src_access,
				.dstStageMask = b[i].dst_stage,
				.dstAccessMask = b[i].dst_access,
				.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
				.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
				.buffer = (VkBuffer)b[i].buffer,
				.size = VK_WHOLE_SIZE,
			};
		else
			memory[nm++] = (VkMemoryBarrier2){
				.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
				.srcStageMask = b[i].src_stage,
				.srcAccessMask = b[i].src_access,
				.dstStageMask = b[i].dst_stage,
				.dstAccessMask = b[i].dst_access,
			};
	}
	VkDependencyInfo info = {
		.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
		.memoryBarrierCount = nm,
		.pMemoryBarriers = memory,
		.bufferMemoryBarrierCount = nb,
		.pBufferMemoryBarriers = buffers,
		.imageMemoryBarrierCount = ni,
		.pImageMemoryBarriers = images,
	};
	c->d->CmdPipelineBarrier2(c->buffer, &info);
}

static VkRenderingAttachmentInfo attachment(const vkx_attachment *a) {
	VkRenderingAttachmentInfo r = {
		.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
		.imageView = (VkImageView)a->view,
		.imageLayout = (VkImageLayout)a->layout,
		.loadOp = (VkAttachmentLoadOp)a->load,
		.storeOp = (VkAttachmentStoreOp)a->store,
	};
	memcpy(&r.clearValue, a->clear, sizeof a->clear);
	if (a->resolve) {
		r.resolveMode = a->average ? VK_RESOLVE_MODE_AVERAGE_BIT : VK_RESOLVE_MODE_SAMPLE_ZERO_BIT;
		r.resolveImageView = (VkImageView)a->resolve;
		r.resolveImageLayout = VK_IMAGE_LAYOUT_ATTACHMENT_OPTIMAL;
	}
	return r;
}

void vkx_cmd_rendering(vkx_cmd *c, const vkx_attachment *a, uint32_t n, uint32_t width, uint32_t height, uint32_t layers) {
	VkRenderingAttachmentInfo *colors = scratch(c, (n + 1) * sizeof *colors);
	for (uint32_t i = 0; i <= n; i++) colors[i] = attachment(&a[i]);
	VkRenderingInfo info = {
		.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
		.renderArea = {{0, 0}, {width, height}},
		.layerCount = layers,
		.colorAttachmentCount = n,
		.pColorAttachments = colors,
		.pDepthAttachment = a[n].view ? &colors[n] : NULL,
	};
	c->d->CmdBeginRendering(c->buffer, &info);
}

void vkx_cmd_end_rendering(vkx_cmd *c) {
	c->d->CmdEndRendering(c->buffer);
}

void vkx_cmd_clear_depth(vkx_cmd *c, int32_t x, int32_t y, uint32_t w, uint32_t h, float depth) {
	VkClearAttachment a = {.aspectMask = VK_IMAGE_ASPECT_DEPTH_BIT, .clearValue.depthStencil.depth = depth};
	VkClearRect r = {{{x, y}, {w, h}}, 0, 1};
	c->d->CmdClearAttachments(c->buffer, 1, &a, 1, &r);
}

// ---- state

void vkx_cmd_bind(vkx_cmd *c, uint64_t pipeline, uint64_t layout, int compute) {
	c->point = compute ? VK_PIPELINE_BIND_POINT_COMPUTE : VK_PIPELINE_BIND_POINT_GRAPHICS;
	c->layout = (VkPipelineLayout)layout;
	c->d->CmdBindPipeline(c->buffer, c->point, (VkPipeline)pipeline);
}

void vkx_cmd_set(vkx_cmd *c, uint32_t index, uint64_t set) {
	VkDescriptorSet s = (VkDescriptorSet)set;
	c->d->CmdBindDescriptorSets(c->buffer, c->point, c->layout, index, 1, &s, 0, NULL);
}

VkResult vkx_cmd_transient(vkx_cmd *c, uint64_t pool, uint64_t layout, uint32_t index, const vkx_write *w, uint32_t n) {
	VkDescriptorSetLayout l = (VkDescriptorSetLayout)layout;
	VkDescriptorSetAllocateInfo info = {
		.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
		.descriptorPool = (VkDescriptorPool)pool,
		.descriptorSetCount = 1,
		.pSetLayouts = &l,
	};
	VkDescriptorSet set = VK_NULL_HANDLE;
	VkResult r = c->d->AllocateDescriptorSets(c->d->device, &info, &set);
	if (r < 0) return r;
	vkx_write_set(c->d, set, w, n, scratch(c, VKX_WRITE_SCRATCH(n ? n : 1)));
	c->d->CmdBindDescriptorSets(c->buffer, c->point, c->layout, index, 1, &set, 0, NULL);
	return r;
}

void vkx_cmd_push(vkx_cmd *c, const void *data, uint32_t size) {
	c->d->CmdPushConstants(c->buffer, c->layout,
		VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT | VK_SHADER_STAGE_COMPUTE_BIT, 0, size, data);
}

void vkx_cmd_viewport(vkx_cmd *c, float x, float y, float w, float h) {
	VkViewport v = {x, y + h, w, -h, 0, 1};
	c->d->CmdSetViewport(c->buffer, 0, 1, &v);
}

void vkx_cmd_scissor(vkx_cmd *c, int32_t x, int32_t y, uint32_t w, uint32_t h) {
	VkRect2D r = {{x, y}, {w, h}};
	c->d->CmdSetScissor(c->buffer, 0, 1, &r);
}

void vkx_cmd_depth_bias(vkx_cmd *c, float constant, float slope, float clamp) {
	c->d->CmdSetDepthBias(c->buffer, constant, clamp, slope);
}

// ---- work

void vkx_cmd_dispatch(vkx_cmd *c, uint32_t x, uint32_t y, uint32_t z) {
	c->d->CmdDispatch(c->buffer, x, y, z);
}

void vkx_cmd_dispatch_indirect(vkx_cmd *c, uint64_t buffer, uint64_t offset) {
	c->d->CmdDispatchIndirect(c->buffer, (VkBuffer)buffer, offset);
}

void vkx_cmd_vertex_buffer(vkx_cmd *c, uint32_t binding, uint64_t buffer, uint64_t offset) {
	VkBuffer b = (VkBuffer)buffer;
	VkDeviceSize o = offset;
	c->d->CmdBindVertexBuffers(c->buffer, binding, 1, &b, &o);
}

void vkx_cmd_index_buffer(vkx_cmd *c, uint64_t buffer, uint64_t offset) {
	c->d->CmdBindIndexBuffer(c->buffer, (VkBuffer)buffer, offset, VK_INDEX_TYPE_UINT32);
}

void vkx_cmd_draw(vkx_cmd *c, uint32_t n, uint32_t instances, uint32_t first, uint32_t first_instance) {
	c->d->CmdDraw(c->buffer, n, instances, first, first_instance);
}

void vkx_cmd_draw_indexed(vkx_cmd *c, uint32_t n, uint32_t instances, uint32_t first, int32_t base, uint32_t first_instance) {
	c->d->CmdDrawIndexed(c->buffer, n, instances, first, base, first_instance);
}

void vkx_cmd_draw_indirect(vkx_cmd *c, uint64_t buffer, uint64_t offset, uint32_t n, uint32_t stride, int indexed) {
	if (indexed)
		c->d->CmdDrawIndexedIndirect(c->buffer, (VkBuffer)buffer, offset, n, stride);
	else
		c->d->CmdDrawIndirect(c->buffer, (VkBuffer)buffer, offset, n, stride);
}

void vkx_cmd_draw_indexed_indirect_count(vkx_cmd *c, uint64_t buffer, uint64_t offset, uint64_t counts, uint64_t count_offset,
	uint32_t max, uint32_t stride) {
	c->d->CmdDrawIndexedIndirectCount(c->buffer, (VkBuffer)buffer, offset, (VkBuffer)counts, count_offset, max, stride);
}

// ---- transfers; images are in TRANSFER_SRC and TRANSFER_DST layout

static VkImageSubresourceLayers layers(const vkx_part *p) {
	return (VkImageSubresourceLayers){p->aspect, p->mip, p->layer, p->layers};
}

void vkx_cmd_copy_buffer(vkx_cmd *c, uint64_t src, uint64_t src_offset, uint64_t dst, uint64_t dst_offset, uint64_t size) {
	VkBufferCopy r = {src_offset, dst_offset, size};
	c->d->CmdCopyBuffer(c->buffer, (VkBuffer)src, (VkBuffer)dst, 1, &r);
}

static VkBufferImageCopy buffer_image(const vkx_part *p, uint64_t offset) {
	return (VkBufferImageCopy){.bufferOffset = offset, .imageSubresource = layers(p), .imageExtent = {p->width, p->height, 1}};
}

void vkx_cmd_copy_to_image(vkx_cmd *c, uint64_t src, uint64_t offset, const vkx_part *dst) {
	VkBufferImageCopy r = buffer_image(dst, offset);
	c->d->CmdCopyBufferToImage(c->buffer, (VkBuffer)src, (VkImage)dst->image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &r);
}

void vkx_cmd_copy_from_image(vkx_cmd *c, const vkx_part *src, uint64_t dst, uint64_t offset) {
	VkBufferImageCopy r = buffer_image(src, offset);
	c->d->CmdCopyImageToBuffer(c->buffer, (VkImage)src->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, (VkBuffer)dst, 1, &r);
}

void vkx_cmd_copy_image(vkx_cmd *c, const vkx_part *src, const vkx_part *dst) {
	VkImageCopy r = {.srcSubresource = layers(src), .dstSubresource = layers(dst), .extent = {dst->width, dst->height, 1}};
	c->d->CmdCopyImage(c->buffer, (VkImage)src->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, (VkImage)dst->image,
		VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &r);
}

void vkx_cmd_blit(vkx_cmd *c, const vkx_part *src, const vkx_part *dst, int linear) {
	VkImageBlit r = {
		.srcSubresource = layers(src),
		.srcOffsets = {{0, 0, 0}, {(int32_t)src->width, (int32_t)src->height, 1}},
		.dstSubresource = layers(dst),
		.dstOffsets = {{0, 0, 0}, {(int32_t)dst->width, (int32_t)dst->height, 1}},
	};
	c->d->CmdBlitImage(c->buffer, (VkImage)src->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, (VkImage)dst->image,
		VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &r, linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST);
}

void vkx_cmd_fill(vkx_cmd *c, uint64_t buffer, uint64_t offset, uint64_t size, uint32_t value) {
	c->d->CmdFillBuffer(c->buffer, (VkBuffer)buffer, offset, size, value);
}

void vkx_cmd_clear_color(vkx_cmd *c, uint64_t image, const uint32_t *value) {
	VkClearColorValue v;
	memcpy(&v, value, sizeof v);
	VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
	c->d->CmdClearColorImage(c->buffer, (VkImage)image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &v, 1, &range);
}
