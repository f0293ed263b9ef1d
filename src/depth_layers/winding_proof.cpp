#include "depth_layers/winding_proof.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "depth_layers/projected_triangle.hpp"
#include "geometry/triangle_pair.hpp"
#include "numeric/orientation.hpp"

namespace pliant::depth_layers {

namespace {

// Of a cell: two bits an axis for the ways its triangles face, then whether windings in it are not known, and whether
// its triangles are looked at one by one.
constexpr std::uint8_t unproven_bit = 0x40, open_bit = 0x80;
constexpr std::uint64_t unproven_bits = 0x4040404040404040u;
constexpr std::size_t most_entries = std::size_t{1} << 22;
// All pairs of so few triangles are fewer than the cells that they reach into.
constexpr std::size_t few_triangles = 128;
// Relative to the box: more than rounding does to places in it.
constexpr double place_margin = 1e-9;
// Depths of what stands steeper than that are not relied on, and lines are counted along at most so many times.
constexpr double least_slope_of_lines = 1e-3;
constexpr std::size_t most_lines = 64;

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

double norm_of(const Vec3& v) { return std::sqrt(dot(v, v)); }

Vec3 middle_of_polygon(const Polygon& polygon) {
    Vec3 middle;
    for (int i = 0; i < polygon.size; ++i) middle = middle + 1.0 / polygon.size * polygon[i];
    return middle;
}

bool same_place(const Vec3& p, const Vec3& q) { return p.x == q.x && p.y == q.y && p.z == q.z; }

bool boxes_apart(const Corners& s, const Corners& t) {
    for (std::size_t k = 0; k < 3; ++k) {
        if (greatest(s[0][k], s[1][k], s[2][k]) < least(t[0][k], t[1][k], t[2][k])) return true;
        if (greatest(t[0][k], t[1][k], t[2][k]) < least(s[0][k], s[1][k], s[2][k])) return true;
    }
    return false;
}

/// Whether the corners of a triangle beyond the first, which it shares, lie certainly on one side of a plane.
bool on_one_side(const Corners& plane, const Corners& t, int shared) {
    const Vec3 u = plane[1] - plane[0], v = plane[2] - plane[0];
    const Vec3 normal = cross(u, v);
    const Vec3 terms{std::abs(u.y * v.z) + std::abs(u.z * v.y), std::abs(u.z * v.x) + std::abs(u.x * v.z),
                     std::abs(u.x * v.y) + std::abs(u.y * v.x)};
    int above = 0, below = 0;
    for (auto k = static_cast<std::size_t>(shared); k < 3; ++k) {
        const Vec3 d = t[k] - plane[0];
        const double value = dot(normal, d);
        const double rounding =
            0x1p-48 * (terms.x * std::abs(d.x) + terms.y * std::abs(d.y) + terms.z * std::abs(d.z)) + 1e-280;
        above += value > rounding && value < 1e280 ? 1 : 0;
        below += value < -rounding && value > -1e280 ? 1 : 0;
    }
    return above == 3 - shared || below == 3 - shared;
}

/// Corners of two triangles at the same places, brought to the front of both.
int bring_shared_to_front(Corners& s, Corners& t) {
    int shared = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        for (auto j = static_cast<std::size_t>(shared); j < 3; ++j) {
            if (!same_place(s[i], t[j])) continue;
            std::swap(s[i], s[static_cast<std::size_t>(shared)]);
            std::swap(t[j], t[static_cast<std::size_t>(shared)]);
            ++shared;
            break;
        }
    }
    return shared;
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

template <class Visit>
void WindingProof::for_each_cell(const simd::CellRange& cells, const Visit& visit) const {
    for (std::uint32_t iy = cells.first[1]; iy <= cells.last[1]; ++iy) {
        for (std::uint32_t ix = cells.first[0]; ix <= cells.last[0]; ++ix) {
            for (std::uint32_t iz = cells.first[2]; iz <= cells.last[2]; ++iz) visit(index(ix, iy, iz));
        }
    }
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

template <class Visit>
void WindingProof::for_each_near(const Visit& visit) {
    CellImage& image = *surface_.image;
    const auto look = [&](std::uint32_t i, const simd::CellRange& range) {
        const simd::CellRange cells = cells_of(range);
        unsigned apart = 0;  // without branches: most are
        for (std::size_t k = 0; k < 3; ++k) {
            apart |= static_cast<unsigned>(cells.first[k] > region_.last[k]) |
                     static_cast<unsigned>(cells.last[k] < region_.first[k]);
        }
        if (apart == 0) visit(i, cells);
    };
    for (std::size_t part = 0; part < image.parts(); ++part) {
        image.for_each_triangle(part, look,
                                [&](std::uint32_t i, const CellImage::Depths& depths) { look(i, depths.range); });
    }
}

void WindingProof::take_into_region(const simd::CellRange& cells) {
    for (std::size_t k = 0; k < 3; ++k) {
        region_.first[k] = std::min(region_.first[k], cells.first[k]);
        region_.last[k] = std::max(region_.last[k], cells.last[k]);
    }
}

void WindingProof::collect_open() {
    region_ = {{0xffff, 0xffff, 0xffff}, {0, 0, 0}};
    for (const CellIndex cell : unproven_) {
        cells_[cell] |= open_bit;
        const auto [x, y, z] = place(cell);
        const std::array<std::uint16_t, 3> at{static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y),
                                              static_cast<std::uint16_t>(z)};
        take_into_region({at, at});
    }
    open_.clear();
    const bool few = surface_.triangles.size() <= few_triangles;
    for_each_near([&](std::uint32_t i, const simd::CellRange& cells) {
        bool touches = few;
        if (!few) for_each_cell(cells, [&](CellIndex cell) { touches |= (cells_[cell] & open_bit) != 0; });
        if (touches && !wholly_below(surface_.image->corners(i))) open_.push_back({.triangle = i});
    });
}

/// All triangles in cells that an open one reaches into.
bool WindingProof::collect_entries() {
    const bool few = surface_.triangles.size() <= few_triangles;
    for (const Open& open : open_) {
        const simd::CellRange cells = cells_of(open.triangle);
        take_into_region(cells);
        if (!few) for_each_cell(cells, [&](CellIndex cell) { cells_[cell] |= open_bit; });
    }
    entries_.clear();
    std::uint32_t next = 0;
    for_each_near([&](std::uint32_t i, const simd::CellRange& cells) {
        const bool is_open = next < open_.size() && open_[next].triangle == i;
        const std::uint32_t number = is_open ? next++ : none;
        if (entries_.size() > most_entries) return;
        const std::size_t before = entries_.size();
        if (few) entries_.push_back({0, i, number, cells.first});
        if (!few) {
            for_each_cell(cells, [&](CellIndex cell) {
                if ((cells_[cell] & open_bit) != 0) entries_.push_back({cell, i, number, cells.first});
            });
        }
        if (entries_.size() == before) return;
        const Corners t = surface_.image->corners(i);
        if (wholly_below(t) || collinear(t[0], t[1], t[2])) entries_.resize(before);  // no surface in the box
    });
    return entries_.size() <= most_entries;
}

void WindingProof::note_partner(std::uint32_t open, std::uint32_t other, const Vec3& p, const Vec3& q) {
    if (open == none) return;
    Open& of = open_[open];
    const Corners t = surface_.image->corners(of.triangle);
    for (std::size_t e = 0; e < 3; ++e) {
        const Vec3 &a = t[e], &b = t[(e + 1) % 3];
        if (!(same_place(a, p) && same_place(b, q)) && !(same_place(a, q) && same_place(b, p))) continue;
        ++of.partners[e];
        of.neighbours[e] = other;
    }
}

/// Whether two triangles do not meet but in what they share, a corner or an edge.
bool WindingProof::pair_is_apart(const Entry& a, const Entry& b) {
    Corners s = surface_.image->corners(a.triangle), t = surface_.image->corners(b.triangle);
    if (boxes_apart(s, t)) return true;
    const int shared = bring_shared_to_front(s, t);
    if (shared == 3) return false;
    if (!on_one_side(s, t, shared) && !on_one_side(t, s, shared)) {
        if (shared == 0 && geometry::meet(s, t)) return false;
        if (shared == 1 && geometry::meet_beyond_vertex(s, t)) return false;
        if (shared == 2 && geometry::meet_beyond_edge(s, t)) return false;
    }
    if (shared < 2) return true;
    note_partner(a.open, b.open, s[0], s[1]);
    note_partner(b.open, a.open, s[0], s[1]);
    return true;
}

bool WindingProof::none_meet() {
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
        return a.cell != b.cell ? a.cell < b.cell : a.triangle < b.triangle;
    });
    const bool few = surface_.triangles.size() <= few_triangles;
    const auto first_common = [&](const Entry& a, const Entry& b) {
        if (few) return CellIndex{0};
        return index(std::max(a.first[0], b.first[0]), std::max(a.first[1], b.first[1]),
                     std::max(a.first[2], b.first[2]));
    };
    for (std::size_t first = 0, last = 0; first < entries_.size(); first = last) {
        while (last < entries_.size() && entries_[last].cell == entries_[first].cell) ++last;
        for (std::size_t i = first; i < last; ++i) {
            for (std::size_t j = i + 1; j < last; ++j) {
                const Entry &a = entries_[i], &b = entries_[j];
                if ((a.open == none && b.open == none) || first_common(a, b) != a.cell) continue;
                if (!pair_is_apart(a, b)) return false;
            }
        }
    }
    return true;
}

