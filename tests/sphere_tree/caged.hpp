// Balls that hang from cages, and what asking about them took.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <pliant/scene.hpp>

#include "numeric/vec.hpp"
#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"

namespace pliant::sphere_tree {

inline std::uint64_t tests_of(const Contacts& answer) {
    return answer.report.counters.sphere_tests + answer.report.counters.candidates;
}

/// A ball in a box of tetrahedra that is a little larger.
struct Caged {
    explicit Caged(std::uint32_t frequency = 30, std::uint32_t cells = 4)
        : mesh(shapes::icosphere(frequency)), cage(shapes::tetra_box({cells, cells, cells})) {
        for (auto& p : cage.positions) {
            for (double& x : p) x = (x / cells - 0.5) * 2.2;
        }
        rest = cage.positions;
        skin = make_skin(mesh.positions, {cage.positions, cage.tetrahedra});
    }

    template <class Map>
    void bend(const Map& map) {
        for (std::size_t i = 0; i < rest.size(); ++i) cage.positions[i] = shapes::position(map(Vec3(rest[i])));
        steer(skin, cage.positions, mesh.positions);
    }

    shapes::Mesh mesh, cage;
    std::vector<shapes::Position> rest;
    Skin skin;
};

/// Two balls that overlap; the first hangs from a cage.
struct CagedAndOther {
    explicit CagedAndOther(std::uint32_t frequency = 12, double away = 1.7) : caged(frequency), other(caged.mesh) {
        for (auto& p : other.positions) p[0] += away;
        a = scene.add(SurfaceView{caged.mesh.positions, caged.mesh.triangles});
        b = scene.add(SurfaceView{other.positions, other.triangles});
        scene.follow(a, caged.skin);
        scene.move(a, caged.mesh.positions, caged.cage.positions);
    }

    [[nodiscard]] std::size_t exact() { return scene.intersections({.self = false}).size(); }

    Caged caged;
    shapes::Mesh other;
    Scene scene{SceneOptions{1}};
    BodyId a{}, b{};
};

}  // namespace pliant::sphere_tree
