#include "deform/cloth_tearing.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace pliant::deform {

namespace {

constexpr double apart = 0.05;  // of the way to the middle of its triangles

/// A triangle's greatest stretch, and the unit vector that it points along.
struct Stretch {
    double strain = 0;
    Vec3 along;
};

/// Of C = F^T F, the 2 x 2 matrix of the deformed threads' products.
Stretch greatest_stretch(const Membrane& m, std::span<const Point> positions) {
    const auto [warp, weft] = threads(m, positions);
    const double a = dot(warp, warp), b = dot(warp, weft), c = dot(weft, weft);
    const double off = 0.5 * (a - c), root = std::sqrt(off * off + b * b), square = 0.5 * (a + c) + root;
    // The larger of two equal formulas for the eigenvector, so that nothing cancels.
    const double u = off >= 0 ? off + root : b, v = off >= 0 ? b : root - off;
    const Vec3 way = u != 0 || v != 0 ? u * warp + v * weft : warp;
    const double size = std::sqrt(dot(way, way));
    return {std::sqrt(square) - 1, size > 0 ? (1 / size) * way : Vec3{}};
}

bool names(const std::array<std::uint32_t, 3>& corners, std::uint32_t v) {
    return corners[0] == v || corners[1] == v || corners[2] == v;
}

class Search {
public:
    explicit Search(const TornSheet& sheet) : sheet_(sheet) {}

    Tears run() {
        find_strained();
        if (strained_.empty()) return {};
        gather();
        used_.assign(sheet_.vertices.count, 0);
        for (const std::uint32_t t : strained_) tear(t);
        std::sort(out_.triangles.begin(), out_.triangles.end(),
                  [](const TornTriangle& p, const TornTriangle& q) { return p.triangle < q.triangle; });
        return std::move(out_);
    }

private:
    [[nodiscard]] std::uint32_t own(std::uint32_t v) const { return v - sheet_.vertices.first; }
    [[nodiscard]] const std::array<std::uint32_t, 3>& corners(std::uint32_t t) const {
        return sheet_.membranes[t].vertices;
    }
    [[nodiscard]] std::span<const std::uint32_t> around(std::uint32_t v) const {
        return std::span(at_).subspan(first_[own(v)], first_[own(v) + 1] - first_[own(v)]);
    }

    /// The most strained first.
    void find_strained() {
        stretch_.resize(sheet_.membranes.size());
        for (std::uint32_t t = 0; t < stretch_.size(); ++t) {
            stretch_[t] = greatest_stretch(sheet_.membranes[t], sheet_.positions);
            if (stretch_[t].strain > sheet_.most_strain) strained_.push_back(t);
        }
        std::stable_sort(strained_.begin(), strained_.end(),
                         [&](std::uint32_t p, std::uint32_t q) { return stretch_[p].strain > stretch_[q].strain; });
    }

    /// Triangles by vertex.
    void gather() {
        first_.assign(sheet_.vertices.count + 1, 0);
        for (const Membrane& m : sheet_.membranes)
            for (const std::uint32_t v : m.vertices) ++first_[own(v) + 1];
        for (std::size_t v = 0; v < sheet_.vertices.count; ++v) first_[v + 1] += first_[v];
        std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
        at_.resize(first_.back());
        for (std::uint32_t t = 0; t < sheet_.membranes.size(); ++t)
            for (const std::uint32_t v : corners(t)) at_[next[own(v)]++] = t;
    }

    [[nodiscard]] double mean_strain(std::uint32_t v) const {
        double sum = 0;
        for (const std::uint32_t t : around(v)) sum += stretch_[t].strain;
        return sum / double(around(v).size());
    }

    /// No triangle around it has a vertex in another's neighbourhood.
    [[nodiscard]] bool free(std::uint32_t v) const {
        if (sheet_.held[v] != 0) return false;
        for (const std::uint32_t t : around(v))
            for (const std::uint32_t w : corners(t))
                if (used_[own(w)] != 0) return false;
        return true;
    }

