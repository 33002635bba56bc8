// Pipelines. Everything vkCreate*Pipelines reads lies on this file's stack or in memory of the caller that lives
// through the call.
#include "shim_internal.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CONSTANTS = 64, MAX_STREAMS = 16, MAX_ATTRIBUTES = 32, MAX_COLORS = 8 };

typedef struct specialization {
	VkSpecializationInfo info;
	VkSpecializationMapEntry entries[MAX_CONSTANTS];
	uint32_t values[MAX_CONSTANTS];
} specialization;

static const VkSpecializationInfo *specialize(specialization *s, const vkx_constant *k, uint32_t n) {
	if (n == 0) return NULL;
	for (uint32_t i = 0; i < n; i++) {
		s->entries[i] = (VkSpecializationMapEntry){.constantID = k[i].id, .offset = i * 4, .size = 4};
		s->values[i] = k[i].value;
	}
	s->info = (VkSpecializationInfo){
		.mapEntryCount = n,
		.pMapEntries = s->entries,
		.dataSize = n * 4,
		.pData = s->values,
	};
	return &s->info;
}

// Go slices of bytes need not be aligned, SPIR-V words must be.
static VkResult module(vkx_device *d, const void *code, size_t size, VkShaderModule *out) {
	uint32_t *words = malloc(size ? size : 4);
	if (!words) return VK_ERROR_OUT_OF_HOST_MEMORY;
	memcpy(words, code, size);
	VkShaderModuleCreateInfo info = {
		.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
		.codeSize = size,
		.pCode = words,
	};
	VkResult r = d->CreateShaderModule(d->device, &info, NULL, out);
	free(words);
	return r;
}

static VkPipelineShaderStageCreateInfo stage(VkShaderStageFlagBits bit, VkShaderModule m, const VkSpecializationInfo *s) {
	return (VkPipelineShaderStageCreateInfo){
		.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
		.stage = bit,
		.module = m,
		.pName = "main",
		.pSpecializationInfo = s,
	};
}

VkResult vkx_compute_pipeline(vkx_device *d, uint64_t cache, uint64_t layout, const void *code, size_t size,
	const vkx_constant *k, uint32_t nk, uint64_t *out) {
	*out = 0;
	if (nk > MAX_CONSTANTS) return VK_ERROR_INITIALIZATION_FAILED;
	VkShaderModule m = VK_NULL_HANDLE;
	VkResult r = module(d, code, size, &m);
	if (r < 0) return r;
	specialization s;
	VkComputePipelineCreateInfo info = {
		.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
		.stage = stage(VK_SHADER_STAGE_COMPUTE_BIT, m, specialize(&s, k, nk)),
		.layout = (VkPipelineLayout)layout,
	};
	VkPipeline p = VK_NULL_HANDLE;
	r = d->CreateComputePipelines(d->device, (VkPipelineCache)cache, 1, &info, NULL, &p);
	d->DestroyShaderModule(d->device, m, NULL);
	*out = (uint64_t)p;
	return r;
}

// The three blends of GraphicsDesc.Blend.
static VkPipelineColorBlendAttachmentState blend(uint32_t mode) {
	VkPipelineColorBlendAttachmentState b = {
		.blendEnable = mode != 0,
		.srcColorBlendFactor = VK_BLEND_FACTOR_ONE,
		.dstColorBlendFactor = mode == 1 ? VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA : VK_BLEND_FACTOR_ONE,
		.colorBlendOp = VK_BLEND_OP_ADD,
		.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
		.dstAlphaBlendFactor = mode == 1 ? VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA : VK_BLEND_FACTOR_ONE,
		.alphaBlendOp = VK_BLEND_OP_ADD,
		.colorWriteMask = 0xf,
	};
	return b;
}

