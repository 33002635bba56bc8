//go:build headless && linux

package vk

// vulkan-go knows the tag headless too, and then compiles a second copy of its wrapper, whose vkInit opens libvulkan.so
// by itself: a name that only development packages install. The linker lets the copies live together, and what they
// open is the loader that vkx_open_loader opens.

/*
#cgo LDFLAGS: -Wl,--allow-multiple-definition -Wl,--wrap=dlopen

#include <stddef.h>
#include <string.h>

void *__real_dlopen(const char *name, int flags);

void *__wrap_dlopen(const char *name, int flags) {
	return __real_dlopen(name != NULL && strcmp(name, "libvulkan.so") == 0 ? "libvulkan.so.1" : name, flags);
}
*/
import "C"
