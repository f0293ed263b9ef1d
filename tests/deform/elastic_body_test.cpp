// Finite elements: rigid motion costs nothing, forces are the slope of the energy, energy stays, errors fall with the
// fourth power of the step.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include <pliant/elastic_body.hpp>

#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"

namespace pliant {
namespace {

using Vectors = std::vector<std::array<double, 3>>;

constexpr Material rubber{1e4, 0.3, 1000, 0};

shapes::Mesh block() {
    shapes::Mesh mesh = shapes::tetra_box({3, 2, 2});
    for (auto& p : mesh.positions) {
        for (double& x : p) x *= 0.1;
    }
    return mesh;
}

ElasticBody body_of(const shapes::Mesh& mesh, const Material& material = rubber) {
    return ElasticBody(VolumeView{mesh.positions, mesh.tetrahedra}, material);
}

template <class Map>
Vectors mapped(const shapes::Mesh& mesh, const Map& map) {
    Vectors out;
    for (const auto& p : mesh.positions) out.push_back(shapes::position(map(Vec3(p))));
    return out;
}

void place(ElasticBody& body, const Vectors& positions) { body.set_positions(positions); }
void push(ElasticBody& body, const Vectors& velocities) { body.set_velocities(velocities); }

double largest(const Vectors& vectors) {
    double most = 0;
    for (const auto& v : vectors) most = std::max(most, std::hypot(v[0], v[1], v[2]));
    return most;
}

TEST(ElasticBody, RigidMotionCostsNothing) {
    const shapes::Mesh mesh = block();
    ElasticBody body = body_of(mesh);
    place(body, mapped(mesh, shapes::Placement({1, 2, -1}, 0.31, {5, 6, 7})));
    EXPECT_LT(body.elastic_energy(), 1e-20);
    Vectors forces(mesh.positions.size());
    body.internal_forces(body.positions(), body.velocities(), forces);
    EXPECT_LT(largest(forces), 1e-9);
}

TEST(ElasticBody, ForcesAreTheSlopeOfTheEnergy) {
    const shapes::Mesh mesh = block();
    ElasticBody body = body_of(mesh);
    const Vectors bent = mapped(mesh, shapes::Twist{0.4});
    body.set_positions(bent);
    ASSERT_GT(body.elastic_energy(), 1e-3);
    Vectors forces(bent.size());
    body.internal_forces(body.positions(), body.velocities(), forces);
    const double h = 1e-6, scale = largest(forces);
    for (std::size_t i = 0; i < bent.size(); i += 5) {
        for (std::size_t k = 0; k < 3; ++k) {
            Vectors there = bent;
            there[i][k] += h;
            body.set_positions(there);
            const double more = body.elastic_energy();
            there[i][k] -= 2 * h;
            body.set_positions(there);
            EXPECT_NEAR(forces[i][k], -(more - body.elastic_energy()) / (2 * h), 1e-6 * scale);
        }
    }
}

TEST(ElasticBody, ForcesAddUpToNothing) {
    const shapes::Mesh mesh = block();
    ElasticBody body = body_of(mesh, {1e4, 0.3, 1000, 0.01});
    place(body, mapped(mesh, shapes::Twist{0.4}));
    push(body, mapped(mesh, shapes::Twist{0.9}));
    Vectors forces(mesh.positions.size());
    body.internal_forces(body.positions(), body.velocities(), forces);
    Vec3 sum, turn;
    for (std::size_t i = 0; i < forces.size(); ++i) {
        sum = sum + Vec3(forces[i]);
        turn = turn + cross(Vec3(body.positions()[i]), Vec3(forces[i]));
    }
    EXPECT_LT(std::sqrt(dot(sum, sum)), 1e-10 * largest(forces));
    EXPECT_LT(std::sqrt(dot(turn, turn)), 1e-10 * largest(forces));
}

TEST(ElasticBody, StretchMatchesHookesLaw) {
    const shapes::Mesh mesh = block();
    ElasticBody body = body_of(mesh);
    const double e = 1e-4, nu = rubber.poisson_ratio;
    place(body, mapped(mesh, [&](const Vec3& p) {
              return Vec3{(1 + e) * p.x, (1 - nu * e) * p.y, (1 - nu * e) * p.z};
          }));
    const double volume = 0.3 * 0.2 * 0.2;
    EXPECT_NEAR(body.elastic_energy(), 0.5 * rubber.stiffness * e * e * volume, 1e-3 * body.elastic_energy());
}

TEST(ElasticBody, EnergyStaysWithoutDampingAndFallsWithIt) {
    const shapes::Mesh mesh = block();
    for (const double damping : {0.0, 0.003}) {
        ElasticBody body = body_of(mesh, {1e4, 0.3, 1000, damping});
        place(body, mapped(mesh, shapes::Twist{0.15}));
        const double before = body.elastic_energy();
        double highest = before, most_kinetic = 0;
        for (int i = 0; i < 600; ++i) {
            body.step(0.35 * body.stable_step());
            highest = std::max(highest, body.elastic_energy() + body.kinetic_energy());
            most_kinetic = std::max(most_kinetic, body.kinetic_energy());
        }
        const double after = body.elastic_energy() + body.kinetic_energy();
        EXPECT_GT(most_kinetic, 0.2 * before);
        EXPECT_LE(highest, before * 1.001);
        if (damping == 0) {
            EXPECT_NEAR(after, before, 0.01 * before);
        }
        if (damping > 0) {
            EXPECT_LT(after, 0.8 * before);
        }
    }
}

TEST(ElasticBody, ErrorsFallWithTheFourthPowerOfTheStep) {
    const shapes::Mesh mesh = block();
    const auto end = [&](int steps) {
        ElasticBody body = body_of(mesh);
        place(body, mapped(mesh, shapes::Twist{0.1}));
        const double time = 16 * body.stable_step();
        for (int i = 0; i < steps; ++i) body.step(time / steps);
        return Vectors(body.positions().begin(), body.positions().end());
    };
    const Vectors truth = end(640);
    const auto error = [&](int steps) {
        double most = 0;
        const Vectors found = end(steps);
        for (std::size_t i = 0; i < truth.size(); ++i) {
            for (std::size_t k = 0; k < 3; ++k) most = std::max(most, std::abs(found[i][k] - truth[i][k]));
        }
        return most;
    };
    const double order = std::log2(error(20) / error(40));
    EXPECT_GT(order, 3.5);
    EXPECT_LT(order, 4.7);
}

TEST(ElasticBody, HeldVerticesStayAndForcesMoveTheOthers) {
    const shapes::Mesh mesh = block();
    ElasticBody body = body_of(mesh, {1e4, 0.3, 1000, 0.01});
    Vectors weight(mesh.positions.size());
    for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
        if (mesh.positions[v][0] == 0) body.hold(v);
        weight[v] = {0, 0, -9.81 * body.mass(v)};
    }
    for (int i = 0; i < 300; ++i) body.step(body.stable_step(), weight);
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        if (mesh.positions[v][0] == 0) {
            EXPECT_EQ(body.positions()[v], mesh.positions[v]);
        }
        if (mesh.positions[v][0] > 0.25) {
            EXPECT_LT(body.positions()[v][2], mesh.positions[v][2]);
        }
    }
}

