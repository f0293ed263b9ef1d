// simplify: edge collapse by quadric error metrics [Garland1997], lazily updated in a priority queue.
#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>
#include <utility>

#include <pliant/meshing.hpp>

#include "meshing/quadric.hpp"
#include "numeric/vec.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant::meshing {

namespace {

class Collapser {
public:
    explicit Collapser(const SurfaceView& surface) {
        for (std::size_t i = 0; i < surface.positions.size(); ++i) at_.emplace_back(surface.positions[i]);
        around_.resize(at_.size());
        quadrics_.resize(at_.size());
        changes_.assign(at_.size(), 0);
        move_to_origin();
        for (const Triangle& t : surface.triangles) add(t);
    }

    void run(std::size_t wanted) {
        for (std::uint32_t v = 0; v < at_.size(); ++v) {
            for (const std::uint32_t w : neighbours(v)) {
                if (v < w) offer(v, w);
            }
        }
        while (left_ > wanted && !offers_.empty()) {
            const Offer offer = offers_.top();
            offers_.pop();
            const bool old = changes_[offer.a] != offer.changes_a || changes_[offer.b] != offer.changes_b;
            if (!old && may_collapse(offer)) collapse(offer);
        }
    }

    [[nodiscard]] SurfaceMesh rest() const {
        SurfaceMesh mesh;
        std::vector<std::uint32_t> number(at_.size(), none);
        for (std::size_t i = 0; i < triangles_.size(); ++i) {
            if (gone_[i] != 0) continue;
            Triangle t = triangles_[i];
            for (std::uint32_t& v : t) {
                if (number[v] == none) {
                    number[v] = static_cast<std::uint32_t>(mesh.positions.size());
                    const Vec3 p = at_[v] + origin_;
                    mesh.positions.push_back({p.x, p.y, p.z});
                }
                v = number[v];
            }
            mesh.triangles.push_back(t);
        }
        return mesh;
    }

private:
    static constexpr std::uint32_t none = ~0u;

    struct Offer {
        double cost;
        std::uint32_t a, b;
        std::uint32_t changes_a, changes_b;  // versions of a and b when the offer was made
        Vec3 place;
        bool operator<(const Offer& o) const {
            return cost != o.cost ? cost > o.cost : std::tie(a, b) > std::tie(o.a, o.b);
        }
    };

