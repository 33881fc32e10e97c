// Distances of records to a place, and the record that is nearest.
#include "gpu.h"
#define BLOCK 256

struct Place {
    float latitude, longitude;
};

KERNEL distances(const Place *records, float *distance, int n, Place target) {
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float dx = target.latitude - records[i].latitude;
    float dy = target.longitude - records[i].longitude;
    distance[i] = sqrtf(dx * dx + dy * dy);
}

// One block; of equal distances the first record wins.
KERNEL nearest(const float *distance, int *answer, int n) {
    __shared__ float least[BLOCK];
    __shared__ int whose[BLOCK];
    int tx = threadIdx.x, best = 0;
    float smallest = 3.4e38f;
    for (int i = tx; i < n; i += BLOCK) {
        if (distance[i] < smallest) {
            smallest = distance[i];
            best = i;
        }
    }
    least[tx] = smallest;
    whose[tx] = best;
    __syncthreads();
    for (int reach = BLOCK / 2; reach > 0; reach /= 2) {
        if (tx < reach) {
            float other = least[tx + reach];
            if (other < least[tx] || (other == least[tx] && whose[tx + reach] < whose[tx])) {
                least[tx] = other;
                whose[tx] = whose[tx + reach];
            }
        }
        __syncthreads();
    }
    if (tx == 0) *answer = whose[0];
}
