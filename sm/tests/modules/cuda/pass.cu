// What functions are passed and give back: bytes, shorts, structs, references.
struct Pair {
    short first;
    double second;
};
__device__ __noinline__ unsigned char darker(unsigned char value, bool really) { return really ? value / 2 : value; }
__device__ __noinline__ short sum(short a, signed char b) { return a + b; }
__device__ __noinline__ Pair swap(Pair pair) {
    Pair swapped;
    swapped.first = (short)pair.second;
    swapped.second = pair.first;
    return swapped;
}
__device__ __noinline__ void order(int &a, int &b, bool descending) {
    if ((a > b) != descending) {
        int c = a;
        a = b;
        b = c;
    }
}
extern "C" __global__ void pass(int *out, const int *in, int n) {
    int i = threadIdx.x;
    if (i >= n)
        return;
    Pair pair = {(short)in[i], 2.0 * in[i]};
    pair = swap(pair);
    int a = in[i], b = 50;
    order(a, b, i & 1);
    out[i] = darker(in[i], i & 1) + 1000 * sum(in[i], -i) + (int)pair.second - 7 * pair.first + 3 * a - b;
}
