// Boxes of a list in bins along an axis, so that each box of another list is tested against a stretch of them. For
// lists too long for all pairs and too short to be worth a split.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "detect/gjk_cut/triangle_list.hpp"

namespace pliant::gjk_cut {

class BinnedBoxes {
public:
    /// Counting sort by the bin in which a box begins along `axis`. At least one box.
    void order(const BoxRows& boxes, const std::uint32_t* numbers, std::size_t axis);

    [[nodiscard]] const BoxRows& boxes() const { return ordered_; }
    /// The triangle whose box is at a place.
    [[nodiscard]] std::uint32_t number(std::size_t place) const { return numbers_[place]; }

    /// Places of the boxes that may meet one from `lo` to `hi` along the axis.
    [[nodiscard]] Stretch stretch(float lo, float hi) const {
        // A box that begins before this ends before `lo`: both differences are off by one rounding.
        const float earliest = lo - widest_ * (1 + 0x1p-20f);
        return {first_[bin(earliest - std::abs(earliest) * 0x1p-20f)], first_[bin(hi) + 1]};
    }

    /// At least the memory of another.
    void grow_like(const BinnedBoxes& other);

private:
    static constexpr std::size_t bins = 64;

    void make_room(std::size_t count);
    /// Monotonic.
    [[nodiscard]] std::size_t bin(float begin) const {
        const float place = (begin - origin_) * per_unit_;
        return static_cast<std::size_t>(
            static_cast<std::int32_t>(std::min(std::max(place, 0.0f), static_cast<float>(bins - 1))));
    }

    BoxRows ordered_{};
    std::vector<float> rows_;
    std::vector<std::uint32_t> numbers_;
    std::vector<std::uint8_t> bin_of_;
    std::uint32_t first_[bins + 1] = {};  // where each bin begins
    float origin_ = 0, per_unit_ = 0, widest_ = 0;
};

}  // namespace pliant::gjk_cut
