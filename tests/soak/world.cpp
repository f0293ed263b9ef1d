#include "soak/world.hpp"

#include <cmath>
#include <limits>

#include "shapes/meshes.hpp"

namespace pliant::soak {

namespace {

constexpr std::size_t most_bodies = 5;

shapes::Mesh random_mesh(shapes::Random& random) {
    switch (random.next() % 4) {
        case 0: return shapes::icosphere(2 + static_cast<std::uint32_t>(random.next() % 4));
        case 1: return shapes::torus({12, 8}, 1, 0.4);
        case 2: return shapes::cloth_grid({8, 8}, 2, 2);
        default: return shapes::tetra_box({2, 2, 3});
    }
}

}  // namespace

void Pose::round() {
    floats.resize(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) floats[i][k] = static_cast<float>(positions[i][k]);
    }
}

World::World(std::uint64_t seed, std::span<const SceneOptions> scenes, Fault fault)
    : random_(seed), fault_(std::move(fault)) {
    for (const SceneOptions& options : scenes) scenes_.emplace_back(options);
    apply([](Scene& scene) { scene.start_step(); });
}

void World::apply(const std::function<void(Scene&)>& operation) {
    for (Scene& scene : scenes_) until_done([&] { operation(scene); });
}

void World::until_done(const std::function<void()>& operation) {
    while (fault_(operation)) one_history_ = false;
}

BodyRecord* World::any_body(std::uint32_t& number) {
    std::vector<std::uint32_t> there;
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        if (bodies_[i]->there) there.push_back(i);
    }
    if (there.empty()) return nullptr;
    number = there[below(there.size())];
    return bodies_[number].get();
}

std::unique_ptr<Scene> World::fresh() const {
    auto scene = std::make_unique<Scene>(SceneOptions{1});
    for (const auto& body : bodies_) {
        const Points start = body->points(body->at_start ? *body->at_start : body->now);
        const BodyId id = body->tetrahedra.empty() ? scene->add(SurfaceView{start, body->triangles})
                                                   : scene->add(VolumeView{start, body->tetrahedra});
        std::vector<std::uint32_t> gone;
        for (std::uint32_t t = 0; t < body->gone.size(); ++t) {
            if (body->gone[t] != 0) gone.push_back(t);
        }
        if (!gone.empty()) scene->remove_triangles(id, gone);
        for (const VolumeChange& change : body->changes) {
            if (!change.came.empty()) scene->insert_tetrahedra(id, change.came);
            if (!change.went.empty()) scene->remove_tetrahedra(id, change.went);
        }
        if (!body->there) scene->remove(id);
    }
    scene->start_step();
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        if (bodies_[i]->there) scene->move(BodyId{i}, bodies_[i]->points(bodies_[i]->now));
    }
    return scene;
}

/// A step begins here: what the bodies do from now on is a motion.
void World::start_step() {
    apply([](Scene& scene) { scene.start_step(); });
    for (const auto& body : bodies_) body->at_start = body->now;
}

std::string World::step() {
    std::size_t there = 0;
    for (const auto& body : bodies_) there += body->there ? 1 : 0;
    if (there < 2) return add_body(), std::string();
    switch (below(14)) {
        case 0:
            if (there < most_bodies) add_body();
            return {};
        case 1:
        case 2:
        case 3: return move_body(), std::string();
        case 4: return spoil_or_heal(), std::string();
        case 5: return insert(), std::string();
        case 6: return erase(), std::string();
        case 7:
            if (below(4) == 0) remove_body();
            return {};
        case 8: return start_step(), std::string();
        case 9:
            if (below(3) == 0) add_vertex();
            return {};
        default: return ask();
    }
}

void World::add_body() {
    auto body = std::make_unique<BodyRecord>();
    const shapes::Mesh mesh = random_mesh(random_);
    const Vec3 shift = random_.in_cube();
    for (const Position& p : mesh.positions)
        body->now.positions.push_back({p[0] + shift.x, p[1] + shift.y, p[2] + shift.z});
    body->in_floats = below(2) == 0;
    body->now.round();
    body->tetrahedra = body->tetrahedra_now = mesh.tetrahedra;
    body->tetrahedra_gone.assign(mesh.tetrahedra.size(), 0);
    if (mesh.tetrahedra.empty()) body->triangles = mesh.triangles;
    body->gone.assign(body->triangles.size(), 0);
    bodies_.push_back(std::move(body));
    const BodyRecord& added = *bodies_.back();
    apply([&](Scene& scene) {
        if (added.tetrahedra.empty()) {
            scene.add(SurfaceView{added.points(added.now), added.triangles});
        } else {
            scene.add(VolumeView{added.points(added.now), added.tetrahedra});
        }
    });
}

