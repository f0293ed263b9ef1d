// Assembly and solution of an implicit step.
#include <algorithm>
#include <cmath>
#include <vector>

#include "deform/soft_state.hpp"
#include "mesh/union_find.hpp"

namespace pliant {

using namespace deform;

/// Rotation, forces and stiffness of one element. With c = R b the blocks of an isotropic material are
/// V (lambda c_i c_j^T + mu c_j c_i^T + mu c_i.c_j 1): no product with R is needed.
void SoftBodies::State::add_element(PlacedElement& e) {
    const Mat f = deformation_gradient(e, positions);
    e.rotation = rotation_near(f, e.rotation, 1e-4);
    const Mat force = elastic_forces(e, f), turned = e.rotation * e.gradients;
    std::array<Vec, 4> c;
    for (std::size_t k = 0; k < 3; ++k) c[k + 1] = turned.col(static_cast<Eigen::Index>(k));
    c[0] = -(c[1] + c[2] + c[3]);
    Mat rate = Mat::Zero();  // of the velocity's gradient in the turned frame
    for (std::size_t k = 0; k < 4; ++k) rate += vector(velocities[e.corners[k]]) * c[k].transpose();
    const double h = seconds, weight = h * (e.damping + h);
    const Mat viscous = (e.lambda_volume * rate.trace()) * Mat::Identity() + e.mu_volume * (rate + rate.transpose());
    for (std::size_t i = 0; i < 4; ++i) {
        Vec push = -weight * (viscous * c[i]);
        if (i > 0) push += h * force.col(static_cast<Eigen::Index>(i - 1));
        if (i == 0) push -= h * (force.col(0) + force.col(1) + force.col(2));
        load[e.corners[i]] += push;
    }
    const double lambda = weight * e.lambda_volume, mu = weight * e.mu_volume;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = i; j < 4; ++j) {
            const double along = mu * c[i].dot(c[j]);
            float* const upper = matrix.block(e.places[4 * i + j]);
            float* const lower = matrix.block(e.places[4 * j + i]);
            for (int row = 0; row < 3; ++row) {
                for (int column = 0; column < 3; ++column) {
                    const auto value = static_cast<float>(lambda * c[i][row] * c[j][column] +
                                                          mu * c[j][row] * c[i][column] + (row == column ? along : 0));
                    upper[3 * column + row] += value;
                    if (i != j) lower[3 * row + column] += value;
                }
            }
        }
    }
}

void SoftBodies::State::assemble(const Group& group) {
    const std::size_t begin = group.vertices.first, end = begin + group.vertices.count;
    matrix.clear(begin, end);
    const Vec g = vector(options.gravity);
    for (std::size_t i = begin; i < end; ++i) {
        load[i] = seconds * (masses[i] * g + vector(forces[i]));
        float* const block = matrix.block(matrix.diagonal(i));
        for (std::size_t k = 0; k < 3; ++k) block[4 * k] = static_cast<float>(masses[i]);
    }
    for (PlacedElement& e : of(group)) {
        if (e.kept) add_element(e);
    }
}

/// Bodies as they are; particles in runs of some hundreds.
void SoftBodies::State::find_runs() {
    constexpr std::size_t particles = 512;
    runs.clear();
    for (const Group& group : groups) {
        const std::size_t begin = group.vertices.first, end = begin + group.vertices.count;
        const bool free = std::all_of(held.begin() + std::ptrdiff_t(begin), held.begin() + std::ptrdiff_t(end),
                                      [](std::uint8_t h) { return h == 0; });
        if (group.elements > 0) runs.push_back({begin, end, free});
        for (std::size_t i = begin; group.elements == 0 && i < end; i += particles)
            runs.push_back({i, std::min(i + particles, end), false});
    }
}

void SoftBodies::State::begin_velocities() {
    for (std::size_t i = 0; i < dv.size(); ++i) {
        dv[i] = held[i] != 0 ? lane((1 / seconds) * vector(held_motion[i]) - vector(velocities[i])) : Lane{};
    }
}

void SoftBodies::State::solve(std::span<const SolverPush> pushes) {
    double weight = 0;  // what gravity does in a step: what rests is solved against that, not against nearly nothing
    for (std::size_t i = 0; i < masses.size(); ++i)
        weight += masses[i] * seconds * seconds * vector(options.gravity).squaredNorm();
    iterations += solver.solve(matrix, pushes, b, dv, {options.tolerance, options.iterations, weight}, workers);
}

/// The residual of the solver is given back to bodies that push only each other, as one common velocity. Thus their
/// momentum changes by gravity and external forces alone, and no contact is strained. Bodies at obstacles, held ones
/// and particles keep the error of the solver.
void SoftBodies::State::keep_momentum(std::span<const Push> pushes) {
    mesh::UnionFind joined(groups.size());
    std::vector<std::uint8_t> bound(groups.size(), 0);
    for (std::size_t k = 0; k < pushes.size(); ++k) {
        if (active[k].spring == 0) continue;
        const Push& push = pushes[k];
        const std::uint32_t first = group_of[push.vertices[0]];
        double sum = 0;
        for (std::uint32_t i = 0; i < push.count; ++i) {
            joined.join(first, group_of[push.vertices[i]]);
            sum += push.weights[i];
        }
        if (std::abs(sum) > 1e-9) bound[first] = 1;
    }
    struct Sum {
        Vec impulse = Vec::Zero();
        double mass = 0;
        bool bound = false;
    };
    std::vector<Sum> sums(groups.size());
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
        const Group& group = groups[g];
        Sum& sum = sums[joined.root(g)];
        sum.bound = sum.bound || bound[g] != 0 || group.elements == 0;
        const std::size_t begin = group.vertices.first, end = begin + group.vertices.count;
        for (std::size_t i = begin; i < end; ++i) {
            sum.impulse += load[i] - masses[i] * widened_lane(dv[i]);
            sum.mass += masses[i];
            sum.bound |= held[i] != 0;
        }
    }
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
        const Sum& sum = sums[joined.root(g)];
        if (!sum.bound) groups[g].shift = sum.impulse / sum.mass;
    }
}

void SoftBodies::State::predict() {
    for (const Group& group : groups) {
        const std::size_t begin = group.vertices.first, end = begin + group.vertices.count;
        for (std::size_t i = begin; i < end; ++i) {
            const Vec speed = vector(velocities[i]) + widened_lane(dv[i]) + group.shift;
            const Vec motion = held[i] != 0 ? vector(held_motion[i]) : Vec(seconds * speed);
            predicted[i] = point(vector(positions[i]) + motion);
        }
    }
}

}  // namespace pliant
