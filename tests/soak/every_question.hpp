// Every question of a scene by name, and a scene to ask: for tests of what must hold for all of them.
#pragma once

#include <array>
#include <memory>
#include <string>

#include <pliant/scene.hpp>

#include "shapes/meshes.hpp"
#include "soak/answer_bytes.hpp"

namespace pliant::soak {

struct Question {
    const char* name;
    std::string (*ask)(Scene&, const Watch&);  // the answer, byte by byte
    bool watched = true;                       // asks its Watch, if the bodies are fine enough
};

template <IntersectionMethod method>
std::string intersections_by(Scene& scene, const Watch& watch) {
    return bytes_of(scene.intersections({.method = method, .watch = watch}));
}

/// Asked of the two bars and the ball below.
inline const Question every_question[] = {
    {"box_tree", intersections_by<IntersectionMethod::box_tree>},
    {"regularity", intersections_by<IntersectionMethod::regularity>, false},  // these bars are too few leaves for it
    {"gjk_cut", intersections_by<IntersectionMethod::gjk_cut>},
    {"spatial_hash", intersections_by<IntersectionMethod::spatial_hash>},
    {"brute_force", intersections_by<IntersectionMethod::brute_force>},
    {"automatic", intersections_by<IntersectionMethod::automatic>},
    {"penetrations",
     [](Scene& scene, const Watch& watch) {
         return bytes_of(scene.penetrations({.depth = true, .edges = true, .watch = watch}));
     }},
    {"overlap",
     [](Scene& scene, const Watch& watch) {
         return bytes_of(scene.overlap(BodyId{0}, BodyId{1}, {.depths = true, .watch = watch}));
     }},
    {"columns",
     [](Scene& scene, const Watch& watch) {
         return bytes_of(scene.overlap(BodyId{0}, BodyId{1}, {.resolution = 20, .spans = true, .watch = watch}));
     }},
    {"self_overlap",
     [](Scene& scene, const Watch& watch) { return bytes_of(scene.self_overlap(BodyId{0}, {.watch = watch})); }},
    {"contains",
     [](Scene& scene, const Watch& watch) {
         const std::array<std::array<double, 3>, 3> points{{{1.1, 0.7, 0.9}, {0, 0, 0}, {9, 9, 9}}};
         return bytes_of(scene.contains(BodyId{0}, points, {.exact = true, .watch = watch}));
     }},
    {"layers", [](Scene& scene, const Watch&) { return bytes_of(scene.layers(BodyId{0})); }, false},
    {"contacts_within",
     [](Scene& scene, const Watch& watch) {
         return bytes_of(scene.contacts_within(BodyId{0}, BodyId{1}, {.watch = watch}));
     }},
    {"relations", [](Scene& scene, const Watch& watch) { return bytes_of(scene.relations({.watch = watch})); }},
    {"curves",
     [](Scene& scene, const Watch& watch) {
         return bytes_of(scene.curves({.sides = true, .depth = true, .watch = watch}));
     }},
    {"proximities",
     [](Scene& scene, const Watch& watch) { return bytes_of(scene.proximities({.distance = 0.3, .watch = watch})); }},
    {"distance", [](Scene& scene, const Watch&) { return bytes_of(scene.distance(BodyId{0}, BodyId{2})); }, false},
    {"distances", [](Scene& scene, const Watch&) { return bytes_of(scene.distances(10).at(0)); }, false},
    {"impacts", [](Scene& scene, const Watch& watch) { return bytes_of(scene.impacts({.watch = watch})); }},
    {"safe_step", [](Scene& scene, const Watch& watch) { return bytes_of(scene.safe_step({.watch = watch})); }},
};

inline std::string name_of(const testing::TestParamInfo<Question>& question) { return question.param.name; }

/// Two bars that overlap and a ball apart, on their way: scenes of them that have answered nothing yet.
class BarsAndBall {
public:
    explicit BarsAndBall(double size = 1, std::uint32_t finer = 1)
        : bar_(shapes::tetra_box({3 * finer, 2 * finer, 2 * finer})),
          other_(bar_),
          ball_(shapes::icosphere(2 * finer)) {
        for (auto& p : other_.positions) p = {p[0] + 0.6, p[1] + 0.3, p[2] + 0.2};
        for (auto& p : ball_.positions) p = {p[0] + 9, p[1], p[2]};
        later_ = other_;
        for (auto& p : later_.positions) p[0] += 0.15 * p[1] + 0.05 * p[2] * p[2];
        for (shapes::Mesh* mesh : {&bar_, &other_, &later_, &ball_}) {
            for (auto& p : mesh->positions) p = {size * p[0], size * p[1], size * p[2]};
        }
    }

    [[nodiscard]] std::unique_ptr<Scene> scene(const SceneOptions& options = {1}) const {
        auto made = std::make_unique<Scene>(options);
        made->add(VolumeView{bar_.positions, bar_.tetrahedra});
        const BodyId second = made->add(VolumeView{other_.positions, other_.tetrahedra});
        made->add(SurfaceView{ball_.positions, ball_.triangles});
        made->start_step();
        made->move(second, later_.positions);
        return made;
    }

private:
    shapes::Mesh bar_, other_, later_, ball_;
};

}  // namespace pliant::soak
