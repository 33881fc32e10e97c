// y = a x + y, with a loop over the grid.
#include "gpu.h"

KERNEL saxpy(float a, const float *x, float *y, int n) {
    int stride = gridDim.x * blockDim.x;
    for (int i = global_x(); i < n; i += stride) y[i] = a * x[i] + y[i];
}
