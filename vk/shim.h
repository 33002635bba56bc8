// The C half of package vk: the loader, what vulkan-go (headers 1.1.88) does not know, every call that takes
// an array of structs, and every command recorded per frame.
//
// Conventions: handles that Vulkan calls non-dispatchable travel as uint64_t, flat structs carry arrays from Go
// memory (no pointers inside), and nothing here keeps a pointer into Go memory after it returns.
#ifndef SCENERENDER_VK_SHIM_H
#define SCENERENDER_VK_SHIM_H

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

typedef struct vkx_instance vkx_instance;
typedef struct vkx_device vkx_device;
typedef struct vkx_messages vkx_messages;
typedef struct vkx_info vkx_info;
typedef struct vkx_cmd vkx_cmd;

// ---- shim_instance.c: loader, instance, messages

// vkx_open_loader opens the Vulkan loader and returns its vkGetInstanceProcAddr, or NULL and the reason.
void *vkx_open_loader(char *why, size_t size);
uint32_t vkx_instance_version(void *gipa);
int vkx_has_layer(void *gipa, const char *layer);
int vkx_has_extension(void *gipa, const char *layer, const char *extension);

// vkx_messages collects what the validation layer says; the layer calls from any thread.
vkx_messages *vkx_messages_new(void);
void vkx_messages_free(vkx_messages *m);
uint32_t vkx_messages_count(vkx_messages *m);
// vkx_messages_get returns a copy the caller frees.
char *vkx_messages_get(vkx_messages *m, uint32_t i);

// vkx_info holds a VkInstanceCreateInfo or VkDeviceCreateInfo and everything it points to in C memory, so that
// vulkan-go can pass it on by reference (New...Ref) without copies of its own.
vkx_info *vkx_instance_info(const char *layer, int debug_utils, vkx_messages *m, int portability);
void vkx_info_extension(vkx_info *i, const char *name);
void *vkx_info_create(vkx_info *i);
void vkx_info_free(vkx_info *i);

// vkx_instance_new loads the functions of an instance; m, when not NULL, receives its messages.
vkx_instance *vkx_instance_new(void *gipa, VkInstance instance, vkx_messages *m);
void vkx_instance_free(vkx_instance *i);

// ---- shim_facts.c: what a physical device is and can do

enum {
	VKX_ANISOTROPY = 1,
	VKX_CUBE_ARRAY = 2,
	VKX_OUTPUT_LAYER = 4,
	VKX_PORTABILITY_SUBSET = 8,
	VKX_BUFFER_ADDRESS = 16,
	VKX_PRESENT = 32, // into the surface that was asked about
};

typedef struct vkx_facts {
	char name[256], driver[256], driver_info[256];
	char missing[1024]; // required features it lacks, separated by ", "
	uint32_t api, driver_version, vendor, device, type, driver_id;
	uint8_t cache_uuid[16];
	uint32_t family; // of the queue, which can present if any that draws and computes can; UINT32_MAX: none can draw and compute
	uint32_t timestamp_bits;
	uint64_t memory; // bytes of its largest device-local heap
	uint32_t optional; // VKX_... bits
	uint32_t max_image, max_layers, max_storage_range, max_uniform_range, max_push;
	uint32_t max_groups[3];
	uint32_t uniform_align, storage_align, atom_size;
	uint32_t color_samples, depth_samples;
	float timestamp_period, max_anisotropy;
} vkx_facts;

uint32_t vkx_physical_devices(vkx_instance *i, VkPhysicalDevice *out, uint32_t cap);
// surface 0: none is to be drawn into.
void vkx_device_facts(vkx_instance *i, VkPhysicalDevice p, uint64_t surface, vkx_facts *out);
vkx_info *vkx_device_info(const vkx_facts *f);

// ---- shim_surface.c: windows

void vkx_surface_free(vkx_instance *i, uint64_t surface);

enum { VKX_MAX_IMAGES = 16 };

typedef struct vkx_surface {
	uint32_t min_images, max_images; // max 0: no limit
	uint32_t width, height;          // UINT32_MAX: that of the swapchain
	uint32_t min_width, min_height, max_width, max_height;
	uint32_t transform, alpha, usage;
	uint32_t n_formats, n_modes;
	uint32_t formats[128], modes[16]; // VkFormat of those in the sRGB colour space, VkPresentModeKHR
} vkx_surface;
VkResult vkx_surface_facts(vkx_instance *i, VkPhysicalDevice p, uint64_t surface, vkx_surface *out);

