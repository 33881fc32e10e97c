// A particle filter: weights from the distance to the measurement, normalised; then particles are
// drawn anew, each with the probability of its weight.
#include "gpu.h"
#define BLOCK 256

KERNEL likelihood(const float *x, const float *y, float *weight, int n, float seen_x,
                  float seen_y) {
    int i = global_x();
    if (i >= n) return;
    float dx = x[i] - seen_x, dy = y[i] - seen_y;
    weight[i] *= __expf(-0.5f * (dx * dx + dy * dy));
}

// One block: the sum of all weights.
KERNEL total(const float *weight, float *sum, int n) {
    __shared__ float part[BLOCK];
    int tx = threadIdx.x;
    float mine = 0;
    for (int i = tx; i < n; i += BLOCK) mine += weight[i];
    part[tx] = mine;
    __syncthreads();
    for (int reach = BLOCK / 2; reach > 0; reach /= 2) {
        if (tx < reach) part[tx] += part[tx + reach];
        __syncthreads();
    }
    if (tx == 0) *sum = part[0];
}

KERNEL normalise(float *weight, const float *sum, int n) {
    int i = global_x();
    if (i < n) weight[i] /= *sum;
}

// One block: running sums, a segment a thread.
KERNEL cumulate(const float *weight, float *cumulated, int n) {
    __shared__ float before[BLOCK];
    int tx = threadIdx.x, length = (n + BLOCK - 1) / BLOCK;
    int first = min(tx * length, n), end = min(first + length, n);
    float sum = 0;
    for (int i = first; i < end; i++) sum += weight[i];
    before[tx] = sum;
    __syncthreads();
    if (tx == 0) {
        float running = 0;
        for (int i = 0; i < BLOCK; i++) {
            float mine = before[i];
            before[i] = running;
            running += mine;
        }
    }
    __syncthreads();
    sum = before[tx];
    for (int i = first; i < end; i++) {
        sum += weight[i];
        cumulated[i] = sum;
    }
}

// Particle i takes the place of the first one whose running sum reaches (u + i) / n.
KERNEL resample(const float *cumulated, const float *x, const float *y, float *new_x, float *new_y,
                int n, float u) {
    int i = global_x();
    if (i >= n) return;
    float wanted = (u + (float)i) / (float)n;
    int from = n - 1;
    for (int j = 0; j < n; j++) {
        if (cumulated[j] >= wanted) {
            from = j;
            break;
        }
    }
    new_x[i] = x[from];
    new_y[i] = y[from];
}
