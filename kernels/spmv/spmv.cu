// Sparse matrix times vector: a thread a row, and a warp a row.
#include "gpu.h"

KERNEL spmv_thread(const int *start, const int *length, const int *column, const float *value,
                   const float *x, float *y, int rows) {
    int row = global_x();
    if (row >= rows) return;
    float sum = 0;
    int end = start[row] + length[row];
    for (int i = start[row]; i < end; i++) sum += value[i] * x[column[i]];
    y[row] = sum;
}

KERNEL spmv_warp(const int *start, const int *length, const int *column, const float *value,
                 const float *x, float *y, int rows) {
    int row = global_x() / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0;
    int end = start[row] + length[row];
    for (int i = start[row] + lane; i < end; i += 32) sum += value[i] * x[column[i]];
    for (int by = 16; by > 0; by /= 2) sum += shuffle_down(sum, by);
    if (lane == 0) y[row] = sum;
}
