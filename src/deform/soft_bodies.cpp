#include <pliant/soft_bodies.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "deform/block_matrix.hpp"
#include "deform/require_finite.hpp"
#include "deform/require_material.hpp"
#include "deform/soft_elements.hpp"
#include "deform/soft_solver.hpp"
#include "mesh/union_find.hpp"
#include "parallel/parallel.hpp"

namespace pliant {

using namespace deform;

namespace {

Lane lane(const Vec& v) { return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z()), 0}; }

Vec widened_lane(const Lane& v) { return {double(v[0]), double(v[1]), double(v[2])}; }

constexpr int most_rounds = 2;  // of active pushes and friction in one push()

}  // namespace

struct SoftBodies::State {
    /// A run of vertices with the elements between them.
    struct Group {
        VertexRange vertices;
        std::uint32_t first_element = 0, elements = 0;  // elements == 0: particles
        double density = 0;
        Vec shift = Vec::Zero();  // of all its velocities: what the solver left over, m/s
    };

    struct PlacedElement : SoftElement {
        std::array<std::uint32_t, 16> places{};  // of its blocks
        bool kept = true;
    };

    SoftBodyOptions options;
    parallel::Workers workers;
    std::vector<Group> groups;
    std::vector<PlacedElement> elements;
    std::vector<Point> positions, predicted, velocities, forces, held_motion;
    std::vector<double> masses;
    std::vector<std::uint8_t> held;
    BlockMatrix matrix;
    std::vector<SolverRun> runs;
    SoftSolver solver;
    bool structured = false;
    double seconds = 0;
    std::vector<std::uint32_t> group_of;  // by vertex
    std::vector<Vec> load;                // h (f - (damping + h) K v): right-hand side without pushes, N s
    std::vector<Lane> b, dv;              // N s, m/s
    std::vector<SolverPush> active;
    std::uint64_t iterations = 0;

    explicit State(const SoftBodyOptions& o) : options(o), workers(o.threads, o.jobs) {}

    VertexRange add_vertices(Points points) {
        const VertexRange range{static_cast<std::uint32_t>(positions.size()),
                                static_cast<std::uint32_t>(points.size())};
        for (std::size_t i = 0; i < points.size(); ++i) positions.push_back(points[i]);
        for (std::vector<Point>* vectors : {&velocities, &forces, &held_motion}) vectors->resize(positions.size());
        predicted = positions;
        masses.resize(positions.size());
        held.resize(positions.size());
        structured = false;
        return range;
    }

    void build_structure() {
        std::vector<Tetrahedron> corners;
        for (const PlacedElement& e : elements) corners.push_back(e.corners);
        matrix.build(positions.size(), corners);
        for (PlacedElement& e : elements) e.places = matrix.places(e.corners);
        load.resize(positions.size());
        b.resize(positions.size());
        dv.resize(positions.size());
        group_of.resize(positions.size());
        for (std::uint32_t g = 0; g < groups.size(); ++g) {
            for (std::uint32_t i = 0; i < groups[g].vertices.count; ++i) group_of[groups[g].vertices.first + i] = g;
        }
        structured = true;
    }

    void weigh(const Group& group) {
        for (std::uint32_t i = 0; i < group.vertices.count; ++i) masses[group.vertices.first + i] = 0;
        for (const PlacedElement& e : of(group)) {
            if (!e.kept) continue;
            for (const std::uint32_t v : e.corners) masses[v] += group.density * e.volume / 4;
        }
        // What no tetrahedron holds any more flies on with a little mass of its own.
        double least = 0;
        for (std::uint32_t i = 0; i < group.vertices.count; ++i) {
            const double m = masses[group.vertices.first + i];
            if (m > 0 && (least == 0 || m < least)) least = m;
        }
        for (std::uint32_t i = 0; i < group.vertices.count; ++i) {
            double& m = masses[group.vertices.first + i];
            if (m == 0) m = least > 0 ? least : group.density;
        }
    }

    [[nodiscard]] std::span<PlacedElement> of(const Group& group) {
        return std::span(elements).subspan(group.first_element, group.elements);
    }
    [[nodiscard]] std::span<const PlacedElement> of(const Group& group) const {
        return std::span(elements).subspan(group.first_element, group.elements);
    }

