#include "soak/world.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "shapes/meshes.hpp"

namespace pliant::soak {

namespace {

constexpr std::size_t most_bodies = 5;

constexpr IntersectionMethod methods[] = {IntersectionMethod::automatic,  IntersectionMethod::tuned,
                                          IntersectionMethod::box_tree,   IntersectionMethod::regularity,
                                          IntersectionMethod::gjk_cut,    IntersectionMethod::spatial_hash,
                                          IntersectionMethod::brute_force};

/// Answers byte by byte.
class Bytes {
public:
    template <class T>
    Bytes& operator<<(const T& value) {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
        char raw[sizeof(T)];
        std::memcpy(raw, &value, sizeof(T));
        all_.append(raw, sizeof(T));
        return *this;
    }
    Bytes& operator<<(const Position& p) { return *this << p[0] << p[1] << p[2]; }
    Bytes& operator<<(const TriangleRef& t) { return *this << t.body << t.triangle; }
    Bytes& operator<<(const std::vector<std::uint32_t>& list) {
        *this << list.size();
        for (const std::uint32_t i : list) *this << i;
        return *this;
    }
    Bytes& operator<<(const Report& report) {
        *this << report.complete << report.stopped_by << report.set_aside.size();
        for (const Flaw& flaw : report.set_aside) *this << flaw.body << flaw.kind << flaw.element;
        return *this;
    }
    [[nodiscard]] std::string take() { return std::move(all_); }

private:
    std::string all_;
};

std::string bytes_of(const Answer<TrianglePair>& answer) {
    Bytes bytes;
    bytes << answer.report;
    for (const TrianglePair& p : answer) bytes << p.a << p.b << p.kind;
    return bytes.take();
}

std::string bytes_of(const Overlap& overlap) {
    Bytes bytes;
    bytes << overlap.report << overlap.volume << overlap.error << overlap.centroid << overlap.columns
          << overlap.penetrations.size();
    for (const VertexPenetration& p : overlap.penetrations) bytes << p.body << p.vertex << p.depth << p.direction;
    for (const auto* gradient : {&overlap.gradient_a, &overlap.gradient_b}) {
        for (const Position& p : *gradient) bytes << p;
    }
    return bytes.take();
}

std::string bytes_of(const Penetrations& found) {
    Bytes bytes;
    bytes << found.report;
    for (const Penetration& p : found) {
        bytes << p.vertex.body << p.vertex.vertex << p.tetrahedron.body << p.tetrahedron.tetrahedron << p.kind
              << p.depth << p.direction;
    }
    for (const EdgePenetration& e : found.edges) bytes << e.body << e.vertices[0] << e.vertices[1];
    return bytes.take();
}

std::string bytes_of(const Containment& found) {
    Bytes bytes;
    bytes << found.report << found.inside << found.uncertain << found.on_surface << found.invalid << found.bound;
    return bytes.take();
}

std::string bytes_of(const Layers& found) {
    Bytes bytes;
    bytes << found.report << found.first;
    for (const LayerPoint& p : found.points) bytes << p.depth << p.triangle << p.turn;
    return bytes.take();
}

std::string bytes_of(const Contacts& found) {
    Bytes bytes;
    bytes << found.report.complete << found.pairs.size();
    for (const TrianglePair& p : found.pairs) bytes << p.a << p.b << p.kind;
    return bytes.take();
}

bool sane(const Overlap& overlap) { return std::isfinite(overlap.volume) && overlap.volume >= 0 && overlap.error >= 0; }

shapes::Mesh random_mesh(shapes::Random& random) {
    switch (random.next() % 4) {
        case 0: return shapes::icosphere(2 + static_cast<std::uint32_t>(random.next() % 4));
        case 1: return shapes::torus({12, 8}, 1, 0.4);
        case 2: return shapes::cloth_grid({8, 8}, 2, 2);
        default: return shapes::tetra_box({2, 2, 3});
    }
}

}  // namespace

void BodyRecord::round() {
    floats.resize(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) floats[i][k] = static_cast<float>(positions[i][k]);
    }
}

World::World(std::uint64_t seed, unsigned threads, Fault fault)
    : random_(seed), fault_(std::move(fault)), scene_(SceneOptions{threads}) {}

void World::apply(const std::function<void()>& operation) {
    while (fault_(operation)) {
    }
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
        const BodyId id = body->tetrahedra.empty() ? scene->add(SurfaceView{body->points(), body->triangles})
                                                   : scene->add(VolumeView{body->points(), body->tetrahedra});
        std::vector<std::uint32_t> gone;
        for (std::uint32_t t = 0; t < body->gone.size(); ++t) {
            if (body->gone[t] != 0) gone.push_back(t);
        }
        if (!gone.empty()) scene->remove_triangles(id, gone);
        if (!body->there) scene->remove(id);
    }
    return scene;
}

std::string World::step() {
    std::size_t there = 0;
    for (const auto& body : bodies_) there += body->there ? 1 : 0;
    if (there < 2) return add_body(), std::string();
    switch (below(12)) {
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
        default: return ask();
    }
}

void World::add_body() {
    auto body = std::make_unique<BodyRecord>();
    const shapes::Mesh mesh = random_mesh(random_);
    const Vec3 shift = random_.in_cube();
    for (const Position& p : mesh.positions)
        body->positions.push_back({p[0] + shift.x, p[1] + shift.y, p[2] + shift.z});
    body->in_floats = below(2) == 0;
    body->round();
    body->tetrahedra = mesh.tetrahedra;
    if (mesh.tetrahedra.empty()) body->triangles = mesh.triangles;
    body->gone.assign(body->triangles.size(), 0);
    bodies_.push_back(std::move(body));
    const BodyRecord& added = *bodies_.back();
    apply([&] {
        if (added.tetrahedra.empty()) {
            scene_.add(SurfaceView{added.points(), added.triangles});
        } else {
            scene_.add(VolumeView{added.points(), added.tetrahedra});
        }
    });
}