TEST(ElasticBody, BadInputIsRefused) {
    shapes::Mesh mesh = block();
    EXPECT_THROW(body_of(mesh, {0, 0.3, 1000, 0}), std::invalid_argument);
    EXPECT_THROW(body_of(mesh, {1, 0.5, 1000, 0}), std::invalid_argument);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    EXPECT_THROW(body_of(mesh, {infinity, 0.3, 1000, 0}), std::invalid_argument);
    EXPECT_THROW(body_of(mesh, {1, 0.3, infinity, 0}), std::invalid_argument);
    EXPECT_THROW(body_of(mesh, {1, 0.3, 1000, infinity}), std::invalid_argument);
    {
        ElasticBody body = body_of(mesh);
        std::vector<std::array<double, 3>> bad(body.positions().begin(), body.positions().end());
        bad[1][2] = infinity;
        EXPECT_THROW(body.set_positions(bad), std::invalid_argument);
        EXPECT_THROW(body.set_velocities(bad), std::invalid_argument);
        EXPECT_THROW(body.step(0.001, bad), std::invalid_argument);
        EXPECT_THROW(body.step(infinity), std::invalid_argument);
        EXPECT_THROW(body.hold(9999), std::out_of_range);
    }
    mesh.tetrahedra[0] = {0, 1, 1, 2};
    EXPECT_THROW(body_of(mesh), std::invalid_argument);
    mesh.tetrahedra[0] = {0, 1, 2, 9999};
    EXPECT_THROW(body_of(mesh), std::invalid_argument);
}

}  // namespace
}  // namespace pliant
