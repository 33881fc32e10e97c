// Prices of European calls on a binomial tree: a block an option, a thread a node of the last
// level; levels are folded into the one before.
#include "gpu.h"

KERNEL binomial_options(const float *price, const float *strike, const float *years, float *call,
                        int steps, float rate, float volatility) {
    extern __shared__ float value[];
    int tx = threadIdx.x, option = blockIdx.x;
    float dt = years[option] / (float)steps;
    float v = volatility * sqrtf(dt);
    float up = __expf(v), growth = __expf(rate * dt);
    float p = (growth - 1.0f / up) / (up - 1.0f / up);
    float p_up = p / growth, p_down = (1.0f - p) / growth;
    float end = price[option] * __expf(v * (float)(2 * tx - steps));
    float mine = fmaxf(end - strike[option], 0.0f);
    value[tx] = mine;
    __syncthreads();
    for (int level = steps; level > 0; level--) {
        if (tx < level) mine = p_up * value[tx + 1] + p_down * mine;
        __syncthreads();
        if (tx < level) value[tx] = mine;
        __syncthreads();
    }
    if (tx == 0) call[option] = mine;
}
