// One kernel that can be run among others that cannot.
__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
extern "C" __global__ void recurse(int *out) { out[threadIdx.x] = fibonacci(threadIdx.x); }

extern "C" __global__ void heap(int *out) {
    int *mine = (int *)malloc(4);
    *mine = threadIdx.x;
    out[threadIdx.x] = *mine;
    free(mine);
}

extern "C" __global__ void solid(float *out, cudaTextureObject_t texture) {
    out[threadIdx.x] = tex3D<float>(texture, threadIdx.x, 0.5f, 0.5f);
}

extern __device__ int elsewhere;
extern "C" __global__ void linked(int *out) { out[threadIdx.x] = elsewhere; }

__managed__ int offset = 5;
extern "C" __global__ void fine(int *out, unsigned *time) {
    unsigned low;
    asm volatile("mov.u32 %0, %globaltimer_lo;" : "=r"(low));
    unsigned long long all;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(all));
    out[threadIdx.x] = threadIdx.x + offset;
    if (threadIdx.x == 0)
        *time = all > low;
}