    void assemble(const Group& group);
    void add_element(PlacedElement& e);
    void find_runs();
    void begin_velocities();
    void solve(std::span<const SolverPush> pushes);
    void keep_momentum(std::span<const Push> pushes);
    void predict();
    [[nodiscard]] Vec slid(const Push& push) const;
    [[nodiscard]] double violation(const Push& push) const;
    void update_activity(std::span<Push> pushes, bool first);
    void set_up(std::span<const Push> pushes);
    void load_up(std::span<const Push> pushes);
    void solve_with(std::span<Push> pushes, int rounds);
};

/// Rotation, forces and stiffness of one element. With c = R b the blocks of an isotropic material are
/// V (lambda c_i c_j^T + mu c_j c_i^T + mu c_i.c_j 1): no product with R is needed.
void SoftBodies::State::add_element(PlacedElement& e) {
    const Mat f = deformation_gradient(e, positions);
    e.rotation = rotation_near(f, e.rotation, 1e-4);
    const Mat force = elastic_forces(e, f), turned = e.rotation * e.gradients;
    std::array<Vec, 4> c;
    for (std::size_t k = 0; k < 3; ++k) c[k + 1] = turned.col(static_cast<Eigen::Index>(k));
    c[0] = -(c[1] + c[2] + c[3]);
    Mat rate = Mat::Zero();  // of the velocity's gradient in the turned frame
    for (std::size_t k = 0; k < 4; ++k) rate += vector(velocities[e.corners[k]]) * c[k].transpose();
    const double h = seconds, weight = h * (e.damping + h);
    const Mat viscous = (e.lambda_volume * rate.trace()) * Mat::Identity() + e.mu_volume * (rate + rate.transpose());
    for (std::size_t i = 0; i < 4; ++i) {
        Vec push = -weight * (viscous * c[i]);
        if (i > 0) push += h * force.col(static_cast<Eigen::Index>(i - 1));
        if (i == 0) push -= h * (force.col(0) + force.col(1) + force.col(2));
        load[e.corners[i]] += push;
    }
    const double lambda = weight * e.lambda_volume, mu = weight * e.mu_volume;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = i; j < 4; ++j) {
            const double along = mu * c[i].dot(c[j]);
            float* const upper = matrix.block(e.places[4 * i + j]);
            float* const lower = matrix.block(e.places[4 * j + i]);
            for (int row = 0; row < 3; ++row) {
                for (int column = 0; column < 3; ++column) {
                    const auto value = static_cast<float>(lambda * c[i][row] * c[j][column] +
                                                          mu * c[j][row] * c[i][column] + (row == column ? along : 0));
                    upper[3 * row + column] += value;
                    if (i != j) lower[3 * column + row] += value;
                }
            }
        }
    }
}

void SoftBodies::State::assemble(const Group& group) {
    const std::size_t begin = group.vertices.first, end = begin + group.vertices.count;
    matrix.clear(begin, end);
    const Vec g = vector(options.gravity);
    for (std::size_t i = begin; i < end; ++i) {
        load[i] = seconds * (masses[i] * g + vector(forces[i]));
        float* const block = matrix.block(matrix.diagonal(i));
        for (std::size_t k = 0; k < 3; ++k) block[4 * k] = static_cast<float>(masses[i]);
    }
    for (PlacedElement& e : of(group)) {
        if (e.kept) add_element(e);
    }
}

/// Bodies as they are; particles in runs of some hundreds.
void SoftBodies::State::find_runs() {
    constexpr std::size_t particles = 512;
    runs.clear();
    for (const Group& group : groups) {
        const std::size_t begin = group.vertices.first, end = begin + group.vertices.count;
        const bool free = std::all_of(held.begin() + std::ptrdiff_t(begin), held.begin() + std::ptrdiff_t(end),
                                      [](std::uint8_t h) { return h == 0; });
        if (group.elements > 0) runs.push_back({begin, end, free});
        for (std::size_t i = begin; group.elements == 0 && i < end; i += particles)
            runs.push_back({i, std::min(i + particles, end), false});
    }
}

