// Vertices hashed by cell, and tetrahedra swept over the cells of their boxes [Teschner2003, 3].
//
// Everything here is about floats that keep the order of the coordinates: where a vertex is in the closed box of a
// tetrahedron, its float is in the box of the corners' floats, and its cell is among the cells of that box. Nothing is
// missed, then, however far from the origin a scene is, and however small or large it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "broad_phase/tetrahedron_blocks.hpp"
#include "narrow_phase/inside_tests.hpp"
#include "simd/vertices.hpp"

namespace pliant::spatial_hash {

/// Where floats that stand for doubles have their origin, so that they keep most digits; their scale is a power of two.
struct LocalOrigin {
    double origin[3] = {};
    double scale = 1;
};

/// Doubles as floats of a frame. Those beyond the range of float count as its ends.
void localise(const simd::DoubleVertex* vertices, std::size_t begin, std::size_t end, const LocalOrigin& local,
              simd::FloatVertex* out);

/// Marks a vertex that takes no part.
inline constexpr std::uint32_t no_bucket = std::numeric_limits<std::uint32_t>::max();

/// The bucket of each vertex ids[begin..end); no_bucket where a coordinate is not finite.
/// Departure from [Teschner2003, 4.1]: cells that differ in i alone have neighbouring buckets, so that a row of cells
/// is one range of vertices; the paper's primes scatter the rows.
void buckets_of(const simd::FloatVertex* vertices, const std::uint32_t* ids, std::size_t begin, std::size_t end,
                float inverse_cell, std::uint32_t bucket_mask, std::uint32_t* out);

/// Vertices sorted by bucket. Bucket b holds [starts[b], starts[b + 1]) of the arrays, which have room for eight more.
struct CellTable {
    const std::uint32_t* starts = nullptr;
    std::uint32_t buckets = 1;  // a power of two
    float inverse_cell = 1;
    const float *x = nullptr, *y = nullptr, *z = nullptr;
    const std::uint32_t* vertex = nullptr;
    std::uint32_t vertices = 0;
};

/// A tetrahedron whose box is so small or large, measured in cells, that cells of another size suit it better: those of
/// level n are 4^n times as large.
struct Outlier {
    std::uint32_t slot;
    std::int32_t level;
};
inline constexpr std::int32_t lowest_level = -8, highest_level = 8;

struct Sweep {
    broad_phase::Candidates candidates;  // not judged
    broad_phase::Candidates inside;      // judged: strictly inside
    std::uint64_t judged = 0;            // candidates that are in none of these lists, or in the second
    std::vector<Outlier> outliers;
    std::uint64_t box_tests = 0;

    void clear() {
        candidates.clear();
        inside.clear();
        judged = 0;
        outliers.clear();
        box_tests = 0;
    }
};

/// What is asked of a sweep.
struct SweepRequest {
    bool levels;                       // outliers are only listed
    bool all_finite;                   // no coordinate of any corner is not
    bool judge;                        // candidates of whole blocks are judged at once, where floats can tell
    narrow_phase::VolumeSigns* signs;  // where not null, those of the blocks are written there
};

/// The candidates of groups [first, last).
void sweep(const CellTable& table, const simd::FloatVertex* vertices, const broad_phase::GroupedBlocks& all,
           std::size_t first, std::size_t last, const SweepRequest& request, Sweep& out);

/// The candidates of the listed slots.
void sweep_slots(const CellTable& table, const simd::FloatVertex* vertices, const broad_phase::TetrahedronBlock* blocks,
                 std::span<const std::uint32_t> slots, Sweep& out);

}  // namespace pliant::spatial_hash