typedef struct vkx_swapchain {
	uint64_t surface, old;
	uint32_t images, format, width, height, transform, alpha, mode;
} vkx_swapchain;
// vkx_swapchain_new makes a swapchain whose images are written by transfers. n has room for images, and gets how many there are.
VkResult vkx_swapchain_new(vkx_device *d, const vkx_swapchain *s, uint64_t *out, uint64_t *images, uint32_t *n);
void vkx_swapchain_free(vkx_device *d, uint64_t swapchain);
VkResult vkx_acquire(vkx_device *d, uint64_t swapchain, uint64_t timeout, uint64_t semaphore, uint32_t *image);
VkResult vkx_present(vkx_device *d, uint64_t swapchain, uint32_t image, uint64_t semaphore);
VkResult vkx_semaphore_new(vkx_device *d, uint64_t *out);
void vkx_semaphore_free(vkx_device *d, uint64_t semaphore);

// ---- shim_device.c: objects

// vkx_keep_memory makes the allocator keep what drivers free, up to a GiB at the end of its heap. A software
// driver takes tens of MiB for every frame's triangles and lets go of them: on lavapipe a fifth of a frame
// with many triangles went into faulting the same pages in again.
void vkx_keep_memory(void);

vkx_device *vkx_device_new(vkx_instance *i, VkDevice device, VkQueue queue, int debug_utils);
void vkx_device_free(vkx_device *d);
void vkx_name(vkx_device *d, VkObjectType type, uint64_t handle, const char *name, size_t length);

typedef struct vkx_needs {
	uint64_t size, align;
	uint32_t types, dedicated;
} vkx_needs;

void vkx_buffer_needs(vkx_device *d, uint64_t buffer, vkx_needs *out);
void vkx_image_needs(vkx_device *d, uint64_t image, vkx_needs *out);
// vkx_allocate allocates memory, dedicated to the buffer or image that is not 0.
VkResult vkx_allocate(vkx_device *d, uint64_t size, uint32_t type, int address, uint64_t buffer, uint64_t image, uint64_t *out);
VkResult vkx_flush(vkx_device *d, uint64_t memory, uint64_t offset, uint64_t size, int invalidate);
uint64_t vkx_buffer_address(vkx_device *d, uint64_t buffer);

VkResult vkx_timeline_new(vkx_device *d, uint64_t *out);
VkResult vkx_timeline_wait(vkx_device *d, uint64_t semaphore, uint64_t value);
VkResult vkx_timeline_value(vkx_device *d, uint64_t semaphore, uint64_t *value);
VkResult vkx_query_results(vkx_device *d, uint64_t pool, uint32_t first, uint32_t count, uint64_t *ticks);
void vkx_query_reset(vkx_device *d, uint64_t pool, uint32_t first, uint32_t count);

typedef struct vkx_binding {
	uint32_t binding, type, count;
} vkx_binding;
VkResult vkx_set_layout(vkx_device *d, const vkx_binding *b, uint32_t n, uint64_t *out);
VkResult vkx_pipeline_layout(vkx_device *d, const uint64_t *sets, uint32_t n, uint32_t push, uint64_t *out);

// vkx_descriptor_pool makes a pool for sets sets and counts[i] descriptors of type i (VkDescriptorType 0..10).
VkResult vkx_descriptor_pool(vkx_device *d, uint32_t sets, const uint32_t *counts, uint32_t n, int freeable, uint64_t *out);
typedef struct vkx_write {
	uint32_t binding, element, type, layout;
	uint64_t buffer, offset, range, view, sampler;
} vkx_write;
VkResult vkx_set_new(vkx_device *d, uint64_t pool, uint64_t layout, const vkx_write *w, uint32_t n, uint64_t *out);
VkResult vkx_set_free(vkx_device *d, uint64_t pool, uint64_t set);

// ---- shim_pipeline.c

typedef struct vkx_constant {
	uint32_t id, value;
} vkx_constant;
VkResult vkx_compute_pipeline(vkx_device *d, uint64_t cache, uint64_t layout, const void *code, size_t size,
	const vkx_constant *k, uint32_t nk, uint64_t *out);

typedef struct vkx_attribute {
	uint32_t location, binding, format, offset;
} vkx_attribute;
typedef struct vkx_stream {
	uint32_t binding, stride, instance;
} vkx_stream;
typedef struct vkx_state {
	uint32_t topology, cull, blend, samples, depth_format;
	uint32_t depth_test, depth_write, depth_clamp, depth_bias;
} vkx_state;
VkResult vkx_graphics_pipeline(vkx_device *d, uint64_t cache, uint64_t layout, const vkx_state *s,
	const void *vert, size_t vert_size, const void *frag, size_t frag_size,
	const vkx_stream *streams, uint32_t n_streams, const vkx_attribute *attributes, uint32_t n_attributes,
	const uint32_t *colors, uint32_t n_colors, const vkx_constant *k, uint32_t nk, uint64_t *out);

// ---- shim_cmd.c: recording

