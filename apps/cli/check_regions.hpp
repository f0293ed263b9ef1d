// Where the pairs of a frame are: connected regions of intersecting triangles.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <pliant/pliant.hpp>

#include "shown.hpp"
#include "tally.hpp"

namespace pliant::cli {

struct CheckedRegion {
    BodyId a{}, b{};  // the same where a body meets itself
    Tally tally;
    Position low{}, high{};  // box of its triangles
    Position centroid{};     // mean of their corners
    TrianglePair first{};    // of its pairs
    bool known = false;      // every pair is on the list of accepted ones
};

/// Regions with most crossings first; of equal ones, with most pairs. `known[i]`: pair i is accepted; empty: none is.
std::vector<CheckedRegion> regions_of(std::span<const TrianglePair> pairs, std::span<const Shown> bodies,
                                      std::span<const char> known = {});

}  // namespace pliant::cli
