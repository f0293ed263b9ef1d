// Forces of overlapping spheres push bodies apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <pliant/elastic_body.hpp>
#include <pliant/penalty.hpp>
#include <pliant/scene.hpp>

#include "numeric/vec.hpp"
#include "shapes/meshes.hpp"
#include "shapes/solids.hpp"

namespace pliant {
namespace {

using Vectors = std::vector<std::array<double, 3>>;

Contact contact_at(double x, double depth, ContactKind kind = ContactKind::triangles) {
    Contact c;
    c.kind = kind;
    c.position = {x, 0, 0};
    c.normal = {1, 0, 0};
    c.depth = depth;
    return c;
}

TEST(PenaltyForces, ContactsOfAVertexShareAPush) {
    Contacts contacts;
    contacts.items = {contact_at(0.1, 0.2), contact_at(0.1, 0.4), contact_at(0.9, 0.4)};
    const Vectors cage{{0, 0, 0}, {1, 0, 0}, {5, 0, 0}};
    Vectors forces(3), other(3);
    penalty_forces(contacts, {}, {cage, {}, forces}, {.stiffness = 10});
    EXPECT_NEAR(forces[0][0], 3, 1e-12);
    EXPECT_NEAR(forces[1][0], 4, 1e-12);
    EXPECT_EQ(forces[2][0], 0);
    penalty_forces(contacts, {cage, {}, forces}, {}, {.stiffness = 10});
    EXPECT_NEAR(forces[0][0], -3, 1e-12);
    EXPECT_THROW(penalty_forces(contacts, {cage, {}, {}}, {}), std::invalid_argument);
    EXPECT_THROW(penalty_forces(contacts, {cage, Points(cage.data()->data(), 2), other}, {}), std::invalid_argument);
}

TEST(PenaltyForces, WhatMayTouchPushesNothingUnlessAsked) {
    Contacts contacts;
    contacts.items = {contact_at(0, 0.5, ContactKind::spheres), contact_at(0, 0.5, ContactKind::untested)};
    const Vectors cage{{0, 0, 0}};
    Vectors forces(1, {7, 7, 7});
    penalty_forces(contacts, {}, {cage, {}, forces});
    EXPECT_EQ(forces[0], (Point{0, 0, 0}));
    penalty_forces(contacts, {}, {cage, {}, forces}, {.stiffness = 10, .spheres = true});
    EXPECT_NEAR(forces[0][0], 5, 1e-12);
}

TEST(PenaltyForces, FrictionBrakesAcrossByNoMoreThanItsShareOfThePush) {
    Contacts contacts;
    contacts.items = {contact_at(0, 0.5)};
    const Vectors cage{{0, 0, 0}}, fast{{3, 2, 0}}, slow{{3, 0.005, 0}};
    Vectors forces(1);
    const PenaltyOptions options{.stiffness = 10, .friction = 0.4, .creeping_speed = 0.01};
    penalty_forces(contacts, {}, {cage, fast, forces}, options);
    EXPECT_NEAR(forces[0][0], 5, 1e-12);
    EXPECT_NEAR(forces[0][1], -2, 1e-12);
    penalty_forces(contacts, {}, {cage, slow, forces}, options);
    EXPECT_NEAR(forces[0][1], -1, 1e-12);
}

TEST(PenaltyForces, AVertexOfTheCageThatIsNotFiniteIsNeverNearest) {
    Contacts contacts;
    contacts.items = {contact_at(0.1, 0.2)};
    const Vectors cage{{0, 0, 0}, {NAN, 0, 0}, {5, 0, 0}};
    Vectors forces(3);
    penalty_forces(contacts, {}, {cage, {}, forces}, {.stiffness = 10});
    EXPECT_NEAR(forces[0][0], 2, 1e-12);
    EXPECT_EQ(forces[1][0], 0);
    EXPECT_EQ(forces[2][0], 0);
}

/// A ball of finite elements and a floor of two triangles, in the loop that comes to mind first.
class BallOverFloor {
public:
    explicit BallOverFloor(double height)
        : mesh_(shapes::solid_ball(4, 0.5)), body_({mesh_.positions, mesh_.tetrahedra}, Material{2e5, 0.3, 500, 0.01}) {
        Vectors at = mesh_.positions;
        for (Point& p : at) p[2] += 0.5 + height;
        body_.set_positions(at);
        floor_ = scene_.add(SurfaceView{ground_, two_});
        ball_ = scene_.add(VolumeView{body_.positions(), mesh_.tetrahedra});
        forces_.resize(mesh_.positions.size());
    }

