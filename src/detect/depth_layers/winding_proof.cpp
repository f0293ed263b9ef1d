#include "detect/depth_layers/winding_proof.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "numeric/orientation.hpp"

namespace pliant::depth_layers {

namespace {

unsigned ways(unsigned faces, std::size_t axis) { return faces >> (2 * axis) & 3; }

/// Both ends are known, or one and nothing faces along the run at all.
bool proves(unsigned ways, bool low_known, bool high_known) {
    if (ways == 0) return low_known || high_known;
    return ways != 3 && low_known && high_known;
}

/// Bit 2k where a triangle faces up along axis k, bit 2k + 1 where it faces down.
unsigned faces_of(const Corners& t) {
    const Vec3 u = t[1] - t[0], v = t[2] - t[0];
    const std::array<double, 3> left{u.y * v.z, u.z * v.x, u.x * v.y}, right{u.z * v.y, u.x * v.z, u.y * v.x};
    unsigned faces = 0, certain = 1;
    for (std::size_t k = 0; k < 3; ++k) {
        const double normal = left[k] - right[k];
        const double rounding = 0x1p-49 * (std::abs(left[k]) + std::abs(right[k])) + 1e-290;
        faces |= (static_cast<unsigned>(normal > 0) | static_cast<unsigned>(normal < 0) << 1) << (2 * k);
        certain &= static_cast<unsigned>(std::abs(normal) > rounding) & static_cast<unsigned>(rounding < 1e270);
    }
    if (certain != 0) return faces;
    faces = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const int sign = orient2d(t[0], t[1], t[2], static_cast<Along>(k));
        faces |= (sign > 0 ? 1u : sign < 0 ? 2u : 0u) << (2 * k);
    }
    return faces;
}

}  // namespace

std::array<std::uint32_t, 3> WindingProof::place(CellIndex cell) const {
    const std::uint32_t column = cell / slabs_;
    return {column % columns_, column / columns_, cell % slabs_};
}

CellRange WindingProof::cells_of(const CellRange& range) const {
    CellRange cells = range;
    const unsigned shift = surface_.image->shift();
    for (std::size_t k = 0; k < 2; ++k) {
        cells.first[k] = static_cast<std::uint16_t>(cells.first[k] >> shift);
        cells.last[k] = static_cast<std::uint16_t>(cells.last[k] >> shift);
    }
    return cells;
}

CellRange WindingProof::cells_of(std::uint32_t triangle) const {
    const Corners t = surface_.image->corners(triangle);
    const CellGrid& grid = surface_.image->grid();
    CellRange range{};
    for (std::size_t k = 0; k < 3; ++k) {
        range.first[k] = static_cast<std::uint16_t>(grid.place(least(t[0][k], t[1][k], t[2][k]), k));
        range.last[k] = static_cast<std::uint16_t>(grid.place(greatest(t[0][k], t[1][k], t[2][k]), k));
    }
    return cells_of(range);
}

void WindingProof::start(const Surface& surface) {
    surface_ = surface;
    const CellImage& image = *surface_.image;
    columns_ = image.resolution();
    slabs_ = image.slabs();
    facing_ = image.windings().least + image.windings().most;
    const Vec3 lo = axis_last(surface.whole.lo, image.box().axis), hi = axis_last(surface.whole.hi, image.box().axis);
    for (std::size_t k = 0; k < 3; ++k) {
        ends_low_[k] = lo[k] >= image.box().lo[k];
        ends_high_[k] = hi[k] <= image.box().hi[k];
    }
    // What is beyond the box there is part of the image.
    (image.counts_from_above() ? ends_high_ : ends_low_)[2] = true;
    beyond_.assign(std::size_t{columns_} * columns_, 0);
}

/// Cells with surface where the other body may be, and all cells with surface in runs with one of these.
bool WindingProof::find_needed(const CellImage* other) {
    const std::span<const CellImage::Cells> cells = surface_.image->cells();
    needed_.resize(cells.size());
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::uint64_t there =
            other != nullptr ? other->cells()[i].surface | other->cells()[i].inside : ~std::uint64_t{0};
        needed_[i] = cells[i].surface & there;
        any |= needed_[i];
    }
    wished_ = needed_;
    if (other != nullptr && any != 0) extend_runs(needed_, wished_);
    in_runs_ = wished_;
    if (other != nullptr && any != 0) extend_runs(wished_, in_runs_);
    return any != 0;
}

/// All cells with surface in runs, along any axis, with one of `from`.
void WindingProof::extend_runs(const std::vector<std::uint64_t>& from, std::vector<std::uint64_t>& to) const {
    extend_along_columns(from, to);
    const std::uint32_t words = slabs_ / 64;
    for (std::uint32_t i = 0; i < columns_; ++i) {
        for (std::uint32_t w = 0; w < words; ++w) {
            extend_across(from, words, i * columns_ * words + w, to);
            extend_across(from, columns_ * words, i * words + w, to);
        }
    }
}

