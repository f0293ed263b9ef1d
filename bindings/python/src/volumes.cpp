// Scene.penetrations, overlap, contains, contacts_within: what is inside of what, and how much.
#include "bindings.hpp"

namespace pliant::python {
namespace {

py::tuple ask_penetrations(SceneOfArrays& scene, bool self, bool between, bool once_per_body, bool depth, bool edges,
                           const std::optional<double>& seconds) {
    PenetrationOptions options;
    options.self = self;
    options.between = between;
    options.once_per_body = once_per_body;
    options.depth = depth;
    options.edges = edges;
    options.budget.time = nanoseconds(seconds);
    options.watch = scene.watch();
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.penetrations(options); },
        [](const Penetrations& found) {
            return py::make_tuple(array_of(found.items), array_of(found.edges), dict_of(found.report));
        });
}

py::dict overlap_dict(const Overlap& overlap) {
    py::dict out;
    out["volume"] = overlap.volume;
    out["error"] = overlap.error;
    out["centroid"] = overlap.centroid;
    out["centroid_error"] = overlap.centroid_error;
    out["gradient_a"] = array_of_points(overlap.gradient_a);
    out["gradient_b"] = array_of_points(overlap.gradient_b);
    out["gradient_error"] = overlap.gradient_error;
    out["penetrations"] = array_of(overlap.penetrations);
    out["report"] = dict_of(overlap.report);
    return out;
}

OverlapOptions overlap_options(const SceneOfArrays& scene, double tolerance, bool gradient, bool depths,
                               const std::optional<double>& seconds) {
    OverlapOptions options;
    options.tolerance = tolerance;
    options.gradient = gradient;
    options.depths = depths;
    options.budget.time = nanoseconds(seconds);
    options.watch = scene.watch();
    return options;
}

py::dict ask_overlap(SceneOfArrays& scene, std::uint32_t a, std::uint32_t b, double tolerance, bool gradient,
                     bool depths, const std::optional<double>& seconds) {
    const OverlapOptions options = overlap_options(scene, tolerance, gradient, depths, seconds);
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.overlap(BodyId{a}, BodyId{b}, options); },
        [](const Overlap& found) { return overlap_dict(found); });
}

py::dict ask_self_overlap(SceneOfArrays& scene, std::uint32_t body, double tolerance,
                          const std::optional<double>& seconds) {
    const OverlapOptions options = overlap_options(scene, tolerance, false, false, seconds);
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.self_overlap(BodyId{body}, options); },
        [](const Overlap& found) { return overlap_dict(found); });
}

py::dict ask_contains(SceneOfArrays& scene, std::uint32_t body, const py::array& points, bool exact,
                      const std::optional<double>& seconds) {
    ContainsOptions options;
    options.exact = exact;
    options.budget.time = nanoseconds(seconds);
    const Points at = points_of(points);
    options.watch = scene.watch(at.size());
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.contains(BodyId{body}, at, options); },
        [](const Containment& found) {
            py::dict out;
            out["inside"] = array_of(found.inside);
            out["uncertain"] = array_of(found.uncertain);
            out["on_surface"] = array_of(found.on_surface);
            out["invalid"] = array_of(found.invalid);
            out["bound"] = found.bound;
            out["openings"] = found.openings;
            out["report"] = dict_of(found.report);
            return out;
        });
}

py::dict ask_contacts_within(SceneOfArrays& scene, std::uint32_t a, std::uint32_t b,
                             const std::optional<double>& seconds, const std::optional<std::uint64_t>& tests,
                             bool spheres) {
    ContactOptions options;
    options.finest = spheres ? Finest::spheres : Finest::triangles;
    options.budget.time = nanoseconds(seconds);
    options.budget.tests = tests;
    options.watch = scene.watch();
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.contacts_within(BodyId{a}, BodyId{b}, options); },
        [](const Contacts& found) {
            py::dict out;
            out["contacts"] = array_of(found.items);
            out["pairs"] = array_of(found.pairs);
            out["error"] = found.error;
            out["gap"] = found.gap;
            out["report"] = dict_of(found.report);
            return out;
        });
}

}  // namespace

void add_volumes(SceneClass& scene) {
    scene.def("penetrations", &ask_penetrations)
        .def("overlap", &ask_overlap)
        .def("self_overlap", &ask_self_overlap)
        .def("contains", &ask_contains)
        .def("contacts_within", &ask_contacts_within);
}

}  // namespace pliant::python
