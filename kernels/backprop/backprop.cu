// Back-propagation through one hidden layer of 16 units. `weights` has a row for each input and
// one for the bias, row 0; 16 columns.
#include "gpu.h"
#define HIDDEN 16

// Each block multiplies 16 inputs with their weights and adds up its share of every hidden unit.
KERNEL layer_forward(const float *input, const float *weights, float *partial) {
    __shared__ float nodes[HIDDEN], products[HIDDEN][HIDDEN];
    int tx = threadIdx.x, ty = threadIdx.y;
    int index = blockIdx.x * HIDDEN + ty;
    if (tx == 0) nodes[ty] = input[index];
    __syncthreads();
    products[ty][tx] = weights[(index + 1) * HIDDEN + tx] * nodes[ty];
    __syncthreads();
    for (int reach = 1; reach < HIDDEN; reach *= 2) {
        if (ty % (2 * reach) == 0) products[ty][tx] += products[ty + reach][tx];
        __syncthreads();
    }
    if (ty == 0) partial[blockIdx.x * HIDDEN + tx] = products[0][tx];
}

// The host of the original adds the shares and squashes them; here one small block does.
KERNEL hidden_units(const float *partial, const float *weights, float *hidden, int blocks) {
    int unit = threadIdx.x;
    float sum = weights[unit];
    for (int block = 0; block < blocks; block++) sum += partial[block * HIDDEN + unit];
    hidden[unit] = 1.0f / (1.0f + __expf(-sum));
}

KERNEL adjust_weights(const float *delta, const float *input, float *weights, float *previous,
                      float rate, float momentum) {
    int unit = threadIdx.x, index = blockIdx.x * HIDDEN + threadIdx.y;
    int at = (index + 1) * HIDDEN + unit;
    float change = rate * delta[unit] * input[index] + momentum * previous[at];
    weights[at] += change;
    previous[at] = change;
    if (index == 0) {
        change = rate * delta[unit] + momentum * previous[unit];
        weights[unit] += change;
        previous[unit] = change;
    }
}
