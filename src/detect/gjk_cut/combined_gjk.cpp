#include "detect/gjk_cut/combined_gjk.hpp"

#include <algorithm>

namespace pliant::gjk_cut {

namespace {

float along(const Direction& direction, const Direction& point) {
    return (point[0] * direction[0] + point[1] * direction[1]) + point[2] * direction[2];
}

/// The corner of a list whose dot product is `value`: the first of those that have it.
Direction support_vertex(const TriangleList& list, const std::vector<float>& dots, float value,
                         const Direction& direction) {
    const std::size_t at = std::min(place_of(dots.data(), list.count, value), list.count - 1);
    Direction corner{};
    for (std::size_t k = 0; k < 3; ++k) {
        corner = {list.corner[3 * k][at], list.corner[3 * k + 1][at], list.corner[3 * k + 2][at]};
        if (along(direction, corner) == value) break;
    }
    return corner;
}

bool apart(Interval a, Interval b, float margin) { return a.hi + margin < b.lo || b.hi + margin < a.lo; }

}  // namespace

Margins Margins::for_magnitude(float largest) {
    // A coordinate has the rounding error of its difference to the centre; a dot product six more and those of three
    // coordinates. Both are doubled for a difference of two, and rounded up generously.
    return {largest * 0x1p-21f + 0x1p-110f, largest * 0x1p-17f + 0x1p-100f};
}

void Dots::make_room(std::size_t count) {
    if (hi.size() >= count) return;  // `hi` grows last: exception safe
    lo.resize(count);
    hi.resize(count);
}

bool CombinedGjk::collide(List& a, List& b) {
    Direction next = between_middles(a.box, b.box);
    for (std::uint32_t cuts = 0; cuts < rules_.most_cuts; ++cuts) {
        const std::size_t before_a = a.count, before_b = b.count;
        const auto before = static_cast<double>(before_a + before_b);
        cut_along_direction(a, b, next);
        if (rules_.probe != nullptr) tell(before_a, before_b, a, b);
        if (a.count == 0 || b.count == 0) return false;
        if (static_cast<double>(a.count + b.count) > rules_.worthwhile * before) break;
    }
    return true;
}

void CombinedGjk::tell(std::size_t before_a, std::size_t before_b, const List& a, const List& b) const {
    rules_.probe->was_cut({CutBy::direction, direction_, before_a, before_b, view(a), view(b)});
}

/// One turn of the loop of [Hatab2006, algorithm 4.2]. Departure: with all dot products at hand a list is cut on both
/// sides of the other's range, not on the near side alone.
void CombinedGjk::cut_along_direction(List& a, List& b, Direction& next) {
    ++counters_.cuts;
    direction_ = next;
    const TriangleList all_a = view(a), all_b = view(b);
    Dots &dots_a = scratch_.a, &dots_b = scratch_.b;
    dots_a.make_room(a.count + list_padding);
    dots_b.make_room(b.count + list_padding);
    const Interval range_a = project(all_a, direction_, dots_a.lo.data(), dots_a.hi.data());
    const Interval range_b = project(all_b, direction_, dots_b.lo.data(), dots_b.hi.data());
    if (apart(range_a, range_b, margins_.projection)) {
        a.count = 0;
        return;
    }
    const Direction support_a = support_vertex(all_a, dots_a.hi, range_a.hi, direction_);
    const Direction support_b = support_vertex(all_b, dots_b.lo, range_b.lo, direction_);
    cut_list(a, dots_a, range_a, range_b);
    cut_list(b, dots_b, range_b, range_a);
    next = reflected(direction_, support_a, support_b);
}

void CombinedGjk::cut_list(List& list, const Dots& dots, Interval own, Interval other) {
    if (rules_.probe != nullptr) {
        const float common = std::min(own.hi, other.hi) - std::max(own.lo, other.lo);
        if (!rules_.probe->cuts(common, own.hi - own.lo)) return;
    }
    TriangleList triangles = view(list);
    keep_between(triangles, dots.lo.data(), dots.hi.data(),
                 {other.lo - margins_.projection, other.hi + margins_.projection});
    list.count = triangles.count;
}

}  // namespace pliant::gjk_cut