    /// Avoids cancellation: quadrics square coordinates.
    void move_to_origin() {
        Vec3 lo{1e300, 1e300, 1e300}, hi{-1e300, -1e300, -1e300};
        for (const Vec3& p : at_) {
            if (!finite(p)) continue;
            lo = {std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z)};
            hi = {std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z)};
        }
        origin_ = 0.5 * lo + 0.5 * hi;
        for (Vec3& p : at_) p = p - origin_;
    }

    void add(const Triangle& t) {
        const auto there = [&](std::uint32_t v) { return v < at_.size() && finite(at_[v]); };
        if (!there(t[0]) || !there(t[1]) || !there(t[2]) || t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) return;
        const auto number = static_cast<std::uint32_t>(triangles_.size());
        triangles_.push_back(t);
        gone_.push_back(0);
        ++left_;
        const Vec3 n = normal(t);
        const double twice_area = std::sqrt(dot(n, n));
        for (const std::uint32_t v : t) {
            around_[v].push_back(number);
            if (twice_area > 0) quadrics_[v] += Quadric::of_plane(at_[v], (1 / twice_area) * n, twice_area);
        }
    }

    [[nodiscard]] Vec3 normal(const Triangle& t) const { return cross(at_[t[1]] - at_[t[0]], at_[t[2]] - at_[t[0]]); }

    /// The 1-ring, ascending.
    [[nodiscard]] std::vector<std::uint32_t> neighbours(std::uint32_t v) const {
        std::vector<std::uint32_t> out;
        for (const std::uint32_t t : around_[v]) {
            for (const std::uint32_t w : triangles_[t]) {
                if (w != v) out.push_back(w);
            }
        }
        std::sort(out.begin(), out.end());
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }

    [[nodiscard]] std::size_t triangles_at(std::uint32_t a, std::uint32_t b) const {
        return static_cast<std::size_t>(std::count_if(around_[a].begin(), around_[a].end(), [&](std::uint32_t t) {
            return std::find(triangles_[t].begin(), triangles_[t].end(), b) != triangles_[t].end();
        }));
    }

    /// Every edge at v belongs to two triangles, and these form one closed fan.
    [[nodiscard]] bool manifold(std::uint32_t v, const std::vector<std::uint32_t>& beside) const {
        if (beside.size() != around_[v].size()) return false;
        return std::all_of(beside.begin(), beside.end(), [&](std::uint32_t w) { return triangles_at(v, w) == 2; });
    }

    void offer(std::uint32_t a, std::uint32_t b) {
        Quadric sum = quadrics_[a];
        sum += quadrics_[b];
        const Vec3 middle = 0.5 * at_[a] + 0.5 * at_[b];
        Vec3 best = middle;
        double least = sum.at(middle);
        const auto consider = [&](const Vec3& place) {
            const double cost = sum.at(place);
            if (cost < least) std::tie(least, best) = std::pair(cost, place);
        };
        consider(at_[a]);
        consider(at_[b]);
        const Vec3 edge = at_[b] - at_[a];
        const auto lowest = sum.lowest();
        // A minimiser far away is a spike made of rounding errors.
        if (lowest && dot(*lowest - middle, *lowest - middle) < 4 * dot(edge, edge)) consider(*lowest);
        // Tie-break for flat parts, where the error is zero: shorter edges first.
        offers_.push(
            {std::max(least, 0.0) + 1e-9 * dot(edge, edge) * dot(edge, edge), a, b, changes_[a], changes_[b], best});
    }

    /// Link condition: a and b have just the two vertices in common that are opposite their edge, so that the surface
    /// stays manifold. And nothing folds over: no normal turns by a right angle or more, no triangle becomes a needle.
    [[nodiscard]] bool may_collapse(const Offer& offer) const {
        const auto beside_a = neighbours(offer.a), beside_b = neighbours(offer.b);
        if (!manifold(offer.a, beside_a) || !manifold(offer.b, beside_b)) return false;
        std::vector<std::uint32_t> common;
        std::set_intersection(beside_a.begin(), beside_a.end(), beside_b.begin(), beside_b.end(),
                              std::back_inserter(common));
        if (common.size() != 2 || beside_a.size() + beside_b.size() < 8) return false;
        for (const std::uint32_t v : common) {
            if (around_[v].size() < 4) return false;
        }
        return stays_upright(offer.a, offer.b, offer.place) && stays_upright(offer.b, offer.a, offer.place);
    }

    [[nodiscard]] bool stays_upright(std::uint32_t v, std::uint32_t other, const Vec3& place) const {
        for (const std::uint32_t number : around_[v]) {
            const Triangle& t = triangles_[number];
            if (std::find(t.begin(), t.end(), other) != t.end()) continue;
            std::array<Vec3, 3> p;
            for (std::size_t i = 0; i < 3; ++i) p[i] = t[i] == v ? place : at_[t[i]];
            const Vec3 before = normal(t), after = cross(p[1] - p[0], p[2] - p[0]);
            const double squares =
                dot(p[1] - p[0], p[1] - p[0]) + dot(p[2] - p[1], p[2] - p[1]) + dot(p[0] - p[2], p[0] - p[2]);
            const double size = std::sqrt(dot(after, after));
            if (!(dot(before, after) > 0.2 * std::sqrt(dot(before, before)) * size)) return false;
            if (size < 0.02 * squares) return false;
        }
        return true;
    }

    /// Merges b into a.
    void collapse(const Offer& offer) {
        at_[offer.a] = offer.place;
        quadrics_[offer.a] += quadrics_[offer.b];
        for (const std::uint32_t number : around_[offer.b]) {
            Triangle& t = triangles_[number];
            if (std::find(t.begin(), t.end(), offer.a) != t.end()) {
                remove(number, offer.b);
            } else {
                std::replace(t.begin(), t.end(), offer.b, offer.a);
                around_[offer.a].push_back(number);
            }
        }
        around_[offer.b].clear();
        ++changes_[offer.a];
        ++changes_[offer.b];
        for (const std::uint32_t w : neighbours(offer.a)) this->offer(std::min(offer.a, w), std::max(offer.a, w));
    }

    void remove(std::uint32_t number, std::uint32_t but_for) {
        gone_[number] = 1;
        --left_;
        for (const std::uint32_t v : triangles_[number]) {
            if (v != but_for) std::erase(around_[v], number);
        }
    }

    Vec3 origin_;
    std::vector<Vec3> at_;
    std::vector<Triangle> triangles_;
    std::vector<std::uint8_t> gone_;
    std::vector<std::vector<std::uint32_t>> around_;  // by vertex: its triangles
    std::vector<Quadric> quadrics_;
    std::vector<std::uint32_t> changes_;  // by vertex: version; older offers are stale
    std::size_t left_ = 0;
    std::priority_queue<Offer> offers_;
};

}  // namespace

SurfaceMesh simplify(const SurfaceView& surface, const SimplifyOptions& options) {
    const parallel::FloatingPointMode mode;
    Collapser collapser(surface);
    collapser.run(options.triangles);
    return collapser.rest();
}

}  // namespace pliant::meshing
