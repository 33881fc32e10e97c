// Counts states of control registers and edges of control signals: states.h, written for each
// model, includes this.
//
// A register of up to 4 bits has a cell for each pair of states that follow each other, one of up
// to 8 bits a cell for each state, and a wider one a cell for each position of its highest bit:
// a counter that grows is seen to grow. A signal has two cells for each bit, its rise and its fall.
#include <cstddef>
#include <cstdint>

namespace warploom {

struct Register {
    const char* name;
    std::size_t cell;
    std::size_t width;
    bool toggles;
};

template <int Width>
inline void visit(uint32_t* cells, uint8_t& before, uint64_t now) {
    if (Width <= 4) {
        ++cells[(static_cast<std::size_t>(before) << Width) + now];
        before = static_cast<uint8_t>(now);
    } else if (Width <= 8) {
        ++cells[now];
    } else {
        ++cells[now == 0 ? 0 : 64 - __builtin_clzll(now)];
    }
}

template <int Width>
inline void toggle(uint32_t* cells, uint8_t& before, uint32_t now) {
    const uint32_t changed = now ^ before;
    if (changed == 0) return;
    for (int bit = 0; bit < Width; ++bit) {
        if ((changed >> bit) & 1) ++cells[2 * bit + 1 - ((now >> bit) & 1)];
    }
    before = static_cast<uint8_t>(now);
}

}  // namespace warploom
