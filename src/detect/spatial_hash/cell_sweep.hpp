// Kernels of both passes: vertices hashed by cell, tetrahedra swept over the cells of their boxes [Teschner2003, 3].
//
// Invariant: floats keep the order of the coordinates. Where a vertex is in the closed box of a tetrahedron, its float
// is in the box of the corners' floats, and its cell is among the cells of that box. So nothing is missed, at any
// distance from the origin and at any scale.
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

/// Origin and scale, a power of two, of floats that stand for doubles; differences to the origin keep most digits.
struct LocalOrigin {
    double origin[3] = {};
    double scale = 1;
};

/// Doubles as floats relative to an origin, clamped to the range of float. Infinities and NaN become NaN.
void localise(const simd::DoubleVertex* vertices, std::size_t begin, std::size_t end, const LocalOrigin& local,
              simd::FloatVertex* out);

/// The bucket of a vertex with an infinite or NaN coordinate.
inline constexpr std::uint32_t no_bucket = std::numeric_limits<std::uint32_t>::max();

/// The bucket of each vertex ids[begin..end), or no_bucket.
/// Departure from [Teschner2003, 4.1]: cells that differ in i alone have neighbouring buckets, so that a row of cells
/// is one range of the sorted vertices; the paper's primes scatter the cells of a row.
void buckets_of(const simd::FloatVertex* vertices, const std::uint32_t* ids, std::size_t begin, std::size_t end,
                float inverse_cell, std::uint32_t bucket_mask, std::uint32_t* out);

/// Vertices sorted by bucket, SoA. Bucket b holds [starts[b], starts[b + 1]) of the arrays, which are padded by eight.
struct CellTable {
    const std::uint32_t* starts = nullptr;
    std::uint32_t buckets = 1;  // a power of two
    float inverse_cell = 1;
    const float *x = nullptr, *y = nullptr, *z = nullptr;
    const std::uint32_t* vertex = nullptr;
    std::uint32_t vertices = 0;
};

/// A tetrahedron whose box is so small or large in cells that another cell size suits it better. Cells of level n are
/// 4^n times as large.
struct Outlier {
    std::uint32_t slot;
    std::int32_t level;
};
inline constexpr std::int32_t lowest_level = -8, highest_level = 8;

/// What a sweep found.
struct Sweep {
    broad_phase::Candidates candidates;  // left open
    broad_phase::Candidates inside;      // judged strictly inside
    std::uint64_t judged = 0;            // pairs that are judged: in `inside`, or outside and not listed
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

/// Which vertices are looked for in the tetrahedra of a body: a range of them, or all others.
struct VerticesWanted {
    std::uint32_t first = 0, count = 0xffffffffu;
    bool others = false;

    [[nodiscard]] bool all() const { return count == 0xffffffffu; }
    [[nodiscard]] bool none() const { return count == 0; }
};

/// By index of body; slots of a body follow one another, and its blocks are its own.
struct WantedOfBodies {
    const VerticesWanted* wanted;
    std::span<const std::uint32_t> first_slot;  // one more than bodies
};

/// What is asked of a sweep.
struct SweepRequest {
    bool levels;                       // outliers are listed, not swept
    bool all_finite;                   // no corner has an infinite or NaN coordinate
    float coordinate_error;            // bound on a float minus the coordinate that it stands for
    narrow_phase::VolumeSigns* signs;  // by block
    WantedOfBodies vertices;
};

/// The candidates of groups [first, last), judged by planes where floats can tell.
void sweep(const CellTable& table, const simd::FloatVertex* vertices, const broad_phase::GroupedBlocks& all,
           std::size_t first, std::size_t last, const SweepRequest& request, Sweep& out);

/// The candidates of the listed slots, in ascending order.
void sweep_slots(const CellTable& table, const simd::FloatVertex* vertices, const broad_phase::TetrahedronBlock* blocks,
                 std::span<const std::uint32_t> slots, const WantedOfBodies& wanted, Sweep& out);

}  // namespace pliant::spatial_hash
