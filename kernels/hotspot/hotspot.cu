// Temperature of a chip from the power of its cells: an explicit step of the heat equation, two
// steps a launch over a tile with a halo.
#include "gpu.h"
#define TILE 16

KERNEL hotspot(const float *power, const float *before, float *after, int n, int steps, float rx,
               float ry, float rz, float step, float ambient) {
    __shared__ float now[TILE][TILE], next[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int inner = TILE - 2 * steps;
    int column = (int)blockIdx.x * inner - steps + tx;
    int row = (int)blockIdx.y * inner - steps + ty;
    bool inside = column >= 0 && column < n && row >= 0 && row < n;
    float heat = 0;
    if (inside) {
        now[ty][tx] = before[row * n + column];
        heat = power[row * n + column];
    }
    __syncthreads();
    // A cell at the chip's edge has itself for a neighbour there.
    int west = column > 0 ? tx - 1 : tx, east = column < n - 1 ? tx + 1 : tx;
    int north = row > 0 ? ty - 1 : ty, south = row < n - 1 ? ty + 1 : ty;
    for (int i = 1; i <= steps; i++) {
        bool valid = inside && tx >= i && tx < TILE - i && ty >= i && ty < TILE - i;
        if (valid) {
            float t = now[ty][tx];
            float flow = heat + (now[south][tx] + now[north][tx] - 2.0f * t) * ry +
                         (now[ty][east] + now[ty][west] - 2.0f * t) * rx + (ambient - t) * rz;
            next[ty][tx] = t + step * flow;
        }
        __syncthreads();
        if (valid) now[ty][tx] = next[ty][tx];
        __syncthreads();
    }
    if (inside && tx >= steps && tx < TILE - steps && ty >= steps && ty < TILE - steps)
        after[row * n + column] = now[ty][tx];
}
