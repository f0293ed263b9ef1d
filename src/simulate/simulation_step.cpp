// The step: deform, detect, respond.
#include <algorithm>
#include <tuple>

#include "parallel/floating_point_mode.hpp"
#include "simulate/clock.hpp"
#include "simulate/simulation_state.hpp"

namespace pliant {

using respond::VertexContact;

/// A scene borrows positions until its next question, so they stay where they are.
void Simulation::State::show(std::span<const Point> solver, bool obstacles_after) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Body& body = bodies[i];
        if (body.kind == BodyKind::cloth) continue;
        const std::span<const Point> now = body.kind == BodyKind::obstacle && !obstacles_after
                                               ? std::span<const Point>(body.before)
                                               : positions(body, solver);
        if (!body.tetrahedra.empty()) volumes.move(BodyId(i), now);
        if (any_particles && (body.kind == BodyKind::particles || !body.tetrahedra.empty())) rain.move(BodyId(i), now);
    }
}

/// Of volumes that particles meet; made when first needed.
const respond::DepthField& Simulation::State::depths_of(Body& body) {
    if (!body.depths) body.depths.emplace(VolumeView{body.rest, body.tetrahedra});
    return *body.depths;
}

void Simulation::State::find_particles() {
    PenetrationOptions asked;
    asked.self = false;
    asked.once_per_body = true;
    asked.method = options.penetrations;
    asked.budget.time = budget.left();
    fallen.clear();
    const Penetrations& inside = rain.penetrations(asked);
    budget.spend(inside.report);
    for (const Penetration& p : inside) {
        if (bodies[std::size_t(p.vertex.body)].kind != BodyKind::particles) continue;
        Body& body = bodies[std::size_t(p.tetrahedron.body)];
        VertexContact contact{p.vertex, p.tetrahedron, p.barycentric, 0, {}};
        const std::span<const Point> now = positions(body, soft.predicted());
        if (depths_of(body).measure(body.tetrahedra[p.tetrahedron.tetrahedron], now, contact))
            fallen.push_back(contact);
    }
}

/// Into `found`, sorted by vertex and body.
void Simulation::State::detect() {
    found.clear();
    if (any_volumes) {
        PenetrationOptions asked;
        asked.depth = true;
        asked.once_per_body = true;
        asked.method = options.penetrations;
        asked.budget.time = budget.left();
        const Penetrations& inside = volumes.penetrations(asked);
        budget.spend(inside.report);
        respond::contacts_of(inside, found);
    }
    if (!any_particles) return;
    find_particles();
    merged.resize(found.size() + fallen.size());
    std::merge(found.begin(), found.end(), fallen.begin(), fallen.end(), merged.begin(),
               [](const VertexContact& p, const VertexContact& q) {
                   return std::tie(p.vertex, p.tetrahedron) < std::tie(q.vertex, q.tetrahedron);
               });
    found.swap(merged);
}

void Simulation::State::describe_bodies(double seconds) {
    contact_bodies.clear();
    for (const Body& body : bodies) {
        // A particle is lifted out within a step by a spring that outweighs it a hundredfold.
        const double lifting = body.kind == BodyKind::particles && body.stiffness == 0 && body.solver.count > 0
                                   ? 100 * soft.mass(body.solver.first) / (seconds * seconds)
                                   : body.stiffness;
        const VertexRange solver = body.kind == BodyKind::cloth ? VertexRange{} : body.solver;
        contact_bodies.push_back({solver, body.before, body.after, body.tetrahedra, lifting, body.friction});
    }
}

void Simulation::State::take_obstacles() {
    for (Body& body : bodies) {
        if (body.kind != BodyKind::obstacle) continue;
        body.before = body.after;
        if (body.given.empty()) continue;
        body.after.swap(body.given);
        body.given.clear();
    }
}

/// They have come as far as everything else.
void Simulation::State::shorten_obstacles(double share) {
    for (Body& body : bodies) {
        if (body.kind != BodyKind::obstacle) continue;
        for (std::size_t i = 0; i < body.after.size(); ++i)
            body.after[i] = simulate::between(body.before[i], body.after[i], share);
    }
}

