#include <pliant/soft_bodies.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "deform/require_finite.hpp"
#include "deform/require_material.hpp"
#include "deform/soft_state.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant {

using namespace deform;

namespace {

constexpr int most_rounds = 2;  // of active pushes and friction in one push()

}  // namespace

SoftBodies::SoftBodies(const SoftBodyOptions& options) : state_(std::make_unique<State>(options)) {}
SoftBodies::~SoftBodies() = default;
SoftBodies::SoftBodies(SoftBodies&&) noexcept = default;
SoftBodies& SoftBodies::operator=(SoftBodies&&) noexcept = default;

VertexRange SoftBodies::add(const VolumeView& rest, const Material& material) {
    const parallel::FloatingPointMode mode;
    require_sound(material);
    require_finite(rest.positions);
    State& s = *state_;
    for (const Tetrahedron& t : rest.tetrahedra)
        require(*std::max_element(t.begin(), t.end()) < rest.positions.size(),
                "pliant: a tetrahedron names a vertex that is not there");
    const VertexRange range = s.add_vertices(rest.positions);
    State::Group group{range,
                       static_cast<std::uint32_t>(s.elements.size()),
                       static_cast<std::uint32_t>(rest.tetrahedra.size()),
                       material,
                       {},
                       Vec::Zero()};
    for (std::size_t i = 0; i < rest.positions.size(); ++i) group.rest.push_back(rest.positions[i]);
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
    state_->groups.push_back({range, static_cast<std::uint32_t>(state_->elements.size()), 0, {}, {}, Vec::Zero()});
    return range;
}

void SoftBodies::keep_tetrahedra(VertexRange body, std::span<const std::uint32_t> tetrahedra) {
    const parallel::FloatingPointMode mode;
    State& s = *state_;
    State::Group& group = s.groups[s.group_at(body)];
    for (State::PlacedElement& e : s.of(group)) e.kept = false;
    for (const std::uint32_t t : tetrahedra) {
        if (t >= group.elements) throw std::out_of_range("pliant: no tetrahedron " + std::to_string(t));
        s.of(group)[t].kept = true;
    }
    s.weigh(group);
}

VolumeCut SoftBodies::cut(VertexRange body, const Blade& blade, const CutOptions& options) {
    const parallel::FloatingPointMode mode;
    State& s = *state_;
    const std::size_t number = s.group_at(body);
    const State::Group& group = s.groups[number];
    const std::vector<Tetrahedron> tetrahedra = s.tetrahedra_of(group);
    const std::span<const Point> now = positions().subspan(group.vertices.first, group.vertices.count);
    VolumeCut made = pliant::cut(VolumeView{group.rest, tetrahedra}, now, blade, options);
    if (made.empty()) return made;
    s.insert_vertices(number, made.vertices);
    s.change_elements(number, made);
    s.weigh(s.groups[number]);
    return made;
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
    const parallel::FloatingPointMode mode;
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

void SoftBodies::push(std::span<Push> pushes) {
    const parallel::FloatingPointMode mode;
    state_->solve_with(pushes, most_rounds);
}

void SoftBodies::finish(double share) {
    const parallel::FloatingPointMode mode;
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
bool SoftBodies::held(std::uint32_t vertex) const { return state_->held.at(vertex) != 0; }
double SoftBodies::mass(std::uint32_t vertex) const { return state_->masses.at(vertex); }
std::uint64_t SoftBodies::iterations() const { return state_->iterations; }

Energy SoftBodies::energy() const {
    const parallel::FloatingPointMode mode;
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
    const parallel::FloatingPointMode mode;
    Vec sum = Vec::Zero();
    for (std::size_t i = 0; i < state_->positions.size(); ++i) {
        if (state_->held[i] == 0) sum += state_->masses[i] * vector(state_->velocities[i]);
    }
    return point(sum);
}

}  // namespace pliant
