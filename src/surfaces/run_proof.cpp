#include "surfaces/run_proof.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "numeric/orientation.hpp"

namespace pliant::surfaces {

namespace {

unsigned directions_along(unsigned faces, std::size_t axis) { return faces >> (2 * axis) & 3; }

/// Monotonic between two known ends, or constant from one known end where no triangle faces along the run at all.
bool proves(unsigned directions, bool low_known, bool high_known) {
    if (directions == 0) return low_known || high_known;
    return directions != 3 && low_known && high_known;
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

/// Expands eight bits to eight bytes of 0 or 1.
std::uint64_t bytes_of(std::uint64_t eight_bits) {
    const std::uint64_t spread = eight_bits * 0x0101010101010101u & 0x8040201008040201u;
    return (spread + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
}

}  // namespace

bool SurfaceInCells::wholly_beyond(const Corners& t) const {
    if (image->surface().counts_from_above()) return least(t[0].z, t[1].z, t[2].z) > image->box().hi[2];
    return greatest(t[0].z, t[1].z, t[2].z) < image->box().lo[2];
}

void RunProof::start(const SurfaceInCells& surface, const NeededCells& needed) {
    surface_ = surface;
    const CellImage& image = *surface_.image;
    layout_ = &image.layout();
    const TurnedBox whole = turned(surface.whole, image.box().axis);
    for (std::size_t k = 0; k < 3; ++k) {
        ends_low_[k] = whole.lo[k] >= image.box().lo[k];
        ends_high_[k] = whole.hi[k] <= image.box().hi[k];
    }
    // The surface beyond the box there is part of the image.
    (image.surface().counts_from_above() ? ends_high_ : ends_low_)[2] = true;
    beyond_.assign(std::size_t{layout_->columns} * layout_->columns, 0);
    visited_.clear();
    set_unproven(needed.wished());
    mark_triangles(needed.in_runs());
}

/// Sets the flags of each cell.
void RunProof::set_unproven(std::span<const std::uint64_t> wished) {
    const std::span<const CellImage::Cells> cells = surface_.image->cells();
    cells_.resize(64 * cells.size());
    unproven_.clear();
    for (std::size_t i = 0; i < cells.size(); ++i) {
        for (unsigned eight = 0; eight < 8; ++eight) {
            const std::uint64_t both = bytes_of(cells[i].surface >> 8 * eight & 0xff) * unproven_bit |
                                       bytes_of(wished[i] >> 8 * eight & 0xff) * wished_bit;
            std::memcpy(cells_.data() + 64 * i + 8 * eight, &both, 8);
        }
        for (std::uint64_t left = wished[i]; left != 0; left &= left - 1) {
            unproven_.push_back(static_cast<CellIndex>(64 * i + static_cast<unsigned>(std::countr_zero(left))));
        }
    }
}

void RunProof::mark_beyond(const CellRange& range, unsigned faces) {
    const CellRange cells = layout_->cells_of(range);
    for (std::uint32_t iy = cells.first[1]; iy <= cells.last[1]; ++iy) {
        for (std::uint32_t ix = cells.first[0]; ix <= cells.last[0]; ++ix) {
            beyond_[iy * layout_->columns + ix] |= static_cast<std::uint8_t>(faces);
        }
    }
}

/// At most two columns each way. Branchless: all four, though some may alias, and eight slabs at once.
void RunProof::mark_small(const CellRange& range, unsigned faces) {
    const unsigned shift = layout_->grid.shift;
    const std::uint32_t columns = layout_->columns, slabs = layout_->slabs();
    std::uint8_t* const cells = cells_.data();
    const std::uint32_t y0 = columns * (range.first[1] >> shift), x0 = range.first[0] >> shift;
    const std::uint32_t y1 = columns * (range.last[1] >> shift), x1 = range.last[0] >> shift;
    const std::array<std::uint32_t, 4> at{slabs * (y0 + x0), slabs * (y0 + x1), slabs * (y1 + x0), slabs * (y1 + x1)};
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

void RunProof::mark_large(std::uint32_t triangle, const CellDepths& depths) {
    const Corners t = surface_.image->corners(triangle);
    const unsigned faces = faces_of(t);
    if (surface_.wholly_beyond(t)) return mark_beyond(depths.range, faces);
    const auto mark = [&](std::uint32_t ix, std::uint32_t iy, const CellDepths::Slabs& slabs) {
        std::uint8_t* column = cells_.data() + layout_->index(ix, iy, 0);
        for (std::uint32_t iz = slabs.first; iz <= slabs.last; ++iz) column[iz] |= static_cast<std::uint8_t>(faces);
    };
    depths.for_each_column(layout_->grid.shift, row_, mark);
}

unsigned RunProof::faces_in_image(std::size_t part, std::uint32_t triangle) const {
    const unsigned faces = surface_.image->triangles().faces(part, triangle);
    return faces != unknown_faces ? faces : faces_of(surface_.image->corners(triangle));
}

void RunProof::mark_triangles(std::span<const std::uint64_t> in_runs_of) {
    CellImage& image = *surface_.image;
    const std::uint64_t* const in_runs = in_runs_of.data();
    const std::uint32_t slabs = layout_->slabs();
    for (std::size_t part = 0; part < image.triangles().parts(); ++part) {
        const auto small = [&](std::uint32_t i, const CellRange& range) {
            std::uint64_t found = 0;
            layout_->for_each_word(range, [&](std::size_t word, std::uint64_t bits) { found |= in_runs[word] & bits; });
            if (found == 0) return;
            visited_.push_back({i, range, false});
            const bool at_end = range.last[2] == 0 || range.first[2] == slabs - 1;
            if (at_end && surface_.wholly_beyond(image.corners(i))) return mark_beyond(range, faces_in_image(part, i));
            mark_small(range, faces_in_image(part, i));
        };
        image.triangles().for_each(part, small, [&](std::uint32_t i, const CellDepths& depths) {
            visited_.push_back({i, depths.range, true});
            mark_large(i, depths);
        });
    }
}

/// Whether the cells from `first` to `last` along an axis are proven; beyond them cells are known or the box ends.
bool RunProof::run_is_proven(CellIndex first, CellIndex last, std::size_t axis) const {
    const bool at_low = layout_->place(first)[axis] == 0, at_high = layout_->place(last)[axis] + 1 == cells_along(axis);
    const bool low_known = !at_low || ends_low_[axis], high_known = !at_high || ends_high_[axis];
    const std::uint32_t step = stride(axis);
    unsigned faces = 0;
    for (CellIndex cell = first; cell <= last; cell += step) faces |= cells_[cell];
    unsigned along = directions_along(faces, axis);
    // An end at the box is known only if no surface lies beyond the box there.
    const bool from_above = surface_.image->surface().counts_from_above();
    const bool at_counted_end = axis == 2 && (from_above ? at_high : at_low);
    if (at_counted_end && (along != 0 || !(from_above ? low_known : high_known))) {
        along |= directions_along(beyond_[first / layout_->slabs()], 2);
    }
    return proves(along, low_known, high_known);
}

/// Tries the runs along an axis, from one known cell to the next. Returns whether any was proven.
bool RunProof::prove_along(std::size_t axis) {
    const std::uint32_t step = stride(axis), number = cells_along(axis);
    constexpr std::uint8_t both = unproven_bit | wished_bit;
    for (const CellIndex cell : unproven_) {
        const std::uint32_t at = layout_->place(cell)[axis];
        if ((cells_[cell] & unproven_bit) == 0) continue;
        if (at > 0 && (cells_[cell - step] & both) == both) continue;  // not the first cell of its run
        CellIndex first = cell, last = cell;
        for (std::uint32_t i = at; i > 0 && (cells_[first - step] & unproven_bit) != 0; --i) first -= step;
        for (std::uint32_t i = at; i + 1 < number && (cells_[last + step] & unproven_bit) != 0; ++i) last += step;
        if (!run_is_proven(first, last, axis)) continue;
        for (CellIndex in = first; in <= last; in += step) cells_[in] &= static_cast<std::uint8_t>(~both);
    }
    const std::size_t before = unproven_.size();
    std::erase_if(unproven_, [&](CellIndex cell) { return is_known(cell); });
    return unproven_.size() < before;
}

void RunProof::prove() {
    for (bool more = true; more && !unproven_.empty();) {
        more = false;
        for (const std::size_t axis : {2u, 0u, 1u}) more |= prove_along(axis);
    }
}

}  // namespace pliant::surfaces
