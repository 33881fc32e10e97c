// Texture and surface objects, which reach a kernel as numbers.
extern "C" __global__ void image(float *out, cudaTextureObject_t texture, cudaTextureObject_t line,
                                 cudaSurfaceObject_t surface, int width) {
    int x = threadIdx.x, y = threadIdx.y;
    float a = tex2D<float>(texture, x + 0.5f, y + 0.5f);
    float b = tex2DLod<float>(texture, x + 1.0f, y + 0.5f, 0.0f);
    int c = tex1Dfetch<int>(line, x);
    float old;
    surf2Dread(&old, surface, x * 4, y);
    float2 two;
    surf2Dread(&two, surface, x / 2 * 8, y);
    __syncthreads();
    surf2Dwrite(old + a, surface, x * 4, y);
    surf2Dwrite(-1.0f, surface, (x + width) * 4, y, cudaBoundaryModeZero);
    out[y * width + x] = a + 2 * b + 4 * c + two.x + two.y;
}

extern "C" __global__ void quads(cudaSurfaceObject_t surface, int *out) {
    int4 four;
    surf1Dread(&four, surface, threadIdx.x * 16);
    surf1Dwrite(make_int4(four.w, four.z, four.y, four.x), surface, threadIdx.x * 16);
    short half;
    surf1Dread(&half, surface, threadIdx.x * 16 + 2, cudaBoundaryModeClamp);
    out[threadIdx.x] = half;
}

extern "C" __global__ void beyond(cudaSurfaceObject_t surface, int *out) {
    surf1Dread(&out[threadIdx.x], surface, threadIdx.x * 16);
}
