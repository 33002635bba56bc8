#!/bin/sh
# Compiles the tests' shaders; the results are committed. Run by go generate ./vk.
cd "$(dirname "$0")" || exit 1
for f in *.comp *.vert *.frag; do
	glslc --target-env=vulkan1.3 -O "$f" -o "$f.spv" || exit 1
done
