// Triangle strips of all leaves, in the memory layout that leaf_bounds reads. Made once per topology.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "detect/regularity/leaf_bounds.hpp"
#include "detect/regularity/strips.hpp"

namespace pliant::regularity {

class StripTable {
public:
    void clear();
    /// Call after the last `add`: shrinks the arrays to fit.
    void shrink_to_fit();

    /// Adds leaves that are bounded together, and their contour samples. Consecutive leaves should have strips of
    /// similar length, since two are padded to the longer one.
    void add(std::span<const LeafStrips> leaves, std::span<const ContourSamples> samples);

    [[nodiscard]] std::size_t size() const { return shapes_.size(); }

    /// From the first leaf of one `add` on.
    [[nodiscard]] const LeafShape* shapes(std::size_t first) const { return shapes_.data() + first; }
    [[nodiscard]] StripSlots slots(std::size_t first) const {
        return {narrow_slots_.data(), wide_slots_.data(), turns_.data(),
                contour_samples_.data() + first * samples_per_leaf};
    }

private:
    void add_pair(std::span<const LeafStrips> leaves);
    void add_slots(const LeafStrips& leaf, std::size_t windows, std::size_t first_turn);

    std::vector<LeafShape> shapes_;
    std::vector<std::uint16_t> narrow_slots_;
    std::vector<std::uint32_t> wide_slots_;
    std::vector<std::uint8_t> turns_;
    std::vector<std::uint32_t> contour_samples_;
};

}  // namespace pliant::regularity
