// Stands before Verilator's output in every translation unit of a model.
#include "verilated.h"

#if VM_COVERAGE
#include "verilated_cov.h"

#include <algorithm>
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

// Verilator 5.48's own loop over a wide signal runs past each word's end, so that a toggle of
// bit 0 also counts for bits 32, 64 and so on; and it visits every bit where few have changed.
// Above a signal's width a word may hold anything.
inline void toggle(int width, uint32_t* counters, uint64_t now, uint64_t before) {
    const uint64_t mask = width < 64 ? (uint64_t{1} << width) - 1 : ~uint64_t{0};
    for (uint64_t changed = (now ^ before) & mask; changed != 0; changed &= changed - 1) {
        const int bit = __builtin_ctzll(changed);
        ++counters[2 * bit + ((now >> bit) & 1)];
    }
}

inline void toggle_word(int width, uint32_t* counters, uint64_t now, uint64_t before) {
    toggle(width, counters, now, before);
}

inline void toggle_wide(int width, uint32_t* counters, WDataInP now, WDataInP before) {
    for (int word = 0; word < VL_WORDS_I(width); ++word) {
        const int bits = std::min(width - VL_EDATASIZE * word, VL_EDATASIZE);
        toggle(bits, counters + 2 * VL_EDATASIZE * word, now[word], before[word]);
    }
}
}  // namespace warploom

#define VL_COV_TOGGLE_CHG_ST_I warploom::toggle_word
#define VL_COV_TOGGLE_CHG_ST_Q warploom::toggle_word
#define VL_COV_TOGGLE_CHG_ST_W warploom::toggle_wide

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
