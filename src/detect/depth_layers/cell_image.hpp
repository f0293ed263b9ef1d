// A body's layers as bits: columns cut into slabs, each of these cells with surface in it, or inside, or outside.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <pliant/overlap.hpp>
#include <pliant/views.hpp>

#include "detect/depth_layers/cell_ranges.hpp"
#include "detect/depth_layers/fragment.hpp"
#include "detect/depth_layers/line_crossings.hpp"
#include "detect/depth_layers/volume_of_interest.hpp"
#include "parallel/parallel.hpp"

namespace pliant::depth_layers {

/// A box in which columns run along an axis; coordinates are turned so that it comes last.
struct TurnedBox {
    Axis axis = Axis::z;
    Vec3 lo, hi;
};

/// (x, y, z) with `axis` last.
inline Vec3 axis_last(const Vec3& v, Axis axis) {
    if (axis == Axis::x) return {v.y, v.z, v.x};
    if (axis == Axis::y) return {v.z, v.x, v.y};
    return v;
}

/// Of a box, along its longest side, so that columns are thin.
inline TurnedBox along_longest_side(const VolumeBox& box) {
    const Vec3 side = box.hi - box.lo;
    const Axis axis = side.x >= side.y && side.x >= side.z ? Axis::x : side.y >= side.z ? Axis::y : Axis::z;
    return {axis, axis_last(box.lo, axis), axis_last(box.hi, axis)};
}

/// Triangles of a surface: all, or of one that is closed those that reach into a box, and those below or above it.
enum class KeptTriangles : std::uint8_t { all, within_and_below, within_and_above };

/// What an image is made from, borrowed. Triangles are in the numbering of the vertices.
struct ImageSource {
    simd::Vertices vertices;
    std::span<const Triangle> triangles;
    std::size_t number_of_vertices = 0;
    bool sound = true;  // all coordinates are finite
    KeptTriangles kept = KeptTriangles::all;
};

/// first <= last < 64
inline std::uint64_t bits_between(std::uint32_t first, std::uint32_t last) {
    return (~std::uint64_t{0} >> (63 - (last - first))) << first;
}

/// Between two runs of cells with surface, the layers, the body is all inside or all outside: which of them, the line
/// through the middle of the column tells.
class CellImage {
public:
    /// Of what lies in a box that is not empty; surface below it counts as in the first slab, above it in the last.
    /// `source` stays as it is until the next image. Allocates nothing once warm.
    void make(const ImageSource& source, const TurnedBox& box, std::uint32_t resolution, InsideRule rule,
              parallel::Workers& workers);
    /// Whether the next image keeps the cells of its triangles: they will be asked for.
    void keep_cells(bool keep) { keep_cells_ = keep; }

    /// Columns along each side: no more than were asked for, and fewer where neighbouring coordinates are farther apart
    /// than columns would be.
    [[nodiscard]] std::uint32_t resolution() const { return columns_; }
    [[nodiscard]] std::uint32_t slabs() const { return 64 * words_; }
    [[nodiscard]] const TurnedBox& box() const { return box_; }
    /// Places to a column, as a power of two.
    [[nodiscard]] unsigned shift() const { return grid_.shift; }
    [[nodiscard]] std::uint64_t inconsistent_columns() const { return inconsistent_; }
    /// Least and greatest winding anywhere between layers.
    struct Windings {
        int least = 0, most = 0;
    };
    [[nodiscard]] Windings windings() const;
    /// Windings are counted from above, where nothing is left out, and not from below.
    [[nodiscard]] bool counts_from_above() const { return source_.kept == KeptTriangles::within_and_above; }
    /// Cells of all columns, in words of 64 slabs each.
    struct Cells {
        std::uint64_t surface = 0, inside = 0;  // a bit a slab; next to each other, as CellBits has them
    };
    [[nodiscard]] std::span<const Cells> cells() const { return cells_; }
    [[nodiscard]] std::uint32_t words() const { return words_; }
    [[nodiscard]] const CellGrid& grid() const { return grid_; }
    /// No cell with surface has a point farther from the surface: the diagonal of a cell, longer by as much as small
    /// triangles reach across the border of two columns.
    [[nodiscard]] double reach_of_layers() const;
    [[nodiscard]] Vec3 size_of_cell() const {
        const Vec3 side = box_.hi - box_.lo;
        return {side.x / columns_, side.y / columns_, side.z / slabs()};
    }

