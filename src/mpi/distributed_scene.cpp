// Questions over ranks: local answers of own elements and of those near borders, brought to where their first element
// came from.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <optional>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>

#include <pliant/mpi.hpp>

#include "mpi/communicator.hpp"
#include "mpi/search.hpp"
#include "mpi/volume_surface.hpp"

namespace pliant::mpi {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

unsigned threads_of_rank(const DistributedOptions& options, const Communicator& communicator) {
    if (options.threads > 0) return options.threads;
    return std::max(1u, std::thread::hardware_concurrency() / unsigned(communicator.neighbours()));
}

void require_numbers(std::size_t given, std::size_t wanted, const char* what) {
    if (given != wanted) throw std::invalid_argument(std::string(what) + ": there must be one number for each");
}

}  // namespace

/// Elements of one kind and what changed since they were last asked about.
struct Kind {
    std::vector<GivenBody> given;
    std::optional<Search> search;
    bool bodies_changed = true, moved = true;
};

struct DistributedScene::State {
    State(MPI_Comm handle, const DistributedOptions& chosen)
        : communicator(handle, chosen.timeout), options(chosen), threads(threads_of_rank(chosen, communicator)) {}

    Communicator communicator;
    DistributedOptions options;
    unsigned threads;
    Kind surfaces;                          // triangles: those given, and boundaries of tetrahedra
    Kind solids;                            // tetrahedra, and the triangles whose vertices may be in them
    std::vector<VolumeSurface> boundaries;  // by body; empty for surfaces
    std::vector<std::vector<Flaw>> flaws;   // of what was given, by body
    RankReport report;
    std::vector<TrianglePair> pairs;
    std::vector<Penetration> penetrations;
    std::vector<Proximity> proximities;

    template <class Work>
    void ask(Kind& kind, double reach, const Work& work) {
        const Traffic before = communicator.traffic();
        report = {};
        if (!kind.search) kind.search.emplace(communicator, options, threads);
        const bool changed = std::exchange(kind.bodies_changed, false), moved = std::exchange(kind.moved, false);
        kind.search->prepare(kind.given, changed, moved, reach, report);
        work(*kind.search);
        for (const auto& list : flaws) report.set_aside.insert(report.set_aside.end(), list.begin(), list.end());
        std::ranges::sort(report.set_aside);
        report.messages = communicator.traffic().messages - before.messages;
        report.bytes = communicator.traffic().bytes - before.bytes;
    }

    template <class Found, class Order = std::less<>>
    void deliver(std::vector<std::vector<Found>> found, std::vector<Found>& into, const Order& order = {}) {
        const auto start = Clock::now();
        found = communicator.exchange("delivering findings", std::move(found));
        communicator.together("sorting findings", [&] {
            into.clear();
            for (const auto& list : found) into.insert(into.end(), list.begin(), list.end());
            std::ranges::sort(into, order);
        });
        report.milliseconds.deliver = milliseconds_since(start);
    }
};

DistributedScene::DistributedScene(MPI_Comm communicator, const DistributedOptions& options)
    : state_(std::make_unique<State>(communicator, options)) {}
DistributedScene::~DistributedScene() = default;
DistributedScene::DistributedScene(DistributedScene&&) noexcept = default;
DistributedScene& DistributedScene::operator=(DistributedScene&&) noexcept = default;

BodyId DistributedScene::add(const SurfacePart& part) {
    State& s = *state_;
    const auto id = BodyId(s.surfaces.given.size());
    s.communicator.together("adding a surface", [&] {
        require_numbers(part.vertex_numbers.size(), part.positions.size(), "vertex_numbers");
        require_numbers(part.triangle_numbers.size(), part.triangles.size(), "triangle_numbers");
        const GivenBody given{part.positions, part.triangles, {}, part.vertex_numbers, part.triangle_numbers};
        std::vector<Flaw>& flaws = s.flaws.emplace_back();
        for (std::size_t e = 0; e < given.elements(); ++e) {
            if (!given.in_range(e)) flaws.push_back({id, FlawKind::index_out_of_range, part.triangle_numbers[e]});
        }
        s.surfaces.given.push_back(given);
        s.solids.given.push_back(given);
        s.boundaries.emplace_back();
    });
    s.surfaces.bodies_changed = s.solids.bodies_changed = true;
    return id;
}

BodyId DistributedScene::add(const VolumePart& part) {
    State& s = *state_;
    const auto id = BodyId(s.surfaces.given.size());
    s.communicator.together("adding a volume", [&] {
        require_numbers(part.vertex_numbers.size(), part.positions.size(), "vertex_numbers");
        require_numbers(part.tetrahedron_numbers.size(), part.tetrahedra.size(), "tetrahedron_numbers");
    });
    GivenBody given{part.positions, {}, part.tetrahedra, part.vertex_numbers, part.tetrahedron_numbers};
    std::vector<Flaw> flaws;
    VolumeSurface boundary = surface_of(s.communicator, id, given, flaws);
    s.communicator.together("adding a volume", [&] {
        s.boundaries.push_back(std::move(boundary));
        s.flaws.push_back(std::move(flaws));
        const VolumeSurface& surface = s.boundaries.back();
        given.tetrahedra = surface.sound;
        given.element_numbers = surface.sound_numbers;
        s.solids.given.push_back(given);
        s.surfaces.given.push_back({part.positions, surface.triangles, {}, part.vertex_numbers, surface.numbers});
    });
    s.surfaces.bodies_changed = s.solids.bodies_changed = true;
    return id;
}

