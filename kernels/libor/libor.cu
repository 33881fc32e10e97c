// LIBOR market model by Monte Carlo: each thread follows one path of forward rates and values a
// portfolio of swaptions along it. The path's rates live in local memory.
#include "gpu.h"
#define RATES 40                            // forward rates
#define STEPS 20                            // until the first of them is fixed
#define OPTIONS 15

__constant__ float volatility[RATES];
__constant__ int maturity[OPTIONS];
__constant__ float swap_rate[OPTIONS];

KERNEL libor_paths(const float *normals, float *value, int paths, float delta, float start) {
    int path = global_x();
    if (path >= paths) return;
    float rate[RATES];
    for (int i = 0; i < RATES; i++) rate[i] = start;
    for (int step = 0; step < STEPS; step++) {
        float shock = sqrtf(delta) * normals[step * paths + path];
        float drift = 0;
        for (int i = step + 1; i < RATES; i++) {
            float lambda = volatility[i - step - 1];
            float part = delta * lambda;
            drift += part * rate[i] / (1.0f + delta * rate[i]);
            rate[i] *= __expf(part * drift + lambda * (shock - 0.5f * part));
        }
    }
    // Prices of bonds and of the annuities that swaps exchange; rates from STEPS on are alive.
    float bond = 1, annuity = 0, discount = 1;
    float sum = 0;
    for (int i = STEPS; i < RATES; i++) {
        bond /= 1.0f + delta * rate[i];
        annuity += delta * bond;
        for (int option = 0; option < OPTIONS; option++) {
            if (maturity[option] == i - STEPS + 1) {
                float gain = annuity * swap_rate[option] + bond - 1.0f;
                if (gain < 0) sum -= 100.0f * gain;
            }
        }
    }
    for (int i = 0; i < STEPS; i++) discount /= 1.0f + delta * rate[i];
    value[path] = discount * sum;
}
