// Sum of all elements: a tree in shared memory, the last 32 by exchange within a warp; the blocks'
// sums go the same way.
#include "gpu.h"
#define BLOCK 256

KERNEL reduction(const int *data, int *sums, int n) {
    __shared__ int part[BLOCK];
    int tx = threadIdx.x, sum = 0;
    for (int i = blockIdx.x * 2 * BLOCK + tx; i < n; i += gridDim.x * 2 * BLOCK) {
        sum += data[i];
        if (i + BLOCK < n) sum += data[i + BLOCK];
    }
    part[tx] = sum;
    __syncthreads();
    for (int reach = BLOCK / 2; reach >= 32; reach /= 2) {
        if (tx < reach) part[tx] = sum = sum + part[tx + reach];
        __syncthreads();
    }
    if (tx < 32) {
        for (int by = 16; by > 0; by /= 2) sum += shuffle_down(sum, by);
        if (tx == 0) sums[blockIdx.x] = sum;
    }
}
