// Scene.proximities, distances, impacts, safe_step: vertices, triangles and edges that are near or meet.
#include "bindings.hpp"
#include "fields.hpp"

namespace pliant::python {

template <>
const py::dtype& dtype_of<Proximity>() {
    static const py::dtype& type = kept([] {
        return Fields<Proximity>()
            .add("kind", &Proximity::kind, "u1")
            .add("body_a", &Proximity::body_a, "u4")
            .add("body_b", &Proximity::body_b, "u4")
            .add("vertices", &Proximity::vertices, "4u4")
            .add("triangle", &Proximity::triangle, "u4")
            .add("distance", &Proximity::near, &FeatureDistance::distance, "f8")
            .add("weights", &Proximity::near, &FeatureDistance::weights, "4f8")
            .add("point_a", &Proximity::near, &FeatureDistance::point_a, "3f8")
            .add("point_b", &Proximity::near, &FeatureDistance::point_b, "3f8")
            .add("normal", &Proximity::near, &FeatureDistance::normal, "3f8")
            .dtype();
    });
    return type;
}

template <>
const py::dtype& dtype_of<FeatureImpact>() {
    static const py::dtype& type = kept([] {
        return Fields<FeatureImpact>()
            .add("kind", &FeatureImpact::kind, "u1")
            .add("body_a", &FeatureImpact::body_a, "u4")
            .add("body_b", &FeatureImpact::body_b, "u4")
            .add("vertices", &FeatureImpact::vertices, "4u4")
            .add("triangle", &FeatureImpact::triangle, "u4")
            .add("time", &FeatureImpact::impact, &Impact::time, "2f8")
            .add("weights", &FeatureImpact::impact, &Impact::weights, "4f8")
            .add("point", &FeatureImpact::impact, &Impact::point, "3f8")
            .add("normal", &FeatureImpact::impact, &Impact::normal, "3f8")
            .dtype();
    });
    return type;
}

template <>
const py::dtype& dtype_of<BodyDistance>() {
    static const py::dtype& type = kept([] {
        return Fields<BodyDistance>()
            .add("a", &BodyDistance::a, "u4")
            .add("b", &BodyDistance::b, "u4")
            .add("distance", &BodyDistance::distance, "2f8")
            .add("triangle_a", &BodyDistance::triangle_a, dtype_of<TriangleRef>())
            .add("triangle_b", &BodyDistance::triangle_b, dtype_of<TriangleRef>())
            .add("point_a", &BodyDistance::point_a, "3f8")
            .add("point_b", &BodyDistance::point_b, "3f8")
            .dtype();
    });
    return type;
}

namespace {

using Column = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Thickness = std::vector<std::pair<std::uint32_t, Column>>;  // one number, or one for each vertex
using RestPoses = std::vector<std::pair<std::uint32_t, py::array>>;

std::vector<BodyThickness> thickness_of(const Thickness& given) {
    std::vector<BodyThickness> all;
    for (const auto& [body, values] : given) {
        BodyThickness& one = all.emplace_back();
        one.body = BodyId{body};
        if (values.ndim() == 0) {
            one.thickness = *values.data();
        } else {
            one.per_vertex = {values.data(), static_cast<std::size_t>(values.size())};
        }
    }
    return all;
}

py::tuple ask_proximities(SceneOfArrays& scene, double distance, bool self, bool between, const Thickness& thickness,
                          const RestPoses& rest, const std::optional<double>& rest_approach, std::uint32_t nearest,
                          const std::optional<double>& seconds, const std::optional<std::uint64_t>& candidates,
                          const std::optional<std::uint64_t>& most) {
    const std::vector<BodyThickness> thick = thickness_of(thickness);
    std::vector<RestPose> poses;
    for (const auto& [body, positions] : rest) poses.push_back({BodyId{body}, points_of(positions)});
    ProximityOptions options;
    options.distance = distance;
    options.self = self;
    options.between = between;
    options.thickness = thick;
    options.rest = poses;
    options.rest_approach = rest_approach;
    options.nearest = nearest;
    options.budget = {nanoseconds(seconds), candidates, most};
    options.watch = scene.watch();
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.proximities(options); },
        [](const Proximities& found) {
            return py::make_tuple(array_of(found.items), dict_of(found.report), found.left_at_rest);
        });
}

py::array ask_distance(SceneOfArrays& scene, std::uint32_t a, std::uint32_t b) {
    return scene.ask([&](Scene& asked) { return asked.distance(BodyId{a}, BodyId{b}); },
                     [](const BodyDistance& found) { return array_of(std::span(&found, 1)); });
}

py::array ask_distances(SceneOfArrays& scene, double most) {
    return scene.ask([&](Scene& asked) { return asked.distances(most); },
                     [](const std::vector<BodyDistance>& found) { return array_of(found); });
}

ImpactOptions impact_options(const SceneOfArrays& scene, bool self, bool between, bool earliest, double minimum_separation,
                             const std::optional<double>& seconds, const std::optional<std::uint64_t>& candidates,
                             const std::optional<std::uint64_t>& most) {
    ImpactOptions options;
    options.self = self;
    options.between = between;
    options.selection = earliest ? ImpactSelection::earliest : ImpactSelection::all;
    options.minimum_separation = minimum_separation;
    options.budget = {nanoseconds(seconds), candidates, most};
    options.watch = scene.watch();
    return options;
}

py::tuple ask_impacts(SceneOfArrays& scene, bool self, bool between, bool earliest, double minimum_separation,
                      const std::optional<double>& seconds, const std::optional<std::uint64_t>& candidates,
                      const std::optional<std::uint64_t>& most) {
    const ImpactOptions options =
        impact_options(scene, self, between, earliest, minimum_separation, seconds, candidates, most);
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.impacts(options); },
        [](const Impacts& found) { return py::make_tuple(array_of(found.items), dict_of(found.report)); });
}

py::tuple ask_safe_step(SceneOfArrays& scene, bool self, bool between, double minimum_separation,
                        const std::optional<double>& seconds, const std::optional<std::uint64_t>& candidates) {
    const ImpactOptions options =
        impact_options(scene, self, between, false, minimum_separation, seconds, candidates, std::nullopt);
    return scene.ask(
        [&](Scene& asked) { return asked.safe_step(options); },
        [](const SafeStep& found) { return py::make_tuple(found.time, found.met, dict_of(found.report)); });
}

}  // namespace

void add_features(SceneClass& scene) {
    scene.def("proximities", &ask_proximities)
        .def("distance", &ask_distance)
        .def("distances", &ask_distances)
        .def("impacts", &ask_impacts)
        .def("safe_step", &ask_safe_step)
        .def("start_step", &SceneOfArrays::start_step);
}

}  // namespace pliant::python