/// Before the step, so that the frame it ends in is certified as it is handed out.
void Simulation::State::tear() {
    report.torn = 0;
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        if (!bodies[i].tears) continue;
        const ClothTear made = surfaces.tear(BodyId(i));
        if (made.empty()) continue;
        report.torn += made.originals.size();
        const std::span<const Triangle> now = surfaces.triangles(BodyId(i));
        bodies[i].triangles.assign(now.begin(), now.end());
        for (std::uint32_t k = 0; k < bodies.size(); ++k)
            if (bodies[k].kind == BodyKind::cloth) bodies[k].solver = surfaces.solver(k);
    }
}

/// Cloth moves among the predicted motion of soft bodies and obstacles; then all take the same share of the step.
void Simulation::State::finish(double seconds) {
    report.share = 1;
    report.impacts = report.repaired = report.curves = 0;
    report.certified = false;
    report.intersections = 0;
    if (surfaces.any_cloth()) {
        for (std::uint32_t i = 0; i < bodies.size(); ++i) surfaces.describe(i, bodies[i].before, bodies[i].after);
        report.share = surfaces.step(seconds, soft, report);
    }
    soft.finish(report.share);
    if (surfaces.any_cloth()) surfaces.finish(report.share, soft);
    if (report.share < 1) shorten_obstacles(report.share);
    report.complete = budget.complete();
    report.time += report.share * seconds;
}

const StepReport& Simulation::step(double seconds) {
    const parallel::FloatingPointMode mode;
    State& s = *state_;
    StepReport& report = s.report;
    const std::uint64_t iterations = s.soft.iterations();
    simulate::Stopwatch watch;
    s.budget.begin();
    s.tear();
    s.take_obstacles();
    s.describe_bodies(seconds);
    s.contacts.recall(s.contact_bodies);
    s.soft.start(seconds, s.contacts.pushes());
    report.milliseconds.deform = watch.lap();

    s.show(s.soft.predicted(), true);
    s.detect();
    report.milliseconds.detect = watch.lap();

    s.contacts.update(s.found, s.contact_bodies);
    s.soft.push(s.contacts.pushes());
    s.contacts.remember();
    report.contacts = s.found.size();
    report.pushing = 0;
    for (const Push& push : s.contacts.pushes()) report.pushing += push.force > 0;
    report.iterations = s.soft.iterations() - iterations;
    report.milliseconds.respond = watch.lap();
    s.finish(seconds);
    if (s.options.certify && !s.surfaces.any_cloth()) {
        watch.lap();
        report.intersections = intersecting();
        report.certified = report.intersections == 0;
        report.milliseconds.detect += watch.lap();
    }
    return report;
}

double Simulation::deepest_penetration() {
    State& s = *state_;
    s.show(s.soft.positions(), true);
    double deepest = 0;
    PenetrationOptions asked;
    asked.depth = true;
    if (s.any_volumes) {
        for (const Penetration& p : s.volumes.penetrations(asked)) {
            const bool own = p.vertex.body == p.tetrahedron.body;
            // Contacts of an obstacle with itself are ignored: its tetrahedra are given, and nothing could mend them.
            if (own && s.bodies[std::size_t(p.vertex.body)].kind != BodyKind::soft) continue;
            deepest = std::max(deepest, p.depth);
        }
    }
    if (!s.any_particles) return deepest;
    asked.depth = false;
    for (const Penetration& p : s.rain.penetrations(asked)) {
        if (s.bodies[std::size_t(p.vertex.body)].kind != BodyKind::particles) continue;
        State::Body& body = s.bodies[std::size_t(p.tetrahedron.body)];
        VertexContact contact{p.vertex, p.tetrahedron, p.barycentric, 0, {}};
        if (s.depths_of(body).measure(body.tetrahedra[p.tetrahedron.tetrahedron], s.positions(body, s.soft.positions()),
                                      contact))
            deepest = std::max(deepest, contact.depth);
    }
    return deepest;
}

std::uint64_t Simulation::intersecting() {
    State& s = *state_;
    for (std::uint32_t i = 0; i < s.bodies.size(); ++i) s.surfaces.describe(i, s.bodies[i].before, s.bodies[i].after);
    return s.surfaces.intersecting(s.soft);
}

}  // namespace pliant