    struct CellNumber {
        std::uint32_t column, slab;
    };
    [[nodiscard]] CellNumber cell_of(const Vec3& turned) const {
        return {column_at(grid_.place(turned.x, 0), grid_.place(turned.y, 1)), grid_.place(turned.z, 2)};
    }
    /// 0 outside, 1 inside, 2 or more where there is surface or the column is inconsistent.
    [[nodiscard]] unsigned state(CellNumber c) const {
        const Cells& cells = cells_[std::size_t{c.column} * words_ + c.slab / 64];
        return static_cast<unsigned>((cells.surface >> c.slab % 64 & 1) * 2 + (cells.inside >> c.slab % 64 & 1));
    }
    /// To look points up in: there is surface too where the column is inconsistent.
    [[nodiscard]] CellBits bits() const {
        return {
            grid_, {box_.lo.x, box_.lo.y, box_.lo.z}, {box_.hi.x, box_.hi.y, box_.hi.z}, &cells_[0].surface, columns_,
            words_};
    }
    /// Of a point across the columns.
    [[nodiscard]] std::array<std::uint16_t, 2> place_of(const Vec3& turned) const {
        return {static_cast<std::uint16_t>(grid_.place(turned.x, 0)),
                static_cast<std::uint16_t>(grid_.place(turned.y, 1))};
    }
    [[nodiscard]] bool is_inconsistent(std::uint32_t column) const;

    /// The first slab of the layer that a cell belongs to, and the winding below.
    struct Below {
        std::uint32_t slab;
        int winding;
    };
    [[nodiscard]] Below below(CellNumber cell) const;

    /// Of a triangle, turned.
    [[nodiscard]] Corners corners(std::uint32_t triangle) const {
        const Triangle& t = source_.triangles[triangle];
        return {turned(t[0]), turned(t[1]), turned(t[2])};
    }

    /// Slabs that a triangle reaches into, column by column.
    class Depths {
    public:
        Depths(const CellGrid& grid, const Corners& turned);

        CellRange range;
        struct Slabs {
            std::uint32_t first, last;
        };
        [[nodiscard]] Slabs within(std::uint32_t ix, std::uint32_t iy) const;

        /// Lowest and highest place in a column, in slabs.
        struct Reach {
            double lo = std::numeric_limits<double>::infinity(), hi = -lo;
            void add(double z) { lo = std::min(lo, z), hi = std::max(hi, z); }
        };
        /// visit(ix, iy, slabs) for every column it reaches into; at least the slabs that `within` says.
        template <class Visit>
        void for_each_column(unsigned shift, std::vector<Reach>& row, const Visit& visit) const {
            const std::uint32_t x0 = range.first[0] >> shift, x1 = range.last[0] >> shift, y1 = range.last[1] >> shift;
            const bool follows = known_ && !by_plane_;
            for (std::uint32_t iy = range.first[1] >> shift; iy <= y1; ++iy) {
                if (by_plane_) {
                    follow_plane(iy, x0, x1, visit);
                    continue;
                }
                if (follows) row.assign(x1 - x0 + 1, {});
                if (follows) follow_row(iy, 2 * slack_, x0, x1, row.data());
                for (std::uint32_t ix = x0; ix <= x1; ++ix) {
                    const Slabs slabs = follows ? slabs_of(row[ix - x0], 2 * slack_) : within(ix, iy);
                    if (slabs.first <= slabs.last) visit(ix, iy, slabs);
                }
            }
        }

        /// Whether the line through the middle of a column may cross it: in columns, the line is within `margin` of it.
        [[nodiscard]] bool may_cross_middle(std::uint32_t ix, std::uint32_t iy, double margin) const {
            bool within = true;  // what is in all strips is in the triangle
            for (std::size_t k = 0; by_plane_ && k < 3; ++k) {
                const Strip& strip = strips_[k];
                const double at = strip.x * (ix + 0.5) + strip.y * (iy + 0.5), around = (margin + slack_) * strip.width;
                within &= at + around >= strip.lo && at - around <= strip.hi;
            }
            return within;
        }

        /// How far from the triangle slabs that it is said to reach into may be, squared; 0: no farther than a cell.
        [[nodiscard]] double square_of_reach(const Vec3& cell) const;

