// Forces of overlapping spheres push bodies apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <pliant/elastic_body.hpp>
#include <pliant/penalty.hpp>
#include <pliant/scene.hpp>

#include "shapes/meshes.hpp"

namespace pliant {
namespace {

using Vectors = std::vector<std::array<double, 3>>;

TEST(PenaltyForces, AVertexTakesTheMeanOfWhatPushesIt) {
    Contacts contacts;
    Contact c;
    c.normal = {1, 0, 0};
    c.depth = 0.2;
    c.position = {0.1, 0, 0};
    contacts.items.push_back(c);
    c.depth = 0.4;
    contacts.items.push_back(c);
    c.position = {0.9, 0, 0};
    c.kind = ContactKind::untested;
    contacts.items.push_back(c);
    c.kind = ContactKind::triangles;
    contacts.items.push_back(c);
    const Vectors cage{{0, 0, 0}, {1, 0, 0}, {5, 0, 0}};
    Vectors forces(3);
    penalty_forces(contacts, Side::b, cage, 10, forces);
    EXPECT_NEAR(forces[0][0], 3, 1e-12);
    EXPECT_NEAR(forces[1][0], 4, 1e-12);
    EXPECT_EQ(forces[2][0], 0);
    penalty_forces(contacts, Side::a, cage, 10, forces);
    EXPECT_NEAR(forces[0][0], -3, 1e-12);
    EXPECT_THROW(penalty_forces(contacts, Side::a, cage, 10, {}), std::invalid_argument);
}

TEST(PenaltyForces, AVertexOfTheCageThatIsNotFiniteIsNeverNearest) {
    Contacts contacts;
    Contact c;
    c.normal = {1, 0, 0};
    c.depth = 0.2;
    c.position = {0.1, 0, 0};
    contacts.items.push_back(c);
    const Vectors cage{{0, 0, 0}, {NAN, 0, 0}, {5, 0, 0}};
    Vectors forces(3);
    penalty_forces(contacts, Side::b, cage, 10, forces);
    EXPECT_NEAR(forces[0][0], 2, 1e-12);
    EXPECT_EQ(forces[1][0], 0);
    EXPECT_EQ(forces[2][0], 0);
}

/// A dense ball in a cage of finite elements.
struct Ball {
    explicit Ball(double x) : skin_mesh(shapes::icosphere(12)), cage(shapes::tetra_box({3, 3, 3})) {
        for (auto& p : cage.positions) {
            for (double& value : p) value = (value / 3 - 0.5) * 2.2;
            p[0] += x;
        }
        for (auto& p : skin_mesh.positions) p[0] += x;
        skin = make_skin(skin_mesh.positions, {cage.positions, cage.tetrahedra});
    }
    shapes::Mesh skin_mesh, cage;
    Skin skin;
};

double middle(std::span<const std::array<double, 3>> points) {
    double sum = 0;
    for (const auto& p : points) sum += p[0];
    return sum / static_cast<double>(points.size());
}

TEST(PenaltyForces, BallsThatFlyAtOneAnotherBounceBack) {
    std::array<Ball, 2> balls{Ball(-1.15), Ball(1.15)};
    std::vector<ElasticBody> bodies;
    Scene scene({.threads = 1});
    std::array<BodyId, 2> ids{};
    for (std::size_t i = 0; i < 2; ++i) {
        bodies.emplace_back(VolumeView{balls[i].cage.positions, balls[i].cage.tetrahedra},
                            Material{2e4, 0.3, 100, 0.002});
        const Vectors flight(balls[i].cage.positions.size(), {i == 0 ? 1.0 : -1.0, 0, 0});
        bodies[i].set_velocities(flight);
        ids[i] = scene.add(SurfaceView{balls[i].skin_mesh.positions, balls[i].skin_mesh.triangles});
        scene.follow(ids[i], balls[i].skin);
    }
    const double step = bodies[0].stable_step();
    double nearest = 10;
    bool touched = false;
    Vectors forces_a(balls[0].cage.positions.size()), forces_b = forces_a;
    for (double time = 0; time < 1.2; time += step) {
        for (std::size_t i = 0; i < 2; ++i) {
            steer(balls[i].skin, bodies[i].positions(), balls[i].skin_mesh.positions);
            scene.move(ids[i], balls[i].skin_mesh.positions, bodies[i].positions());
        }
        const Contacts& contacts = scene.contacts_within(
            ids[0], ids[1],
            {.order = ContactOrder::breadth_first, .finest = Finest::spheres, .budget = {.tests = 2000}});
        touched |= !contacts.empty();
        penalty_forces(contacts, Side::a, bodies[0].positions(), 1e5, forces_a);
        penalty_forces(contacts, Side::b, bodies[1].positions(), 1e5, forces_b);
        bodies[0].step(step, forces_a);
        bodies[1].step(step, forces_b);
        nearest = std::min(nearest, middle(bodies[1].positions()) - middle(bodies[0].positions()));
    }
    EXPECT_TRUE(touched);
    const double apart = middle(bodies[1].positions()) - middle(bodies[0].positions());
    EXPECT_GT(apart, nearest + 0.1);
    EXPECT_GT(nearest, 0.5);
    EXPECT_GT(middle(bodies[1].velocities()), 0);
    EXPECT_LT(middle(bodies[0].velocities()), 0);
}

}  // namespace
}  // namespace pliant
