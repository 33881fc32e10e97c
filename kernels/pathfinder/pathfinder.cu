// Cheapest way through a grid, row by row: each block does several rows over its columns and a
// halo that shrinks by one column on each side with each row.
#include "gpu.h"
#define BLOCK 256

KERNEL pathfinder(const int *wall, const int *source, int *result, int columns, int first_row,
                  int rows) {
    __shared__ int before[BLOCK], now[BLOCK];
    int tx = threadIdx.x;
    int inner = BLOCK - 2 * rows;
    int column = (int)blockIdx.x * inner - rows + tx;
    bool inside = column >= 0 && column < columns;
    if (inside) before[tx] = source[column];
    __syncthreads();
    for (int row = 0; row < rows; row++) {
        bool valid = inside && tx > row && tx < BLOCK - 1 - row;
        if (valid) {
            int least = before[tx];
            if (column > 0) least = min(least, before[tx - 1]);
            if (column < columns - 1) least = min(least, before[tx + 1]);
            now[tx] = least + wall[(first_row + row) * columns + column];
        }
        __syncthreads();
        if (valid) before[tx] = now[tx];
        __syncthreads();
    }
    if (inside && tx >= rows && tx < BLOCK - rows) result[column] = before[tx];
}