/// Whether windings are known all around a point of the box.
bool WindingProof::known_at(const Vec3& p) const {
    const TurnedBox& box = surface_.image->box();
    const simd::CellGrid& grid = surface_.image->grid();
    simd::CellRange cells;
    for (std::size_t k = 0; k < 3; ++k) {
        if (p[k] < box.lo[k] || p[k] > box.hi[k]) return false;
        const double around = place_margin * (box.hi[k] - box.lo[k]);
        const unsigned shift = k < 2 ? grid.shift : 0;
        cells.first[k] = static_cast<std::uint16_t>(grid.place(p[k] - around, k) >> shift);
        cells.last[k] = static_cast<std::uint16_t>(grid.place(p[k] + around, k) >> shift);
    }
    bool known = true;
    for_each_cell(cells, [&](CellIndex cell) { known &= (cells_[cell] & unproven_bit) == 0; });
    return known;
}

Polygon WindingProof::in_box(const Corners& t) const {
    const TurnedBox& box = surface_.image->box();
    Polygon polygon{{t[0], t[1], t[2]}, 3}, spare;
    const auto keep = [&](auto cut_off, double at, double sign) {
        cut_off(polygon, at, sign, spare);
        std::swap(polygon, spare);
    };
    keep(cut<0>, box.lo.x, 1), keep(cut<0>, box.hi.x, -1);
    keep(cut<1>, box.lo.y, 1), keep(cut<1>, box.hi.y, -1);
    keep(cut<2>, box.lo.z, 1), keep(cut<2>, box.hi.z, -1);
    return polygon;
}

