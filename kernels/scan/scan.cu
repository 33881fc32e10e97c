// Exclusive prefix sums: up and down a tree in shared memory, then the sums of the blocks likewise,
// then these are added to all.
#include "gpu.h"
#define RUN 512
#define HALF (RUN / 2)

KERNEL scan_blocks(const int *in, int *out, int *sums, int n) {
    __shared__ int run[RUN];
    int tx = threadIdx.x, first = blockIdx.x * RUN;
    run[tx] = first + tx < n ? in[first + tx] : 0;
    run[tx + HALF] = first + tx + HALF < n ? in[first + tx + HALF] : 0;
    int offset = 1;
    for (int width = HALF; width > 0; width /= 2) {
        __syncthreads();
        if (tx < width) run[offset * (2 * tx + 2) - 1] += run[offset * (2 * tx + 1) - 1];
        offset *= 2;
    }
    __syncthreads();
    if (tx == 0) {
        sums[blockIdx.x] = run[RUN - 1];
        run[RUN - 1] = 0;
    }
    for (int width = 1; width < RUN; width *= 2) {
        offset /= 2;
        __syncthreads();
        if (tx < width) {
            int left = offset * (2 * tx + 1) - 1, right = offset * (2 * tx + 2) - 1;
            int kept = run[left];
            run[left] = run[right];
            run[right] += kept;
        }
    }
    __syncthreads();
    if (first + tx < n) out[first + tx] = run[tx];
    if (first + tx + HALF < n) out[first + tx + HALF] = run[tx + HALF];
}

KERNEL scan_add(int *out, const int *before, int n) {
    int i = blockIdx.x * RUN + threadIdx.x, add = before[blockIdx.x];
    if (i < n) out[i] += add;
    if (i + HALF < n) out[i + HALF] += add;
}
