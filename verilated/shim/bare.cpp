// The loop that one would write by hand around the same model: the yardstick for the
// bindings' overhead.
//
//   bare STIMULUS-FILE FRAMES PASSES SEED
//
// Prints cycles, seconds and a checksum of the last pass's outputs.

#include "ports.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    const size_t frames = std::strtoull(argv[2], nullptr, 10);
    const size_t passes = std::strtoull(argv[3], nullptr, 10);

    std::vector<uint32_t> inputs(frames * WARPLOOM_INPUT_WORDS + 1);
    std::vector<uint32_t> outputs(frames * WARPLOOM_OUTPUT_WORDS + 1);
    std::FILE* const file = std::fopen(argv[1], "rb");
    if (!file) return 2;
    const size_t wanted = frames * WARPLOOM_INPUT_WORDS;
    const size_t found = std::fread(inputs.data(), sizeof(uint32_t), wanted, file);
    std::fclose(file);
    if (found != wanted) return 2;

    VerilatedContext context;
    Verilated::threadContextp(&context);
    context.randReset(2);
    context.randSeed(std::atoi(argv[4]));
    auto model = std::make_unique<Vmodel>(&context);
    set_clock(*model, 0);

    const auto start = std::chrono::steady_clock::now();
    for (size_t pass = 0; pass < passes; ++pass) {
        for (size_t frame = 0; frame < frames; ++frame) {
            set_inputs(*model, &inputs[frame * WARPLOOM_INPUT_WORDS]);
            model->eval();
            get_outputs(*model, &outputs[frame * WARPLOOM_OUTPUT_WORDS]);
#if WARPLOOM_CLOCKED
            set_clock(*model, 1);
            model->eval();
            set_clock(*model, 0);
#endif
        }
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

    uint64_t checksum = 0;
    for (size_t i = 0; i < frames * WARPLOOM_OUTPUT_WORDS; ++i) {
        checksum = checksum * 31 + outputs[i];
    }
    std::printf("%zu %.9f %llu\n", frames * passes, elapsed.count(),
                static_cast<unsigned long long>(checksum));
    return 0;
}

// The runtime is built to leave the end of a simulation to its user.
void vl_fatal(const char* file, int line, const char*, const char* message) {
    std::fprintf(stderr, "%s:%d: %s\n", file, line, message);
    std::exit(1);
}
void vl_stop(const char* file, int line, const char* hier) { vl_fatal(file, line, hier, "$stop"); }
void vl_finish(const char* file, int line, const char* hier) {
    vl_fatal(file, line, hier, "$finish");
}
#if VM_COVERAGE
bool warploom::collecting() { return false; }
void warploom::cover(const uint32_t*, Keys) {}
#endif
