// Forces between particles in a grid of boxes: every particle against those of its own box and of
// the boxes around it, with a potential that fades with the distance.
#include "gpu.h"

struct Particle {
    float x, y, z, charge;
};

// A block a box, a thread a particle; `boxes` boxes along each axis.
KERNEL forces(const Particle *particles, float *force, int boxes, int per_box, float alpha) {
    extern __shared__ Particle others[];
    int tx = threadIdx.x;
    int bx = blockIdx.x % boxes, by = blockIdx.x / boxes % boxes, bz = blockIdx.x / (boxes * boxes);
    int me = blockIdx.x * per_box + tx;
    Particle p = particles[me];
    float potential = 0, fx = 0, fy = 0, fz = 0;
    for (int z = max(bz - 1, 0); z <= min(bz + 1, boxes - 1); z++) {
        for (int y = max(by - 1, 0); y <= min(by + 1, boxes - 1); y++) {
            for (int x = max(bx - 1, 0); x <= min(bx + 1, boxes - 1); x++) {
                int box = (z * boxes + y) * boxes + x;
                __syncthreads();
                others[tx] = particles[box * per_box + tx];
                __syncthreads();
                for (int i = 0; i < per_box; i++) {
                    Particle q = others[i];
                    float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
                    float square = dx * dx + dy * dy + dz * dz;
                    float u = q.charge * __expf(-2.0f * alpha * alpha * square);
                    potential += u;
                    fx += 2.0f * u * dx;
                    fy += 2.0f * u * dy;
                    fz += 2.0f * u * dz;
                }
            }
        }
    }
    force[4 * me] = potential;
    force[4 * me + 1] = fx;
    force[4 * me + 2] = fy;
    force[4 * me + 3] = fz;
}
