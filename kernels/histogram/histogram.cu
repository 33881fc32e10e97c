// Histogram of bytes: each block counts in shared memory, then adds its counts to the whole.
#include "gpu.h"
#define BINS 256

KERNEL histogram(const unsigned *data, unsigned *bins, int words) {
    __shared__ unsigned mine[BINS];
    int tx = threadIdx.x;
    mine[tx] = 0;
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    for (int i = global_x(); i < words; i += stride) {
        unsigned word = data[i];
        atomicAdd(&mine[word & 255], 1u);
        atomicAdd(&mine[word >> 8 & 255], 1u);
        atomicAdd(&mine[word >> 16 & 255], 1u);
        atomicAdd(&mine[word >> 24], 1u);
    }
    __syncthreads();
    atomicAdd(&bins[tx], mine[tx]);
}
