// A step of an Euler solver on an unstructured mesh: a step length for each cell, fluxes over its
// four faces, and the update. Five variables stand one after the other: density, momentum in x, y
// and z, energy.
#include "gpu.h"
#define FACES 4
#define GAMMA 1.4f

struct State {
    float density, mx, my, mz, energy;
    float pressure, speed;                  // of sound
    float vx, vy, vz;
};

static __device__ inline State complete(float density, float mx, float my, float mz,
                                        float energy) {
    State s = {density, mx, my, mz, energy, 0, 0, 0, 0, 0};
    s.vx = mx / density;
    s.vy = my / density;
    s.vz = mz / density;
    float square = s.vx * s.vx + s.vy * s.vy + s.vz * s.vz;
    s.pressure = (GAMMA - 1.0f) * (energy - 0.5f * density * square);
    s.speed = sqrtf(GAMMA * s.pressure / density);
    return s;
}

static __device__ inline State load(const float *v, int i, int n) {
    return complete(v[i], v[n + i], v[2 * n + i], v[3 * n + i], v[4 * n + i]);
}

static __device__ inline float velocity(const State &s) {
    return sqrtf(s.vx * s.vx + s.vy * s.vy + s.vz * s.vz);
}

// The variables of all cells in one run of memory.
KERNEL gather(const float *density, const float *momentum, const float *energy, float *variables,
              int n) {
    int i = global_x();
    if (i >= n) return;
    variables[i] = density[i];
    for (int axis = 0; axis < 3; axis++) variables[(1 + axis) * n + i] = momentum[axis * n + i];
    variables[4 * n + i] = energy[i];
}

KERNEL step_factors(const float *variables, const float *areas, float *factors, int n) {
    int i = global_x();
    if (i >= n) return;
    State s = load(variables, i, n);
    factors[i] = 0.5f / (sqrtf(areas[i]) * (velocity(s) + s.speed));
}

// Half of the flux of a state over a face with normal (nx, ny, nz), added to `sum`.
static __device__ inline void half_flux(const State &s, float nx, float ny, float nz, float *sum) {
    float through = 0.5f * (s.vx * nx + s.vy * ny + s.vz * nz);
    float push = 0.5f * s.pressure;
    sum[0] += s.density * through;
    sum[1] += s.mx * through + push * nx;
    sum[2] += s.my * through + push * ny;
    sum[3] += s.mz * through + push * nz;
    sum[4] += (s.energy + s.pressure) * through;
}

// Neighbours below 0 are the edge of the mesh: odd ones a wing, even ones the far field.
KERNEL fluxes(const float *variables, const int *neighbours, const float *normals,
              const float *far, float *flux, int n) {
    int i = global_x();
    if (i >= n) return;
    State here = load(variables, i, n);
    float sum[5] = {0, 0, 0, 0, 0};
    for (int face = 0; face < FACES; face++) {
        int other = neighbours[face * n + i];
        float nx = normals[(3 * face) * n + i];
        float ny = normals[(3 * face + 1) * n + i];
        float nz = normals[(3 * face + 2) * n + i];
        if (other >= 0) {
            State there = load(variables, other, n);
            float length = sqrtf(nx * nx + ny * ny + nz * nz);
            // Artificial viscosity.
            float factor = 0.1f * length *
                           (velocity(here) + velocity(there) + here.speed + there.speed);
            sum[0] += factor * (here.density - there.density);
            sum[1] += factor * (here.mx - there.mx);
            sum[2] += factor * (here.my - there.my);
            sum[3] += factor * (here.mz - there.mz);
            sum[4] += factor * (here.energy - there.energy);
            half_flux(here, nx, ny, nz, sum);
            half_flux(there, nx, ny, nz, sum);
        } else if (other & 1) {
            sum[1] += here.pressure * nx;
            sum[2] += here.pressure * ny;
            sum[3] += here.pressure * nz;
        } else {
            State outside = complete(far[0], far[1], far[2], far[3], far[4]);
            half_flux(here, nx, ny, nz, sum);
            half_flux(outside, nx, ny, nz, sum);
        }
    }
    for (int v = 0; v < 5; v++) flux[v * n + i] = sum[v];
}

KERNEL time_step(float *variables, const float *factors, const float *flux, int n) {
    int i = global_x();
    if (i >= n) return;
    for (int v = 0; v < 5; v++) variables[v * n + i] -= 0.1f * factors[i] * flux[v * n + i];
}
