// printf: conversions, divergence, strings, no arguments.
extern "C" __global__ void talk(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        printf("begin\n");
    if (i < n)
        out[i] = printf("%d of %u: %6.2f %s %c %lld %#x %%\n", i, blockDim.x, i * 0.5, i & 1 ? "odd" : "even", 'a' + i,
                        (long long)i << 40, i * 16);
}
