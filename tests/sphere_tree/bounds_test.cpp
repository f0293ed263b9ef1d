// Spheres hold their surface, at build and after any deformation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "detect/sphere_tree/hierarchy.hpp"
#include "detect/sphere_tree/sphere.hpp"
#include "detect/sphere_tree/sphere_tree.hpp"
#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"

namespace pliant::sphere_tree {
namespace {

shapes::Mesh bent(shapes::Mesh mesh, double turns) {
    const shapes::Twist twist{turns};
    for (shapes::Position& p : mesh.positions) p = shapes::position(twist(Vec3(p)));
    return mesh;
}

/// Long thin triangles from end to end, beside small ones.
shapes::Mesh needles() {
    shapes::Mesh mesh = shapes::icosphere(6);
    for (int i = 0; i < 20; ++i) {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.push_back({-10, 0.1 * i, 0});
        mesh.positions.push_back({10, 0.1 * i, 0});
        mesh.positions.push_back({10, 0.1 * i + 0.01, 0});
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    return mesh;
}

struct Built {
    explicit Built(shapes::Mesh given) : mesh(std::move(given)), gone(mesh.triangles.size(), 0) {
        tree.build({mesh.positions, mesh.triangles}, gone);
        tree.update({mesh.positions, mesh.triangles}, workers);
    }
    shapes::Mesh mesh;
    std::vector<std::uint8_t> gone;
    SphereTree tree;
    parallel::Workers workers{1};
};

TEST(SphereTree, EverySphereHoldsItsSurface) {
    for (const shapes::Mesh& mesh :
         {shapes::icosphere(1), shapes::icosphere(12), shapes::torus({40, 20}, 1, 0.3), needles()}) {
        Built built(mesh);
        EXPECT_EQ(built.tree.first_flaw(), built.tree.nodes());
        for (const double turns : {0.01, 0.3, 2.0}) {
            built.mesh.positions = bent(mesh, turns).positions;
            built.tree.update({built.mesh.positions, built.mesh.triangles}, built.workers);
            EXPECT_EQ(built.tree.first_flaw(), built.tree.nodes());
        }
    }
}

TEST(SphereTree, ASphereThatIsTooSmallIsFound) {
    Built built(shapes::icosphere(6));
    const shapes::Mesh larger = bent(built.mesh, 0.2);
    built.mesh.positions = larger.positions;  // the tree still borrows them
    EXPECT_LT(built.tree.first_flaw(), built.tree.nodes());
}

TEST(SphereTree, ChildrenHaveThePiecesOfTheirParent) {
    Built built(needles());
    SphereTree& tree = built.tree;
    for (std::uint32_t node = 0; node < tree.nodes(); ++node) {
        if (tree.leaf(node)) {
            EXPECT_LE(tree.pieces(node).size(), pieces_per_leaf);
            continue;
        }
        EXPECT_LE(tree.children(node), usual_branching);
        std::size_t sum = 0;
        for (std::uint32_t k = 0; k < tree.children(node); ++k) {
            const auto part = tree.pieces(tree.first_child(node) + k);
            EXPECT_EQ(part.data(), tree.pieces(node).data() + sum);
            sum += part.size();
        }
        EXPECT_EQ(sum, tree.pieces(node).size());
    }
}

TEST(SphereTree, SpheresOnLongTrianglesAreSmall) {
    Built built(needles());
    const SphereTreeView view = built.tree.view();
    EXPECT_LT(view.levels.back().error, 4.0);  // needles are 20 long
    for (std::size_t i = 1; i < view.levels.size(); ++i) {
        EXPECT_LE(view.levels[i].error, view.levels[i - 1].error * 1.0000001) << i;
    }
}

TEST(SphereTree, ErrorOfALevelBoundsTheWayToTheSurface) {
    Built built(shapes::icosphere(10));
    const SphereTreeView view = built.tree.view();
    for (const SphereLevel& level : view.levels) {
        double farthest = 0;
        for (std::uint32_t i = level.first; i < level.first + level.count; ++i) {
            const Sphere& s = view.spheres[i];
            const double out = std::sqrt(dot(s.centre, s.centre)) + s.radius;
            farthest = std::max(farthest, out - 1);  // the surface is inside the unit sphere, next to it
        }
        EXPECT_LE(farthest, level.error);
    }
}

}  // namespace
}  // namespace pliant::sphere_tree
