// LU decomposition in place, by blocks of 16: the diagonal block, the blocks beside and below it,
// then all that is left.
#include "gpu.h"
#define B 16

// What makes a random matrix decomposable without pivots.
KERNEL lud_strengthen(float *m, int n) {
    int i = global_x();
    if (i < n) m[i * n + i] += (float)n;
}

KERNEL lud_diagonal(float *m, int n, int offset) {
    __shared__ float s[B][B];
    int tx = threadIdx.x;
    float *corner = m + offset * n + offset;
    for (int i = 0; i < B; i++) s[i][tx] = corner[i * n + tx];
    __syncthreads();
    for (int i = 0; i < B - 1; i++) {
        if (tx > i) {
            for (int j = 0; j < i; j++) s[tx][i] -= s[tx][j] * s[j][i];
            s[tx][i] /= s[i][i];
        }
        __syncthreads();
        if (tx > i)
            for (int j = 0; j < i + 1; j++) s[i + 1][tx] -= s[i + 1][j] * s[j][tx];
        __syncthreads();
    }
    for (int i = 1; i < B; i++) corner[i * n + tx] = s[i][tx];
}

// Threads 0 to 15 do a block of the row, threads 16 to 31 one of the column.
KERNEL lud_perimeter(float *m, int n, int offset) {
    __shared__ float diagonal[B][B], row[B][B], column[B][B];
    int away = (blockIdx.x + 1) * B;
    float *corner = m + offset * n + offset;
    float *right = corner + away, *below = corner + away * n;
    int tx = threadIdx.x % B;
    bool upper = threadIdx.x < B;
    for (int i = 0; i < B; i++) {
        if (upper) {
            diagonal[i][tx] = corner[i * n + tx];
            row[i][tx] = right[i * n + tx];
        } else {
            column[i][tx] = below[i * n + tx];
        }
    }
    __syncthreads();
    if (upper) {
        for (int i = 1; i < B; i++)
            for (int j = 0; j < i; j++) row[i][tx] -= diagonal[i][j] * row[j][tx];
    } else {
        for (int i = 0; i < B; i++) {
            for (int j = 0; j < i; j++) column[tx][i] -= column[tx][j] * diagonal[j][i];
            column[tx][i] /= diagonal[i][i];
        }
    }
    __syncthreads();
    for (int i = 0; i < B; i++) {
        if (upper) right[i * n + tx] = row[i][tx];
        else below[i * n + tx] = column[i][tx];
    }
}

KERNEL lud_internal(float *m, int n, int offset) {
    __shared__ float row[B][B], column[B][B];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = offset + (blockIdx.x + 1) * B + tx, y = offset + (blockIdx.y + 1) * B + ty;
    row[ty][tx] = m[(offset + ty) * n + x];
    column[ty][tx] = m[y * n + offset + tx];
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int i = 0; i < B; i++) sum += column[ty][i] * row[i][tx];
    m[y * n + x] -= sum;
}