void DistributedScene::move(BodyId body, Points positions) {
    State& s = *state_;
    bool other_precision = false;
    s.communicator.together("moving a body", [&] {
        GivenBody& given = s.surfaces.given.at(std::size_t(body));
        other_precision = !positions.empty() && positions.is_double() != given.positions.is_double();
        require_numbers(positions.size(), given.vertex_numbers.size(), "positions");
        given.positions = s.solids.given[std::size_t(body)].positions = positions;
    });
    s.surfaces.moved = s.solids.moved = true;
    if (s.communicator.most("moving a body", other_precision ? 1 : 0) == 0) return;
    s.surfaces.bodies_changed = s.solids.bodies_changed = true;
}

const std::vector<TrianglePair>& DistributedScene::intersections(const IntersectionOptions& options) {
    State& s = *state_;
    IntersectionOptions local;
    local.method = options.method;
    local.self = options.self;
    local.between = options.between;
    local.neighbours = options.neighbours;
    local.contours = options.contours;
    s.ask(s.surfaces, 0, [&](Search& search) {
        std::vector<std::vector<TrianglePair>> found(std::size_t(s.communicator.size()));
        s.communicator.together("searching", [&] {
            auto start = Clock::now();
            const auto& own = search.own().intersections(local);
            for (const auto& [a, b, kind] : own) {
                const std::size_t body_a = search.own_body(a.body), body_b = search.own_body(b.body);
                const SharedBody &in_a = search.shared(body_a), &in_b = search.shared(body_b);
                found[std::size_t(in_a.homes[a.triangle])].push_back(
                    {{BodyId(body_a), in_a.element_numbers[a.triangle]},
                     {BodyId(body_b), in_b.element_numbers[b.triangle]},
                     kind});
            }
            s.report.counters = own.report.counters;
            search.note_flaws(own.report.set_aside, s.report.set_aside);
            s.report.milliseconds.own = milliseconds_since(start);
            if (search.border() == nullptr) return;
            start = Clock::now();
            for (const auto& [a, b, kind] : search.border()->intersections(local)) {
                const std::size_t body_a = search.border_body(a.body), body_b = search.border_body(b.body);
                if (!search.reports(body_a, a.triangle, body_b, b.triangle)) continue;
                const BorderElement &from = search.bordering(body_a).elements[a.triangle],
                                    &to = search.bordering(body_b).elements[b.triangle];
                found[std::size_t(from.home)].push_back(
                    {{BodyId(body_a), from.number}, {BodyId(body_b), to.number}, kind});
            }
            s.report.milliseconds.border = milliseconds_since(start);
        });
        s.deliver(std::move(found), s.pairs);
    });
    return s.pairs;
}

const std::vector<Penetration>& DistributedScene::penetrations(const PenetrationOptions& options) {
    State& s = *state_;
    PenetrationOptions local;
    local.method = options.method;
    local.self = options.self;
    local.between = options.between;
    s.ask(s.solids, 0, [&](Search& search) {
        std::vector<std::vector<Penetration>> found(std::size_t(s.communicator.size()));
        s.communicator.together("searching", [&] {
            if (options.depth || options.edges) {
                throw std::invalid_argument("penetrations over ranks have neither depths nor edges");
            }
            auto start = Clock::now();
            const Penetrations& own = search.own().penetrations(local);
            for (const pliant::Penetration& p : own) {
                const std::size_t body = search.own_body(p.vertex.body), solid = search.own_body(p.tetrahedron.body);
                const SharedBody& in = search.shared(solid);
                found[std::size_t(in.homes[p.tetrahedron.tetrahedron])].push_back(
                    {BodyId(body), search.shared(body).vertex_numbers[p.vertex.vertex], BodyId(solid),
                     in.element_numbers[p.tetrahedron.tetrahedron], p.kind, p.barycentric});
            }
            s.report.counters = own.report.counters;
            search.note_flaws(own.report.set_aside, s.report.set_aside);
            s.report.milliseconds.own = milliseconds_since(start);
            if (search.border() == nullptr) return;
            start = Clock::now();
            for (const pliant::Penetration& p : search.border()->penetrations(local)) {
                const std::size_t body = search.border_body(p.vertex.body),
                                  solid = search.border_body(p.tetrahedron.body);
                const BorderElement& in = search.bordering(solid).elements[p.tetrahedron.tetrahedron];
                found[std::size_t(in.home)].push_back({BodyId(body),
                                                       search.bordering(body).vertex_numbers[p.vertex.vertex],
                                                       BodyId(solid), in.number, p.kind, p.barycentric});
            }
            s.report.milliseconds.border = milliseconds_since(start);
        });
        s.deliver(std::move(found), s.penetrations);
        // A vertex is known to every rank that searches an element around it.
        const auto same = [](const Penetration& a, const Penetration& b) {
            return a.body == b.body && a.vertex == b.vertex && a.tetrahedron_body == b.tetrahedron_body &&
                   a.tetrahedron == b.tetrahedron;
        };
        const auto again = std::ranges::unique(s.penetrations, same);
        s.penetrations.erase(again.begin(), again.end());
    });
    return s.penetrations;
}

