//go:build headless && linux

package vk

// vulkan-go knows the tag headless too and then compiles two copies of its wrapper, which agree in
// what they define. Either may serve, since both are given the loader that this package opened.

// #cgo LDFLAGS: -Wl,--allow-multiple-definition
import "C"
