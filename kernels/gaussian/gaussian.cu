// Gaussian elimination, a column a time: the multipliers of a column, then the rows below it.
#include "gpu.h"

KERNEL strengthen(float *a, int n) {
    int i = global_x();
    if (i < n) a[i * n + i] += (float)n;
}

KERNEL fan1(float *m, const float *a, int n, int t) {
    int i = global_x();
    if (i >= n - 1 - t) return;
    m[n * (t + 1 + i) + t] = a[n * (t + 1 + i) + t] / a[n * t + t];
}

KERNEL fan2(const float *m, float *a, float *b, int n, int t) {
    int y = global_y(), x = global_x();
    if (y >= n - 1 - t || x >= n - t) return;
    float factor = m[n * (t + 1 + y) + t];
    a[n * (t + 1 + y) + t + x] -= factor * a[n * t + t + x];
    if (x == 0) b[t + 1 + y] -= factor * b[t];
}

// The last step of the original is the host's: here one warp, a row a time.
KERNEL back_substitute(const float *a, const float *b, float *x, int n) {
    for (int row = n - 1; row >= 0; row--) {
        float sum = 0;
        for (int column = row + 1 + threadIdx.x; column < n; column += 32)
            sum += a[n * row + column] * x[column];
        for (int by = 16; by > 0; by /= 2) sum += shuffle_down(sum, by);
        if (threadIdx.x == 0) x[row] = (b[row] - sum) / a[n * row + row];
        __syncthreads();
    }
}
