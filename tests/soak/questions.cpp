// The questions of the soak test, each asked of the scene that has seen it all and of a fresh one.
#include <algorithm>
#include <cmath>
#include <utility>

#include "soak/answer_bytes.hpp"
#include "soak/world.hpp"

namespace pliant::soak {

namespace {

constexpr IntersectionMethod methods[] = {IntersectionMethod::automatic,  IntersectionMethod::tuned,
                                          IntersectionMethod::box_tree,   IntersectionMethod::regularity,
                                          IntersectionMethod::gjk_cut,    IntersectionMethod::spatial_hash,
                                          IntersectionMethod::brute_force};

bool sane(const Overlap& overlap) { return std::isfinite(overlap.volume) && overlap.volume >= 0 && overlap.error >= 0; }

}  // namespace

std::string World::compare(const char* question, const std::function<std::string(Scene&)>& asked) {
    const std::string expected = asked(*fresh());
    bool same = true;
    apply([&](Scene& scene) { same &= asked(scene) == expected; });
    return same ? std::string() : std::string(question) + " differs from a fresh scene's";
}

std::string World::ask() {
    std::uint32_t a = 0, b = 0;
    any_body(a);
    while (b == a || !bodies_[b]->there) any_body(b);
    const auto first = BodyId{a}, second = BodyId{b};
    const BodyRecord& other = *bodies_[b];
    switch (below(18)) {
        case 0: return ask_overlap(first, second);
        case 1: return compare("self_overlap", [&](Scene& scene) { return bytes_of(scene.self_overlap(first)); });
        case 2: {
            const ContainsOptions options{.exact = below(2) == 0};
            return compare("contains", [&](Scene& scene) {
                return bytes_of(scene.contains(first, other.points(other.now), options));
            });
        }
        case 3: return ask_penetrations();
        case 4: {
            LayersOptions options;
            options.resolution = 1 + below(20);
            return compare("layers", [&](Scene& scene) { return bytes_of(scene.layers(first, options)); });
        }
        case 5: return ask_contacts(first, second);
        case 6: return compare("relations", [](Scene& scene) { return bytes_of(scene.relations()); });
        case 7: return ask_curves();
        case 8: return ask_proximities(first, second);
        case 9: return ask_impacts();
        case 10: return ask_watched();
        case 11:
        case 12: return ask_within_budget(first, second);
        default: return ask_intersections();
    }
}

std::string World::ask_overlap(BodyId first, BodyId second) {
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

std::string World::ask_penetrations() {
    PenetrationOptions options;
    options.self = below(3) != 0;
    options.between = !options.self || below(3) != 0;
    options.depth = below(2) == 0;
    options.edges = below(4) == 0;
    return compare("penetrations", [&](Scene& scene) { return bytes_of(scene.penetrations(options)); });
}

std::string World::ask_intersections() {
    IntersectionOptions options;
    options.method = methods[below(std::size(methods))];
    options.self = below(3) != 0;
    options.between = !options.self || below(3) != 0;
    if (below(4) == 0) options.neighbours = Neighbours::ignored;
    const IntersectionMethod method = std::exchange(options.method, IntersectionMethod::brute_force);
    const std::string expected = bytes_of(fresh()->intersections(options));
    options.method = method;
    bool same = true;
    apply([&](Scene& scene) { same &= bytes_of(scene.intersections(options)) == expected; });
    return same ? "" : "intersections by " + std::string(name(method)) + " differ from brute force";
}

std::string World::ask_contacts(BodyId first, BodyId second) {
    ContactOptions options;
    if (below(4) == 0) options.method = ContactMethod::brute_force;
    options.order = static_cast<ContactOrder>(below(5));
    options.resume = below(2) == 0;
    if (below(3) == 0) {  // a part of the way, from where the next question goes on
        options.budget.tests = below(100);
        apply([&](Scene& scene) { scene.contacts_within(first, second, options); });
        options.budget = {};
    }
    return compare("contacts_within",
                   [&](Scene& scene) { return bytes_of(scene.contacts_within(first, second, options)); });
}

std::string World::ask_curves() {
    CurveOptions options;
    options.self = below(3) != 0;
    options.between = !options.self || below(3) != 0;
    options.sides = below(4) != 0;
    options.depth = options.sides && below(2) == 0;
    return compare("curves", [&](Scene& scene) { return bytes_of(scene.curves(options)); });
}

std::string World::ask_proximities(BodyId first, BodyId second) {
    if (below(3) == 0) {
        return compare("distance", [&](Scene& scene) { return bytes_of(scene.distance(first, second)); });
    }
    if (below(3) == 0) {
        const double most = random_.uniform();
        return compare("distances", [&](Scene& scene) {
            std::string bytes;
            for (const BodyDistance& distance : scene.distances(most)) bytes += bytes_of(distance);
            return bytes;
        });
    }
    ProximityOptions options;
    options.distance = below(4) == 0 ? 0 : 0.1 * random_.uniform();
    options.self = below(3) != 0;
    options.between = !options.self || below(3) != 0;
    options.nearest = below(3) == 0 ? 1 + below(3) : 0;
    return compare("proximities", [&](Scene& scene) { return bytes_of(scene.proximities(options)); });
}

std::string World::ask_impacts() {
    ImpactOptions options;
    options.self = below(3) != 0;
    options.between = !options.self || below(3) != 0;
    if (below(3) == 0) options.selection = ImpactSelection::earliest;
    if (below(8) == 0) options.minimum_separation = 0.01;
    if (below(3) == 0) return compare("safe_step", [&](Scene& scene) { return bytes_of(scene.safe_step(options)); });
    return compare("impacts", [&](Scene& scene) { return bytes_of(scene.impacts(options)); });
}

}  // namespace pliant::soak
