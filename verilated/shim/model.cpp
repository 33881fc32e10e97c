// The C interface of one Verilated model: what verilated/src/library.rs loads.
//
// A failure inside the model is a C++ exception up to this file and a return code beyond.

#include "Vmodel__Syms.h"
#include "Vmodel___024root.h"
#include "ports.h"

#if WARPLOOM_STATES
#include "states.h"
#endif
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif

#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

struct Stopped final : std::exception {
    std::string message;
    explicit Stopped(std::string text) : message{std::move(text)} {}
    const char* what() const noexcept override { return message.c_str(); }
};

[[noreturn]] void stop(const char* file, int line, const char* what) {
    throw Stopped{std::string{what} + " at " + (file ? file : "") + ":" + std::to_string(line)};
}

// A clock period in the waveform's time unit: 1 ns of picoseconds, edges in the middle.
constexpr uint64_t PERIOD = 1000;

struct Handle final {
    VerilatedContext context;
    std::unique_ptr<Vmodel> model;
    std::string error;
    uint64_t cycle = 0;
#if WARPLOOM_STATES
    warploom::Watch watch;
    std::vector<char> saved;

    // All that the model remembers lies between its first module and its counters.
    char* memory() { return reinterpret_cast<char*>(&model->rootp->vlSymsp->TOP); }
    size_t memory_size() {
        return reinterpret_cast<char*>(&model->rootp->vlSymsp->__Vcoverage) - memory();
    }
#endif
#if VM_TRACE
    std::unique_ptr<VerilatedVcdC> trace;

    void dump(uint64_t time) {
        if (VL_UNLIKELY(trace != nullptr)) trace->dump(time);
    }
#else
    void dump(uint64_t) {}
#endif

    explicit Handle(int seed) {
        Verilated::threadContextp(&context);
        context.randReset(2);
        context.randSeed(seed);
#if VM_TRACE
        context.traceEverOn(true);
#endif
        model = std::make_unique<Vmodel>(&context);
        set_clock(*model, 0);
    }

    ~Handle() {
        Verilated::threadContextp(&context);
        model.reset();
        Verilated::threadContextp(nullptr);
    }

    // Inputs settle while the clock is low and outputs are read before it rises, so a
    // combinational output answers in the cycle of its input. The falling edge is left to
    // the next cycle's evaluation.
    void step(Vmodel& top, const uint32_t* inputs, uint32_t* outputs) {
        set_inputs(top, inputs);
        top.eval();
        dump(cycle * PERIOD);
        get_outputs(top, outputs);
#if WARPLOOM_STATES
        watch.sense(*top.rootp);
#endif
#if WARPLOOM_CLOCKED
        set_clock(top, 1);
        top.eval();
        dump(cycle * PERIOD + PERIOD / 2);
        set_clock(top, 0);
#endif
#if WARPLOOM_STATES
        watch.count(*top.rootp);
#endif
        ++cycle;
    }
};

}  // namespace

// What Verilator calls instead of ending the process.
void vl_fatal(const char* file, int line, const char*, const char* message) {
    stop(file, line, message);
}
void vl_stop(const char* file, int line, const char*) { stop(file, line, "$stop"); }
void vl_finish(const char* file, int line, const char*) { stop(file, line, "$finish"); }

EXPORT Handle* warploom_new(int seed) {
    try {
        return new Handle{seed};
    } catch (...) {
        Verilated::threadContextp(nullptr);
        return nullptr;
    }
}

EXPORT void warploom_delete(Handle* handle) {
    try {
        delete handle;
    } catch (...) {
        // A design may stop in its last moments; there is nobody left to tell.
    }
}

EXPORT const char* warploom_error(const Handle* handle) { return handle->error.c_str(); }

EXPORT int warploom_run(Handle* handle, size_t cycles, const uint32_t* inputs,
                        uint32_t* outputs) {
    if (!handle->error.empty()) return 1;
    Verilated::threadContextp(&handle->context);
    try {
        Vmodel& top = *handle->model;
        for (size_t i = 0; i < cycles; ++i) {
            handle->step(top, inputs, outputs);
            inputs += WARPLOOM_INPUT_WORDS;
            outputs += WARPLOOM_OUTPUT_WORDS;
        }
        return 0;
    } catch (const std::exception& failure) {
        handle->error = failure.what();
        return 1;
    }
}

#if VM_TRACE
EXPORT int warploom_trace_open(Handle* handle, const char* path) {
    Verilated::threadContextp(&handle->context);
    try {
        auto trace = std::make_unique<VerilatedVcdC>();
        handle->model->trace(trace.get(), 99);
        trace->open(path);
        if (!trace->isOpen()) return 1;
        handle->trace = std::move(trace);
        return 0;
    } catch (...) {
        return 1;
    }
}

EXPORT void warploom_trace_close(Handle* handle) {
    Verilated::threadContextp(&handle->context);
    if (handle->trace) handle->trace->close();
    handle->trace.reset();
}
#endif

#if WARPLOOM_STATES
// Keeps the state as it is, for `warploom_restore`. The model is settled first, for what happens
// once, in the first evaluation, must not be part of what is brought back.
EXPORT int warploom_save(Handle* handle) {
    if (!handle->error.empty()) return 1;
    Verilated::threadContextp(&handle->context);
    try {
        handle->model->eval();
        handle->saved.assign(handle->memory(), handle->memory() + handle->memory_size());
        handle->watch.begin(*handle->model->rootp);
        return 0;
    } catch (const std::exception& failure) {
        handle->error = failure.what();
        return 1;
    }
}

EXPORT void warploom_restore(Handle* handle) {
    if (handle->saved.empty()) return;
    std::memcpy(handle->memory(), handle->saved.data(), handle->saved.size());
    handle->watch.begin(*handle->model->rootp);
}

EXPORT uint32_t* warploom_states(Handle* handle, size_t* count) {
    *count = warploom::CELLS;
    return handle->watch.cells;
}

// Calls back once for each register and signal: first cell, width, whether its edges are counted, and
// name.
EXPORT void warploom_registers(void* user,
                               void (*each)(void*, size_t, size_t, bool, const char*)) {
    for (const warploom::Register& one : warploom::REGISTERS) {
        if (one.width == 0) continue;
        each(user, one.cell, one.width, one.toggles, one.name);
    }
}
#endif

#if VM_COVERAGE
namespace {
struct Point {
    const uint32_t* counter;
    warploom::Keys keys;
};
thread_local std::vector<Point>* collected = nullptr;
}  // namespace

bool warploom::collecting() { return collected != nullptr; }
void warploom::cover(const uint32_t* counter, Keys keys) {
    collected->push_back({counter, std::move(keys)});
}

EXPORT uint32_t* warploom_coverage(Handle* handle, size_t* count) {
    auto& counters = handle->model->rootp->vlSymsp->__Vcoverage;
    *count = sizeof(counters) / sizeof(counters[0]);
    return counters;
}

// Calls back once for each key of each counter: index, key, value.
EXPORT int warploom_coverage_points(void* user, void (*each)(void*, size_t, const char*,
                                                             const char*)) {
    std::vector<Point> points;
    try {
        collected = &points;
        Handle handle{1};
        collected = nullptr;
        size_t count = 0;
        const uint32_t* const base = warploom_coverage(&handle, &count);
        for (const Point& point : points) {
            // Verilator counts what it was told not to cover in a cell of its own.
            if (point.counter < base || point.counter >= base + count) continue;
            for (const auto& key : point.keys) {
                each(user, point.counter - base, key.first, key.second.c_str());
            }
        }
        return 0;
    } catch (...) {
        collected = nullptr;
        return 1;
    }
}
#endif