    void tear(std::uint32_t t) {
        std::array<std::uint32_t, 3> order = corners(t);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t p, std::uint32_t q) { return mean_strain(p) > mean_strain(q); });
        for (const std::uint32_t v : order)
            if (free(v) && split(v, stretch_[t].along)) return;
    }

    /// Pieces around a vertex: of triangles that share an edge at it and lie on the same side. Returns their number.
    std::uint32_t find_pieces(std::uint32_t v, const Vec3& normal) {
        const std::span<const std::uint32_t> fan = around(v);
        piece_.resize(fan.size());
        std::vector<std::uint8_t> front(fan.size());
        for (std::uint32_t k = 0; k < fan.size(); ++k) {
            piece_[k] = k;
            front[k] = dot(normal, middle(fan[k]) - Vec3(sheet_.positions[v])) > 0;
        }
        for (std::uint32_t round = 0; round < fan.size(); ++round)  // fans are short
            for (std::uint32_t k = 0; k < fan.size(); ++k)
                for (std::uint32_t j = 0; j < fan.size(); ++j)
                    if (front[k] == front[j] && share_edge(fan[k], fan[j], v))
                        piece_[k] = piece_[j] = std::min(piece_[k], piece_[j]);
        std::uint32_t count = 0;
        for (std::uint32_t k = 0; k < fan.size(); ++k) count += piece_[k] == k;
        return count;
    }

    [[nodiscard]] Vec3 middle(std::uint32_t t) const {
        Vec3 sum;
        for (const std::uint32_t v : corners(t)) sum = sum + (1.0 / 3) * Vec3(sheet_.positions[v]);
        return sum;
    }

    [[nodiscard]] bool share_edge(std::uint32_t t, std::uint32_t u, std::uint32_t v) const {
        if (t == u) return false;
        for (const std::uint32_t w : corners(t))
            if (w != v && names(corners(u), w)) return true;
        return false;
    }

    bool split(std::uint32_t v, const Vec3& normal) {
        if (find_pieces(v, normal) < 2) return false;
        const std::span<const std::uint32_t> fan = around(v);
        for (const std::uint32_t t : fan)
            for (const std::uint32_t w : corners(t)) used_[own(w)] = 1;
        for (std::uint32_t k = 0; k < fan.size(); ++k) {
            if (piece_[k] != k) continue;
            std::uint32_t to = v;  // the first piece keeps it
            if (k > 0) {
                to = sheet_.vertices.first + sheet_.vertices.count + static_cast<std::uint32_t>(out_.originals.size());
                out_.originals.push_back(v);
            }
            Vec3 sum;
            double count = 0;
            for (std::uint32_t j = k; j < fan.size(); ++j) {
                if (piece_[j] != k) continue;
                sum = sum + middle(fan[j]), ++count;
                if (to == v) continue;
                TornTriangle torn{fan[j], corners(fan[j]), corners(fan[j])};
                std::replace(torn.after.begin(), torn.after.end(), v, to);
                out_.triangles.push_back(torn);
            }
            const Vec3 at = sheet_.positions[v];
            out_.moved.push_back(to);
            out_.places.push_back(at + apart * ((1 / count) * sum - at));
        }
        return true;
    }

    const TornSheet& sheet_;
    Tears out_;
    std::vector<Stretch> stretch_;           // by triangle
    std::vector<std::uint32_t> strained_;    // too much
    std::vector<std::uint32_t> first_, at_;  // triangles by vertex
    std::vector<std::uint8_t> used_;         // vertices near one that splits
    std::vector<std::uint32_t> piece_;       // of each triangle of a fan: the first of its piece
};

/// The corners of a triangle after the tears.
std::array<std::uint32_t, 3> renamed(const Tears& tears, const std::array<std::uint32_t, 3>& corners) {
    for (const TornTriangle& t : tears.triangles)
        if (names(t.before, corners[0]) && names(t.before, corners[1]) && names(t.before, corners[2])) {
            std::array<std::uint32_t, 3> result = corners;
            for (std::size_t k = 0; k < 3; ++k)
                for (std::size_t j = 0; j < 3; ++j)
                    if (t.before[j] == corners[k]) result[k] = t.after[j];
            return result;
        }
    return corners;
}

}  // namespace

Tears find_tears(const TornSheet& sheet) { return Search(sheet).run(); }

bool follow_tears(const Tears& tears, Hinge& h) {
    const auto p = renamed(tears, {h.vertices[0], h.vertices[1], h.vertices[2]});
    const auto q = renamed(tears, {h.vertices[0], h.vertices[1], h.vertices[3]});
    if (p[0] != q[0] || p[1] != q[1]) return false;
    h.vertices = {p[0], p[1], p[2], q[2]};
    return true;
}

}  // namespace pliant::deform
