// Two-dimensional wavelet transform, reversible 5/3 lifting: rows, then columns, a block each. Low
// frequencies go to the first half of a row, high ones to the second.
#include "gpu.h"
#define LONGEST 256

// One line of `length` elements `stride` apart.
static __device__ void lift(const int *in, int *out, int stride, int length) {
    __shared__ int even[LONGEST / 2 + 1], odd[LONGEST / 2 + 1];
    int i = threadIdx.x, half = length / 2;
    if (i < half) {
        even[i] = in[2 * i * stride];
        odd[i] = in[(2 * i + 1) * stride];
    }
    __syncthreads();
    if (i < half) {
        // Lines are mirrored at their ends.
        int right = i + 1 < half ? even[i + 1] : even[i];
        odd[i] -= (even[i] + right) >> 1;
    }
    __syncthreads();
    if (i < half) {
        int left = i > 0 ? odd[i - 1] : odd[i];
        out[i * stride] = even[i] + ((left + odd[i] + 2) >> 2);
        out[(half + i) * stride] = odd[i];
    }
}

KERNEL dwt_rows(const int *in, int *out, int width, int length) {
    int first = blockIdx.x * width;
    lift(in + first, out + first, 1, length);
}

KERNEL dwt_columns(const int *in, int *out, int width, int length) {
    lift(in + blockIdx.x, out + blockIdx.x, width, length);
}
