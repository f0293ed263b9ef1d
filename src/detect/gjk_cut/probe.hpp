// Lets a search be watched, and steered by an experiment: bench/papers/Hatab2006 supplies one. The library runs
// without.
#pragma once

#include <cstddef>
#include <cstdint>

#include "detect/gjk_cut/triangle_list.hpp"

namespace pliant::gjk_cut {

class Probe;

/// When cutting goes on and when it stops. The answers do not depend on it.
struct Rules {
    /// A cut that leaves more than this share of the triangles is the last one. The paper goes on until a cut removes
    /// nothing (1); a split pays more than most cuts after the first.
    double worthwhile = 0.8;
    std::uint32_t most_cuts = 8;
    /// All pairs of two lists are tested where there are no more than this, and where both have fewer than eight
    /// triangles.
    std::size_t pairs_at_once = 4096;
    /// Up to this many pairs, one list is swept along the other instead of splitting both.
    std::size_t pairs_worth_splitting = 1 << 18;
    /// Lists are sieved where there are more pairs than this.
    std::size_t pairs_worth_sieving = 1 << 16;
    /// Parts of a split are cut along all three axes before GJK cuts them.
    bool parts_are_cut_to_boxes = true;
    const Probe* probe = nullptr;  // of an experiment; borrowed
};

/// What two lists were cut by: a direction that GJK turned to, the bit grid, or the box of the other list.
enum class CutBy : std::uint8_t { direction, cells, box };

/// One cut of two lists. Where nothing is left of either, all that was in them is apart.
struct CutLists {
    CutBy by = CutBy::direction;
    Direction direction{};  // of that kind of cut
    std::size_t before_a = 0, before_b = 0;
    TriangleList a, b;  // what is left; valid until the probe returns
};

class Probe {
public:
    virtual ~Probe() = default;
    [[nodiscard]] virtual Rules rules() const = 0;
    /// Whether to cut a list whose range along a direction is `own` long and shares `common` of it with the other's.
    [[nodiscard]] virtual bool cuts(float common, float own) const = 0;
    /// Every cut; with one thread in the order of the search, with several by whichever thread cuts.
    virtual void was_cut(const CutLists&) const {}
};

}  // namespace pliant::gjk_cut