    void step(double gravity, const PenaltyOptions& options, const ContactOptions& asked = {}) {
        scene_.move(ball_, body_.positions());
        const Contacts& found = scene_.contacts_within(floor_, ball_, asked);
        contacts_ = found.size();
        penalty_forces(found, {}, {body_.positions(), body_.velocities(), forces_}, options);
        for (std::uint32_t v = 0; v < forces_.size(); ++v) forces_[v][2] -= gravity * body_.mass(v);
        body_.step(0.5 * body_.stable_step(), forces_);
    }

    [[nodiscard]] const ElasticBody& body() const { return body_; }
    [[nodiscard]] std::size_t contacts() const { return contacts_; }
    [[nodiscard]] double lowest() const {
        double z = 1e9;
        for (const Point& p : body_.positions()) z = std::min(z, p[2]);
        return z;
    }

private:
    const Vectors ground_{{-9, -9, 0}, {9, -9, 0}, {9, 9, 0}, {-9, 9, 0}};
    const std::vector<Triangle> two_{{0, 1, 2}, {0, 2, 3}};
    shapes::Mesh mesh_;
    ElasticBody body_;
    Scene scene_{{.threads = 1}};
    BodyId floor_{}, ball_{};
    Vectors forces_;
    std::size_t contacts_ = 0;
};

/// It was thrown into the air with 2e5 J by spheres that overlap where surfaces do not.
TEST(PenaltyForces, ABallNearTheFloorThatDoesNotTouchItKeepsItsEnergy) {
    const std::array<ContactOptions, 3> asked{ContactOptions{}, ContactOptions{.budget = {.tests = 20}},
                                              ContactOptions{.finest = Finest::spheres}};
    std::size_t maybe = 0;
    for (const ContactOptions& options : asked) {
        BallOverFloor scene(0.001);
        for (int i = 0; i < 50; ++i) {
            scene.step(0, {.stiffness = 1e5}, options);
            maybe += scene.contacts();
        }
        EXPECT_LT(scene.body().kinetic_energy() + scene.body().elastic_energy(), 1e-12);
        EXPECT_NEAR(scene.lowest(), 0.001, 1e-9);
    }
    EXPECT_GT(maybe, 100u);
}

TEST(PenaltyForces, ABallThatFallsIsHeldByTheFloorAndGainsNoEnergy) {
    BallOverFloor scene(0.001);
    double mass = 0;
    for (std::uint32_t v = 0; v < scene.body().positions().size(); ++v) mass += scene.body().mass(v);
    const double at_start = mass * 9.81 * 0.501;
    double deepest = 0;
    for (int i = 0; i < 1500; ++i) {
        scene.step(9.81, {.stiffness = 2e5, .friction = 0.3});
        double height = 0;
        for (std::uint32_t v = 0; v < scene.body().positions().size(); ++v)
            height += scene.body().mass(v) * scene.body().positions()[v][2];
        ASSERT_LT(scene.body().kinetic_energy() + scene.body().elastic_energy() + 9.81 * height, 1.01 * at_start);
        deepest = std::min(deepest, scene.lowest());
    }
    EXPECT_LT(deepest, 0);
    EXPECT_GT(deepest, -0.02);
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
        penalty_forces(contacts, {bodies[0].positions(), bodies[0].velocities(), forces_a},
                       {bodies[1].positions(), bodies[1].velocities(), forces_b},
                       {.stiffness = 1e5, .friction = 0.2, .spheres = true});
        Vec3 sum;  // what one body gains the other loses
        for (const Point& f : forces_a) sum = sum + Vec3(f);
        for (const Point& f : forces_b) sum = sum + Vec3(f);
        ASSERT_LT(std::sqrt(dot(sum, sum)), 1e-6);
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
