// Fast Walsh transform: wide butterflies over global memory, four at once, then narrow ones in
// shared memory.
#include "gpu.h"
#define RUN 1024
#define THREADS (RUN / 4)

// Two levels: distances 2 * stride and stride.
KERNEL walsh_wide(float *data, int stride) {
    int i = global_x();
    int low = i & (stride - 1), at = 4 * (i - low) + low;
    float a = data[at], b = data[at + stride], c = data[at + 2 * stride], d = data[at + 3 * stride];
    float ac = a + c, bd = b + d, a_c = a - c, b_d = b - d;
    data[at] = ac + bd;
    data[at + stride] = ac - bd;
    data[at + 2 * stride] = a_c + b_d;
    data[at + 3 * stride] = a_c - b_d;
}

KERNEL walsh_run(float *data) {
    __shared__ float run[RUN];
    float *mine = data + blockIdx.x * RUN;
    for (int i = threadIdx.x; i < RUN; i += THREADS) run[i] = mine[i];
    for (int stride = RUN / 2; stride > 0; stride /= 2) {
        __syncthreads();
        for (int i = threadIdx.x; i < RUN / 2; i += THREADS) {
            int low = i & (stride - 1), at = 2 * (i - low) + low;
            float a = run[at], b = run[at + stride];
            run[at] = a + b;
            run[at + stride] = a - b;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < RUN; i += THREADS) mine[i] = run[i];
}
