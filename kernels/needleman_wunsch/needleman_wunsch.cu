// Global alignment of two sequences: the table of scores is filled by anti-diagonals of tiles, and
// each tile by its own anti-diagonals.
#include "gpu.h"
#define TILE 16

static __device__ void tile(const int *similarity, int *score, int width, int penalty, int tile_x,
                            int tile_y) {
    __shared__ int cell[TILE + 1][TILE + 1], similar[TILE][TILE];
    int tx = threadIdx.x;
    int corner = tile_y * TILE * width + tile_x * TILE;
    for (int row = 0; row < TILE; row++)
        similar[row][tx] = similarity[corner + (row + 1) * width + tx + 1];
    if (tx == 0) cell[0][0] = score[corner];
    cell[tx + 1][0] = score[corner + (tx + 1) * width];
    cell[0][tx + 1] = score[corner + tx + 1];
    __syncthreads();
    for (int diagonal = 0; diagonal < 2 * TILE - 1; diagonal++) {
        int x = tx + 1, y = diagonal - tx + 1;
        if (y >= 1 && y <= TILE) {
            int match = cell[y - 1][x - 1] + similar[y - 1][x - 1];
            int gap = max(cell[y][x - 1], cell[y - 1][x]) - penalty;
            cell[y][x] = max(match, gap);
        }
        __syncthreads();
    }
    for (int row = 0; row < TILE; row++)
        score[corner + (row + 1) * width + tx + 1] = cell[row + 1][tx + 1];
}

// First row and column: gaps only.
KERNEL nw_borders(int *score, int width, int penalty) {
    int i = global_x();
    if (i >= width) return;
    score[i] = -i * penalty;
    score[i * width] = -i * penalty;
}

// Tiles of the diagonal of `diagonal + 1` tiles in the upper left.
KERNEL nw_upper(const int *similarity, int *score, int width, int penalty, int diagonal) {
    int x = blockIdx.x;
    tile(similarity, score, width, penalty, x, diagonal - x);
}

// Tiles of a diagonal in the lower right.
KERNEL nw_lower(const int *similarity, int *score, int width, int penalty, int first, int tiles) {
    int x = first + blockIdx.x;
    tile(similarity, score, width, penalty, x, tiles - 1 - (int)blockIdx.x);
}
