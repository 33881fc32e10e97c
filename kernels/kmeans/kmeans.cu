// k-means: points by point are turned into points by feature, assigned to the nearest centre, and
// centres become the means of their points.
#include "gpu.h"

KERNEL kmeans_transpose(const float *by_point, float *by_feature, int points, int features) {
    int point = global_x();
    if (point >= points) return;
    for (int f = 0; f < features; f++)
        by_feature[f * points + point] = by_point[point * features + f];
}

KERNEL kmeans_assign(const float *by_feature, const float *centres, int *membership, int points,
                     int clusters, int features) {
    int point = global_x();
    if (point >= points) return;
    int nearest = 0;
    float least = 3.4e38f;
    for (int c = 0; c < clusters; c++) {
        float distance = 0;
        for (int f = 0; f < features; f++) {
            float d = by_feature[f * points + point] - centres[c * features + f];
            distance += d * d;
        }
        if (distance < least) {
            least = distance;
            nearest = c;
        }
    }
    membership[point] = nearest;
}

KERNEL kmeans_accumulate(const float *by_feature, const int *membership, float *sums, int *counts,
                         int points, int features) {
    int point = global_x();
    if (point >= points) return;
    int c = membership[point];
    atomicAdd(&counts[c], 1);
    for (int f = 0; f < features; f++)
        atomicAdd(&sums[c * features + f], by_feature[f * points + point]);
}

KERNEL kmeans_average(const float *sums, const int *counts, float *centres, int clusters,
                      int features) {
    int i = global_x();
    if (i >= clusters * features) return;
    int count = counts[i / features];
    if (count > 0) centres[i] = sums[i] / (float)count;
}
