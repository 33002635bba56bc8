#pragma once
#include <stddef.h>

// Opens the library. Returns 1, or 0 with the reason in why. file receives the path it was opened from.
int srs_open(char *why, size_t why_size, char *file, size_t file_size);

// These are valid after srs_open returned 1. Debian builds the library with assertions: what is not
// as said here ends the process. Vertices are 3 floats, indices are below vertices, a multiple of 3
// and more than none; target_index_count is at most index_count.
size_t srs_simplify(unsigned *out, const unsigned *indices, size_t index_count, const float *positions,
	size_t vertices, size_t target_index_count, float target_error, float *error);
void srs_vertex_cache(unsigned *out, const unsigned *indices, size_t index_count, size_t vertices);
void srs_overdraw(unsigned *out, const unsigned *indices, size_t index_count, const float *positions,
	size_t vertices, float threshold);
// Welds vertices that are equal, bit by bit, in every stream that is not NULL, and leaves out those
// without an index (UINT_MAX).
size_t srs_remap(unsigned *out, const unsigned *indices, size_t index_count, size_t vertices, const void *positions, const void *normals,
	const void *tangents, const void *uv0, const void *uv1, const void *colors);
