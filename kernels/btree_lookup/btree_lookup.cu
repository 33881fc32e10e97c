// Lookup in a B+tree of three levels: a block a query, a thread a key of the node.
#include "gpu.h"
#define FANOUT 64

// A node of level k is FANOUT keys of that level's array, ascending; entry i of node v leads to
// node v * FANOUT + i of the next level.
KERNEL find_key(const int *root, const int *inner, const int *leaves, const int *values,
                const int *queries, int *answers) {
    __shared__ int child;
    __shared__ int answer;
    int tx = threadIdx.x, query = queries[blockIdx.x];
    if (tx == 0) {
        child = 0;
        answer = -1;
    }
    const int *level = root;
    for (int depth = 0; depth < 2; depth++) {
        __syncthreads();
        int entry = child * FANOUT + tx;
        bool here = level[entry] <= query && (tx == FANOUT - 1 || query < level[entry + 1]);
        __syncthreads();
        if (here) child = entry;
        level = inner;
    }
    __syncthreads();
    int entry = child * FANOUT + tx;
    if (leaves[entry] == query) answer = values[entry];
    __syncthreads();
    if (tx == 0) answers[blockIdx.x] = answer;
}
