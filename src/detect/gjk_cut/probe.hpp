// Lets an experiment steer the search: bench/papers/Hatab2006 supplies one. The library runs without.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pliant::gjk_cut {

class Probe;

/// When cutting goes on and when it stops. The answers do not depend on it.
struct Rules {
    /// A cut that leaves more than this share of the triangles is the last one. The paper goes on until a cut removes
    /// nothing (1); a split pays more than most cuts after the first.
    double worthwhile = 0.8;
    std::uint32_t most_cuts = 8;
    /// All pairs of two lists are tested where there are no more than this.
    std::size_t pairs_at_once = 4096;
    /// Up to this many pairs, one list is swept along the other instead of splitting both.
    std::size_t pairs_worth_splitting = 1 << 18;
    /// Lists are sieved where there are more pairs than this.
    std::size_t pairs_worth_sieving = 1 << 16;
    const Probe* probe = nullptr;  // of an experiment; borrowed
};

class Probe {
public:
    virtual ~Probe() = default;
    [[nodiscard]] virtual Rules rules() const = 0;
    /// Whether to cut a list whose range along a direction is `own` long and shares `common` of it with the other's.
    [[nodiscard]] virtual bool cuts(float common, float own) const = 0;
};

}  // namespace pliant::gjk_cut