void SoftBodies::State::begin_velocities() {
    for (std::size_t i = 0; i < dv.size(); ++i) {
        dv[i] = held[i] != 0 ? lane((1 / seconds) * vector(held_motion[i]) - vector(velocities[i])) : Lane{};
    }
}

void SoftBodies::State::solve(std::span<const SolverPush> pushes) {
    double weight = 0;  // what gravity does in a step: what rests is solved against that, not against nearly nothing
    for (std::size_t i = 0; i < masses.size(); ++i)
        weight += masses[i] * seconds * seconds * vector(options.gravity).squaredNorm();
    iterations += solver.solve(matrix, pushes, b, dv, {options.tolerance, options.iterations, weight}, workers);
}

/// What the solver left over is given back: bodies that push each other, and nothing else, take it together. So their
/// momentum changes by gravity and outer forces alone, and no contact is strained. Bodies at obstacles or held ones
/// keep the solver's error, as do particles.
void SoftBodies::State::keep_momentum(std::span<const Push> pushes) {
    mesh::UnionFind joined(groups.size());
    std::vector<std::uint8_t> bound(groups.size(), 0);
    for (std::size_t k = 0; k < pushes.size(); ++k) {
        if (active[k].spring == 0) continue;
        const Push& push = pushes[k];
        const std::uint32_t first = group_of[push.vertices[0]];
        double sum = 0;
        for (std::uint32_t i = 0; i < push.count; ++i) {
            joined.join(first, group_of[push.vertices[i]]);
            sum += push.weights[i];
        }
        if (std::abs(sum) > 1e-9) bound[first] = 1;
    }
    struct Sum {
        Vec impulse = Vec::Zero();
        double mass = 0;
        bool bound = false;
    };
    std::vector<Sum> sums(groups.size());
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
        const Group& group = groups[g];
        Sum& sum = sums[joined.root(g)];
        sum.bound = sum.bound || bound[g] != 0 || group.elements == 0;
        const std::size_t begin = group.vertices.first, end = begin + group.vertices.count;
        for (std::size_t i = begin; i < end; ++i) {
            sum.impulse += load[i] - masses[i] * widened_lane(dv[i]);
            sum.mass += masses[i];
            sum.bound |= held[i] != 0;
        }
    }
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
        const Sum& sum = sums[joined.root(g)];
        if (!sum.bound) groups[g].shift = sum.impulse / sum.mass;
    }
}

void SoftBodies::State::predict() {
    for (const Group& group : groups) {
        const std::size_t begin = group.vertices.first, end = begin + group.vertices.count;
        for (std::size_t i = begin; i < end; ++i) {
            const Vec speed = vector(velocities[i]) + widened_lane(dv[i]) + group.shift;
            const Vec motion = held[i] != 0 ? vector(held_motion[i]) : Vec(seconds * speed);
            predicted[i] = point(vector(positions[i]) + motion);
        }
    }
}

/// How far the contact is strained along its plane at the end of the step: what it was before, and how far both sides
/// move against each other meanwhile.
Vec SoftBodies::State::slid(const Push& push) const {
    Vec sum = vector(push.slip) + vector(push.anchor_motion);
    for (std::uint32_t k = 0; k < push.count; ++k) {
        const std::uint32_t v = push.vertices[k];
        sum += push.weights[k] * (vector(predicted[v]) - vector(positions[v]));
    }
    const Vec n = vector(push.normal);
    return sum - n.dot(sum) * n;
}

double SoftBodies::State::violation(const Push& push) const {
    Vec sum = vector(push.anchor);
    for (std::uint32_t k = 0; k < push.count; ++k) sum += push.weights[k] * vector(predicted[push.vertices[k]]);
    return push.distance - vector(push.normal).dot(sum);
}

/// Which pushes act, from where the last solve led, and what friction they bring.
void SoftBodies::State::update_activity(std::span<Push> pushes, bool first) {
    const double h2 = seconds * seconds;
    for (std::size_t k = 0; k < pushes.size(); ++k) {
        Push& push = pushes[k];
        SolverPush& s = active[k];
        const double depth = violation(push);
        const bool acts = depth > 0;
        push.force = acts ? push.stiffness * depth : 0;
        s.spring = acts ? static_cast<float>(h2 * push.stiffness) : 0;
        s.brake = 0;
        if (!acts || push.friction <= 0) continue;
        // Coulomb's law: a spring as stiff as that along the normal, until it slips. The bound is that of the last
        // solve; what is known from the step before is thought to slide on as easily at first.
        const double slide = slid(push).norm(), most = push.friction * push.force;
        if (!first || push.grip <= 0) push.grip = push.stiffness * slide > most ? most / slide : push.stiffness;
        s.brake = static_cast<float>(h2 * push.grip);
    }
}

