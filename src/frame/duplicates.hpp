// Bodies that repeat another one, triangle by triangle at the same positions: set aside, and named as a flaw.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "frame/body.hpp"
#include "frame/position_reader.hpp"

namespace pliant::frame {

class Duplicates {
public:
    /// Marks every body that equals an earlier one in all positions, triangles and tetrahedra. A volume is never a
    /// duplicate of its own surface: the surface is, whichever came first.
    void set_aside(std::span<Body> bodies, const PositionReader& positions);
    /// Marks none.
    static void clear(std::span<Body> bodies);

private:
    [[nodiscard]] bool some_keys_equal();

    std::vector<std::pair<std::uint64_t, std::uint32_t>> by_key_;  // key and index of each body
    std::vector<std::uint32_t> table_;                             // open addressing, of places in by_key_
};

}  // namespace pliant::frame
