// Calls through registers: a table of functions, virtual methods, one that calls on.
typedef int (*Function)(int, int);
__device__ __noinline__ int plus(int a, int b) { return a + b; }
__device__ __noinline__ int times(int a, int b) { return a * b; }
__device__ __noinline__ int minus(int a, int b) { return a - b; }
__device__ Function table[3] = {plus, times, minus};

extern "C" __global__ void pick(int *out, const int *which, int n) {
    int i = threadIdx.x;
    if (i < n)
        out[i] = table[which[i]](i, 3);
}

struct Shape {
    int x;
    __device__ Shape(int x) : x(x) {}
    __device__ virtual int area() const = 0;
};
struct Square : Shape {
    __device__ Square(int x) : Shape(x) {}
    __device__ int area() const override { return x * x; }
};
struct Twice : Shape {
    const Shape *inner;
    __device__ Twice(const Shape *inner) : Shape(0), inner(inner) {}
    __device__ int area() const override { return 2 * inner->area(); }
};

extern "C" __global__ void shapes(int *out, int n) {
    int i = threadIdx.x;
    Square square(i);
    Twice twice(&square);
    Shape *shape = i % 3 ? (Shape *)&twice : (Shape *)&square;
    if (i < n)
        out[i] = shape->area();
}

// A shape of a shape of a shape is a method that calls itself: found out where it happens.
extern "C" __global__ void deep(int *out) {
    Square square(1);
    Twice one(&square), two(&one);
    Shape *shape = out[0] ? (Shape *)&two : (Shape *)&square;
    out[1] = shape->area();
}
