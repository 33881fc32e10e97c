// Stands before Verilator's output in every translation unit of a model.
#include "verilated.h"

#if VM_COVERAGE
#include "verilated_cov.h"

#include <string>
#include <utility>
#include <vector>

// Verilator registers each counter under string keys in a database that merges counters
// by name and forgets their order. The bindings want every counter by its index, so they
// take the registration instead, and only when someone asked for names: a model that is
// made by the thousand should not format ten thousand strings each time.
namespace warploom {
using Keys = std::vector<std::pair<const char*, std::string>>;

bool collecting();
void cover(const uint32_t* counter, Keys keys);

inline std::string text(const char* value) { return value; }
inline std::string text(int value) { return std::to_string(value); }

// Key and value alternate in Verilator's call.
inline void collect(Keys&) {}
template <typename Value, typename... Rest>
void collect(Keys& keys, const char* key, const Value& value, const Rest&... rest) {
    keys.emplace_back(key, text(value));
    collect(keys, rest...);
}
}  // namespace warploom

#undef VL_COVER_INSERT
#define VL_COVER_INSERT(context, name, counter, ...) \
    do { \
        if (warploom::collecting()) { \
            warploom::Keys keys; \
            warploom::collect(keys, __VA_ARGS__); \
            warploom::cover(counter, std::move(keys)); \
        } \
    } while (false)
#endif
