#include "simulate/surface_loop.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "numeric/vec.hpp"
#include "simulate/clock.hpp"

namespace pliant::simulate {

Point between(const Point& from, const Point& to, double share) {
    Point p = to;
    for (std::size_t k = 0; share != 1 && k < 3; ++k) p[k] = from[k] + share * (to[k] - from[k]);
    return p;
}

using respond::SurfaceBody;

namespace {

constexpr double most_reach = 0.25;  // of an edge: what is nearer than two of them hangs together at rest
constexpr int parting_rounds = 6, slowing_rounds = 5, halvings = 6;
constexpr double untangling_step = 0.3;  // of an edge, in a step
constexpr double before_impact = 0.9;    // of the time up to it

double mean_edge(std::span<const Triangle> triangles, std::span<const Point> positions) {
    double sum = 0;
    for (const Triangle& t : triangles) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 edge = Vec3(positions[t[k]]) - Vec3(positions[t[(k + 1) % 3]]);
            sum += std::sqrt(dot(edge, edge));
        }
    }
    return triangles.empty() ? 0 : sum / double(3 * triangles.size());
}

Vec3 mean(std::span<const Point> vectors) {
    Vec3 sum;
    for (const Point& v : vectors) sum = sum + Vec3(v);
    return (1 / double(std::max<std::size_t>(1, vectors.size()))) * sum;
}

ClothOptions cloth_options(const SimulationOptions& o) {
    ClothOptions options;
    options.gravity = o.gravity;
    options.substeps = o.cloth_substeps;
    options.threads = o.threads;
    options.jobs = o.jobs;
    return options;
}

}  // namespace

SurfaceLoop::SurfaceLoop(const SimulationOptions& options, DetectionBudget& budget)
    : options_(options), budget_(budget), cloths_(cloth_options(options)), scene_({options.threads, options.jobs}) {}

void SurfaceLoop::add(Body body) {
    bodies_.push_back(std::move(body));
    reaches_.emplace_back();
    shared_.emplace_back();
}

void SurfaceLoop::add_cloth(VertexRange solver, std::span<const Triangle> triangles, const ClothSettings& settings) {
    Body body;
    body.surface.solver = solver;
    body.surface.reach = 0.5 * settings.thickness;
    body.surface.friction = settings.friction;
    body.surface.cloth = true;
    body.mean_edge = mean_edge(triangles, cloths_.rest().subspan(solver.first, solver.count));
    body.triangles.assign(triangles.begin(), triangles.end());
    scene_.add(SurfaceView{cloths_.positions().subspan(solver.first, solver.count), triangles});
    add(std::move(body));
    any_cloth_ = true;
}

void SurfaceLoop::add_soft(const VolumeView& volume, VertexRange own, double friction) {
    Body body;
    body.own = own;
    body.surface.friction = friction;
    const std::vector<double> some(volume.positions.size(), 1.0);  // until the step brings their masses
    body.surface.solver = cloths_.add_guests(volume.positions, some);
    scene_.add(volume);
    add(std::move(body));
}

void SurfaceLoop::add_obstacle(std::span<const Point> positions, std::span<const Triangle> triangles, double friction) {
    Body body;
    body.surface.friction = friction;
    body.triangles.assign(triangles.begin(), triangles.end());
    scene_.add(SurfaceView{positions, triangles});
    add(std::move(body));
    describe(static_cast<std::uint32_t>(bodies_.size() - 1), positions, positions);
}

void SurfaceLoop::add_nothing() {
    scene_.add(SurfaceView{});
    add({});
}

void SurfaceLoop::describe(std::uint32_t body, std::span<const Point> before, std::span<const Point> after) {
    bodies_[body].surface.before = before;
    bodies_[body].surface.after = after;
}

void SurfaceLoop::follow_cut(BodyId body, const VolumeCut& made) {
    scene_.remove_tetrahedra(body, made.removed);
    (void)scene_.insert_tetrahedra(body, made.added);
    VertexRange& cut = bodies_[std::size_t(body)].own;
    const auto more = static_cast<std::uint32_t>(made.vertices.size());
    for (Body& other : bodies_)
        if (other.own.count > 0 && other.own.first > cut.first) other.own.first += more;
    cut.count += more;
}

