#include "measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "median.hpp"
#include "numeric/vec.hpp"

namespace pliant::cli {
namespace {

/// Coordinates about the middle of the box, scaled by a power of two to be at most about 1: products of three of them
/// neither overflow nor lose what counts.
class UnitFrame {
public:
    explicit UnitFrame(std::span<const Position> positions) : positions_(positions) {
        Position low, high;
        low.fill(std::numeric_limits<double>::infinity());
        high.fill(-std::numeric_limits<double>::infinity());
        for (std::uint32_t v = 0; v < positions.size(); ++v) {
            for (std::size_t k = 0; k < 3 && usable(v); ++k) {
                low[k] = std::min(low[k], positions[v][k]);
                high[k] = std::max(high[k], positions[v][k]);
            }
        }
        double half = 0;
        for (std::size_t k = 0; k < 3 && low[k] <= high[k]; ++k) {
            middle_[k] = 0.5 * low[k] + 0.5 * high[k];
            half = std::max(half, 0.5 * high[k] - 0.5 * low[k]);
        }
        if (half > 0) exponent_ = std::ilogb(half);
    }

    [[nodiscard]] bool usable(std::uint32_t v) const {
        return v < positions_.size() && std::isfinite(positions_[v][0]) && std::isfinite(positions_[v][1]) &&
               std::isfinite(positions_[v][2]);
    }
    template <class Element>
    [[nodiscard]] bool all_usable(const Element& element) const {
        return std::all_of(element.begin(), element.end(), [&](std::uint32_t v) { return usable(v); });
    }
    [[nodiscard]] Vec3 at(std::uint32_t v) const {
        Position local;
        for (std::size_t k = 0; k < 3; ++k) {
            local[k] = std::ldexp(0.5 * positions_[v][k] - 0.5 * middle_[k], 1 - exponent_);
        }
        return Vec3(local);
    }
    /// A length, an area or a volume, by its dimension.
    [[nodiscard]] double to_world(double size, int dimension) const { return std::ldexp(size, dimension * exponent_); }
    [[nodiscard]] Position place(const Vec3& local) const {
        Position p;
        for (std::size_t k = 0; k < 3; ++k) p[k] = middle_[k] + std::ldexp(local[k], exponent_);
        return p;
    }

private:
    std::span<const Position> positions_;
    Position middle_{};
    int exponent_ = 0;
};

/// Weights and the sum of weighted places.
struct Moment {
    double weight = 0;
    Vec3 sum{0, 0, 0};

    void add(double w, const Vec3& at) {
        weight += w;
        sum = sum + w * at;
    }
    [[nodiscard]] Vec3 centre() const { return (1 / weight) * sum; }
};

Moment surface_of(const UnitFrame& frame, std::span<const Triangle> triangles) {
    Moment moment;
    for (const Triangle& t : triangles) {
        if (!frame.all_usable(t)) continue;
        const Vec3 a = frame.at(t[0]), b = frame.at(t[1]), c = frame.at(t[2]);
        const Vec3 normal = cross(b - a, c - a);
        moment.add(0.5 * std::sqrt(dot(normal, normal)), (1.0 / 3) * (a + b + c));
    }
    return moment;
}

double six_volumes(const Vec3& a, const Vec3& b, const Vec3& c) { return dot(a, cross(b, c)); }

/// Tetrahedra from the middle of the box to each triangle.
Moment enclosed_by(const UnitFrame& frame, std::span<const Triangle> triangles) {
    Moment moment;
    for (const Triangle& t : triangles) {
        if (!frame.all_usable(t)) continue;
        const Vec3 a = frame.at(t[0]), b = frame.at(t[1]), c = frame.at(t[2]);
        moment.add(six_volumes(a, b, c) / 6, 0.25 * (a + b + c));
    }
    return moment;
}

Moment filled_by(const UnitFrame& frame, std::span<const Tetrahedron> tetrahedra) {
    Moment moment;
    for (const Tetrahedron& t : tetrahedra) {
        if (!frame.all_usable(t)) continue;
        const Vec3 a = frame.at(t[0]), b = frame.at(t[1]), c = frame.at(t[2]), d = frame.at(t[3]);
        moment.add(six_volumes(b - a, c - a, d - a) / 6, 0.25 * (a + b + c + d));
    }
    return moment;
}

template <class Element>
std::optional<EdgeLengths> edge_lengths(const UnitFrame& frame, std::span<const Element> elements) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const Element& e : elements) {
        if (!frame.all_usable(e)) continue;
        for (std::size_t i = 0; i < e.size(); ++i) {
            for (std::size_t j = i + 1; j < e.size(); ++j) {
                if (e[i] != e[j]) edges.emplace_back(std::min(e[i], e[j]), std::max(e[i], e[j]));
            }
        }
    }
    if (edges.empty()) return std::nullopt;
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    std::vector<double> lengths;
    for (const auto& [v, w] : edges) {
        const Vec3 edge = frame.at(w) - frame.at(v);
        lengths.push_back(frame.to_world(std::hypot(edge.x, edge.y, edge.z), 1));
    }
    const auto [shortest, longest] = std::minmax_element(lengths.begin(), lengths.end());
    return EdgeLengths{*shortest, median(lengths), *longest};
}

}  // namespace

Measures measures(std::span<const Position> positions, std::span<const Triangle> triangles,
                  std::span<const Tetrahedron> tetrahedra, bool encloses) {
    const UnitFrame frame(positions);
    const Moment surface = surface_of(frame, triangles);
    Measures result;
    result.area = frame.to_world(surface.weight, 2);
    if (surface.weight > 0) result.centroid = frame.place(surface.centre());
    result.edges = tetrahedra.empty() ? edge_lengths(frame, triangles) : edge_lengths(frame, tetrahedra);
    if (tetrahedra.empty() && !encloses) return result;
    const Moment volume = tetrahedra.empty() ? enclosed_by(frame, triangles) : filled_by(frame, tetrahedra);
    result.volume = frame.to_world(volume.weight, 3);
    // Of a flat body, or of one that faces both ways, the quotient would be noise.
    const Vec3 centre = volume.weight == 0 ? Vec3{2, 2, 2} : volume.centre();
    result.centroid_of_volume = std::max({std::abs(centre.x), std::abs(centre.y), std::abs(centre.z)}) < 2;
    if (result.centroid_of_volume) result.centroid = frame.place(centre);
    return result;
}

}  // namespace pliant::cli