void WindingProof::extend_along_columns(const std::vector<std::uint64_t>& from, std::vector<std::uint64_t>& to) const {
    const std::span<const CellImage::Cells> cells = surface_.image->cells();
    const std::uint32_t words = slabs_ / 64;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {  // up: a sum carries through all ones above a one
        if (i % words == 0) carry = 0;
        const std::uint64_t surface = cells[i].surface, start = (from[i] | carry) & surface;
        to[i] |= start | (((surface + start) ^ surface) & surface);
        carry = to[i] >> 63;
    }
    for (std::size_t i = cells.size(); i-- > 0;) {  // down
        if ((i + 1) % words == 0) carry = 0;
        std::uint64_t reached = to[i] | (carry << 63 & cells[i].surface);
        for (std::uint64_t more = ~std::uint64_t{0}; more != 0; reached |= more) {
            more = reached >> 1 & cells[i].surface & ~reached;
        }
        to[i] = reached;
        carry = reached & 1;
    }
}

/// Words that lie behind each other across the columns.
void WindingProof::extend_across(const std::vector<std::uint64_t>& from, std::uint32_t stride, std::uint32_t first,
                                 std::vector<std::uint64_t>& to) const {
    const std::span<const CellImage::Cells> cells = surface_.image->cells();
    std::uint64_t before = 0;
    for (std::uint32_t i = 0, at = first; i < columns_; ++i, at += stride) {
        before = (before | from[at]) & cells[at].surface;
        to[at] |= before;
    }
    before = 0;
    for (std::uint32_t i = columns_, at = first + columns_ * stride; i-- > 0;) {
        at -= stride;
        before = (before | from[at]) & cells[at].surface;
        to[at] |= before;
    }
}