/// Some points of what a triangle has in the box: one of them known is enough.
void WindingProof::tie(Open& open) const {
    const Corners t = surface_.image->corners(open.triangle);
    const Polygon polygon = in_box(t);
    if (polygon.size < 3 || collinear(t[0], t[1], t[2])) {
        open.tie = Tie::absent;
        return;
    }
    const Vec3 middle = middle_of_polygon(polygon);
    bool known = known_at(middle);
    for (int i = 0; i < polygon.size && !known; ++i) {
        for (const double share : {0.25, 0.5, 0.75, 0.9375}) {
            known = known || known_at(middle + share * (polygon[i] - middle));
        }
    }
    if (known) open.tie = Tie::anchored;
}

bool WindingProof::edge_in_box(const Vec3& p, const Vec3& q) const {
    const TurnedBox& box = surface_.image->box();
    double from = 0, to = 1;
    for (std::size_t k = 0; k < 3; ++k) {
        const double inset = place_margin * (box.hi[k] - box.lo[k]), along = q[k] - p[k];
        const double lo = box.lo[k] + inset - p[k], hi = box.hi[k] - inset - p[k];
        if (along == 0) {
            if (lo > 0 || hi < 0) return false;
            continue;
        }
        from = std::max(from, std::min(lo / along, hi / along));
        to = std::min(to, std::max(lo / along, hi / along));
    }
    return from <= to;
}

