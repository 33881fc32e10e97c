// Prices of European options by the formula of Black and Scholes.
#include "gpu.h"

// The normal distribution's cumulated density (Abramowitz and Stegun 26.2.17). A function of its
// own in the PTX too.
static __device__ __attribute__((noinline)) float cumulated(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float sum = 1.330274429f;
    sum = -1.821255978f + k * sum;
    sum = 1.781477937f + k * sum;
    sum = -0.356563782f + k * sum;
    sum = 0.31938153f + k * sum;
    float tail = 0.39894228f * __expf(-0.5f * d * d) * k * sum;
    return d > 0 ? 1.0f - tail : tail;
}

KERNEL black_scholes(const float *price, const float *strike, const float *years, float *call,
                     float *put, int n, float rate, float volatility) {
    int stride = gridDim.x * blockDim.x;
    for (int i = global_x(); i < n; i += stride) {
        float s = price[i], x = strike[i], t = years[i];
        float root = volatility * sqrtf(t);
        float d1 = (__logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / root;
        float n1 = cumulated(d1), n2 = cumulated(d1 - root);
        float discounted = x * __expf(-rate * t);
        call[i] = s * n1 - discounted * n2;
        put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
    }
}