void SoftBodies::State::set_up(std::span<const Push> pushes) {
    active.assign(pushes.size(), {});
    for (std::size_t k = 0; k < pushes.size(); ++k) {
        const Push& p = pushes[k];
        SolverPush& a = active[k];
        a.vertices = p.vertices;
        a.count = p.count;
        for (std::size_t i = 0; i < 5; ++i) a.weights[i] = static_cast<float>(p.weights[i]);
        for (std::size_t i = 0; i < 3; ++i) a.normal[i] = static_cast<float>(p.normal[i]);
    }
}

/// The right-hand side: what acts at dv = 0.
void SoftBodies::State::load_up(std::span<const Push> pushes) {
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = lane(load[i]);
    for (std::size_t k = 0; k < pushes.size(); ++k) {
        const Push& p = pushes[k];
        const SolverPush& a = active[k];
        if (a.spring == 0) continue;
        Vec sum = vector(p.anchor), slide = vector(p.slip) + vector(p.anchor_motion);
        for (std::uint32_t i = 0; i < p.count; ++i) {
            const Vec motion = seconds * vector(velocities[p.vertices[i]]);
            sum += p.weights[i] * (vector(positions[p.vertices[i]]) + motion);
            slide += p.weights[i] * motion;
        }
        const Vec n = vector(p.normal);
        const Vec impulse = (double(a.spring) * (p.distance - n.dot(sum)) / seconds) * n -
                            (double(a.brake) / seconds) * (slide - n.dot(slide) * n);
        for (std::uint32_t i = 0; i < p.count; ++i) {
            const Lane add = lane(p.weights[i] * impulse);
            for (std::size_t axis = 0; axis < 3; ++axis) b[p.vertices[i]][axis] += add[axis];
        }
    }
}

/// From where the last solve led; at first from the velocities before the step.
void SoftBodies::State::solve_with(std::span<Push> pushes, int rounds) {
    for (Group& group : groups) group.shift.setZero();
    set_up(pushes);
    for (int round = 0; round < rounds; ++round) {
        update_activity(pushes, round == 0);
        load_up(pushes);
        solve(active);
        predict();
    }
    for (Push& p : pushes) {
        p.force = std::max(0.0, p.stiffness * violation(p));
        const Vec slide = slid(p);
        const double strain = p.stiffness * slide.norm(), most = p.friction * p.force;
        p.slip_after = strain > most ? point((most / strain) * slide) : point(slide);
    }
    keep_momentum(pushes);
    predict();
}

SoftBodies::SoftBodies(const SoftBodyOptions& options) : state_(std::make_unique<State>(options)) {}
SoftBodies::~SoftBodies() = default;
SoftBodies::SoftBodies(SoftBodies&&) noexcept = default;
SoftBodies& SoftBodies::operator=(SoftBodies&&) noexcept = default;

VertexRange SoftBodies::add(const VolumeView& rest, const Material& material) {
    require_sound(material);
    require_finite(rest.positions);
    State& s = *state_;
    for (const Tetrahedron& t : rest.tetrahedra)
        require(*std::max_element(t.begin(), t.end()) < rest.positions.size(),
                "pliant: a tetrahedron names a vertex that is not there");
    const VertexRange range = s.add_vertices(rest.positions);
    State::Group group{range, static_cast<std::uint32_t>(s.elements.size()),
                       static_cast<std::uint32_t>(rest.tetrahedra.size()), material.density, Vec::Zero()};
    for (Tetrahedron t : rest.tetrahedra) {
        for (std::uint32_t& v : t) v += range.first;
        s.elements.push_back({make_element(t, s.positions, material), {}, true});
    }
    s.groups.push_back(group);
    s.weigh(group);
    return range;
}