ClothTear SurfaceLoop::tear(BodyId body) {
    const VertexRange torn = solver(std::uint32_t(body));
    ClothTear made = cloths_.tear(torn);
    if (made.empty()) return made;
    const auto more = static_cast<std::uint32_t>(made.originals.size());
    bodies_[std::size_t(body)].surface.solver.count += more;
    for (Body& other : bodies_)
        if (other.surface.solver.count > 0 && other.surface.solver.first > torn.first)
            other.surface.solver.first += more;
    scene_.move(body, cloths_.positions().subspan(torn.first, torn.count + more));
    scene_.remove_triangles(body, made.triangles);
    (void)scene_.insert_triangles(body, made.corners);  // takes the numbers that have come free, in order
    return made;
}

void SurfaceLoop::bring_guests(const SoftBodies& soft, double seconds) {
    surfaces_.clear();
    touched_.assign(cloths_.positions().size(), 0);
    for (const Body& body : bodies_) {
        for (std::uint32_t i = 0; i < body.own.count; ++i) {
            const std::uint32_t guest = body.surface.solver.first + i, own = body.own.first + i;
            const Vec3 from(soft.positions()[own]), speed = (1 / seconds) * (Vec3(soft.predicted()[own]) - from);
            const double mass = soft.held(own) ? std::numeric_limits<double>::infinity() : soft.mass(own);
            cloths_.set_guest(guest, soft.positions()[own], {speed.x, speed.y, speed.z}, mass);
        }
        SurfaceBody& surface = surfaces_.emplace_back(body.surface);
        if (surface.cloth) surface.rest = cloths_.rest().subspan(surface.solver.first, surface.solver.count);
        if (surface.obstacle()) surface.outside = body.triangles;
    }
}

/// Untangling: surfaces that intersect at the start move apart once, without gaining velocity. Contacts ignore them
/// until they are apart.
void SurfaceLoop::untangle(StepReport& report) {
    Stopwatch watch;
    const Curves& curves = scene_.curves();
    report.milliseconds.detect += watch.lap();
    std::vector<std::span<const Triangle>> triangles;
    double finest = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        triangles.push_back(scene_.triangles(BodyId(i)));
        if (bodies_[i].surface.cloth) finest = std::min(finest, bodies_[i].mean_edge);
    }
    weigh();
    report.curves =
        untangling_.find(curves, surfaces_, triangles, cloths_.positions(), inverse_masses_, untangling_step * finest);
    may_be_tangled_ = report.curves > 0;
    for (std::size_t i = 0; may_be_tangled_ && i < bodies_.size(); ++i) surfaces_[i].tangled = untangling_.tangled()[i];
    for (const auto& [vertex, way] : untangling_.motions()) {
        const Point& p = cloths_.positions()[vertex];
        cloths_.set_position(vertex, {p[0] + way[0], p[1] + way[1], p[2] + way[2]});
        touched_[vertex] = 1;
    }
    if (may_be_tangled_) show(cloths_.positions(), false);
    report.milliseconds.respond += watch.lap();
}

/// Tangled sheets are held still: gravity would pull them farther in.
void SurfaceLoop::suspend(double seconds) {
    const double half = -0.5 * seconds * (1 + 1.0 / options_.cloth_substeps);
    const Point speed{half * options_.gravity[0], half * options_.gravity[1], half * options_.gravity[2]};
    for (const SurfaceBody& body : surfaces_) {
        const bool meets = std::any_of(body.tangled.begin(), body.tangled.end(), [](std::uint8_t t) { return t != 0; });
        for (std::uint32_t i = 0; body.cloth && meets && i < body.solver.count; ++i)
            cloths_.set_velocity(body.solver.first + i, speed);
    }
}

void SurfaceLoop::weigh() {
    inverse_masses_.resize(cloths_.positions().size());
    for (std::uint32_t v = 0; v < inverse_masses_.size(); ++v)
        inverse_masses_[v] = cloths_.held(v) ? 0 : 1 / cloths_.mass(v);
}

