// The linear system of an implicit step, A dv = b with pushes, by preconditioned conjugate gradients.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/soft_bodies.hpp>

#include "deform/block_matrix.hpp"
#include "parallel/parallel.hpp"

namespace pliant::deform {

/// What a push adds to the system: a rank-one spring along its normal while it is active, and a brake across it.
struct SolverPush {
    std::array<std::uint32_t, 5> vertices{};
    std::array<float, 5> weights{};
    std::uint32_t count = 0;
    std::array<float, 3> normal{};
    float spring = 0;  // h^2 k; 0 where it is not active
    float brake = 0;   // h^2 c
};

/// Vectors are floats, sums of products doubles, summed by chunks of fixed size: the same for any number of threads.
class SoftSolver {
public:
    struct Limits {
        double tolerance = 1e-3;
        std::uint32_t iterations = 200;
    };

    /// Held vertices keep the dv that they have.
    void prepare(const BlockMatrix& matrix, std::span<const std::uint8_t> held, parallel::Workers& workers);
    /// Goes on from dv. Returns the number of iterations.
    std::uint32_t solve(const BlockMatrix& matrix, std::span<const SolverPush> pushes, std::span<const Lane> b,
                        std::span<Lane> dv, const Limits& limits, parallel::Workers& workers);
    /// b - A dv of the last solve, held vertices included.
    [[nodiscard]] std::span<const Lane> residual() const { return r_; }

private:
    using Inverse = std::array<float, 9>;

    void precondition_pushes(const BlockMatrix& matrix, std::span<const SolverPush> pushes);
    double multiply(const BlockMatrix& matrix, std::span<const SolverPush> pushes, std::span<const Lane> x,
                    parallel::Workers& workers);
    double step_along(std::span<Lane> dv, float alpha, parallel::Workers& workers);
    [[nodiscard]] Lane preconditioned(std::size_t i) const;
    [[nodiscard]] double sum_of_parts() const;

    std::vector<Inverse> inverse_;        // of the diagonal blocks, without pushes
    std::vector<Inverse> pushed_;         // the same with them
    std::vector<std::uint32_t> touched_;  // vertices that differ
    std::vector<std::uint8_t> held_;
    std::vector<Lane> r_, p_, z_, ap_;
    std::vector<double> parts_;  // by chunk
    std::vector<std::array<double, 9>> diagonals_;
    std::vector<std::uint32_t> place_;  // of a vertex in touched_, plus 1
};

}  // namespace pliant::deform