    private:
        /// Between an edge and the opposite corner, across the columns: x * x' + y * y' from lo to hi. A column is this
        /// wide across it.
        struct Strip {
            double x, y, lo, hi, width;
        };
        void find_plane(double size);
        /// A row of columns, step by step, with twice the margin of `slabs_by_plane`.
        template <class Visit>
        void follow_plane(std::uint32_t iy, std::uint32_t x0, std::uint32_t x1, const Visit& visit) const {
            const double x = x0 + 0.5, y = iy + 0.5;
            const double steep = std::abs(slope_x_) + std::abs(slope_y_);
            const double reach = steep / 2 + 2048 * slack_ * (1 + steep);
            const double lowest = range.first[2], highest = range.last[2];
            double z = corners_[0].z + slope_x_ * (x - corners_[0].x) + slope_y_ * (y - corners_[0].y);
            std::array<double, 3> at, lo, hi;
            for (std::size_t k = 0; k < 3; ++k) {
                const Strip& strip = strips_[k];
                at[k] = strip.x * x + strip.y * y;
                lo[k] = strip.lo - (0.5 + 2 * slack_) * strip.width;
                hi[k] = strip.hi + (0.5 + 2 * slack_) * strip.width;
            }
            for (std::uint32_t ix = x0; ix <= x1; ++ix) {
                const bool beside =
                    at[0] < lo[0] || at[0] > hi[0] || at[1] < lo[1] || at[1] > hi[1] || at[2] < lo[2] || at[2] > hi[2];
                if (!beside) {
                    visit(ix, iy,
                          Slabs{static_cast<std::uint32_t>(std::clamp(z - reach, lowest, highest)),
                                static_cast<std::uint32_t>(std::clamp(z + reach, lowest, highest))});
                }
                for (std::size_t k = 0; k < 3; ++k) at[k] += strips_[k].x;
                z += slope_x_;
            }
        }
        [[nodiscard]] Slabs slabs_by_plane(std::uint32_t ix, std::uint32_t iy) const;
        void follow(Vec3 p, Vec3 q, double margin, std::uint32_t first, std::uint32_t last, Reach* columns) const;
        void follow_row(std::uint32_t iy, double margin, std::uint32_t first, std::uint32_t last, Reach* columns) const;
        [[nodiscard]] Slabs slabs_of(const Reach& column, double margin) const;

        Corners corners_;     // in cells
        bool known_ = false;  // otherwise they are beyond the range of double there
        double slack_ = 0;
        std::array<double, 2> width_{};  // in columns
        // Of triangles that reach into few columns.
        bool by_plane_ = false;
        double slope_x_ = 0, slope_y_ = 0;
        std::array<Strip, 3> strips_;
    };

    /// Calls small(triangle, range) or large(triangle, depths) for those of a part; of small ones all columns of the
    /// range are taken by all its slabs. Parts are numbered up to `parts()`, and may be asked at the same time.
    [[nodiscard]] std::size_t parts() const { return parts_.size(); }
    template <class Small, class Large>
    void for_each_triangle(std::size_t number, const Small& small, const Large& large) {
        Part& part = parts_[number];
        for (std::size_t begin = part.begin; begin < part.end; begin += triangles_at_once) {
            const std::size_t end = std::min(part.end, begin + triangles_at_once);
            if (!kept_cells_) find_cells(begin, end, part);
            for_each_of(begin, end, part, small, large);
        }
    }

    /// Of small triangles that are kept: the ways one of a part faces, as in faces_of_triangles.
    [[nodiscard]] unsigned faces(std::size_t part, std::uint32_t triangle) const {
        return parts_[part].faces[triangle - parts_[part].begin];
    }

    /// Words of four columns with cells of a small triangle, be they the same.
    struct FourWords {
        std::array<std::uint32_t, 4> at;
        std::uint64_t bits;
    };
    /// visit(words), most of the time once.
    template <class Visit>
    void for_each_four_words(const CellRange& range, const Visit& visit) const {
        const std::uint32_t x0 = words_ * (range.first[0] >> grid_.shift), x1 = words_ * (range.last[0] >> grid_.shift);
        const std::uint32_t y0 = words_ * columns_ * (range.first[1] >> grid_.shift),
                            y1 = words_ * columns_ * (range.last[1] >> grid_.shift);
        const std::uint32_t first = range.first[2], last = range.last[2];
        std::uint32_t word = first / 64, from = first % 64;
        for (; word < last / 64; ++word, from = 0) {
            const std::uint64_t bits = ~std::uint64_t{0} << from;
            visit(FourWords{{y0 + x0 + word, y0 + x1 + word, y1 + x0 + word, y1 + x1 + word}, bits});
        }
        const std::uint64_t bits = bits_between(from, last % 64);
        visit(FourWords{{y0 + x0 + word, y0 + x1 + word, y1 + x0 + word, y1 + x1 + word}, bits});
    }
    /// visit(number, bits): words with cells of a small triangle. Without branches.
    template <class Visit>
    void for_each_word(const CellRange& range, const Visit& visit) const {
        for_each_four_words(range, [&](const FourWords& words) {
            visit(words.at[0], words.bits), visit(words.at[1], words.bits);
            visit(words.at[2], words.bits), visit(words.at[3], words.bits);
        });
    }
    /// The same of a large one; `row` is memory.
    template <class Visit>
    void for_each_word(const Depths& depths, std::vector<Depths::Reach>& row, const Visit& visit) const {
        const auto column = [&](std::uint32_t ix, std::uint32_t iy, const Depths::Slabs& slabs) {
            const std::size_t at = (std::size_t{iy} * columns_ + ix) * words_;
            for (std::uint32_t word = slabs.first / 64; word <= slabs.last / 64; ++word) {
                visit(at + word,
                      bits_between(std::max(slabs.first, 64 * word) % 64, std::min(slabs.last, 64 * word + 63) % 64));
            }
        };
        depths.for_each_column(grid_.shift, row, column);
    }

private:
    /// The line through the middle of a column crosses the surface.
    struct Mark {
        std::uint32_t column;
        std::uint16_t slab;
        std::int16_t turn;
    };
    static constexpr std::size_t triangles_at_once = 2048;
    /// Triangles that one thread looks at, and what it finds.
    struct Part {
        std::size_t begin = 0, end = 0;
        std::vector<std::uint64_t> surface;
        std::vector<Mark> marks;
        // Of `triangles_at_once`, or of all of them where they are kept.
        std::vector<CellRange> ranges;
        std::vector<std::uint16_t> faces;
        std::vector<std::uint32_t> large, large_end;  // room, and up to where there are some after each round
        std::vector<std::uint32_t> crossed;           // room
        std::size_t number_crossed = 0;               // in the last round
        std::vector<LineCrossing> crossings;
        std::vector<Depths::Reach> row;
        double square_of_reach = 0;             // of the large ones
        std::array<std::uint32_t, 2> widest{};  // places, of the small ones that reach across a border of columns
    };

