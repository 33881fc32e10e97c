// Breadth-first search, a level a round: nodes of the frontier offer a cost to the neighbours that
// nobody has visited, then these become the frontier.
#include "gpu.h"

KERNEL bfs_expand(const int *start, const int *degree, const int *edges, int *frontier,
                  int *updating, const int *visited, int *cost, int nodes) {
    int node = global_x();
    if (node >= nodes || !frontier[node]) return;
    frontier[node] = 0;
    int end = start[node] + degree[node];
    for (int i = start[node]; i < end; i++) {
        int neighbour = edges[i];
        if (!visited[neighbour]) {
            cost[neighbour] = cost[node] + 1;
            updating[neighbour] = 1;
        }
    }
}

KERNEL bfs_advance(int *frontier, int *updating, int *visited, int *again, int nodes) {
    int node = global_x();
    if (node >= nodes || !updating[node]) return;
    frontier[node] = 1;
    visited[node] = 1;
    updating[node] = 0;
    *again = 1;
}
