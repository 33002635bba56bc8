#include "shim.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

// From meshoptimizer.h of version 0.18; later versions kept these.
struct stream {
	const void *data;
	size_t size, stride;
};
typedef size_t simplify_fn(unsigned int *, const unsigned int *, size_t, const float *, size_t, size_t, size_t, float, unsigned int, float *);
typedef void cache_fn(unsigned int *, const unsigned int *, size_t, size_t);
typedef void overdraw_fn(unsigned int *, const unsigned int *, size_t, const float *, size_t, size_t, float);
typedef size_t remap_fn(unsigned int *, const unsigned int *, size_t, size_t, const struct stream *, size_t);

#if defined __has_include && defined __GNUC__
#if __has_include(<meshoptimizer.h>)
#include <meshoptimizer.h>
#define SAME(function, type) \
	_Static_assert(__builtin_types_compatible_p(__typeof__(function), type), #function " has changed")
SAME(meshopt_simplify, simplify_fn);
SAME(meshopt_optimizeVertexCache, cache_fn);
SAME(meshopt_optimizeOverdraw, overdraw_fn);
_Static_assert(sizeof(struct stream) == sizeof(struct meshopt_Stream), "meshopt_Stream has changed");
#endif
#endif

static simplify_fn *simplify;
static cache_fn *vertex_cache;
static overdraw_fn *overdraw;
static remap_fn *remap;

int srs_open(char *why, size_t why_size, char *file, size_t file_size) {
	static const char *const names[] = {
#ifdef __APPLE__
		"libmeshoptimizer.dylib",
		"/opt/homebrew/lib/libmeshoptimizer.dylib",
		"/usr/local/lib/libmeshoptimizer.dylib",
#else
		"libmeshoptimizer.so.2d", // Debian and Ubuntu
		"libmeshoptimizer.so",
#endif
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		void *lib = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
		if (!lib) {
			if (i == 0) {
				const char *e = dlerror();
				snprintf(why, why_size, "%s", e ? e : names[i]);
			}
			continue;
		}
		simplify = (simplify_fn *)dlsym(lib, "meshopt_simplify");
		vertex_cache = (cache_fn *)dlsym(lib, "meshopt_optimizeVertexCache");
		overdraw = (overdraw_fn *)dlsym(lib, "meshopt_optimizeOverdraw");
		remap = (remap_fn *)dlsym(lib, "meshopt_generateVertexRemapMulti");
		Dl_info info;
		if (simplify && vertex_cache && overdraw && remap && dladdr((void *)simplify, &info) && info.dli_fname) {
			snprintf(file, file_size, "%s", info.dli_fname);
			return 1; // and it stays open
		}
		snprintf(why, why_size, "%s lacks functions of version 0.18", names[i]);
		dlclose(lib);
	}
	return 0;
}

size_t srs_simplify(unsigned *out, const unsigned *indices, size_t index_count, const float *positions,
	size_t vertices, size_t target_index_count, float target_error, float *error) {
	return simplify(out, indices, index_count, positions, vertices, 3 * sizeof(float), target_index_count, target_error, 0, error);
}

void srs_vertex_cache(unsigned *out, const unsigned *indices, size_t index_count, size_t vertices) {
	vertex_cache(out, indices, index_count, vertices);
}

void srs_overdraw(unsigned *out, const unsigned *indices, size_t index_count, const float *positions,
	size_t vertices, float threshold) {
	overdraw(out, indices, index_count, positions, vertices, 3 * sizeof(float), threshold);
}

size_t srs_remap(unsigned *out, const unsigned *indices, size_t index_count, size_t vertices, const void *positions, const void *normals,
	const void *tangents, const void *uv0, const void *uv1, const void *colors) {
	const void *data[] = {positions, normals, tangents, uv0, uv1, colors};
	static const size_t floats[] = {3, 3, 4, 2, 2, 4};
	struct stream streams[6];
	size_t n = 0;
	for (size_t i = 0; i < 6; i++)
		if (data[i]) streams[n++] = (struct stream){data[i], floats[i] * sizeof(float), floats[i] * sizeof(float)};
	return remap(out, indices, index_count, vertices, streams, n);
}