void World::move_body() {
    std::uint32_t number = 0;
    BodyRecord* body = any_body(number);
    const Vec3 by = 0.2 * random_.in_cube();
    const double swell = below(3) == 0 ? 0.1 : 0;
    for (Position& p : body->now.positions) {
        const Vec3 jitter = swell * random_.in_cube();
        p = {p[0] + by.x + jitter.x, p[1] + by.y + jitter.y, p[2] + by.z + jitter.z};
    }
    body->now.round();
    apply([&](Scene& scene) { scene.move(BodyId{number}, body->points(body->now)); });
}

/// A coordinate that is NaN, until it is put right again.
void World::spoil_or_heal() {
    std::uint32_t number = 0;
    BodyRecord* body = any_body(number);
    Position& p = body->now.positions[below(body->now.positions.size())];
    p[0] = below(2) == 0 ? std::numeric_limits<double>::quiet_NaN() : 0.25;
    for (Position& q : body->now.positions) {
        if (below(2) == 0 && !std::isfinite(q[0])) q[0] = 0.5;
    }
    body->now.round();
    apply([&](Scene& scene) { scene.move(BodyId{number}, body->points(body->now)); });
}

void World::insert() {
    std::uint32_t number = 0;
    BodyRecord* body = any_body(number);
    if (!body->tetrahedra.empty()) return insert_tetrahedra(number);
    std::vector<Triangle> more;
    for (std::uint32_t i = 0, count = 1 + below(4); i < count; ++i) {
        const std::size_t vertices = body->now.positions.size() + (below(20) == 0 ? 3 : 0);
        more.push_back({below(vertices), below(vertices), below(vertices)});
    }
    std::vector<std::uint32_t> numbers;
    apply([&](Scene& scene) { numbers = scene.insert_triangles(BodyId{number}, more); });
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] >= body->triangles.size()) {
            body->triangles.resize(numbers[i] + 1);
            body->gone.resize(numbers[i] + 1, 1);
        }
        body->triangles[numbers[i]] = more[i];
        body->gone[numbers[i]] = 0;
    }
}

void World::erase() {
    std::uint32_t number = 0;
    BodyRecord* body = any_body(number);
    if (!body->tetrahedra.empty()) return erase_tetrahedra(number);
    std::vector<std::uint32_t> there, chosen;
    for (std::uint32_t t = 0; t < body->gone.size(); ++t) {
        if (body->gone[t] == 0) there.push_back(t);
    }
    for (std::uint32_t i = 0, count = 1 + below(3); i < count && !there.empty(); ++i) {
        const std::uint32_t at = below(there.size());
        chosen.push_back(there[at]);
        there.erase(there.begin() + at);
    }
    apply([&](Scene& scene) { scene.remove_triangles(BodyId{number}, chosen); });
    for (const std::uint32_t t : chosen) body->gone[t] = 1;
}

/// Mostly some that were there before; at times turned inside out, or of vertices that are not there.
void World::insert_tetrahedra(std::uint32_t number) {
    BodyRecord& body = *bodies_[number];
    VolumeChange change;
    for (std::uint32_t i = 0, count = 1 + below(3); i < count; ++i) {
        Tetrahedron t = body.tetrahedra[below(body.tetrahedra.size())];
        if (below(4) == 0) std::swap(t[0], t[1]);
        if (below(20) == 0) t[below(4)] = below(body.now.positions.size() + 2);
        change.came.push_back(t);
    }
    std::vector<std::uint32_t> numbers;
    apply([&](Scene& scene) { numbers = scene.insert_tetrahedra(BodyId{number}, change.came); });
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] >= body.tetrahedra_now.size()) {
            body.tetrahedra_now.resize(numbers[i] + 1);
            body.tetrahedra_gone.resize(numbers[i] + 1, 1);
        }
        body.tetrahedra_now[numbers[i]] = change.came[i];
        body.tetrahedra_gone[numbers[i]] = 0;
    }
    body.changes.push_back(std::move(change));
}

void World::erase_tetrahedra(std::uint32_t number) {
    BodyRecord& body = *bodies_[number];
    VolumeChange change;
    for (std::uint32_t i = 0, count = 1 + below(3); i < count; ++i) {
        const std::uint32_t t = below(body.tetrahedra_gone.size());
        if (body.tetrahedra_gone[t] != 0) continue;
        change.went.push_back(t);
        body.tetrahedra_gone[t] = 1;
    }
    if (change.went.empty()) return;
    apply([&](Scene& scene) { scene.remove_tetrahedra(BodyId{number}, change.went); });
    body.changes.push_back(std::move(change));
}

/// One vertex more: those that named it before it was there are right from now on.
void World::add_vertex() {
    std::uint32_t number = 0;
    BodyRecord* body = any_body(number);
    if (!body->tetrahedra.empty()) return;
    const Vec3 p = random_.in_cube();
    body->now.positions.push_back({p.x, p.y, p.z});
    body->now.round();
    apply([&](Scene& scene) { scene.move(BodyId{number}, body->points(body->now)); });
}

void World::remove_body() {
    std::uint32_t number = 0;
    BodyRecord* body = any_body(number);
    apply([&](Scene& scene) { scene.remove(BodyId{number}); });
    body->there = false;
}

}  // namespace pliant::soak
