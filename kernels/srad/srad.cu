// Speckle-reducing anisotropic diffusion: coefficients from the gradients, then one step.
#include "gpu.h"
#define TILE 16
#define BLOCK 256

// The squared coefficient of variation of the whole image; one block.
KERNEL srad_variation(const float *image, float *variation, int cells) {
    __shared__ float sums[BLOCK], squares[BLOCK];
    int tx = threadIdx.x;
    float sum = 0, square = 0;
    for (int i = tx; i < cells; i += BLOCK) {
        sum += image[i];
        square += image[i] * image[i];
    }
    sums[tx] = sum;
    squares[tx] = square;
    __syncthreads();
    for (int reach = BLOCK / 2; reach > 0; reach /= 2) {
        if (tx < reach) {
            sums[tx] += sums[tx + reach];
            squares[tx] += squares[tx + reach];
        }
        __syncthreads();
    }
    if (tx == 0) {
        float mean = sums[0] / (float)cells;
        *variation = (squares[0] / (float)cells - mean * mean) / (mean * mean);
    }
}

KERNEL srad_coefficients(const float *image, const float *variation, float *north, float *south,
                         float *west, float *east, float *coefficient, int n) {
    __shared__ float tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty, at = y * n + x;
    float c = image[at];
    tile[ty][tx] = c;
    __syncthreads();
    // Neighbours come from the tile where it has them; at the image's edge a cell is its own.
    float n_ = ty > 0 ? tile[ty - 1][tx] : image[y > 0 ? at - n : at];
    float s_ = ty < TILE - 1 ? tile[ty + 1][tx] : image[y < n - 1 ? at + n : at];
    float w_ = tx > 0 ? tile[ty][tx - 1] : image[x > 0 ? at - 1 : at];
    float e_ = tx < TILE - 1 ? tile[ty][tx + 1] : image[x < n - 1 ? at + 1 : at];
    float dn = n_ - c, ds = s_ - c, dw = w_ - c, de = e_ - c;
    float gradient = (dn * dn + ds * ds + dw * dw + de * de) / (c * c);
    float laplacian = (dn + ds + dw + de) / c;
    float above = 0.5f * gradient - 0.0625f * laplacian * laplacian;
    float below = 1.0f + 0.25f * laplacian;
    float q = above / (below * below);
    float q0 = *variation;
    float value = 1.0f / (1.0f + (q - q0) / (q0 * (1.0f + q0)));
    coefficient[at] = fminf(fmaxf(value, 0.0f), 1.0f);
    north[at] = dn;
    south[at] = ds;
    west[at] = dw;
    east[at] = de;
}

KERNEL srad_step(float *image, const float *north, const float *south, const float *west,
                 const float *east, const float *coefficient, int n, float lambda) {
    int x = global_x(), y = global_y(), at = y * n + x;
    float here = coefficient[at];
    float to_south = y < n - 1 ? coefficient[at + n] : here;
    float to_east = x < n - 1 ? coefficient[at + 1] : here;
    float divergence =
        here * north[at] + to_south * south[at] + here * west[at] + to_east * east[at];
    image[at] += 0.25f * lambda * divergence;
}