vkx_cmd *vkx_cmd_new(vkx_device *d, uint64_t pool, VkResult *result); // the pool's only command buffer
void vkx_cmd_free(vkx_cmd *c); // not the pool
VkResult vkx_cmd_begin(vkx_cmd *c); // resets the buffer first
VkResult vkx_cmd_end(vkx_cmd *c);
// vkx_cmd_submit signals value on the timeline. Transfers wait for acquired, and rendered is signalled with the timeline; 0: no
// such semaphore.
VkResult vkx_cmd_submit(vkx_cmd *c, uint64_t timeline, uint64_t value, uint64_t acquired, uint64_t rendered);

void vkx_cmd_label(vkx_cmd *c, const char *name, size_t length);
void vkx_cmd_end_label(vkx_cmd *c);
void vkx_cmd_timestamp(vkx_cmd *c, uint64_t pool, uint32_t query);

typedef struct vkx_barrier {
	uint64_t image, buffer; // both 0: memory
	uint64_t src_stage, src_access, dst_stage, dst_access;
	uint32_t old_layout, new_layout, aspect, base_mip, mips;
} vkx_barrier;
void vkx_cmd_barriers(vkx_cmd *c, const vkx_barrier *b, uint32_t n);

typedef struct vkx_attachment {
	uint64_t view, resolve; // view 0: none
	uint32_t layout, load, store, average;
	uint32_t clear[4]; // bits of float or uint
} vkx_attachment;
// vkx_cmd_rendering takes n colour attachments followed by the depth attachment (view 0: none).
void vkx_cmd_rendering(vkx_cmd *c, const vkx_attachment *a, uint32_t n, uint32_t width, uint32_t height, uint32_t layers);
void vkx_cmd_end_rendering(vkx_cmd *c);
void vkx_cmd_clear_depth(vkx_cmd *c, int32_t x, int32_t y, uint32_t w, uint32_t h, float depth);

void vkx_cmd_bind(vkx_cmd *c, uint64_t pipeline, uint64_t layout, int compute);
void vkx_cmd_set(vkx_cmd *c, uint32_t index, uint64_t set);
// vkx_cmd_transient allocates a set, writes and binds it.
VkResult vkx_cmd_transient(vkx_cmd *c, uint64_t pool, uint64_t layout, uint32_t index, const vkx_write *w, uint32_t n);
void vkx_cmd_push(vkx_cmd *c, const void *data, uint32_t size);

void vkx_cmd_dispatch(vkx_cmd *c, uint32_t x, uint32_t y, uint32_t z);
void vkx_cmd_dispatch_indirect(vkx_cmd *c, uint64_t buffer, uint64_t offset);
void vkx_cmd_vertex_buffer(vkx_cmd *c, uint32_t binding, uint64_t buffer, uint64_t offset);
void vkx_cmd_index_buffer(vkx_cmd *c, uint64_t buffer, uint64_t offset);
void vkx_cmd_draw(vkx_cmd *c, uint32_t n, uint32_t instances, uint32_t first, uint32_t first_instance);
void vkx_cmd_draw_indexed(vkx_cmd *c, uint32_t n, uint32_t instances, uint32_t first, int32_t base, uint32_t first_instance);
void vkx_cmd_draw_indirect(vkx_cmd *c, uint64_t buffer, uint64_t offset, uint32_t n, uint32_t stride, int indexed);
void vkx_cmd_draw_indexed_indirect_count(vkx_cmd *c, uint64_t buffer, uint64_t offset, uint64_t counts, uint64_t count_offset,
	uint32_t max, uint32_t stride);
void vkx_cmd_viewport(vkx_cmd *c, float x, float y, float w, float h); // flipped: y points up in clip space
void vkx_cmd_scissor(vkx_cmd *c, int32_t x, int32_t y, uint32_t w, uint32_t h);
void vkx_cmd_depth_bias(vkx_cmd *c, float constant, float slope, float clamp);

typedef struct vkx_part { // one subresource, or all layers of one mip
	uint64_t image;
	uint32_t aspect, mip, layer, layers, width, height;
} vkx_part;
void vkx_cmd_copy_buffer(vkx_cmd *c, uint64_t src, uint64_t src_offset, uint64_t dst, uint64_t dst_offset, uint64_t size);
void vkx_cmd_copy_to_image(vkx_cmd *c, uint64_t src, uint64_t offset, const vkx_part *dst);
void vkx_cmd_copy_from_image(vkx_cmd *c, const vkx_part *src, uint64_t dst, uint64_t offset);
void vkx_cmd_copy_image(vkx_cmd *c, const vkx_part *src, const vkx_part *dst);
void vkx_cmd_blit(vkx_cmd *c, const vkx_part *src, const vkx_part *dst, int linear);
void vkx_cmd_fill(vkx_cmd *c, uint64_t buffer, uint64_t offset, uint64_t size, uint32_t value);
void vkx_cmd_clear_color(vkx_cmd *c, uint64_t image, const uint32_t *value);

#endif
