#include "depth_layers/winding_proof.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "numeric/orientation.hpp"

namespace pliant::depth_layers {

namespace {

constexpr std::uint64_t unproven_bits = 0x4040404040404040u;

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

simd::CellRange WindingProof::cells_of(const simd::CellRange& range) const {
    simd::CellRange cells = range;
    const unsigned shift = surface_.image->shift();
    for (std::size_t k = 0; k < 2; ++k) {
        cells.first[k] = static_cast<std::uint16_t>(cells.first[k] >> shift);
        cells.last[k] = static_cast<std::uint16_t>(cells.last[k] >> shift);
    }
    return cells;
}

simd::CellRange WindingProof::cells_of(std::uint32_t triangle) const {
    const Corners t = surface_.image->corners(triangle);
    const simd::CellGrid& grid = surface_.image->grid();
    simd::CellRange range;
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
    const Vec3 lo = axis_last(surface.whole.lo, image.box().axis), hi = axis_last(surface.whole.hi, image.box().axis);
    for (std::size_t k = 0; k < 3; ++k) {
        ends_low_[k] = lo[k] >= image.box().lo[k];
        ends_high_[k] = hi[k] <= image.box().hi[k];
    }
    ends_low_[2] = true;  // what is below the box is part of the image
    cells_.assign(std::size_t{columns_} * columns_ * slabs_, 0);
    below_.assign(std::size_t{columns_} * columns_, 0);
}

bool WindingProof::wholly_below(const Corners& t) const {
    return greatest(t[0].z, t[1].z, t[2].z) < surface_.image->box().lo.z;
}

void WindingProof::mark_below(const simd::CellRange& range, unsigned faces) {
    const simd::CellRange cells = cells_of(range);
    for (std::uint32_t iy = cells.first[1]; iy <= cells.last[1]; ++iy) {
        for (std::uint32_t ix = cells.first[0]; ix <= cells.last[0]; ++ix) {
            below_[iy * columns_ + ix] |= static_cast<std::uint8_t>(faces);
            cells_[index(ix, iy, 0)] |= unproven_bit;
        }
    }
}

void WindingProof::mark_large(std::uint32_t triangle, const CellImage::Depths& depths) {
    const Corners t = surface_.image->corners(triangle);
    const unsigned faces = faces_of(t);
    if (wholly_below(t)) return mark_below(depths.range, faces);
    const simd::CellRange cells = cells_of(depths.range);
    for (std::uint32_t iy = cells.first[1]; iy <= cells.last[1]; ++iy) {
        for (std::uint32_t ix = cells.first[0]; ix <= cells.last[0]; ++ix) {
            const auto [first, last] = depths.within(ix, iy);
            std::uint8_t* column = cells_.data() + index(ix, iy, 0);
            for (std::uint32_t iz = first; iz <= last; ++iz)
                column[iz] |= static_cast<std::uint8_t>(faces | unproven_bit);
        }
    }
}

void WindingProof::mark_triangles() {
    CellImage& image = *surface_.image;
    std::uint8_t* const cells = cells_.data();
    const std::uint32_t columns = columns_, slabs = slabs_;
    const unsigned shift = image.shift();
    // At most two columns each way. Without branches: all four, be they the same, and eight slabs at once.
    const auto mark_small = [&, cells, columns, slabs, shift](std::uint32_t i, const simd::CellRange& range) {
        const Corners t = image.corners(i);
        const unsigned faces = faces_of(t);
        if (range.last[2] == 0 && wholly_below(t)) return mark_below(range, faces);
        const std::uint32_t y0 = columns * (range.first[1] >> shift), x0 = range.first[0] >> shift;
        const std::uint32_t y1 = columns * (range.last[1] >> shift), x1 = range.last[0] >> shift;
        const std::uint64_t eight = 0x0101010101010101u * (faces | unproven_bit);
        for (std::uint32_t word = range.first[2] / 8u; word <= range.last[2] / 8u; ++word) {
            const std::uint32_t from = std::max<std::uint32_t>(range.first[2], 8 * word) % 8;
            const std::uint32_t to = std::min<std::uint32_t>(range.last[2], 8 * word + 7) % 8;
            const std::uint64_t some = eight >> (8 * (7 - to + from)) << (8 * from);
            std::array<std::uint8_t*, 4> at;
            std::array<std::uint64_t, 4> marked;
            const std::array<std::uint32_t, 4> column{y0 + x0, y0 + x1, y1 + x0, y1 + x1};
            for (std::size_t k = 0; k < 4; ++k) {
                at[k] = cells + (std::size_t{column[k]} * slabs + 8 * word);
                std::memcpy(&marked[k], at[k], 8);
            }
            for (std::size_t k = 0; k < 4; ++k) {
                marked[k] |= some;
                std::memcpy(at[k], &marked[k], 8);
            }
        }
    };
    for (std::size_t part = 0; part < image.parts(); ++part) {
        image.for_each_triangle(part, mark_small,
                                [&](std::uint32_t i, const CellImage::Depths& depths) { mark_large(i, depths); });
    }
}

/// The runs of one column; what is left goes to `unproven_`.
void WindingProof::prove_column(std::uint32_t column) {
    std::uint8_t* cells = cells_.data() + std::size_t{column} * slabs_;
    for (std::uint32_t first = 0; first < slabs_;) {
        if (first % 8 == 0) {
            std::uint64_t eight = 0;
            std::memcpy(&eight, cells + first, 8);
            if ((eight & unproven_bits) == 0) {
                first += 8;
                continue;
            }
        }
        if ((cells[first] & unproven_bit) == 0) {
            ++first;
            continue;
        }
        unsigned faces = 0;
        std::uint32_t last = first;
        for (; last < slabs_ && (cells[last] & unproven_bit) != 0; ++last) faces |= cells[last];
        const bool high_known = last < slabs_ || ends_high_[2];
        unsigned along = ways(faces, 2);
        const bool below_matters = first == 0 && (along != 0 || !high_known);
        if (below_matters) along |= ways(below_[column], 2);
        const bool proven = proves(along, true, high_known);
        for (std::uint32_t i = first; i < last; ++i) {
            if (proven) cells[i] &= static_cast<std::uint8_t>(~unproven_bit);
            if (!proven) unproven_.push_back(static_cast<CellIndex>(std::size_t{column} * slabs_ + i));
        }
        first = last;
    }
}

void WindingProof::prove_columns() {
    unproven_.clear();
    for (std::uint32_t column = 0; column < columns_ * columns_; ++column) prove_column(column);
}

/// Runs of cells along an axis, from one that is known to the next. Whether any was proven.
bool WindingProof::prove_runs(std::size_t axis) {
    const std::array<std::uint32_t, 3> strides{slabs_, slabs_ * columns_, 1};
    const std::uint32_t stride = strides[axis], number = axis == 2 ? slabs_ : columns_;
    for (const CellIndex cell : unproven_) {
        const std::uint32_t at = place(cell)[axis];
        const bool starts = at == 0 || (cells_[cell - stride] & unproven_bit) == 0;
        if (!starts || (cells_[cell] & unproven_bit) == 0) continue;
        unsigned faces = 0;
        std::uint32_t length = 0;
        for (; at + length < number; ++length) {
            const std::uint8_t here = cells_[cell + length * stride];
            if ((here & unproven_bit) == 0) break;
            faces |= here;
        }
        const bool high_known = at + length < number || ends_high_[axis];
        unsigned along = ways(faces, axis);
        if (axis == 2 && at == 0 && (along != 0 || !high_known)) along |= ways(below_[cell / slabs_], 2);
        if (!proves(along, at > 0 || ends_low_[axis], high_known)) continue;
        for (std::uint32_t i = 0; i < length; ++i)
            cells_[cell + i * stride] &= static_cast<std::uint8_t>(~unproven_bit);
    }
    const std::size_t before = unproven_.size();
    std::erase_if(unproven_, [&](CellIndex cell) { return (cells_[cell] & unproven_bit) == 0; });
    return unproven_.size() < before;
}

/// Whether the other body may be in a cell.
bool WindingProof::relevant(CellIndex cell, const CellImage& other) const {
    const TurnedBox& box = surface_.image->box();
    const std::array<std::uint32_t, 3> at = place(cell), number{columns_, columns_, slabs_};
    const auto own = static_cast<std::size_t>(box.axis), others = static_cast<std::size_t>(other.box().axis);
    std::array<std::uint32_t, 3> first{}, last{};
    for (std::size_t k = 0; k < 3; ++k) {
        const double side = box.hi[k] - box.lo[k], width = side / number[k];
        const double lo = box.lo[k] + at[k] * width - place_margin * side;
        const double hi = box.lo[k] + (at[k] + 1) * width + place_margin * side;
        const std::size_t there = (own + k + 3 - others) % 3;
        const unsigned shift = there < 2 ? other.shift() : 0;
        first[there] = other.grid().place(lo, there) >> shift;
        last[there] = other.grid().place(hi, there) >> shift;
    }
    for (std::uint32_t iy = first[1]; iy <= last[1]; ++iy) {
        for (std::uint32_t ix = first[0]; ix <= last[0]; ++ix) {
            for (std::uint32_t iz = first[2]; iz <= last[2]; ++iz) {
                if (other.state({iy * other.resolution() + ix, iz}) != 0) return true;
            }
        }
    }
    return false;
}

void WindingProof::keep_relevant(const CellImage& other) {
    std::erase_if(unproven_, [&](CellIndex cell) { return !relevant(cell, other); });
}

bool WindingProof::find(const Surface& surface, const CellImage* other) {
    start(surface);
    facing_ = surface.image->windings().least + surface.image->windings().most;
    mark_triangles();
    prove_columns();
    for (bool more = true; more && !unproven_.empty();) {
        more = false;
        for (const std::size_t axis : {0u, 1u, 2u}) more |= prove_runs(axis);
    }
    if (other != nullptr) keep_relevant(*other);
    return unproven_.empty() || settle_triangles();
}

}  // namespace pliant::depth_layers
