// What our kernels need of CUDA, over clang's builtins: no CUDA installation, no device library.
// Mathematics goes through PTX's approximate instructions, named as CUDA names its intrinsics.
// NVIDIA's runtime compiler knows all that by itself.
#ifndef WARPLOOM_GPU_H
#define WARPLOOM_GPU_H

#ifdef __CUDACC_RTC__

static __device__ inline float shuffle_down(float v, int by) { return __shfl_down_sync(~0u, v, by); }
static __device__ inline int shuffle_down(int v, int by) { return __shfl_down_sync(~0u, v, by); }

#else

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))

struct __attribute__((aligned(16))) uint4 {
    unsigned x, y, z, w;
};

// threadIdx.x and its kin read special registers, so they are properties, not fields.
#define SPECIAL(name, x_, y_, z_)                                      \
    struct name {                                                      \
        __declspec(property(get = get_x)) unsigned x;                  \
        __declspec(property(get = get_y)) unsigned y;                  \
        __declspec(property(get = get_z)) unsigned z;                  \
        static __device__ inline unsigned get_x() { return x_(); }     \
        static __device__ inline unsigned get_y() { return y_(); }     \
        static __device__ inline unsigned get_z() { return z_(); }     \
    }
SPECIAL(ThreadIdx, __nvvm_read_ptx_sreg_tid_x, __nvvm_read_ptx_sreg_tid_y, __nvvm_read_ptx_sreg_tid_z);
SPECIAL(BlockIdx, __nvvm_read_ptx_sreg_ctaid_x, __nvvm_read_ptx_sreg_ctaid_y, __nvvm_read_ptx_sreg_ctaid_z);
SPECIAL(BlockDim, __nvvm_read_ptx_sreg_ntid_x, __nvvm_read_ptx_sreg_ntid_y, __nvvm_read_ptx_sreg_ntid_z);
SPECIAL(GridDim, __nvvm_read_ptx_sreg_nctaid_x, __nvvm_read_ptx_sreg_nctaid_y, __nvvm_read_ptx_sreg_nctaid_z);
extern const __device__ __attribute__((weak)) ThreadIdx threadIdx;
extern const __device__ __attribute__((weak)) BlockIdx blockIdx;
extern const __device__ __attribute__((weak)) BlockDim blockDim;
extern const __device__ __attribute__((weak)) GridDim gridDim;

static __device__ inline int min(int a, int b) { return a < b ? a : b; }
static __device__ inline int max(int a, int b) { return a > b ? a : b; }
static __device__ inline float fminf(float a, float b) { return __builtin_fminf(a, b); }
static __device__ inline float fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
static __device__ inline float fabsf(float a) { return __builtin_fabsf(a); }

static __device__ inline float sqrtf(float a) { return __nvvm_sqrt_rn_f(a); }
static __device__ inline float rsqrtf(float a) { return __nvvm_rsqrt_approx_f(a); }
static __device__ inline float __fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }
static __device__ inline float exp2f(float a) { return __nvvm_ex2_approx_f(a); }
static __device__ inline float __expf(float a) { return __nvvm_ex2_approx_f(a * 1.44269504f); }
static __device__ inline float __logf(float a) { return __nvvm_lg2_approx_f(a) * 0.69314718f; }
static __device__ inline float __sinf(float a) { return __nvvm_sin_approx_f(a); }
static __device__ inline float __cosf(float a) { return __nvvm_cos_approx_f(a); }

static __device__ inline int atomicAdd(int *p, int v) { return __nvvm_atom_add_gen_i(p, v); }
static __device__ inline unsigned atomicAdd(unsigned *p, unsigned v) {
    return __nvvm_atom_add_gen_i((int *)p, (int)v);
}
static __device__ inline float atomicAdd(float *p, float v) { return __nvvm_atom_add_gen_f(p, v); }
static __device__ inline int atomicMin(int *p, int v) { return __nvvm_atom_min_gen_i(p, v); }
static __device__ inline int atomicMax(int *p, int v) { return __nvvm_atom_max_gen_i(p, v); }
static __device__ inline int atomicExch(int *p, int v) { return __nvvm_atom_xchg_gen_i(p, v); }

// A warp's lanes exchange values; all lanes must be here.
static __device__ inline float shuffle_down(float v, int by) {
    return __nvvm_shfl_sync_down_f32(~0u, v, by, 31);
}
static __device__ inline int shuffle_down(int v, int by) {
    return __nvvm_shfl_sync_down_i32(~0u, v, by, 31);
}

#endif

#define KERNEL extern "C" __global__ void

// Not clang's builtin: its optimiser takes that for a call which cannot touch shared variables of
// one function, and moves accesses across it.
static __device__ inline void barrier() { asm volatile("bar.sync 0;" ::: "memory"); }
#define __syncthreads() barrier()

// Index of a thread in a grid of one dimension.
static __device__ inline int global_x() { return blockIdx.x * blockDim.x + threadIdx.x; }
static __device__ inline int global_y() { return blockIdx.y * blockDim.y + threadIdx.y; }

#endif
