#include "deform/cutter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "deform/require_finite.hpp"
#include "geometry/mean_ratio.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant::deform {

namespace {

constexpr std::array<std::array<std::uint8_t, 2>, 6> corner_pairs{{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

std::size_t place_of(const Tetrahedron& t, std::uint32_t vertex) {
    return std::size_t(std::find(t.begin(), t.end(), vertex) - t.begin());
}

}  // namespace

BladePlane::BladePlane(const Blade& blade) : corner_(blade.corner) {
    const Vec3 u = blade.along, v = blade.across, n = cross(u, v);
    const double area = std::sqrt(dot(n, n));
    if (!(area > 0) || !std::isfinite(area) || !finite(corner_))
        throw std::invalid_argument("pliant: a blade is finite and has an area");
    normal_ = (1 / area) * n;
    along_ = (1 / (area * area)) * cross(v, n);
    across_ = (1 / (area * area)) * cross(n, u);
}

bool BladePlane::covers(const Vec3& p) const {
    const double a = dot(along_, p - corner_), b = dot(across_, p - corner_);
    return a >= 0 && a <= 1 && b >= 0 && b <= 1;
}

Cutter::Cutter(const VolumeView& rest, Points positions, const Blade& blade, const CutOptions& options)
    : given_(rest), given_positions_(positions), plane_(blade), options_(options) {
    if (rest.positions.size() != positions.size())
        throw std::invalid_argument("pliant: a position for each vertex at rest");
    if (!(options.snap >= 0 && options.snap <= 0.5) || !(options.quality >= 0 && options.quality < 1))
        throw std::invalid_argument("pliant: ends are taken within half an edge, and no quality is 1 or more");
    require_finite(positions);
    require_finite(rest.positions);
}

VolumeCut Cutter::run() {
    find_pieces();
    list_crossings();
    take_ends();
    split_edges();
    open_faces();
    return written();
}

/// Tetrahedra that the blade's plane touches.
void Cutter::find_pieces() {
    const std::size_t count = given_positions_.size();
    for (std::size_t v = 0; v < count; ++v) {
        at_.push_back(Vec3(given_positions_[v]));
        rest_.push_back(Vec3(given_.positions[v]));
        height_.push_back(plane_.height(at_[v]));
        side_.push_back(static_cast<std::int8_t>((height_[v] > 0) - (height_[v] < 0)));
    }
    for (std::uint32_t t = 0; t < given_.tetrahedra.size(); ++t) {
        const Tetrahedron& corners = given_.tetrahedra[t];
        if (*std::max_element(corners.begin(), corners.end()) >= count) continue;
        int least = 1, most = -1;
        for (const std::uint32_t v : corners)
            least = std::min<int>(least, side_[v]), most = std::max<int>(most, side_[v]);
        if (least * most > 0) continue;
        for (const std::uint32_t v : corners) around_[v].push_back(static_cast<std::uint32_t>(pieces_.size()));
        pieces_.push_back({corners, t});
    }
}

void Cutter::list_crossings() {
    for (const Piece& piece : pieces_) {
        for (const auto& [i, k] : corner_pairs) {
            const std::uint32_t a = std::min(piece.corners[i], piece.corners[k]),
                                b = std::max(piece.corners[i], piece.corners[k]);
            if (!crosses(a, b)) continue;
            const double t = share(a, b);
            if (plane_.covers((1 - t) * at_[a] + t * at_[b])) crossings_.push_back({std::min(t, 1 - t), a, b});
        }
    }
    std::sort(crossings_.begin(), crossings_.end(), [](const Crossing& p, const Crossing& q) {
        return std::tie(p.nearness, p.a, p.b) < std::tie(q.nearness, q.a, q.b);
    });
    const auto same = [](const Crossing& p, const Crossing& q) { return p.a == q.a && p.b == q.b; };
    crossings_.erase(std::unique(crossings_.begin(), crossings_.end(), same), crossings_.end());
}

void Cutter::take_nearer(std::uint32_t a, std::uint32_t b) { side_[share(a, b) < 0.5 ? a : b] = 0; }

/// Nearest first: a vertex that is snapped onto the blade saves the splits of other edges.
void Cutter::take_ends() {
    for (const Crossing& c : crossings_) {
        if (c.nearness >= options_.snap) break;
        if (crosses(c.a, c.b)) take_nearer(c.a, c.b);
    }
}

void Cutter::split_edges() {
    for (const Crossing& c : crossings_) {
        if (crosses(c.a, c.b) && !split(c.a, c.b)) take_nearer(c.a, c.b);
    }
}

std::uint32_t Cutter::add_vertex(const CutVertex& made) {
    const double s = made.share;
    at_.push_back((1 - s) * at_[made.from] + s * at_[made.to]);
    rest_.push_back((1 - s) * rest_[made.from] + s * rest_[made.to]);
    height_.push_back(plane_.height(at_.back()));
    side_.push_back(0);
    made_.push_back(made);
    return static_cast<std::uint32_t>(side_.size() - 1);
}

void Cutter::replace(std::uint32_t piece, const Tetrahedron& corners) {
    const auto number = static_cast<std::uint32_t>(pieces_.size());
    const std::uint32_t parent = pieces_[piece].parent;
    for (const std::uint32_t v : corners) around_[v].push_back(number);
    pieces_.push_back({corners, parent});
}

/// In all tetrahedra around the edge. False, and nothing is done, where one would come out too thin.
bool Cutter::split(std::uint32_t a, std::uint32_t b) {
    std::vector<std::uint32_t> ring;
    for (const std::uint32_t p : around_[a]) {
        const Tetrahedron& t = pieces_[p].corners;
        if (place_of(t, a) < 4 && place_of(t, b) < 4) ring.push_back(p);
    }
    std::sort(ring.begin(), ring.end());
    const double s = share(a, b);
    const Vec3 middle = (1 - s) * rest_[a] + s * rest_[b];
    for (const std::uint32_t p : ring) {
        for (const std::uint32_t end : {a, b}) {
            std::array<Vec3, 4> half;
            for (std::size_t i = 0; i < 4; ++i) half[i] = rest_[pieces_[p].corners[i]];
            half[place_of(pieces_[p].corners, end)] = middle;
            if (!(geometry::mean_ratio(half) >= options_.quality)) return false;
        }
    }
    const std::uint32_t m = add_vertex({a, b, s});
    for (const std::uint32_t p : ring) {
        const Tetrahedron whole = pieces_[p].corners;
        Tetrahedron near_a = whole, near_b = whole;
        near_a[place_of(whole, b)] = m;
        near_b[place_of(whole, a)] = m;
        pieces_[p].corners = near_a;
        around_[m].push_back(p);
        replace(p, near_b);
    }
    return true;
}

int Cutter::side_of(const Tetrahedron& t) const {
    int sum = 0;
    double height = 0;
    for (const std::uint32_t v : t) {
        sum += side_[v];
        height += height_[v];
    }
    return sum != 0 ? (sum > 0 ? 1 : -1) : (height > 0 ? 1 : -1);
}

bool Cutter::on_blade(const Triangle& face) const {
    if (side_[face[0]] != 0 || side_[face[1]] != 0 || side_[face[2]] != 0) return false;
    return plane_.covers((1.0 / 3) * (at_[face[0]] + at_[face[1]] + at_[face[2]]));
}

VolumeCut Cutter::written() {
    VolumeCut out;
    for (const Corner& c : reopened_) pieces_[c.piece].corners[c.corner] = c.vertex;
    std::vector<std::uint8_t> changed(given_.tetrahedra.size(), 0);
    for (const Piece& piece : pieces_) {
        if (piece.corners != given_.tetrahedra[piece.parent]) changed[piece.parent] = 1;
    }
    for (const Piece& piece : pieces_) {
        if (changed[piece.parent] == 0) continue;
        out.added.push_back(piece.corners);
        out.parents.push_back(piece.parent);
    }
    for (std::uint32_t t = 0; t < changed.size(); ++t) {
        if (changed[t] != 0) out.removed.push_back(t);
    }
    out.vertices = std::move(made_);
    return out;
}

}  // namespace pliant::deform

namespace pliant {

VolumeCut cut(const VolumeView& rest, Points positions, const Blade& blade, const CutOptions& options) {
    const parallel::FloatingPointMode mode;
    return deform::Cutter(rest, positions, blade, options).run();
}

}  // namespace pliant
