// Proves of a surface that it winds around nothing twice, and around nothing backwards.
//
// Cells without surface have windings that are known. Where all triangles in a run of cells with surface face one way
// along that run, the winding on every line through it goes one way too: between two known ends of 0 or 1 it is 0 or 1.
// Of what no run along any axis tells, the triangles themselves must not meet each other, so that the winding beside a
// triangle is the same everywhere, and hang together with one that reaches into a cell that is known, or beside which
// it can be counted on a line.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "detect/depth_layers/cell_image.hpp"
#include "detect/depth_layers/fragment.hpp"
#include "detect/depth_layers/volume_of_interest.hpp"

namespace pliant::depth_layers {

class WindingProof {
public:
    /// A closed surface and its image, in which windings between layers are 0 and one other.
    struct Surface {
        CellImage* image = nullptr;           // keeps its cells
        std::span<const Triangle> triangles;  // those of the image
        VolumeBox whole;                      // of the body, in world coordinates
    };
    /// Whether that holds within the image's box wherever the other body may be, whose image has the same cells;
    /// everywhere without one. False: not proven. Allocates nothing once warm.
    bool find(const Surface& surface, const CellImage* other);

    /// A triangle that was looked at: all are that reach into a cell where the other body may be. In their order.
    struct LookedAt {
        std::uint32_t triangle;
        CellRange range;
        bool large;
    };
    [[nodiscard]] std::span<const LookedAt> looked_at() const { return looked_at_; }

private:
    using CellIndex = std::uint32_t;
    // Of a cell: two bits an axis for the ways its triangles face, then whether windings in it are not known, and
    // whether they have to be.
    static constexpr std::uint8_t unproven_bit = 0x40, wished_bit = 0x80;
    // Relative to the box: more than rounding does to places in it.
    static constexpr double place_margin = 1e-9;
    static constexpr std::uint32_t none = ~0u;
    enum class Tie : std::uint8_t { loose, anchored, absent };
    /// A triangle in cells that no run tells about.
    struct Open {
        std::uint32_t triangle;
        std::array<std::uint8_t, 3> partners{};                     // by edge: triangles that share it
        std::array<std::uint32_t, 3> neighbours{none, none, none};  // one of these, where it is open too
        Tie tie = Tie::loose;
    };
    struct Entry {
        CellIndex cell;
        std::uint32_t triangle;
        std::uint32_t open;                  // its number among these, or none
        std::array<std::uint16_t, 4> first;  // of its cells
    };

    void start(const Surface& surface);
    bool find_needed(const CellImage* other);
    void extend_runs(const std::vector<std::uint64_t>& from, std::vector<std::uint64_t>& to) const;
    void extend_along_columns(const std::vector<std::uint64_t>& from, std::vector<std::uint64_t>& to) const;
    void extend_across(const std::vector<std::uint64_t>& from, std::uint32_t stride, std::uint32_t first,
                       std::vector<std::uint64_t>& to) const;
    void set_unproven();
    void mark_triangles();
    void mark_beyond(const CellRange& range, unsigned faces);
    void mark_small(const CellRange& range, unsigned faces);
    void mark_large(std::uint32_t triangle, const CellImage::Depths& depths);
    [[nodiscard]] unsigned faces_in_image(std::size_t part, std::uint32_t triangle) const;
    bool prove_runs(std::size_t axis);
    [[nodiscard]] bool run_is_proven(CellIndex first, CellIndex last, std::size_t axis) const;
    bool settle_triangles();
    void collect_open();
    bool collect_entries();
    bool none_meet();
    bool pair_is_apart(const Entry& a, const Entry& b);
    void note_partner(std::uint32_t open, std::uint32_t other, const Vec3& p, const Vec3& q);
    void tie(Open& open) const;
    void spread_anchors();
    void spread();
    enum class Found : std::uint8_t { nothing, agreement, contradiction };
    Found look_from_beyond(const Open& open);
    bool settle_loose();
    [[nodiscard]] Polygon in_box(const Corners& t) const;
    [[nodiscard]] bool known_at(const Vec3& p) const;
    [[nodiscard]] bool edge_in_box(const Vec3& p, const Vec3& q) const;
    [[nodiscard]] std::array<std::uint32_t, 3> place(CellIndex cell) const;
    [[nodiscard]] CellIndex index(std::uint32_t ix, std::uint32_t iy, std::uint32_t iz) const {
        return (iy * columns_ + ix) * slabs_ + iz;
    }
    /// In cells, not places.
    [[nodiscard]] CellRange cells_of(const CellRange& range) const;
    [[nodiscard]] CellRange cells_of(std::uint32_t triangle) const;
    /// Not in the box at all, but on the side from which windings are counted.
    [[nodiscard]] bool wholly_beyond(const Corners& t) const;
    void open_cells_of(const CellRange& cells);
    [[nodiscard]] bool is_open(CellIndex cell) const { return (open_cells_[cell / 64] >> cell % 64 & 1) != 0; }
    [[nodiscard]] bool reaches_open_cell(const CellRange& range) const;
    [[nodiscard]] bool small_reaches_open_cell(const CellRange& range) const;
    /// visit(triangle, range) for all whose boxes reach into open cells.
    template <class Visit>
    void for_each_near(const Visit& visit);
    template <class Visit>
    void for_each_cell(const CellRange& cells, const Visit& visit) const;

    Surface surface_;
    std::uint32_t columns_ = 0, slabs_ = 0;
    int facing_ = 0;                                // the winding inside: +1 or -1, or 0 where it is not known yet
    std::array<bool, 3> ends_low_{}, ends_high_{};  // by axis, turned: no surface beyond the box
    std::vector<std::uint8_t> cells_;               // which ways their triangles face, and what is known
    std::vector<std::uint8_t> beyond_;              // by column: which ways triangles below or above the box face
    // A bit a cell: to be proven; in runs with one of these, so that it helps to prove it; in runs with one of those.
    std::vector<std::uint64_t> needed_, wished_, in_runs_;
    std::vector<LookedAt> looked_at_;
    std::vector<CellImage::Depths::Reach> row_;
    std::vector<CellIndex> unproven_;
    std::vector<std::uint64_t> open_cells_;  // a bit a cell: its triangles are looked at one by one
    std::vector<Open> open_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> queue_;
};

template <class Visit>
void WindingProof::for_each_cell(const CellRange& cells, const Visit& visit) const {
    for (std::uint32_t iy = cells.first[1]; iy <= cells.last[1]; ++iy) {
        for (std::uint32_t ix = cells.first[0]; ix <= cells.last[0]; ++ix) {
            for (std::uint32_t iz = cells.first[2]; iz <= cells.last[2]; ++iz) visit(index(ix, iy, iz));
        }
    }
}

}  // namespace pliant::depth_layers