VkResult vkx_graphics_pipeline(vkx_device *d, uint64_t cache, uint64_t layout, const vkx_state *s,
	const void *vert, size_t vert_size, const void *frag, size_t frag_size,
	const vkx_stream *streams, uint32_t n_streams, const vkx_attribute *attributes, uint32_t n_attributes,
	const uint32_t *colors, uint32_t n_colors, const vkx_constant *k, uint32_t nk, uint64_t *out) {
	*out = 0;
	if (nk > MAX_CONSTANTS || n_streams > MAX_STREAMS || n_attributes > MAX_ATTRIBUTES || n_colors > MAX_COLORS)
		return VK_ERROR_INITIALIZATION_FAILED;

	VkVertexInputBindingDescription bindings[MAX_STREAMS];
	for (uint32_t i = 0; i < n_streams; i++)
		bindings[i] = (VkVertexInputBindingDescription){streams[i].binding, streams[i].stride,
			streams[i].instance ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX};
	VkVertexInputAttributeDescription attrs[MAX_ATTRIBUTES];
	for (uint32_t i = 0; i < n_attributes; i++)
		attrs[i] = (VkVertexInputAttributeDescription){attributes[i].location, attributes[i].binding,
			(VkFormat)attributes[i].format, attributes[i].offset};
	VkPipelineVertexInputStateCreateInfo input = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
		.vertexBindingDescriptionCount = n_streams,
		.pVertexBindingDescriptions = bindings,
		.vertexAttributeDescriptionCount = n_attributes,
		.pVertexAttributeDescriptions = attrs,
	};
	VkPipelineInputAssemblyStateCreateInfo assembly = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
		.topology = (VkPrimitiveTopology)s->topology,
	};
	VkPipelineViewportStateCreateInfo viewport = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
		.viewportCount = 1,
		.scissorCount = 1,
	};
	VkPipelineRasterizationStateCreateInfo raster = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
		.depthClampEnable = s->depth_clamp,
		.polygonMode = VK_POLYGON_MODE_FILL,
		.cullMode = s->cull,
		.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE, // as seen: the flipped viewport keeps the sense
		.depthBiasEnable = s->depth_bias,
		.lineWidth = 1,
	};
	VkPipelineMultisampleStateCreateInfo multisample = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
		.rasterizationSamples = (VkSampleCountFlagBits)s->samples,
	};
	VkPipelineDepthStencilStateCreateInfo depth = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
		.depthTestEnable = s->depth_test || s->depth_write, // no test means no write in Vulkan
		.depthWriteEnable = s->depth_write,
		.depthCompareOp = s->depth_test ? VK_COMPARE_OP_GREATER_OR_EQUAL : VK_COMPARE_OP_ALWAYS,
	};
	VkPipelineColorBlendAttachmentState blends[MAX_COLORS];
	VkFormat formats[MAX_COLORS];
	for (uint32_t i = 0; i < n_colors; i++) {
		blends[i] = blend(s->blend);
		formats[i] = (VkFormat)colors[i];
	}
	VkPipelineColorBlendStateCreateInfo color = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
		.attachmentCount = n_colors,
		.pAttachments = blends,
	};
	VkDynamicState states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR, VK_DYNAMIC_STATE_DEPTH_BIAS};
	VkPipelineDynamicStateCreateInfo dynamic = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
		.dynamicStateCount = s->depth_bias ? 3 : 2,
		.pDynamicStates = states,
	};
	VkPipelineRenderingCreateInfo rendering = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
		.colorAttachmentCount = n_colors,
		.pColorAttachmentFormats = formats,
		.depthAttachmentFormat = (VkFormat)s->depth_format,
	};

	specialization special;
	const VkSpecializationInfo *constants = specialize(&special, k, nk);
	VkShaderModule modules[2] = {VK_NULL_HANDLE, VK_NULL_HANDLE};
	VkPipelineShaderStageCreateInfo stages[2];
	uint32_t n = 0;
	VkResult r = module(d, vert, vert_size, &modules[0]);
	if (r >= 0) stages[n++] = stage(VK_SHADER_STAGE_VERTEX_BIT, modules[0], constants);
	if (r >= 0 && frag_size) {
		r = module(d, frag, frag_size, &modules[1]);
		if (r >= 0) stages[n++] = stage(VK_SHADER_STAGE_FRAGMENT_BIT, modules[1], constants);
	}
	if (r >= 0) {
		VkGraphicsPipelineCreateInfo info = {
			.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
			.pNext = &rendering,
			.stageCount = n,
			.pStages = stages,
			.pVertexInputState = &input,
			.pInputAssemblyState = &assembly,
			.pViewportState = &viewport,
			.pRasterizationState = &raster,
			.pMultisampleState = &multisample,
			.pDepthStencilState = &depth,
			.pColorBlendState = &color,
			.pDynamicState = &dynamic,
			.layout = (VkPipelineLayout)layout,
		};
		VkPipeline p = VK_NULL_HANDLE;
		r = d->CreateGraphicsPipelines(d->device, (VkPipelineCache)cache, 1, &info, NULL, &p);
		*out = (uint64_t)p;
	}
	for (int i = 0; i < 2; i++)
		if (modules[i]) d->DestroyShaderModule(d->device, modules[i], NULL);
	return r;
}
