// Stream clustering: what each point would gain if a candidate became a centre too.
#include "gpu.h"

// Coordinates stand dimension by dimension. `switches` says which points would move to the
// candidate; `saved` adds up, for each centre, what leaving it would spare.
KERNEL candidate_gain(const float *coordinates, const float *weight, const float *cost,
                      const int *centre_of, int *switches, float *gain, float *saved, int points,
                      int dimensions, int centres, int candidate) {
    extern __shared__ float at[];
    for (int d = threadIdx.x; d < dimensions; d += blockDim.x)
        at[d] = coordinates[d * points + candidate];
    __syncthreads();
    int point = global_x();
    if (point >= points) return;
    float distance = 0;
    for (int d = 0; d < dimensions; d++) {
        float difference = coordinates[d * points + point] - at[d];
        distance += difference * difference;
    }
    float change = distance * weight[point] - cost[point];
    if (change < 0) {
        switches[point] = 1;
        gain[point] = change;
    } else {
        saved[point * centres + centre_of[point]] += change;
    }
}
