// Distance of convex hulls [Gilbert, Johnson and Keerthi 1988, as reviewed by Hatab2006, 3].
#include <pliant/distance.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "detect/gjk_cut/nearest_simplex.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant {

using gjk_cut::Nearest;
using gjk_cut::Simplex;

namespace {

std::vector<Vec3> finite_points(const Points& points) {
    std::vector<Vec3> kept;
    kept.reserve(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec3 p = points[i];
        if (std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)) kept.push_back(p);
    }
    if (kept.empty()) throw std::invalid_argument("pliant: no finite point to measure a distance from");
    return kept;
}

const Vec3& support(const std::vector<Vec3>& points, const Vec3& direction) {
    std::size_t best = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double value = dot(points[i], direction);
        if (value > most) best = i, most = value;
    }
    return points[best];
}

double length(const Vec3& v) { return std::hypot(v.x, v.y, v.z); }

double largest_magnitude(const std::vector<Vec3>& points) {
    double largest = 0;
    for (const Vec3& p : points) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    return largest;
}

Point as_point(const Vec3& v) { return {v.x, v.y, v.z}; }

Vec3 mixture(const Nearest& nearest, const std::array<Vec3, 4>& points, std::uint32_t size) {
    Vec3 sum;
    for (std::uint32_t i = 0; i < size; ++i) sum = sum + nearest.weight[i] * points[i];
    return sum;
}

/// Points are scaled to a size near one around the origin: squares neither overflow nor underflow.
struct Scaling {
    Vec3 centre;
    double factor = 1;

    Scaling(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
        const double largest = std::max(largest_magnitude(a), largest_magnitude(b));
        centre = 0.5 * a.front() + 0.5 * b.front();
        if (largest > 0) factor = std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1000, 1000));
    }

    void apply(std::vector<Vec3>& points) const {
        for (Vec3& p : points) p = factor * p - factor * centre;
    }
    [[nodiscard]] Point back(const Vec3& p) const { return as_point((1 / factor) * p + centre); }
    [[nodiscard]] double back(double distance) const { return distance / factor; }
};

class Search {
public:
    Search(Points a, Points b, const DistanceOptions& options)
        : options_(options), a_(finite_points(a)), b_(finite_points(b)), scaling_(a_, b_) {
        scaling_.apply(a_);
        scaling_.apply(b_);
        size_ = std::max(largest_magnitude(a_), largest_magnitude(b_));
    }

    Distance run() {
        simplex_.add(a_.front(), b_.front());
        nearest_ = reduce_to_nearest(simplex_);
        while (!done()) advance();
        return result();
    }

private:
    [[nodiscard]] bool done() const {
        return ended_ || upper() <= options_.tolerance * size_ || upper() - lower_ <= options_.tolerance * size_ ||
               found_.iterations >= options_.most_iterations;
    }

    [[nodiscard]] double upper() const { return length(nearest_.point); }

    /// The support points towards the origin join the simplex, which is then reduced to the face nearest to it.
    void advance() {
        ++found_.iterations;
        const Vec3 towards = (-1 / upper()) * nearest_.point;
        const Vec3 a = support(a_, towards), b = support(b_, -1.0 * towards);
        lower_ = std::max(lower_, -dot(towards, a - b));
        bound_penetration(towards, dot(towards, a - b));
        if (options_.record) record(towards);
        if (simplex_.has(a, b)) {
            ended_ = true;
            return;
        }
        const Simplex before = simplex_;
        const Nearest nearest_before = nearest_;
        simplex_.add(a, b);
        nearest_ = reduce_to_nearest(simplex_);
        if (upper() < length(nearest_before.point)) return;
        ended_ = true;  // converged, up to rounding
        simplex_ = before;
        nearest_ = nearest_before;
    }

    void bound_penetration(const Vec3& direction, double overlap) {
        if (overlap < penetration_) penetration_ = overlap, way_out_ = direction;
    }

    void try_axes() {
        for (const double sign : {1.0, -1.0}) {
            for (const Vec3& axis : {Vec3{sign, 0, 0}, Vec3{0, sign, 0}, Vec3{0, 0, sign}})
                bound_penetration(axis, dot(axis, support(a_, axis) - support(b_, -1.0 * axis)));
        }
    }

    void record(const Vec3& towards) {
        DistanceStep step;
        step.size = simplex_.size;
        for (std::uint32_t i = 0; i < simplex_.size; ++i) {
            step.a[i] = scaling_.back(simplex_.a[i]);
            step.b[i] = scaling_.back(simplex_.b[i]);
        }
        step.direction = as_point(towards);
        step.distance = scaling_.back(upper());
        step.lower_bound = scaling_.back(std::max(0.0, lower_));
        found_.steps.push_back(step);
    }

    Distance result() {
        const double gap = upper();
        found_.overlap = gap <= options_.tolerance * size_;
        found_.converged = found_.overlap || ended_ || gap - lower_ <= options_.tolerance * size_;
        found_.point_a = scaling_.back(mixture(nearest_, simplex_.a, simplex_.size));
        found_.point_b = scaling_.back(mixture(nearest_, simplex_.b, simplex_.size));
        if (found_.overlap) {
            found_.point_b = found_.point_a;
            try_axes();
            found_.penetration_bound = scaling_.back(std::max(0.0, penetration_));
            found_.way_out = as_point(way_out_);
            return std::move(found_);
        }
        found_.distance = scaling_.back(gap);
        found_.lower_bound = scaling_.back(std::max(0.0, lower_));
        found_.separating_direction = as_point((-1 / gap) * nearest_.point);
        return std::move(found_);
    }

    DistanceOptions options_;
    std::vector<Vec3> a_, b_;
    Scaling scaling_;
    double size_ = 0, lower_ = 0, penetration_ = std::numeric_limits<double>::infinity();
    Vec3 way_out_;
    Simplex simplex_;
    Nearest nearest_;
    bool ended_ = false;
    Distance found_;
};

}  // namespace

Distance distance(Points a, Points b, const DistanceOptions& options) {
    const parallel::FloatingPointMode mode;
    return Search(a, b, options).run();
}

}  // namespace pliant