    /// Triangles [begin, end), whose cells have been found.
    template <class Small, class Large>
    void for_each_of(std::size_t begin, std::size_t end, const Part& part, const Small& small,
                     const Large& large) const {
        const std::size_t round = kept_cells_ ? (begin - part.begin) / triangles_at_once : 0;
        const std::size_t at = kept_cells_ ? begin - part.begin : 0;
        const std::uint32_t* next = part.large.data() + (round > 0 ? part.large_end[round - 1] : 0);
        const std::uint32_t* const last = part.large.data() + part.large_end[round];
        auto i = static_cast<std::uint32_t>(begin);
        while (i < end) {
            const std::uint32_t stop = next < last ? *next : static_cast<std::uint32_t>(end);
            for (; i < stop; ++i) small(i, part.ranges[at + i - begin]);
            if (next == last) return;
            const Corners t = corners(*next++);
            if (finite(t[0]) && finite(t[1]) && finite(t[2])) large(i, Depths(grid_, t));
            ++i;
        }
    }

    [[nodiscard]] std::uint32_t column_at(std::uint32_t place_x, std::uint32_t place_y) const {
        return (place_y >> grid_.shift) * columns_ + (place_x >> grid_.shift);
    }

    [[nodiscard]] Vec3 turned(std::uint32_t vertex) const {
        const auto at = [&](const auto& v) { return axis_last({v.x, v.y, v.z}, box_.axis); };
        return source_.vertices.doubles != nullptr ? at(source_.vertices.doubles[vertex])
                                                   : at(source_.vertices.floats[vertex]);
    }
    bool try_place(std::uint32_t resolution);
    void place_vertices(parallel::Workers& workers);
    void find_cells(std::size_t begin, std::size_t end, Part& part) const;
    void fill(Part& part) const;
    void fill_small(const CellRange& range, std::uint64_t* surface, std::array<std::uint32_t, 2>& widest) const;
    void fill_large(const Depths& depths, Part& part) const;
    void prepare(Part& part) const;
    void cross_lines(Part& part) const;
    void cross_lines_one_by_one(std::uint32_t triangle, const Depths& depths, bool large, Part& part) const;
    void sort_marks();
    Windings finish_columns(std::uint32_t begin, std::uint32_t end, InsideRule rule);
    [[nodiscard]] int winding_at_bottom(std::uint32_t column) const;
    /// Slabs between two of a column.
    struct Gap {
        std::uint32_t column, from, to;
        int winding;
    };
    void fill_gap(const Gap& gap, InsideRule rule, Windings& windings);
    [[nodiscard]] std::uint64_t empty_cells(std::uint32_t column, std::uint32_t word, std::uint32_t from,
                                            std::uint32_t to) const;
    [[nodiscard]] std::span<const Mark> marks_of(std::uint32_t column) const {
        return {marks_.data() + first_mark_[column], first_mark_[column + 1] - first_mark_[column]};
    }

    ImageSource source_;
    bool keep_cells_ = false, kept_cells_ = false;
    TurnedBox box_;
    CellGrid grid_;
    LineGrid line_grid_;
    LinePlaces places_;
    std::array<std::vector<double>, 2> lines_;
    std::uint32_t columns_ = 0, words_ = 1;
    std::vector<VertexPlace> vertex_places_;  // where all coordinates are finite
    std::vector<Part> parts_;
    std::vector<Cells> cells_;
    std::vector<Mark> marks_;  // by column, then by slab
    std::vector<std::uint32_t> first_mark_;
    std::vector<Windings> windings_;  // by chunk of columns
    std::uint64_t inconsistent_ = 0;
};

}  // namespace pliant::depth_layers