namespace {

/// By features alone, so that what several ranks have found stands side by side.
auto features_of(const Proximity& p) { return std::tie(p.kind, p.body_a, p.body_b, p.vertices, p.triangle); }
bool by_features(const Proximity& a, const Proximity& b) { return features_of(a) < features_of(b); }

/// The same for all ranks that find these two edges.
std::size_t rank_for_edges(const Proximity& p, std::size_t ranks) {
    std::uint64_t hash = std::uint64_t(p.body_a);
    for (const std::uint64_t v : p.vertices) hash = (hash ^ v) * 1099511628211ull;
    return std::size_t((hash >> 20) % ranks);
}

void require_plain(const ProximityOptions& options) {
    const ProximityOptions plain;
    if (!options.thickness.empty() || !options.rest.empty() || options.nearest != 0 || options.budget != plain.budget) {
        throw std::invalid_argument("proximities over ranks have neither thickness, rest, nearest nor budget");
    }
    if (!std::isfinite(options.distance) || options.distance < 0) {
        throw std::invalid_argument("the distance is not finite, or negative");
    }
}

/// In numbers of the whole; `number(body, vertex)`.
template <class Number>
Proximity whole(const pliant::Proximity& p, std::size_t body_a, std::size_t body_b, const Number& number) {
    Proximity result{p.kind, BodyId(body_a), BodyId(body_b), {}, 0, p.near};
    const std::size_t of_a = p.kind == FeatureKind::vertex_triangle ? 1 : 2;
    for (std::size_t k = 0; k < 4; ++k) result.vertices[k] = number(k < of_a ? body_a : body_b, p.vertices[k]);
    return result;
}

}  // namespace

const std::vector<Proximity>& DistributedScene::proximities(const ProximityOptions& options) {
    State& s = *state_;
    s.communicator.together("searching", [&] { require_plain(options); });
    ProximityOptions local;
    local.distance = options.distance;
    local.self = options.self;
    local.between = options.between;
    s.ask(s.surfaces, options.distance, [&](Search& search) {
        const auto ranks = std::size_t(s.communicator.size());
        std::vector<std::vector<Proximity>> found(ranks);
        const auto add = [&](Proximity&& p, std::size_t home) {
            if (p.kind == FeatureKind::edge_edge) home = rank_for_edges(p, ranks);
            found[home].push_back(std::move(p));
        };
        s.communicator.together("searching", [&] {
            auto start = Clock::now();
            const Proximities& own = search.own().proximities(local);
            for (const pliant::Proximity& p : own) {
                const std::size_t body_a = search.own_body(p.body_a), body_b = search.own_body(p.body_b);
                const SharedBody& in = search.shared(body_b);
                Proximity result = whole(p, body_a, body_b, [&](std::size_t body, std::uint32_t v) {
                    return search.shared(body).vertex_numbers[v];
                });
                if (p.kind == FeatureKind::vertex_triangle) result.triangle = in.element_numbers[p.triangle];
                add(std::move(result), std::size_t(in.homes[p.triangle]));
            }
            s.report.counters = own.report.counters;
            search.note_flaws(own.report.set_aside, s.report.set_aside);
            s.report.milliseconds.own = milliseconds_since(start);
            if (search.border() == nullptr) return;
            start = Clock::now();
            for (const pliant::Proximity& p : search.border()->proximities(local)) {
                const std::size_t body_a = search.border_body(p.body_a), body_b = search.border_body(p.body_b);
                const BorderElement& in = search.bordering(body_b).elements[p.triangle];
                Proximity result = whole(p, body_a, body_b, [&](std::size_t body, std::uint32_t v) {
                    return search.bordering(body).vertex_numbers[v];
                });
                if (p.kind == FeatureKind::vertex_triangle) result.triangle = in.number;
                add(std::move(result), std::size_t(in.home));
            }
            s.report.milliseconds.border = milliseconds_since(start);
        });
        s.deliver(std::move(found), s.proximities, by_features);
        // A vertex or an edge is known to every rank that searches an element around it.
        const auto again = std::ranges::unique(
            s.proximities, [](const Proximity& a, const Proximity& b) { return features_of(a) == features_of(b); });
        s.proximities.erase(again.begin(), again.end());
    });
    return s.proximities;
}

const RankReport& DistributedScene::report() const { return state_->report; }

}  // namespace pliant::mpi
