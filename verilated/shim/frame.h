// One port to and from the words of a frame: little-endian 32-bit words, lowest first.
#include "Vmodel.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace warploom {

// Verilator assumes that the bits above a port's width are 0.
template <int Width, typename Port>
inline void put(Port& port, const uint32_t* words) {
    static_assert(Width <= 64, "a wide port is a VlWide");
    uint64_t value = words[0];
    if (Width > 32) value |= static_cast<uint64_t>(words[Width > 32 ? 1 : 0]) << 32;
    if (Width < 64) value &= (uint64_t{1} << (Width % 64)) - 1;
    port = static_cast<Port>(value);
}

template <int Width, std::size_t Words>
inline void put(VlWide<Words>& port, const uint32_t* words) {
    static_assert(Words == (Width + 31) / 32, "one word for each 32 bits");
    std::memcpy(port.data(), words, sizeof(uint32_t) * Words);
    if (Width % 32 != 0) port[Words - 1] &= (uint32_t{1} << (Width % 32)) - 1;
}

template <int Width, typename Port>
inline void get(const Port& port, uint32_t* words) {
    static_assert(Width <= 64, "a wide port is a VlWide");
    words[0] = static_cast<uint32_t>(port);
    if (Width > 32) words[Width > 32 ? 1 : 0] = static_cast<uint64_t>(port) >> 32;
}

template <int Width, std::size_t Words>
inline void get(const VlWide<Words>& port, uint32_t* words) {
    static_assert(Words == (Width + 31) / 32, "one word for each 32 bits");
    std::memcpy(words, port.data(), sizeof(uint32_t) * Words);
}

}  // namespace warploom
