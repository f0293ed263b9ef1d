// Explicit finite elements [OBrien1999, 3; Mendoza2005, 3]: Green's strain, linear material, Runge-Kutta of order four.
#include <pliant/elastic_body.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "deform/matrix3.hpp"
#include "deform/require_finite.hpp"
#include "deform/require_material.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant {

using namespace deform;

namespace {

using Vector = std::array<double, 3>;

Matrix3 matrix(const std::array<Vector, 3>& columns) { return {Vec3(columns[0]), Vec3(columns[1]), Vec3(columns[2])}; }

void add(Vector& sum, const Vec3& v) {
    sum[0] += v.x;
    sum[1] += v.y;
    sum[2] += v.z;
}

/// Edges from the first corner, as columns.
template <class Values>
Matrix3 edges(const Values& values, const Tetrahedron& t) {
    const Vec3 origin = values[t[0]];
    return {Vec3(values[t[1]]) - origin, Vec3(values[t[2]]) - origin, Vec3(values[t[3]]) - origin};
}

/// E = (F^T F - I) / 2: zero for rigid motion.
Matrix3 green_strain(const Matrix3& f) { return scaled(0.5, sum(times(transposed(f), f), scaled(-1, identity))); }

Matrix3 stress(const Matrix3& strain, double lambda, double mu) {
    return sum(scaled(lambda * trace(strain), identity), scaled(2 * mu, strain));
}

double shortest_height(const Matrix3& e, double volume) {
    const auto area = [](const Vec3& u, const Vec3& v) { return std::sqrt(dot(cross(u, v), cross(u, v))); };
    const double largest =
        std::max({area(e[0], e[1]), area(e[1], e[2]), area(e[2], e[0]), area(e[1] - e[0], e[2] - e[0])});
    return 6 * volume / largest;
}

}  // namespace

ElasticBody::ElasticBody(const VolumeView& rest, const Material& material) : material_(material) {
    const parallel::FloatingPointMode mode;
    const double e = material.stiffness, nu = material.poisson_ratio;
    require_sound(material);
    require_finite(rest.positions);
    lambda_ = e * nu / ((1 + nu) * (1 - 2 * nu));
    mu_ = e / (2 * (1 + nu));
    const std::size_t count = rest.positions.size();
    for (std::size_t i = 0; i < count; ++i) positions_.push_back(rest.positions[i]);
    velocities_.assign(count, {});
    masses_.assign(count, 0);
    held_.assign(count, 0);
    for (Vectors* stage : {&x_, &v_, &a_, &sum_x_, &sum_v_}) stage->assign(count, {});
    double height = std::numeric_limits<double>::infinity();
    for (const Tetrahedron& t : rest.tetrahedra) {
        require(std::max({t[0], t[1], t[2], t[3]}) < count, "pliant: a tetrahedron names a vertex that is not there");
        const Matrix3 m = edges(positions_, t);
        const double volume = std::abs(determinant(m)) / 6;
        require(volume > 0, "pliant: a tetrahedron has no volume");
        const Matrix3 b = inverse(m);
        Element element{t, {}, volume};
        for (std::size_t k = 0; k < 3; ++k) element.inverse[k] = {b[k].x, b[k].y, b[k].z};
        elements_.push_back(element);
        for (const std::uint32_t v : t) masses_[v] += material.density * volume / 4;
        height = std::min(height, shortest_height(m, volume));
    }
    // CFL condition: the time in which a pressure wave crosses the thinnest element; damping shortens it.
    const double wave = std::sqrt((lambda_ + 2 * mu_) / material.density);
    const double crossing = height / wave;
    stable_step_ = 0.5 * crossing / (1 + 4 * material.damping / crossing);
}

double ElasticBody::stable_step() const { return stable_step_; }

void ElasticBody::hold(std::uint32_t vertex, bool held) {
    if (vertex >= held_.size()) {
        throw std::out_of_range("pliant: no vertex " + std::to_string(vertex) + " in the elastic body");
    }
    held_[vertex] = held ? 1 : 0;
    if (held) velocities_[vertex] = {};
}

void ElasticBody::set_positions(Points positions) {
    require(positions.size() == positions_.size(), "pliant: another number of vertices");
    require_finite(positions);
    for (std::size_t i = 0; i < positions_.size(); ++i) positions_[i] = positions[i];
}

