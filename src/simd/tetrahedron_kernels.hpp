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

#include "simd/box_kernels.hpp"
#include "simd/vertices.hpp"

namespace pliant::simd {

/// Vertex numbers of eight tetrahedra. A slot is 8 * block + lane.
struct alignas(32) TetrahedronBlock {
    std::uint32_t vertex[4][block_size];
};

/// Where floats that stand for doubles have their origin, so that they keep most digits; their scale is a power of two.
struct LocalFrame {
    double origin[3] = {};
    double scale = 1;
};

/// Doubles as floats of a frame. Those beyond the range of float count as its ends.
void localise(const DoubleVertex* vertices, std::size_t begin, std::size_t end, const LocalFrame& frame,
              FloatVertex* out);

/// Marks a vertex that takes no part.
inline constexpr std::uint32_t no_bucket = std::numeric_limits<std::uint32_t>::max();

/// The bucket of each vertex ids[begin..end); no_bucket where a coordinate is not finite.
/// Departure from [Teschner2003, 4.1]: cells that differ in i alone have neighbouring buckets, so that a row of cells
/// is one range of vertices; the paper's primes scatter the rows.
void buckets_of(const FloatVertex* vertices, const std::uint32_t* ids, std::size_t begin, std::size_t end,
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

/// Vertices in boxes of tetrahedra of which they are not corners: pairs, as two arrays.
class Candidates {
public:
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::uint32_t slot(std::size_t i) const { return slots_[i]; }
    [[nodiscard]] std::uint32_t vertex(std::size_t i) const { return vertices_[i]; }

    void clear() { size_ = 0; }
    void resize(std::size_t fewer) { size_ = fewer; }
    void set(std::size_t i, std::uint32_t slot, std::uint32_t vertex) {
        slots_[i] = slot;
        vertices_[i] = vertex;
    }
    void add(std::uint32_t slot, std::uint32_t vertex) {
        make_room();
        set(size_++, slot, vertex);
    }

    /// Room for a vector more: kernels write behind the last pair, then add as many as count.
    void make_room() {
        if (size_ + block_size <= slots_.size()) return;
        const std::size_t larger = 2 * slots_.size() + 64;
        slots_.resize(larger);
        vertices_.resize(larger);
    }
    [[nodiscard]] std::uint32_t* next_slots() { return slots_.data() + size_; }
    [[nodiscard]] std::uint32_t* next_vertices() { return vertices_.data() + size_; }
    void added(std::size_t count) { size_ += count; }

private:
    std::vector<std::uint32_t> slots_, vertices_;
    std::size_t size_ = 0;
};

/// A tetrahedron whose box is so small or large, measured in cells, that cells of another size suit it better: those of
/// level n are 4^n times as large.
struct Outlier {
    std::uint32_t slot;
    std::int32_t level;
};
inline constexpr std::int32_t lowest_level = -8, highest_level = 8;

struct Sweep {
    Candidates candidates;
    std::vector<Outlier> outliers;
    std::uint64_t box_tests = 0;

    void clear() {
        candidates.clear();
        outliers.clear();
        box_tests = 0;
    }
};

/// The candidates of blocks [first, last), of the lanes with a bit in `filled`. With `levels`, outliers are only
/// listed.
void sweep(const CellTable& table, const FloatVertex* vertices, const TetrahedronBlock* blocks,
           const std::uint8_t* filled, std::size_t first, std::size_t last, bool levels, Sweep& out);

/// The candidates of the listed slots.
void sweep_slots(const CellTable& table, const FloatVertex* vertices, const TetrahedronBlock* blocks,
                 std::span<const std::uint32_t> slots, Sweep& out);

/// Bits for the tetrahedra of a block by the sign of their volume; neither where it could not be told: flat, nearly so,
/// or with a coordinate that is not finite.
struct VolumeSigns {
    std::uint8_t positive, negative;
};
void volume_signs(const Vertices& vertices, const TetrahedronBlock* blocks, std::size_t first, std::size_t last,
                  VolumeSigns* out);

enum class Verdict : std::uint8_t { outside, inside, unsure };

/// Where candidates lie, with proof. `by_half_spaces`: four determinants, one for each face, instead of the three and
/// the volume that barycentric coordinates take [Teschner2003, 4.4].
void judge(const Vertices& vertices, const TetrahedronBlock* blocks, const Candidates& candidates, bool by_half_spaces,
           Verdict* out);

}  // namespace pliant::simd
