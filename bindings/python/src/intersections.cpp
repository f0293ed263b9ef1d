// Scene.intersections and relations: which triangles meet, which bodies lie in others.
#include "bindings.hpp"

namespace pliant::python {
namespace {

py::tuple ask_intersections(SceneOfArrays& scene, int method, bool self, bool between, int neighbours,
                            const std::optional<double>& seconds, const std::optional<std::uint64_t>& candidates,
                            const std::optional<std::uint64_t>& pairs, const std::optional<std::uint64_t>& bytes) {
    IntersectionOptions options;
    options.method = static_cast<IntersectionMethod>(method);
    options.self = self;
    options.between = between;
    options.neighbours = static_cast<Neighbours>(neighbours);
    options.budget = {nanoseconds(seconds), candidates, pairs, bytes};
    options.watch = options.method == IntersectionMethod::brute_force ? interruptible() : scene.watch();
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.intersections(options); },
        [](const Answer<TrianglePair>& answer) {
            return py::make_tuple(array_of(answer.items), dict_of(answer.report));
        });
}

py::tuple ask_relations(SceneOfArrays& scene) {
    RelationOptions options;
    options.watch = scene.watch();
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.relations(options); },
        [](const Answer<BodyRelation>& found) { return py::make_tuple(array_of(found.items), dict_of(found.report)); });
}

}  // namespace

void add_intersections(SceneClass& scene) {
    scene.def("intersections", &ask_intersections).def("relations", &ask_relations);
}

}  // namespace pliant::python