void World::move_body() {
    std::uint32_t number = 0;
    BodyRecord* body = any_body(number);
    const Vec3 by = 0.2 * random_.in_cube();
    const double swell = below(3) == 0 ? 0.1 : 0;
    for (Position& p : body->positions) {
        const Vec3 jitter = swell * random_.in_cube();
        p = {p[0] + by.x + jitter.x, p[1] + by.y + jitter.y, p[2] + by.z + jitter.z};
    }
    body->round();
    apply([&] { scene_.move(BodyId{number}, body->points()); });
}

/// A coordinate that is NaN, until it is put right again.
void World::spoil_or_heal() {
    std::uint32_t number = 0;
    BodyRecord* body = any_body(number);
    Position& p = body->positions[below(body->positions.size())];
    p[0] = below(2) == 0 ? std::numeric_limits<double>::quiet_NaN() : 0.25;
    for (Position& q : body->positions) {
        if (below(2) == 0 && !std::isfinite(q[0])) q[0] = 0.5;
    }
    body->round();
    apply([&] { scene_.move(BodyId{number}, body->points()); });
}

void World::insert() {
    std::uint32_t number = 0;
    BodyRecord* body = any_body(number);
    if (!body->tetrahedra.empty()) return;
    std::vector<Triangle> more;
    for (std::uint32_t i = 0, count = 1 + below(4); i < count; ++i) {
        const std::size_t vertices = body->positions.size() + (below(20) == 0 ? 3 : 0);
        more.push_back({below(vertices), below(vertices), below(vertices)});
    }
    std::vector<std::uint32_t> numbers;
    apply([&] { numbers = scene_.insert_triangles(BodyId{number}, more); });
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
    if (!body->tetrahedra.empty()) return;
    std::vector<std::uint32_t> there, chosen;
    for (std::uint32_t t = 0; t < body->gone.size(); ++t) {
        if (body->gone[t] == 0) there.push_back(t);
    }
    for (std::uint32_t i = 0, count = 1 + below(3); i < count && !there.empty(); ++i) {
        const std::uint32_t at = below(there.size());
        chosen.push_back(there[at]);
        there.erase(there.begin() + at);
    }
    apply([&] { scene_.remove_triangles(BodyId{number}, chosen); });
    for (const std::uint32_t t : chosen) body->gone[t] = 1;
}

void World::remove_body() {
    std::uint32_t number = 0;
    BodyRecord* body = any_body(number);
    apply([&] { scene_.remove(BodyId{number}); });
    body->there = false;
}

/// The same of the scene that has seen it all and of a fresh one.
std::string World::ask() {
    std::uint32_t a = 0, b = 0;
    any_body(a);
    while (b == a || !bodies_[b]->there) any_body(b);
    const auto compare = [&](const char* question, const auto& asked) -> std::string {
        std::string ours;
        apply([&] { ours = asked(scene_); });
        return ours == asked(*fresh()) ? std::string() : std::string(question) + " differs from a fresh scene's";
    };
    const auto first = BodyId{a}, second = BodyId{b};
    const bool self = below(3) != 0, between = !self || below(3) != 0;
    switch (below(8)) {
        case 0: {
            OverlapOptions options;
            options.depths = below(2) == 0;
            options.gradient = below(4) == 0;
            options.spans = below(4) == 0;
            options.all_axes = below(6) == 0;
            if (below(4) == 0) options.resolution = 1 + below(40);
            if (below(4) == 0) options.axis = static_cast<Axis>(below(3));
            if (below(4) == 0) options.rule = InsideRule::parity;
            bool good = true;
            const std::string wrong = compare("overlap", [&](Scene& scene) {
                const Overlap& overlap = scene.overlap(first, second, options);
                good &= sane(overlap);
                return bytes_of(overlap);
            });
            return good ? wrong : "overlap has an error that is none";
        }
        case 1: return compare("self_overlap", [&](Scene& scene) { return bytes_of(scene.self_overlap(first)); });
        case 2: {
            const ContainsOptions options{.exact = below(2) == 0};
            return compare("contains", [&](Scene& scene) {
                return bytes_of(scene.contains(first, bodies_[b]->points(), options));
            });
        }
        case 3: {
            PenetrationOptions options;
            options.self = self;
            options.between = between;
            options.depth = below(2) == 0;
            options.edges = below(4) == 0;
            return compare("penetrations", [&](Scene& scene) { return bytes_of(scene.penetrations(options)); });
        }
        case 4:
            if (below(2) == 0) {
                LayersOptions options;
                options.resolution = 1 + below(20);
                return compare("layers", [&](Scene& scene) { return bytes_of(scene.layers(first, options)); });
            }
            return compare("contacts_within",
                           [&](Scene& scene) { return bytes_of(scene.contacts_within(first, second)); });
        default: {
            IntersectionOptions options;
            options.method = methods[below(std::size(methods))];
            options.self = self;
            options.between = between;
            if (below(4) == 0) options.neighbours = Neighbours::ignored;
            std::string ours;
            apply([&] { ours = bytes_of(scene_.intersections(options)); });
            options.method = IntersectionMethod::brute_force;
            if (ours == bytes_of(fresh()->intersections(options))) return {};
            return "intersections differ from brute force";
        }
    }
}

}  // namespace pliant::soak