VertexRange SoftBodies::add_particles(Points positions, double mass) {
    require(mass > 0 && std::isfinite(mass), "pliant: a particle has a positive, finite mass");
    require_finite(positions);
    const VertexRange range = state_->add_vertices(positions);
    std::fill(state_->masses.begin() + range.first, state_->masses.end(), mass);
    state_->groups.push_back({range, static_cast<std::uint32_t>(state_->elements.size()), 0, 0, Vec::Zero()});
    return range;
}

void SoftBodies::keep_tetrahedra(VertexRange body, std::span<const std::uint32_t> tetrahedra) {
    State& s = *state_;
    for (const State::Group& group : s.groups) {
        if (group.vertices.first != body.first || group.elements == 0) continue;
        for (State::PlacedElement& e : s.of(group)) e.kept = false;
        for (const std::uint32_t t : tetrahedra) {
            if (t >= group.elements) throw std::out_of_range("pliant: no tetrahedron " + std::to_string(t));
            s.of(group)[t].kept = true;
        }
        s.weigh(group);
        return;
    }
    throw std::out_of_range("pliant: no soft body with that first vertex");
}

void SoftBodies::hold(std::uint32_t vertex, bool held) {
    state_->held.at(vertex) = held ? 1 : 0;
    state_->held_motion[vertex] = {};
    if (held) state_->velocities[vertex] = {};
}

void SoftBodies::set_held_motion(std::uint32_t vertex, const Point& motion) { state_->held_motion.at(vertex) = motion; }
void SoftBodies::set_velocity(std::uint32_t vertex, const Point& velocity) { state_->velocities.at(vertex) = velocity; }
void SoftBodies::set_position(std::uint32_t vertex, const Point& position) { state_->positions.at(vertex) = position; }

void SoftBodies::add_force(std::uint32_t vertex, const Point& force) {
    Point& sum = state_->forces.at(vertex);
    for (std::size_t k = 0; k < 3; ++k) sum[k] += force[k];
}

void SoftBodies::start(double seconds, std::span<Push> known) {
    State& s = *state_;
    require(seconds > 0 && std::isfinite(seconds), "pliant: a step takes a positive, finite time");
    s.seconds = seconds;
    if (!s.structured) s.build_structure();
    s.workers.for_each(s.groups.size(), [&](std::size_t k) { s.assemble(s.groups[k]); });
    s.find_runs();
    s.solver.prepare(s.matrix, s.held, s.masses, s.positions, s.runs, s.workers);
    s.begin_velocities();
    s.predict();
    s.solve_with(known, 1);
}

void SoftBodies::push(std::span<Push> pushes) { state_->solve_with(pushes, most_rounds); }

void SoftBodies::finish(double share) {
    State& s = *state_;
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        const Vec motion = vector(s.predicted[i]) - vector(s.positions[i]);
        s.velocities[i] = point((1 / s.seconds) * motion);
        s.positions[i] = share == 1 ? s.predicted[i] : point(vector(s.positions[i]) + share * motion);
        s.forces[i] = {};
        s.held_motion[i] = {};
    }
}

std::span<const Point> SoftBodies::positions() const { return state_->positions; }
std::span<const Point> SoftBodies::predicted() const { return state_->predicted; }
std::span<const Point> SoftBodies::velocities() const { return state_->velocities; }
double SoftBodies::mass(std::uint32_t vertex) const { return state_->masses.at(vertex); }
std::uint64_t SoftBodies::iterations() const { return state_->iterations; }

Energy SoftBodies::energy() const {
    const State& s = *state_;
    Energy sum;
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        sum.kinetic += 0.5 * s.masses[i] * vector(s.velocities[i]).squaredNorm();
        sum.gravity -= s.masses[i] * vector(s.options.gravity).dot(vector(s.positions[i]));
    }
    for (const State::PlacedElement& e : s.elements) {
        if (e.kept) sum.elastic += elastic_energy(e, s.positions);
    }
    return sum;
}

Point SoftBodies::momentum() const {
    Vec sum = Vec::Zero();
    for (std::size_t i = 0; i < state_->positions.size(); ++i) {
        if (state_->held[i] == 0) sum += state_->masses[i] * vector(state_->velocities[i]);
    }
    return point(sum);
}

}  // namespace pliant
