// GJK whose every direction also cuts [Hatab2006, 4]: what lies beyond the other list's farthest point cannot meet it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <pliant/report.hpp>

#include "detect/gjk_cut/directions.hpp"
#include "detect/gjk_cut/list_stack.hpp"
#include "detect/gjk_cut/probe.hpp"

namespace pliant::gjk_cut {

/// Bounds on the rounding errors of what is computed from the corners.
struct Margins {
    float box = 0;         // of a difference of two coordinates
    float projection = 0;  // of a difference of two dot products with a direction of length one

    /// `largest`: magnitude of any coordinate in the lists.
    static Margins for_magnitude(float largest);
};

/// Least and greatest dot product of each triangle of a list.
struct Dots {
    std::vector<float> lo, hi;
    void make_room(std::size_t count);
};

class CombinedGjk {
public:
    struct Scratch {
        Dots a, b;
    };

    CombinedGjk(const Rules& rules, const Margins& margins, Scratch& scratch, Counters& counters)
        : rules_(rules), margins_(margins), scratch_(scratch), counters_(counters) {}

    /// Cuts both lists in place to what may meet. False: nothing does.
    bool collide(List& a, List& b);

    /// The last direction cut along.
    [[nodiscard]] const Direction& direction() const { return direction_; }

private:
    void cut_along_direction(List& a, List& b, Direction& next);
    void tell(std::size_t before_a, std::size_t before_b, const List& a, const List& b) const;
    void cut_list(List& list, const Dots& dots, Interval own, Interval other);

    const Rules& rules_;
    Margins margins_;
    Scratch& scratch_;
    Counters& counters_;
    Direction direction_{1, 0, 0};
};

}  // namespace pliant::gjk_cut