void ElasticBody::set_velocities(Points velocities) {
    require(velocities.size() == velocities_.size(), "pliant: another number of vertices");
    require_finite(velocities);
    for (std::size_t i = 0; i < velocities_.size(); ++i) {
        velocities_[i] = held_[i] != 0 ? Vector{} : velocities[i];
    }
}

double ElasticBody::elastic_energy() const {
    double energy = 0;
    for (const Element& element : elements_) {
        const Matrix3 strain = green_strain(times(edges(positions_, element.corners), matrix(element.inverse)));
        energy += 0.5 * element.volume * inner(strain, stress(strain, lambda_, mu_));
    }
    return energy;
}

double ElasticBody::kinetic_energy() const {
    double energy = 0;
    for (std::size_t i = 0; i < masses_.size(); ++i) {
        energy += 0.5 * masses_[i] * dot(Vec3(velocities_[i]), Vec3(velocities_[i]));
    }
    return energy;
}

/// Minus the gradient of the energy: columns of -V F S B^T act on corners 1 to 3, and their opposite on corner 0.
void ElasticBody::internal_forces(std::span<const Vector> positions, std::span<const Vector> velocities,
                                  std::span<Vector> out) const {
    std::fill(out.begin(), out.end(), Vector{});
    for (const Element& element : elements_) {
        const Matrix3 b = matrix(element.inverse), f = times(edges(positions, element.corners), b);
        Matrix3 s = stress(green_strain(f), lambda_, mu_);
        if (material_.damping > 0) {
            const Matrix3 rate = times(transposed(f), times(edges(velocities, element.corners), b));
            const Matrix3 strain_rate = scaled(0.5, sum(rate, transposed(rate)));
            s = sum(s, stress(strain_rate, lambda_ * material_.damping, mu_ * material_.damping));
        }
        const Matrix3 h = scaled(-element.volume, times(times(f, s), transposed(b)));
        for (std::size_t k = 0; k < 3; ++k) {
            add(out[element.corners[k + 1]], h[k]);
            add(out[element.corners[0]], -1.0 * h[k]);
        }
    }
}

void ElasticBody::accelerations(const Vectors& positions, const Vectors& velocities, Vectors& out) {
    internal_forces(positions, velocities, out);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const bool free = held_[i] == 0 && masses_[i] > 0;
        const Vec3 outer = forces_.empty() ? Vec3{} : Vec3(forces_[i]);
        const Vec3 a = free ? (1 / masses_[i]) * (Vec3(out[i]) + outer) : Vec3{};
        out[i] = {a.x, a.y, a.z};
    }
}

/// The state of a Runge-Kutta stage: the initial state advanced by a derivative.
void ElasticBody::move_by(double seconds, const Vectors& speed, const Vectors& acceleration) {
    for (std::size_t i = 0; i < x_.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            x_[i][k] = positions_[i][k] + seconds * speed[i][k];
            v_[i][k] = velocities_[i][k] + seconds * acceleration[i][k];
        }
    }
}

void ElasticBody::step(double seconds, std::span<const Vector> forces) {
    const parallel::FloatingPointMode mode;
    require(forces.empty() || forces.size() == positions_.size(), "pliant: a force for every vertex, or none");
    require_finite(Points(forces));
    require(std::isfinite(seconds), "pliant: a step takes a finite time");
    forces_ = forces;
    x_ = positions_;
    v_ = velocities_;
    for (Vectors* sum_of : {&sum_x_, &sum_v_}) std::fill(sum_of->begin(), sum_of->end(), Vector{});
    constexpr std::array<double, 4> weights{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}, ahead{0.5, 0.5, 1, 0};
    for (std::size_t stage = 0; stage < 4; ++stage) {
        accelerations(x_, v_, a_);
        for (std::size_t i = 0; i < x_.size(); ++i) {
            for (std::size_t k = 0; k < 3; ++k) {
                sum_x_[i][k] += weights[stage] * v_[i][k];
                sum_v_[i][k] += weights[stage] * a_[i][k];
            }
        }
        if (stage < 3) {
            stage_speed_ = v_;
            move_by(ahead[stage] * seconds, stage_speed_, a_);
        }
    }
    for (std::size_t i = 0; i < x_.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            positions_[i][k] += seconds * sum_x_[i][k];
            velocities_[i][k] += seconds * sum_v_[i][k];
        }
    }
    forces_ = {};
}

}  // namespace pliant
