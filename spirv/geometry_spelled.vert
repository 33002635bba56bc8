#version 460
#extension GL_GOOGLE_include_directive : require
#define SPELLED
#include "geometry.glsl"
