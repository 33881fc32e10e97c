// Tracking of points on a heart wall: around each point's last place, the offset where the next
// frame correlates best with the point's template.
#include "gpu.h"
#define SIZE 15                             // of a template
#define REACH 8                             // of the search, each way
#define BLOCK 128
#define OFFSETS ((2 * REACH + 1) * (2 * REACH + 1))

KERNEL track(const unsigned char *before, const unsigned char *after, int *rows, int *columns,
             float *scores, int width) {
    __shared__ float pattern[SIZE * SIZE], best[BLOCK];
    __shared__ int where[BLOCK];
    int tx = threadIdx.x, point = blockIdx.x;
    int row = rows[point], column = columns[point];
    for (int i = tx; i < SIZE * SIZE; i += BLOCK)
        pattern[i] = before[(row + i / SIZE) * width + column + i % SIZE];
    __syncthreads();
    best[tx] = -1;
    where[tx] = OFFSETS;
    for (int offset = tx; offset < OFFSETS; offset += BLOCK) {
        int y = row - REACH + offset / (2 * REACH + 1), x = column - REACH + offset % (2 * REACH + 1);
        float product = 0, square = 0;
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                float pixel = after[(y + i) * width + x + j];
                product += pattern[i * SIZE + j] * pixel;
                square += pixel * pixel;
            }
        }
        float score = product * product / square;
        if (score > best[tx]) {
            best[tx] = score;
            where[tx] = offset;
        }
    }
    __syncthreads();
    for (int reach = BLOCK / 2; reach > 0; reach /= 2) {
        if (tx < reach) {
            float other = best[tx + reach];
            if (other > best[tx] || (other == best[tx] && where[tx + reach] < where[tx])) {
                best[tx] = other;
                where[tx] = where[tx + reach];
            }
        }
        __syncthreads();
    }
    if (tx == 0) {
        rows[point] = row - REACH + where[0] / (2 * REACH + 1);
        columns[point] = column - REACH + where[0] % (2 * REACH + 1);
        scores[point] = best[0];
    }
}
