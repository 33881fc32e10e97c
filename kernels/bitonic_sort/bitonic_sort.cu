// Bitonic sort: runs of 512 in shared memory, longer ones by steps over global memory that end in
// shared memory again.
#include "gpu.h"
#define RUN 512
#define HALF (RUN / 2)

static __device__ inline void order(int &a, int &b, bool ascending) {
    if ((a > b) == ascending) {
        int kept = a;
        a = b;
        b = kept;
    }
}

// Distances from `distance` down to 1 of a merge of runs of `size`.
static __device__ inline void merge(int *run, int distance, int size, int first) {
    for (; distance > 0; distance /= 2) {
        __syncthreads();
        int tx = threadIdx.x;
        int at = 2 * tx - (tx & (distance - 1));
        order(run[at], run[at + distance], ((first + at) & size) == 0);
    }
}

KERNEL sort_runs(int *data) {
    __shared__ int run[RUN];
    int tx = threadIdx.x, first = blockIdx.x * RUN;
    run[tx] = data[first + tx];
    run[tx + HALF] = data[first + tx + HALF];
    for (int size = 2; size <= RUN; size *= 2) merge(run, size / 2, size, first);
    __syncthreads();
    data[first + tx] = run[tx];
    data[first + tx + HALF] = run[tx + HALF];
}

KERNEL merge_step(int *data, int size, int distance) {
    int i = global_x();
    int at = 2 * i - (i & (distance - 1));
    order(data[at], data[at + distance], (at & size) == 0);
}

KERNEL merge_runs(int *data, int size) {
    __shared__ int run[RUN];
    int tx = threadIdx.x, first = blockIdx.x * RUN;
    run[tx] = data[first + tx];
    run[tx + HALF] = data[first + tx + HALF];
    merge(run, HALF, size, first);
    __syncthreads();
    data[first + tx] = run[tx];
    data[first + tx + HALF] = run[tx + HALF];
}