void SurfaceLoop::show(std::span<const Point> solver, bool after) {
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        const SurfaceBody& body = bodies_[i].surface;
        if (body.obstacle()) {
            scene_.move(BodyId(i), after ? body.after : body.before);
        } else {
            scene_.move(BodyId(i), solver.subspan(body.solver.first, body.solver.count));
        }
    }
}

/// Search radius: half the thickness, and the largest motion of the vertex relative to the mean motion of the body,
/// clamped.
void SurfaceLoop::set_reaches(double seconds) {
    double finest = std::numeric_limits<double>::infinity();
    for (const Body& body : bodies_)
        if (body.surface.cloth) finest = std::min(finest, std::max(most_reach * body.mean_edge, body.surface.reach));
    thickness_.clear();
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        const SurfaceBody& body = bodies_[i].surface;
        const std::size_t count = body.obstacle() ? body.after.size() : body.solver.count;
        std::vector<double>& reach = reaches_[i];
        reach.assign(count, body.reach);
        const std::span<const Point> speeds =
            body.obstacle() ? std::span<const Point>() : cloths_.velocities().subspan(body.solver.first, count);
        const Vec3 together = body.cloth ? mean(speeds) : Vec3{};
        for (std::size_t v = 0; v < count; ++v) {
            const Vec3 way =
                body.obstacle() ? Vec3(body.after[v]) - Vec3(body.before[v]) : seconds * (Vec3(speeds[v]) - together);
            const double far = std::sqrt(dot(way, way)) + (body.cloth ? 0.5 * body.reach : 0);
            reach[v] = std::max(body.reach, std::min(body.reach + far, finest));
        }
        thickness_.push_back({BodyId(i), 0, reach});
    }
}

void SurfaceLoop::find_near(double seconds) {
    set_reaches(seconds);
    ProximityOptions asked;
    asked.thickness = thickness_;
    asked.budget.time = budget_.left();
    rest_.clear();
    for (std::uint32_t i = 0; i < surfaces_.size(); ++i)
        if (surfaces_[i].cloth) rest_.push_back({BodyId(i), surfaces_[i].rest});
    asked.rest = rest_;
    asked.rest_approach = 1 - respond::share_of_rest;
    pushes_.clear();
    const Proximities& near = scene_.proximities(asked);
    budget_.spend(near.report);
    respond::pushes_of(near, surfaces_, pushes_);
}

/// Whether any impact that involves cloth happens on the way to the frame that is handed out.
bool SurfaceLoop::meet() {
    ImpactOptions asked;
    asked.budget.time = budget_.left();
    impacts_ = &scene_.impacts(asked);
    budget_.spend(impacts_->report);
    return std::any_of(impacts_->begin(), impacts_->end(),
                       [&](const FeatureImpact& i) { return respond::concerns_cloth(i, surfaces_); });
}

double SurfaceLoop::step(double seconds, const SoftBodies& soft, StepReport& report) {
    Stopwatch watch;
    bring_guests(soft, seconds);
    report.milliseconds.deform += watch.lap();
    show(cloths_.positions(), false);
    if (may_be_tangled_) {
        untangle(report);
        suspend(seconds);
    }
    watch.lap();
    scene_.start_step();
    find_near(seconds);
    report.milliseconds.detect += watch.lap();
    report.contacts += pushes_.size();
    cloths_.start(seconds, pushes_);
    report.milliseconds.deform += watch.lap();
    show(cloths_.predicted(), true);
    const bool met = meet();
    report.milliseconds.detect += watch.lap();
    report.impacts = met ? impacts_->size() : 0;
    if (met) solve_again(seconds, report);
    for (const Push& push : pushes_) {
        report.pushing += push.force > 0;
        for (std::uint32_t k = 0; k < push.count; ++k) touched_[push.vertices[k]] = 1;
    }
    return options_.certify ? certified_share(report) : 1;
}

/// Solves the step again with pushes where the first motion had impacts; repairs what still has.
void SurfaceLoop::solve_again(double seconds, StepReport& report) {
    Stopwatch watch;
    respond::pushes_of(*impacts_, surfaces_, pushes_);
    cloths_.start(seconds, pushes_);
    report.milliseconds.respond += watch.lap();
    show(cloths_.predicted(), true);
    const bool met = meet();
    report.milliseconds.detect += watch.lap();
    if (met) repair(report);
}

