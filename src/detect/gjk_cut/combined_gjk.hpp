// GJK whose every direction also cuts [Hatab2006, 4]: what lies beyond the other list's farthest point cannot meet it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <pliant/report.hpp>

#include "detect/gjk_cut/directions.hpp"
#include "detect/gjk_cut/list_stack.hpp"

namespace pliant::gjk_cut {

/// When cutting goes on and when it stops. The answers do not depend on it.
struct Rules {
    /// A cut that leaves more than this share of the triangles is the last one. The paper goes on until a cut removes
    /// nothing (1); a split pays more than most cuts behind the first do.
    double worthwhile = 0.8;
    std::uint32_t most_cuts = 8;
    /// Cut only where the common range is at most this share of a list's own [Hatab2006, figure 2].
    double largest_overlap = 1;
    /// All pairs of two lists are looked at where there are no more than this.
    std::size_t pairs_at_once = 4096;
    /// Up to this many pairs, one list is swept along the other instead of splitting both.
    std::size_t pairs_worth_splitting = 1 << 18;
    /// Lists are sifted where there are more pairs than this.
    std::size_t pairs_worth_sifting = 1 << 16;
};

/// How far computed numbers may be off from those of the true corners.
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
    void cut_list(List& list, const Dots& dots, Interval own, Interval other);

    const Rules& rules_;
    Margins margins_;
    Scratch& scratch_;
    Counters& counters_;
    Direction direction_{1, 0, 0};
};

}  // namespace pliant::gjk_cut