/// A byte for each cell.
void WindingProof::set_unproven() {
    const std::span<const CellImage::Cells> cells = surface_.image->cells();
    cells_.resize(std::size_t{columns_} * columns_ * slabs_);
    unproven_.clear();
    for (std::size_t i = 0; i < cells.size(); ++i) {
        for (unsigned eight = 0; eight < 8; ++eight) {
            const auto bytes = [&](std::uint64_t word) {  // of eight bits
                const std::uint64_t spread = (word >> 8 * eight & 0xff) * 0x0101010101010101u & 0x8040201008040201u;
                return (spread + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
            };
            const std::uint64_t both = bytes(cells[i].surface) * unproven_bit | bytes(wished_[i]) * wished_bit;
            std::memcpy(cells_.data() + 64 * i + 8 * eight, &both, 8);
        }
        for (std::uint64_t left = wished_[i]; left != 0; left &= left - 1) {
            unproven_.push_back(static_cast<CellIndex>(64 * i + static_cast<unsigned>(std::countr_zero(left))));
        }
    }
}

bool WindingProof::wholly_beyond(const Corners& t) const {
    const CellImage& image = *surface_.image;
    if (image.counts_from_above()) return least(t[0].z, t[1].z, t[2].z) > image.box().hi.z;
    return greatest(t[0].z, t[1].z, t[2].z) < image.box().lo.z;
}

void WindingProof::mark_beyond(const CellRange& range, unsigned faces) {
    const CellRange cells = cells_of(range);
    for (std::uint32_t iy = cells.first[1]; iy <= cells.last[1]; ++iy) {
        for (std::uint32_t ix = cells.first[0]; ix <= cells.last[0]; ++ix) {
            beyond_[iy * columns_ + ix] |= static_cast<std::uint8_t>(faces);
        }
    }
}

/// At most two columns each way. Without branches: all four, be they the same, and eight slabs at once.
void WindingProof::mark_small(const CellRange& range, unsigned faces) {
    const unsigned shift = surface_.image->shift();
    std::uint8_t* const cells = cells_.data();
    const std::uint32_t y0 = columns_ * (range.first[1] >> shift), x0 = range.first[0] >> shift;
    const std::uint32_t y1 = columns_ * (range.last[1] >> shift), x1 = range.last[0] >> shift;
    const std::array<std::uint32_t, 4> at{slabs_ * (y0 + x0), slabs_ * (y0 + x1), slabs_ * (y1 + x0),
                                          slabs_ * (y1 + x1)};
    const std::uint64_t eight = 0x0101010101010101u * faces;
    for (std::uint32_t word = range.first[2] / 8u; word <= range.last[2] / 8u; ++word) {
        const std::uint32_t from = std::max<std::uint32_t>(range.first[2], 8 * word) % 8;
        const std::uint32_t to = std::min<std::uint32_t>(range.last[2], 8 * word + 7) % 8;
        const std::uint64_t some = eight >> (8 * (7 - to + from)) << (8 * from);
        std::array<std::uint64_t, 4> marked;
        for (std::size_t k = 0; k < 4; ++k) std::memcpy(&marked[k], cells + at[k] + 8 * word, 8);
        for (std::size_t k = 0; k < 4; ++k) {
            marked[k] |= some;
            std::memcpy(cells + at[k] + 8 * word, &marked[k], 8);
        }
    }
}

void WindingProof::mark_large(std::uint32_t triangle, const CellImage::Depths& depths) {
    const Corners t = surface_.image->corners(triangle);
    const unsigned faces = faces_of(t);
    if (wholly_beyond(t)) return mark_beyond(depths.range, faces);
    const auto mark = [&](std::uint32_t ix, std::uint32_t iy, const CellImage::Depths::Slabs& slabs) {
        std::uint8_t* column = cells_.data() + index(ix, iy, 0);
        for (std::uint32_t iz = slabs.first; iz <= slabs.last; ++iz) column[iz] |= static_cast<std::uint8_t>(faces);
    };
    depths.for_each_column(surface_.image->shift(), row_, mark);
}

unsigned WindingProof::faces_in_image(std::size_t part, std::uint32_t triangle) const {
    const unsigned faces = surface_.image->faces(part, triangle);
    return faces != unknown_faces ? faces : faces_of(surface_.image->corners(triangle));
}

/// The ways triangles face, in all their cells.
void WindingProof::mark_triangles() {
    CellImage& image = *surface_.image;
    const std::uint64_t* const in_runs = in_runs_.data();
    for (std::size_t part = 0; part < image.parts(); ++part) {
        const auto small = [&](std::uint32_t i, const CellRange& range) {
            std::uint64_t found = 0;
            image.for_each_word(range, [&](std::size_t word, std::uint64_t bits) { found |= in_runs[word] & bits; });
            if (found == 0) return;
            looked_at_.push_back({i, range, false});
            const bool at_end = range.last[2] == 0 || range.first[2] == slabs_ - 1;
            if (at_end && wholly_beyond(image.corners(i))) return mark_beyond(range, faces_in_image(part, i));
            mark_small(range, faces_in_image(part, i));
        };
        image.for_each_triangle(part, small, [&](std::uint32_t i, const CellImage::Depths& depths) {
            looked_at_.push_back({i, depths.range, true});
            mark_large(i, depths);
        });
    }
}

/// All cells from `first` to `last` along an axis, beyond which cells are known or the box ends.
bool WindingProof::run_is_proven(CellIndex first, CellIndex last, std::size_t axis) const {
    const std::array<std::uint32_t, 3> strides{slabs_, slabs_ * columns_, 1};
    const std::uint32_t number = axis == 2 ? slabs_ : columns_;
    const bool at_low = place(first)[axis] == 0, at_high = place(last)[axis] + 1 == number;
    const bool low_known = !at_low || ends_low_[axis], high_known = !at_high || ends_high_[axis];
    unsigned faces = 0;
    for (CellIndex cell = first; cell <= last; cell += strides[axis]) faces |= cells_[cell];
    unsigned along = ways(faces, axis);
    // Surface beyond the box lies between the run and its end there, unless that end does not matter.
    const bool from_above = surface_.image->counts_from_above();
    const bool at_counted_end = axis == 2 && (from_above ? at_high : at_low);
    if (at_counted_end && (along != 0 || !(from_above ? low_known : high_known))) {
        along |= ways(beyond_[first / slabs_], 2);
    }
    return proves(along, low_known, high_known);
}

/// Runs of cells along an axis, from one that is known to the next. Whether any was proven.
bool WindingProof::prove_runs(std::size_t axis) {
    const std::array<std::uint32_t, 3> strides{slabs_, slabs_ * columns_, 1};
    const std::uint32_t stride = strides[axis], number = axis == 2 ? slabs_ : columns_;
    constexpr std::uint8_t both = unproven_bit | wished_bit;
    for (const CellIndex cell : unproven_) {
        const std::uint32_t at = place(cell)[axis];
        if ((cells_[cell] & unproven_bit) == 0) continue;
        if (at > 0 && (cells_[cell - stride] & both) == both) continue;  // its run has been looked at
        CellIndex first = cell, last = cell;
        for (std::uint32_t i = at; i > 0 && (cells_[first - stride] & unproven_bit) != 0; --i) first -= stride;
        for (std::uint32_t i = at; i + 1 < number && (cells_[last + stride] & unproven_bit) != 0; ++i) last += stride;
        if (!run_is_proven(first, last, axis)) continue;
        for (CellIndex in = first; in <= last; in += stride) cells_[in] &= static_cast<std::uint8_t>(~both);
    }
    const std::size_t before = unproven_.size();
    std::erase_if(unproven_, [&](CellIndex cell) { return (cells_[cell] & unproven_bit) == 0; });
    return unproven_.size() < before;
}

bool WindingProof::find(const Surface& surface, const CellImage* other) {
    start(surface);
    looked_at_.clear();
    if (!find_needed(other)) return true;
    set_unproven();
    mark_triangles();
    for (bool more = true; more && !unproven_.empty();) {
        more = false;
        for (const std::size_t axis : {2u, 0u, 1u}) more |= prove_runs(axis);
    }
    std::erase_if(unproven_, [&](CellIndex cell) { return (needed_[cell / 64] >> cell % 64 & 1) == 0; });
    return unproven_.empty() || settle_triangles();
}

}  // namespace pliant::depth_layers
