// C = A B for square matrices, by tiles of 16 x 16 in shared memory.
#include "gpu.h"
#define TILE 16

KERNEL matrix_multiply(const float *a, const float *b, float *c, int n) {
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
    float sum = 0;
    for (int first = 0; first < n; first += TILE) {
        tile_a[ty][tx] = a[row * n + first + tx];
        tile_b[ty][tx] = b[(first + ty) * n + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++) sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
