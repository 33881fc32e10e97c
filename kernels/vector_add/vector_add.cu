// c = a + b, element by element.
#include "gpu.h"

KERNEL vector_add(const float *a, const float *b, float *c, int n) {
    int i = global_x();
    if (i < n) c[i] = a[i] + b[i];
}
