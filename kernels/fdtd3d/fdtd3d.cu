// Finite differences in three dimensions, a star of radius 4: a thread a column of cells, with the
// cells above and below it in registers and the layer in shared memory.
#include "gpu.h"
#define RADIUS 4
#define TILE 16

// Of the cell, and of its neighbours at distances 1 to 4.
__constant__ float stencil[RADIUS + 1];

// Volumes have a border of RADIUS cells, which stay as they are.
KERNEL fdtd3d(const float *in, float *out, int width, int height, int depth) {
    __shared__ float layer[TILE + 2 * RADIUS][TILE + 2 * RADIUS];
    int tx = threadIdx.x + RADIUS, ty = threadIdx.y + RADIUS;
    int pitch = width + 2 * RADIUS, plane = pitch * (height + 2 * RADIUS);
    int at = (blockIdx.y * TILE + ty) * pitch + blockIdx.x * TILE + tx;
    float before[RADIUS], after[RADIUS], here;
#pragma unroll
    for (int i = 0; i < RADIUS; i++) before[RADIUS - 1 - i] = in[at + i * plane];
    here = in[at + RADIUS * plane];
#pragma unroll
    for (int i = 0; i < RADIUS; i++) after[i] = in[at + (RADIUS + 1 + i) * plane];
    at += RADIUS * plane;
    for (int z = 0; z < depth; z++) {
        __syncthreads();
        layer[ty][tx] = here;
        if (threadIdx.y < RADIUS) {
            layer[threadIdx.y][tx] = in[at - RADIUS * pitch];
            layer[ty + TILE][tx] = in[at + TILE * pitch];
        }
        if (threadIdx.x < RADIUS) {
            layer[ty][threadIdx.x] = in[at - RADIUS];
            layer[ty][tx + TILE] = in[at + TILE];
        }
        __syncthreads();
        float sum = stencil[0] * here;
#pragma unroll
        for (int i = 1; i <= RADIUS; i++)
            sum += stencil[i] * (before[i - 1] + after[i - 1] + layer[ty - i][tx] +
                                 layer[ty + i][tx] + layer[ty][tx - i] + layer[ty][tx + i]);
        out[at] = sum;
#pragma unroll
        for (int i = RADIUS - 1; i > 0; i--) before[i] = before[i - 1];
        before[0] = here;
        here = after[0];
#pragma unroll
        for (int i = 0; i < RADIUS - 1; i++) after[i] = after[i + 1];
        if (z + 1 < depth) after[RADIUS - 1] = in[at + (RADIUS + 1) * plane];
        at += plane;
    }
}
