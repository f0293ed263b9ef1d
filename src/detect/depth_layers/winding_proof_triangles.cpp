// Of what no run of cells tells: triangles that meet no other, and what they hang together with.
#include <algorithm>
#include <cmath>

#include "detect/depth_layers/projected_triangle.hpp"
#include "detect/depth_layers/winding_proof.hpp"
#include "geometry/triangle_pair.hpp"
#include "numeric/orientation.hpp"

namespace pliant::depth_layers {

namespace {

constexpr std::size_t most_entries = std::size_t{1} << 22;
// All pairs of so few triangles are fewer than the cells that they reach into.
constexpr std::size_t few_triangles = 128;
// Depths of what stands steeper than that are not relied on, and lines are counted along at most so many times.
constexpr double least_slope_of_lines = 1e-3;
constexpr std::size_t most_lines = 64;

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

void WindingProof::open_cells_of(const CellRange& cells) {
    for_each_cell(cells, [&](CellIndex cell) { open_cells_[cell / 64] |= std::uint64_t{1} << cell % 64; });
}

/// Of its box, be it small or large.
bool WindingProof::reaches_open_cell(const CellRange& range) const {
    const CellRange cells = cells_of(range);
    for (std::uint32_t iy = cells.first[1]; iy <= cells.last[1]; ++iy) {
        for (std::uint32_t ix = cells.first[0]; ix <= cells.last[0]; ++ix) {
            const std::uint64_t* column = open_cells_.data() + index(ix, iy, 0) / 64;
            std::uint32_t first = cells.first[2];
            for (; first / 64 < cells.last[2] / 64u; first = (first / 64 + 1) * 64) {
                if ((column[first / 64] & bits_between(first % 64, 63)) != 0) return true;
            }
            if ((column[first / 64] & bits_between(first % 64, cells.last[2] % 64u)) != 0) return true;
        }
    }
    return false;
}

/// The same of a small one, without branches.
bool WindingProof::small_reaches_open_cell(const CellRange& range) const {
    const std::uint64_t* const open_cells = open_cells_.data();
    std::uint64_t found = 0;
    surface_.image->for_each_word(range,
                                  [&](std::size_t word, std::uint64_t bits) { found |= open_cells[word] & bits; });
    return found != 0;
}

template <class Visit>
void WindingProof::for_each_near(const Visit& visit) {
    CellImage& image = *surface_.image;
    const bool few = surface_.triangles.size() <= few_triangles;
    const auto small = [&](std::uint32_t i, const CellRange& range) {
        if (few || small_reaches_open_cell(range)) visit(i, range);
    };
    const auto large = [&](std::uint32_t i, const CellImage::Depths& depths) {
        if (few || reaches_open_cell(depths.range)) visit(i, depths.range);
    };
    for (std::size_t part = 0; part < image.parts(); ++part) image.for_each_triangle(part, small, large);
}

void WindingProof::collect_open() {
    open_cells_.assign(needed_.size(), 0);
    for (const CellIndex cell : unproven_) open_cells_[cell / 64] |= std::uint64_t{1} << cell % 64;
    open_.clear();
    const bool few = surface_.triangles.size() <= few_triangles;
    const auto take = [&](std::uint32_t i) {
        if (!wholly_beyond(surface_.image->corners(i))) open_.push_back({.triangle = i});
    };
    if (few) {
        for_each_near([&](std::uint32_t i, const CellRange&) { take(i); });
        return;
    }
    for (const LookedAt& one : looked_at_) {
        const bool reaches = one.large ? reaches_open_cell(one.range) : small_reaches_open_cell(one.range);
        if (reaches) take(one.triangle);
    }
}

/// All triangles in cells that an open one reaches into.
bool WindingProof::collect_entries() {
    const bool few = surface_.triangles.size() <= few_triangles;
    for (const Open& open : open_) {
        if (!few) open_cells_of(cells_of(open.triangle));
    }
    entries_.clear();
    std::uint32_t next = 0;
    for_each_near([&](std::uint32_t i, const CellRange& range) {
        const CellRange cells = cells_of(range);
        const bool opened = next < open_.size() && open_[next].triangle == i;
        const std::uint32_t number = opened ? next++ : none;
        if (entries_.size() > most_entries) return;
        const std::size_t before = entries_.size();
        if (few) entries_.push_back({0, i, number, cells.first});
        if (!few) {
            for_each_cell(cells, [&](CellIndex cell) {
                if (is_open(cell)) entries_.push_back({cell, i, number, cells.first});
            });
        }
        const Corners t = surface_.image->corners(i);
        if (wholly_beyond(t) || collinear(t[0], t[1], t[2])) entries_.resize(before);  // no surface in the box
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
        if (of.partners[e] < 2) ++of.partners[e];  // more than one is all that matters
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
    // Open ones first: others are not compared among each other.
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
        if (a.cell != b.cell) return a.cell < b.cell;
        return a.open != b.open ? a.open < b.open : a.triangle < b.triangle;
    });
    const bool few = surface_.triangles.size() <= few_triangles;
    const auto first_common = [&](const Entry& a, const Entry& b) {
        if (few) return CellIndex{0};
        return index(std::max(a.first[0], b.first[0]), std::max(a.first[1], b.first[1]),
                     std::max(a.first[2], b.first[2]));
    };
    for (std::size_t first = 0, last = 0; first < entries_.size(); first = last) {
        while (last < entries_.size() && entries_[last].cell == entries_[first].cell) ++last;
        for (std::size_t i = first; i < last && entries_[i].open != none; ++i) {
            for (std::size_t j = i + 1; j < last; ++j) {
                const Entry &a = entries_[i], &b = entries_[j];
                if (first_common(a, b) != a.cell) continue;
                if (!pair_is_apart(a, b)) return false;
            }
        }
    }
    return true;
}

/// Whether windings are known all around a point of the box.
bool WindingProof::known_at(const Vec3& p) const {
    const TurnedBox& box = surface_.image->box();
    const CellGrid& grid = surface_.image->grid();
    CellRange cells;
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

/// Windings on both sides of a triangle in the box, counted on a line from below or above.
WindingProof::Found WindingProof::look_from_beyond(const Open& open) {
    const Corners t = surface_.image->corners(open.triangle);
    const Polygon polygon = in_box(t);
    const Vec3 p = middle_of_polygon(polygon), normal = cross(t[1] - t[0], t[2] - t[0]);
    const double too_near = place_margin * (surface_.image->box().hi.z - surface_.image->box().lo.z);
    if (!(std::abs(normal.z) > least_slope_of_lines * norm_of(normal))) return Found::nothing;
    const bool from_above = surface_.image->counts_from_above();
    int crossed = 0;  // between the triangle and where nothing is
    for (std::uint32_t i = 0; i < surface_.triangles.size(); ++i) {
        if (i == open.triangle) continue;
        const Corners other = surface_.image->corners(i);
        const Extent extent = extent_of(other);
        if (p.x < extent.x0 || p.x > extent.x1 || p.y < extent.y0 || p.y > extent.y1) continue;
        const double lowest = least(other[0].z, other[1].z, other[2].z),
                     highest = greatest(other[0].z, other[1].z, other[2].z);
        if (from_above ? highest < p.z - too_near : lowest > p.z + too_near) continue;
        const auto [turn, weight] = ProjectedTriangle(other).at(p.x, p.y);
        if (turn == 0) continue;
        if (from_above ? lowest <= p.z + too_near : highest >= p.z - too_near) {
            const Vec3 across = cross(other[1] - other[0], other[2] - other[0]);
            const double depth = (weight[0] * other[0].z + weight[1] * other[1].z + weight[2] * other[2].z) /
                                 (weight[0] + weight[1] + weight[2]);
            const bool clear =
                std::abs(across.z) > least_slope_of_lines * norm_of(across) && std::abs(depth - p.z) > too_near;
            if (!clear) return Found::nothing;
            if ((depth < p.z) == from_above) continue;
        }
        crossed += turn;
    }
    const int own = normal.z < 0 ? 1 : -1;
    const int below = from_above ? -crossed - own : crossed, above = below + own, beside = below + above;
    if (below * above != 0 || std::abs(beside) != 1 || facing_ * beside < 0) return Found::contradiction;
    facing_ = beside;
    return Found::agreement;
}

/// Of pieces that hang together with nothing that is known one triangle each.
bool WindingProof::settle_loose() {
    std::size_t looked_at = 0;
    for (std::uint32_t i = 0; i < open_.size(); ++i) {
        if (open_[i].tie != Tie::loose) continue;
        const Found found = ++looked_at > most_lines ? Found::nothing : look_from_beyond(open_[i]);
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

}  // namespace pliant::depth_layers