/// To all that hangs together with triangles that reach into what is known.
void WindingProof::spread_anchors() {
    queue_.clear();
    for (std::uint32_t i = 0; i < open_.size(); ++i) {
        tie(open_[i]);
        if (open_[i].tie == Tie::anchored) queue_.push_back(i);
    }
    spread();
}

/// From triangle to triangle across edges that no third one shares.
void WindingProof::spread() {
    while (!queue_.empty()) {
        const Open open = open_[queue_.back()];
        queue_.pop_back();
        const Corners t = surface_.image->corners(open.triangle);
        for (std::size_t e = 0; e < 3; ++e) {
            const std::uint32_t next = open.neighbours[e];
            if (open.partners[e] != 1 || next == none || open_[next].tie != Tie::loose) continue;
            if (!edge_in_box(t[e], t[(e + 1) % 3])) continue;
            open_[next].tie = Tie::anchored;
            queue_.push_back(next);
        }
    }
}

/// Windings on both sides of a triangle in the box, counted on a line from below.
WindingProof::Found WindingProof::look_from_below(const Open& open) {
    const Corners t = surface_.image->corners(open.triangle);
    const Polygon polygon = in_box(t);
    const Vec3 p = middle_of_polygon(polygon), normal = cross(t[1] - t[0], t[2] - t[0]);
    const double too_near = place_margin * (surface_.image->box().hi.z - surface_.image->box().lo.z);
    if (!(std::abs(normal.z) > least_slope_of_lines * norm_of(normal))) return Found::nothing;
    int below = 0;
    for (std::uint32_t i = 0; i < surface_.triangles.size(); ++i) {
        if (i == open.triangle) continue;
        const Corners other = surface_.image->corners(i);
        const Extent extent = extent_of(other);
        if (p.x < extent.x0 || p.x > extent.x1 || p.y < extent.y0 || p.y > extent.y1) continue;
        if (least(other[0].z, other[1].z, other[2].z) > p.z + too_near) continue;
        const auto [turn, weight] = ProjectedTriangle(other).at(p.x, p.y);
        if (turn == 0) continue;
        if (greatest(other[0].z, other[1].z, other[2].z) >= p.z - too_near) {
            const Vec3 across = cross(other[1] - other[0], other[2] - other[0]);
            const double depth = (weight[0] * other[0].z + weight[1] * other[1].z + weight[2] * other[2].z) /
                                 (weight[0] + weight[1] + weight[2]);
            const bool clear =
                std::abs(across.z) > least_slope_of_lines * norm_of(across) && std::abs(depth - p.z) > too_near;
            if (!clear) return Found::nothing;
            if (depth > p.z) continue;
        }
        below += turn;
    }
    const int above = below + (normal.z < 0 ? 1 : -1), beside = below + above;
    if (below * above != 0 || std::abs(beside) != 1 || facing_ * beside < 0) return Found::contradiction;
    facing_ = beside;
    return Found::agreement;
}

/// Of pieces that hang together with nothing that is known one triangle each.
bool WindingProof::settle_loose() {
    std::size_t looked_at = 0;
    for (std::uint32_t i = 0; i < open_.size(); ++i) {
        if (open_[i].tie != Tie::loose) continue;
        const Found found = ++looked_at > most_lines ? Found::nothing : look_from_below(open_[i]);
        if (found == Found::contradiction) return false;
        if (found == Found::nothing) continue;
        open_[i].tie = Tie::anchored;
        queue_.assign(1, i);
        spread();
    }
    return std::none_of(open_.begin(), open_.end(), [](const Open& open) { return open.tie == Tie::loose; });
}

bool WindingProof::settle_triangles() {
    collect_open();
    if (!collect_entries() || !none_meet()) return false;
    spread_anchors();
    return settle_loose();
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
