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

/// Vertices [begin, end) that hang together, or a run of those that do not.
struct SolverRun {
    std::size_t begin = 0, end = 0;
    bool free_body = false;  // a body of which no vertex is held
};

/// The preconditioner adds two parts: the inverse of the diagonal blocks, and, for each free body, that of its rigid
/// motions, which diagonal blocks alone would take many iterations to find. Vectors are floats, sums of products
/// doubles, summed by chunks of fixed size: the same for any number of threads.
class SoftSolver {
public:
    struct Limits {
        double tolerance = 1e-3;
        std::uint32_t iterations = 200;
        double least = 0;  // what the right-hand side counts as at least, squared, in the norm of the preconditioner
    };

    /// Held vertices keep the dv that they have.
    void prepare(const BlockMatrix& matrix, std::span<const std::uint8_t> held, std::span<const double> masses,
                 std::span<const Point> positions, std::span<const SolverRun> runs, parallel::Workers& workers);
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
    void weigh_rigid(std::size_t run, std::span<const double> masses, std::span<const Point> positions);
    void push_rigid(std::span<const SolverPush> pushes);
    double precondition(std::size_t run);
    [[nodiscard]] double precondition_all(parallel::Workers& workers);
    [[nodiscard]] Lane preconditioned(std::size_t i) const;
    [[nodiscard]] double sum_of_parts() const;

    using Rigid = std::array<float, 6>;          // translation, rotation
    using RigidMatrix = std::array<double, 36>;  // of a body's six motions
    [[nodiscard]] Rigid rigid_part(std::size_t run) const;

    std::vector<Inverse> inverse_;        // of the diagonal blocks, without pushes
    std::vector<Inverse> pushed_;         // the same with them
    std::vector<std::uint32_t> touched_;  // vertices that differ
    std::vector<std::uint8_t> held_;
    std::vector<Lane> r_, p_, z_, ap_;
    std::vector<double> parts_;  // by chunk
    std::vector<std::array<double, 9>> diagonals_;
    std::vector<std::uint32_t> place_;  // of a vertex in touched_, plus 1
    std::vector<SolverRun> runs_;
    std::vector<std::uint32_t> run_of_;         // by vertex
    std::vector<Lane> arms_;                    // from the middle of the body
    std::vector<RigidMatrix> inertia_, moved_;  // by run: without pushes, with them
    std::vector<std::array<float, 36>> yield_;  // by run: inverse of moved_
};

}  // namespace pliant::deform
