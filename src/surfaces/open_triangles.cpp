#include "surfaces/open_triangles.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/triangle_pair.hpp"
#include "numeric/orientation.hpp"

namespace pliant::surfaces {

namespace {

constexpr std::size_t most_entries = std::size_t{1} << 22;
// Up to this count, testing all pairs is cheaper than entering the triangles into cells.
constexpr std::size_t few_triangles = 128;

bool same_place(const Vec3& p, const Vec3& q) { return p.x == q.x && p.y == q.y && p.z == q.z; }

bool boxes_apart(const Corners& s, const Corners& t) {
    for (std::size_t k = 0; k < 3; ++k) {
        if (greatest(s[0][k], s[1][k], s[2][k]) < least(t[0][k], t[1][k], t[2][k])) return true;
        if (greatest(t[0][k], t[1][k], t[2][k]) < least(s[0][k], s[1][k], s[2][k])) return true;
    }
    return false;
}

/// Whether the corners of a triangle, except the first `shared`, certainly lie on one side of a plane.
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

/// Moves corners with equal positions to the front of both triangles. Returns how many there are.
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

void OpenCells::start(const CellLayout& layout) {
    layout_ = &layout;
    bits_.assign(layout.number_of_words(), 0);
}

bool OpenCells::reached_by(const CellRange& range) const {
    const CellRange cells = layout_->cells_of(range);
    for (std::uint32_t iy = cells.first[1]; iy <= cells.last[1]; ++iy) {
        for (std::uint32_t ix = cells.first[0]; ix <= cells.last[0]; ++ix) {
            const std::uint64_t* column = bits_.data() + layout_->index(ix, iy, 0) / 64;
            std::uint32_t first = cells.first[2];
            for (; first / 64 < cells.last[2] / 64u; first = (first / 64 + 1) * 64) {
                if ((column[first / 64] & bits_between(first % 64, 63)) != 0) return true;
            }
            if ((column[first / 64] & bits_between(first % 64, cells.last[2] % 64u)) != 0) return true;
        }
    }
    return false;
}

bool OpenCells::reached_by_small(const CellRange& range) const {
    const std::uint64_t* const all = bits_.data();
    std::uint64_t found = 0;
    layout_->for_each_word(range, [&](std::size_t word, std::uint64_t bits) { found |= all[word] & bits; });
    return found != 0;
}

bool OpenTriangles::few() const { return surface_.triangles() <= few_triangles; }

template <class Visit>
void OpenTriangles::for_each_near(const Visit& visit) {
    TriangleCells& triangles = surface_.image->triangles();
    const bool all = few();
    const auto small = [&](std::uint32_t i, const CellRange& range) {
        if (all || cells_.reached_by_small(range)) visit(i, range);
    };
    const auto large = [&](std::uint32_t i, const CellDepths& depths) {
        if (all || cells_.reached_by(depths.range)) visit(i, depths.range);
    };
    for (std::size_t part = 0; part < triangles.parts(); ++part) triangles.for_each(part, small, large);
}

void OpenTriangles::collect_open(const RunProof& runs, const NeededCells& needed) {
    cells_.start(surface_.image->layout());
    for (const CellIndex cell : runs.unproven()) {
        if (needed.is_needed(cell)) cells_.open(cell);
    }
    open_.clear();
    const auto take = [&](std::uint32_t i) {
        if (!surface_.wholly_beyond(surface_.image->corners(i))) open_.push_back({.triangle = i});
    };
    if (few()) {
        for_each_near([&](std::uint32_t i, const CellRange&) { take(i); });
        return;
    }
    for (const auto& [triangle, range, large] : runs.visited()) {
        if (large ? cells_.reached_by(range) : cells_.reached_by_small(range)) take(triangle);
    }
}

/// Collects all triangles in cells that an open triangle reaches into.
bool OpenTriangles::collect_entries() {
    const CellLayout& layout = surface_.image->layout();
    const bool all = few();
    for (const OpenTriangle& open : open_) {
        if (!all) cells_.open(layout.cells_of(surface_.image->corners(open.triangle)));
    }
    entries_.clear();
    std::uint32_t next = 0;
    for_each_near([&](std::uint32_t i, const CellRange& range) {
        const CellRange cells = layout.cells_of(range);
        const bool opened = next < open_.size() && open_[next].triangle == i;
        const std::uint32_t number = opened ? next++ : none;
        if (entries_.size() > most_entries) return;
        const std::size_t before = entries_.size();
        if (all) entries_.push_back({0, i, number, cells.first});
        if (!all) {
            layout.for_each_cell(cells, [&](CellIndex cell) {
                if (cells_.is_open(cell)) entries_.push_back({cell, i, number, cells.first});
            });
        }
        const Corners t = surface_.image->corners(i);
        if (surface_.wholly_beyond(t) || collinear(t[0], t[1], t[2])) entries_.resize(before);  // no surface in the box
    });
    return entries_.size() <= most_entries;
}

void OpenTriangles::note_partner(std::uint32_t open, std::uint32_t other, const Vec3& p, const Vec3& q) {
    if (open == none) return;
    OpenTriangle& of = open_[open];
    const Corners t = surface_.image->corners(of.triangle);
    for (std::size_t e = 0; e < 3; ++e) {
        const Vec3 &a = t[e], &b = t[(e + 1) % 3];
        if (!(same_place(a, p) && same_place(b, q)) && !(same_place(a, q) && same_place(b, p))) continue;
        if (of.partners[e] < 2) ++of.partners[e];  // saturates: only none, one or several matters
        of.neighbours[e] = other;
    }
}

/// Whether two triangles meet in nothing but a shared corner or edge.
bool OpenTriangles::pair_is_apart(const Entry& a, const Entry& b) {
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

/// The first common cell of two triangles: only there is the pair tested, so that no pair is tested twice.
CellIndex OpenTriangles::first_common(const Entry& a, const Entry& b) const {
    if (few()) return 0;
    return surface_.image->layout().index(std::max(a.first[0], b.first[0]), std::max(a.first[1], b.first[1]),
                                          std::max(a.first[2], b.first[2]));
}

bool OpenTriangles::none_meet() {
    // Open triangles first: pairs without one are not tested.
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
        if (a.cell != b.cell) return a.cell < b.cell;
        return a.open != b.open ? a.open < b.open : a.triangle < b.triangle;
    });
    for (std::size_t first = 0, last = 0; first < entries_.size(); first = last) {
        while (last < entries_.size() && entries_[last].cell == entries_[first].cell) ++last;
        for (std::size_t i = first; i < last && entries_[i].open != none; ++i) {
            for (std::size_t j = i + 1; j < last; ++j) {
                const Entry &a = entries_[i], &b = entries_[j];
                if (first_common(a, b) == a.cell && !pair_is_apart(a, b)) return false;
            }
        }
    }
    return true;
}

bool OpenTriangles::find(const SurfaceInCells& surface, const RunProof& runs, const NeededCells& needed) {
    surface_ = surface;
    collect_open(runs, needed);
    return collect_entries() && none_meet();
}

}  // namespace pliant::surfaces
