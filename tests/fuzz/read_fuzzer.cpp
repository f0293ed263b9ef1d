// A libFuzzer target; built once for each ending in PLIANT_FUZZ_ENDING.
#include <cstdint>

#include "one_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    pliant::io::fuzz::read_input(PLIANT_FUZZ_ENDING, {reinterpret_cast<const std::byte*>(data), size});
    return 0;
}
