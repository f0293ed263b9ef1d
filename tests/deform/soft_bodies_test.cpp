// Corotated elements with implicit Euler: rotations are those of the polar decomposition, forces the slope of the
// energy, momentum is kept, energy never grows, and pushes hold bodies up.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <Eigen/Geometry>
#include <Eigen/SVD>

#include <pliant/soft_bodies.hpp>

#include "deform/soft_elements.hpp"
#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"
#include "shapes/random.hpp"

namespace pliant {
namespace {

constexpr double sixtieth = 1.0 / 60;
constexpr Material soft_rubber{5e4, 0.4, 1000, 0.01};

shapes::Mesh block(double size, double height) {
    shapes::Mesh mesh = shapes::tetra_box({3, 3, 3});
    for (auto& p : mesh.positions) {
        for (double& x : p) x *= size / 3;
        p[2] += height;
    }
    return mesh;
}

deform::Mat random_matrix(shapes::Random& random) {
    deform::Mat m;
    for (int i = 0; i < 9; ++i) m(i) = random.between(-1, 1);
    return m;
}

TEST(SoftElements, RotationsAreThoseOfThePolarDecomposition) {
    shapes::Random random(7);
    for (int i = 0; i < 200; ++i) {
        const deform::Mat f = deform::Mat::Identity() + 0.4 * random_matrix(random);
        if (f.determinant() < 0.1) continue;
        const Eigen::JacobiSVD<deform::Mat> svd(f, Eigen::ComputeFullU | Eigen::ComputeFullV);
        const deform::Mat polar = svd.matrixU() * svd.matrixV().transpose();
        const deform::Mat r = deform::rotation_near(f, deform::Mat::Identity());
        EXPECT_LT((r - polar).norm(), 1e-5) << "seed 7, matrix " << i;
        EXPECT_NEAR(r.determinant(), 1, 1e-12);
    }
}

TEST(SoftElements, ForcesAreTheSlopeOfTheEnergy) {
    const std::vector<Point> rest{{0, 0, 0}, {1, 0, 0}, {0.2, 1, 0}, {0.1, 0.3, 0.8}};
    deform::SoftElement e = deform::make_element({0, 1, 2, 3}, rest, soft_rubber);
    const std::vector<Point> bent{{0.1, 0, 0}, {0.7, 0.6, 0.1}, {-0.5, 0.8, 0.2}, {0.1, 0.1, 1.1}};
    const deform::Mat f = deform::deformation_gradient(e, bent);
    e.rotation = deform::rotation_near(f, e.rotation);
    const deform::Mat forces = deform::elastic_forces(e, f);
    for (std::size_t i = 1; i < 4; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            auto there = bent;
            there[i][k] += 1e-6;
            const double more = deform::elastic_energy(e, there);
            there[i][k] -= 2e-6;
            const double slope = (more - deform::elastic_energy(e, there)) / 2e-6;
            EXPECT_NEAR(forces(Eigen::Index(k), Eigen::Index(i) - 1), -slope, 1e-4 * forces.norm());
        }
    }
}

TEST(SoftBodies, FallFreelyAsNewtonHasIt) {
    const shapes::Mesh mesh = block(0.3, 5);
    SoftBodies bodies;
    bodies.add(VolumeView{mesh.positions, mesh.tetrahedra}, soft_rubber);
    for (int i = 0; i < 30; ++i) {
        bodies.start(sixtieth);
        bodies.finish();
    }
    // Implicit Euler: n (n + 1) / 2 g h^2.
    const double fallen = 9.81 * sixtieth * sixtieth * 30 * 31 / 2;
    for (std::size_t i = 0; i < mesh.positions.size(); ++i)
        EXPECT_NEAR(bodies.positions()[i][2], mesh.positions[i][2] - fallen, 1e-4);
    EXPECT_LT(bodies.energy().elastic, 1e-5);
}

/// Bent and let go in empty space.
struct Bent {
    explicit Bent(unsigned threads = 1, const Material& material = soft_rubber)
        : mesh(block(0.3, 0)), bodies({.gravity = {}, .tolerance = 1e-4, .threads = threads}) {
        for (int copy = 0; copy < 3; ++copy) bodies.add(VolumeView{mesh.positions, mesh.tetrahedra}, material);
        for (std::uint32_t i = 0; i < bodies.positions().size(); ++i) {
            const Point p = bodies.positions()[i];
            bodies.set_position(i, shapes::position(shapes::Twist{0.5}(Vec3(p))));
            bodies.set_velocity(i, {0.3 + p[1], -p[0], 0.1});
        }
    }
    shapes::Mesh mesh;
    SoftBodies bodies;
};

TEST(SoftBodies, KeepTheirMomentumAndNeverGainEnergy) {
    for (const double stiffness : {1e3, 1e5, 1e7}) {
        Bent bent(1, {stiffness, 0.45, 1000, 0});
        const Point before = bent.bodies.momentum();
        const double scale = std::hypot(before[0], before[1], before[2]);
        double energy = bent.bodies.energy().total();
        for (int i = 0; i < 200; ++i) {
            bent.bodies.start(sixtieth);
            bent.bodies.finish();
            const double now = bent.bodies.energy().total();
            ASSERT_TRUE(std::isfinite(now));
            ASSERT_LE(now, energy * (1 + 1e-3)) << "stiffness " << stiffness << ", step " << i;
            energy = std::min(energy, now);
        }
        const Point after = bent.bodies.momentum();
        for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(after[k], before[k], 1e-9 * scale);
    }
}

TEST(SoftBodies, MoveBySameBytesForAnyNumberOfThreads) {
    std::vector<Point> expected;
    for (const unsigned threads : {1u, 2u, 3u, 8u}) {
        Bent bent(threads);
        for (int i = 0; i < 20; ++i) {
            bent.bodies.start(sixtieth);
            bent.bodies.finish();
        }
        const auto positions = bent.bodies.positions();
        if (expected.empty()) expected.assign(positions.begin(), positions.end());
        EXPECT_TRUE(std::equal(positions.begin(), positions.end(), expected.begin())) << threads;
    }
}

std::vector<Push> floor_pushes(const SoftBodies& bodies, double slope) {
    std::vector<Push> pushes;
    const double c = 1 / std::hypot(1, slope);
    for (std::uint32_t i = 0; i < bodies.positions().size(); ++i) {
        Push push;
        push.vertices[0] = i;
        push.weights[0] = 1;
        push.count = 1;
        push.normal = {-slope * c, 0, c};
        push.stiffness = 2e4;
        push.friction = 0.5;
        pushes.push_back(push);
    }
    return pushes;
}

TEST(SoftBodies, RestOnAFloorThatPushes) {
    const shapes::Mesh mesh = block(0.3, 0.5);
    SoftBodies bodies;
    bodies.add(VolumeView{mesh.positions, mesh.tetrahedra}, soft_rubber);
    double energy = bodies.energy().total();
    for (int i = 0; i < 240; ++i) {
        bodies.start(sixtieth);
        auto pushes = floor_pushes(bodies, 0);
        bodies.push(pushes);
        bodies.finish();
        const double now = bodies.energy().total();
        EXPECT_LE(now, energy + 0.02) << "step " << i;
        energy = std::min(energy, now);
    }
    double lowest = 1, fastest = 0;
    for (const Point& p : bodies.positions()) lowest = std::min(lowest, p[2]);
    for (const Point& v : bodies.velocities()) fastest = std::max(fastest, std::hypot(v[0], v[1], v[2]));
    EXPECT_LT(lowest, 0);
    EXPECT_GT(lowest, -0.003);  // 1 % of the body
    EXPECT_LT(fastest, 0.01);
}

/// How far a block slides down a slope in the second second.
double slid(double slope) {
    shapes::Mesh mesh = block(0.3, 0);
    for (auto& p : mesh.positions) p[2] += slope * p[0] + 0.001;
    SoftBodies bodies;
    bodies.add(VolumeView{mesh.positions, mesh.tetrahedra}, soft_rubber);
    double from = 0;
    auto pushes = floor_pushes(bodies, slope);
    for (int i = 0; i < 120; ++i) {
        if (i == 60) from = bodies.positions()[0][0];
        for (Push& push : pushes) push.slip = push.slip_after;
        bodies.start(sixtieth, pushes);
        bodies.push(pushes);
        bodies.finish();
    }
    return from - bodies.positions()[0][0];
}

TEST(SoftBodies, FrictionHoldsBelowItsAngleAndSlidesAbove) {
    EXPECT_LT(std::abs(slid(0.3)), 0.001);
    EXPECT_GT(slid(0.9), 0.5);
}

TEST(SoftBodies, BodiesThatPushEachOtherKeepTheirMomentum) {
    const shapes::Mesh mesh = block(0.3, 0);
    SoftBodies bodies({.gravity = {}});
    const VertexRange a = bodies.add(VolumeView{mesh.positions, mesh.tetrahedra}, soft_rubber);
    shapes::Mesh other = mesh;
    for (auto& p : other.positions) p[0] += 0.31;
    const VertexRange b = bodies.add(VolumeView{other.positions, other.tetrahedra}, soft_rubber);
    for (std::uint32_t i = 0; i < a.count; ++i) bodies.set_velocity(a.first + i, {1, 0.1, 0});
    const Point before = bodies.momentum();
    for (int step = 0; step < 30; ++step) {
        bodies.start(sixtieth);
        std::vector<Push> pushes;
        for (std::uint32_t i = 0; i < a.count; ++i) {  // each vertex of the right side, against the same of the left
            if (mesh.positions[i][0] < 0.29) continue;
            Push push;
            push.vertices = {b.first + i - 3, a.first + i};
            push.weights = {1, -1};
            push.count = 2;
            push.normal = {1, 0, 0};
            push.stiffness = 1e4;
            push.friction = 0.4;
            pushes.push_back(push);
        }
        bodies.push(pushes);
        bodies.finish();
    }
    const Point after = bodies.momentum();
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(after[k], before[k], 1e-9);
    double speed = 0;
    for (std::uint32_t i = 0; i < b.count; ++i) speed += bodies.velocities()[b.first + i][0] / b.count;
    EXPECT_GT(speed, 0.3);
}

TEST(SoftBodies, HeldVerticesMoveAsTheyAreTold) {
    const shapes::Mesh mesh = block(0.3, 0);
    SoftBodies bodies;
    bodies.add(VolumeView{mesh.positions, mesh.tetrahedra}, soft_rubber);
    for (std::uint32_t i = 0; i < mesh.positions.size(); ++i) {
        if (mesh.positions[i][2] > 0.29) bodies.hold(i);
    }
    for (int step = 0; step < 60; ++step) {
        for (std::uint32_t i = 0; i < mesh.positions.size(); ++i) {
            if (mesh.positions[i][2] > 0.29) bodies.set_held_motion(i, {0.01, 0, 0});
        }
        bodies.start(sixtieth);
        bodies.finish();
    }
    for (std::uint32_t i = 0; i < mesh.positions.size(); ++i) {
        if (mesh.positions[i][2] > 0.29) {
            EXPECT_NEAR(bodies.positions()[i][0], mesh.positions[i][0] + 0.6, 1e-9);
        } else {
            EXPECT_NEAR(bodies.positions()[i][0], mesh.positions[i][0] + 0.6, 0.3);
        }
    }
}

TEST(SoftBodies, RefuseWhatIsNoMaterialOrMesh) {
    const shapes::Mesh mesh = block(0.3, 0);
    SoftBodies bodies;
    EXPECT_THROW(bodies.add(VolumeView{mesh.positions, mesh.tetrahedra}, {1e5, 0.5, 1000, 0}), std::invalid_argument);
    EXPECT_THROW(bodies.add(VolumeView{mesh.positions, mesh.tetrahedra}, {-1, 0.3, 1000, 0}), std::invalid_argument);
    const std::vector<Tetrahedron> out_of_range{{0, 1, 2, 999}};
    EXPECT_THROW(bodies.add(VolumeView{mesh.positions, out_of_range}, soft_rubber), std::invalid_argument);
    const std::vector<Tetrahedron> flat{{0, 1, 2, 2}};
    EXPECT_THROW(bodies.add(VolumeView{mesh.positions, flat}, soft_rubber), std::invalid_argument);
    EXPECT_THROW(bodies.start(0), std::invalid_argument);
}

}  // namespace
}  // namespace pliant