void SurfaceLoop::repair(StepReport& report) {
    Stopwatch watch;
    end_.assign(cloths_.predicted().begin(), cloths_.predicted().end());
    weigh();
    const respond::StepEnds ends{cloths_.positions(), end_, inverse_masses_};
    repair_.begin(end_.size());
    bool met = true;
    for (int round = 0; met && round < parting_rounds + slowing_rounds; ++round) {
        const int slowing = round - parting_rounds;
        if (slowing < 0) {
            repair_.part(*impacts_, surfaces_, ends);
        } else {
            repair_.slow(*impacts_, surfaces_, slowing + 1 < slowing_rounds ? 0.5 : 0, ends);
        }
        report.milliseconds.respond += watch.lap();
        show(end_, true);
        met = meet();
        report.milliseconds.detect += watch.lap();
    }
    for (std::uint32_t v = 0; v < end_.size(); ++v) {
        if (end_[v] == cloths_.predicted()[v]) continue;
        cloths_.set_predicted(v, end_[v]);
        touched_[v] = 1;
    }
    report.repaired = repair_.changed();
    show(cloths_.predicted(), true);
    report.milliseconds.respond += watch.lap();
}

/// Shortens the step to just before the first impact that is left.
double SurfaceLoop::free_share() const {
    double share = 1;
    for (const FeatureImpact& i : *impacts_)
        if (respond::concerns_cloth(i, surfaces_)) share = std::min(share, before_impact * i.impact.time[0]);
    return std::max(share, 0.0);
}

void SurfaceLoop::show(double share) {
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        const SurfaceBody& body = bodies_[i].surface;
        const auto from =
            body.obstacle() ? body.before : cloths_.positions().subspan(body.solver.first, body.solver.count);
        const auto to =
            body.obstacle() ? body.after : cloths_.predicted().subspan(body.solver.first, body.solver.count);
        shared_[i].resize(to.size());
        for (std::size_t v = 0; v < to.size(); ++v) shared_[i][v] = between(from[v], to[v], share);
        scene_.move(BodyId(i), shared_[i]);
    }
}

/// The largest of the tried fractions of the step at whose end no triangles intersect.
double SurfaceLoop::certified_share(StepReport& report) {
    Stopwatch watch;
    double share = free_share();
    report.intersections = 0;
    for (int round = 0; round <= halvings; ++round) {
        if (share < 1) show(share);
        report.intersections = scene_.intersections({.method = options_.intersections}).items.size();
        if (report.intersections == 0) break;
        share = round + 1 < halvings ? 0.5 * share : 0;
    }
    report.certified = report.intersections == 0;
    // A frame that intersects already at its start goes on, and is reported as not certified.
    if (!report.certified) {
        share = free_share();
        show(share);
        report.intersections = scene_.intersections({.method = options_.intersections}).items.size();
    }
    may_be_tangled_ |= !report.certified;
    report.share = share;
    report.milliseconds.detect += watch.lap();
    return share;
}

void SurfaceLoop::finish(double share, SoftBodies& soft) {
    cloths_.finish(share);
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        const Body& body = bodies_[b];
        for (std::uint32_t i = 0; i < body.own.count; ++i) {
            const std::uint32_t guest = body.surface.solver.first + i, own = body.own.first + i;
            if (touched_[guest] == 0) continue;
            soft.set_position(own, cloths_.positions()[guest]);
            soft.set_velocity(own, cloths_.velocities()[guest]);
        }
    }
}

std::uint64_t SurfaceLoop::intersecting(const SoftBodies& soft) {
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        const Body& body = bodies_[i];
        const VertexRange& solver = body.surface.solver;
        if (body.own.count > 0) {
            scene_.move(BodyId(i), soft.positions().subspan(body.own.first, body.own.count));
        } else if (solver.count > 0) {
            scene_.move(BodyId(i), cloths_.positions().subspan(solver.first, solver.count));
        } else {
            scene_.move(BodyId(i), body.surface.after);
        }
    }
    return scene_.intersections({.method = options_.intersections}).items.size();
}

}  // namespace pliant::simulate
