#include "deform/soft_solver.hpp"

#include <algorithm>

#include <Eigen/Core>
#include <Eigen/LU>

namespace pliant::deform {

namespace {

constexpr std::size_t chunk_size = 512;  // vertices; fixed, since sums go by chunk

float dot3(const Lane& a, const Lane& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// The weighted sum of a push.
Lane weighted(const SolverPush& push, std::span<const Lane> x) {
    Lane s{};
    for (std::uint32_t k = 0; k < push.count; ++k) {
        const Lane& p = x[push.vertices[k]];
        for (std::size_t axis = 0; axis < 3; ++axis) s[axis] += push.weights[k] * p[axis];
    }
    return s;
}

/// Spring along the normal, brake across.
Lane resistance(const SolverPush& push, const Lane& s) {
    const float along = push.normal[0] * s[0] + push.normal[1] * s[1] + push.normal[2] * s[2];
    const float rest = (push.spring - push.brake) * along;
    return {rest * push.normal[0] + push.brake * s[0], rest * push.normal[1] + push.brake * s[1],
            rest * push.normal[2] + push.brake * s[2], 0};
}

std::array<float, 9> inverted(const std::array<double, 9>& block) {
    Eigen::Matrix<double, 3, 3, Eigen::RowMajor> m(block.data());
    const Eigen::Matrix<float, 3, 3, Eigen::RowMajor> inverse = m.inverse().cast<float>();
    std::array<float, 9> result{};
    std::copy(inverse.data(), inverse.data() + 9, result.begin());
    return result;
}

using Matrix6 = Eigen::Matrix<double, 6, 6>;

std::array<double, 9> widened(const float* block) {
    std::array<double, 9> result{};
    std::copy(block, block + 9, result.begin());
    return result;
}

}  // namespace

void SoftSolver::prepare(const BlockMatrix& matrix, std::span<const std::uint8_t> held, std::span<const double> masses,
                         std::span<const Point> positions, std::span<const SolverRun> runs,
                         parallel::Workers& workers) {
    const std::size_t count = matrix.rows();
    held_.assign(held.begin(), held.end());
    inverse_.resize(count);
    for (std::vector<Lane>* vectors : {&r_, &p_, &z_, &ap_}) vectors->assign(count, Lane{});
    place_.assign(count, 0);
    const parallel::Chunks chunks{count, chunk_size};
    parts_.assign(std::max(chunks.number(), runs.size()), 0);
    runs_.assign(runs.begin(), runs.end());
    run_of_.resize(count);
    arms_.resize(count);
    inertia_.resize(runs_.size());
    yield_.resize(runs_.size());
    workers.for_each(runs_.size(), [&](std::size_t run) { weigh_rigid(run, masses, positions); });
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i)
            inverse_[i] = inverted(widened(matrix.block(matrix.diagonal(i))));
    });
    pushed_ = inverse_;
    touched_.clear();
}

/// Mass and inertia about the middle of a free body.
void SoftSolver::weigh_rigid(std::size_t run, std::span<const double> masses, std::span<const Point> positions) {
    const SolverRun& r = runs_[run];
    for (std::size_t i = r.begin; i < r.end; ++i) run_of_[i] = static_cast<std::uint32_t>(run);
    if (!r.free_body) return;
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();
    double mass = 0;
    for (std::size_t i = r.begin; i < r.end; ++i) {
        middle += masses[i] * Eigen::Vector3d(positions[i][0], positions[i][1], positions[i][2]);
        mass += masses[i];
    }
    middle /= mass;
    Eigen::Map<Matrix6> m(inertia_[run].data());
    m.setZero();
    for (std::size_t i = r.begin; i < r.end; ++i) {
        const Eigen::Vector3d arm = Eigen::Vector3d(positions[i][0], positions[i][1], positions[i][2]) - middle;
        arms_[i] = {static_cast<float>(arm.x()), static_cast<float>(arm.y()), static_cast<float>(arm.z()), 0};
        m.topLeftCorner<3, 3>().diagonal().array() += masses[i];
        m.bottomRightCorner<3, 3>() +=
            masses[i] * (arm.squaredNorm() * Eigen::Matrix3d::Identity() - arm * arm.transpose());
    }
}

/// What pushes add to it, and the inverse of the sum.
void SoftSolver::push_rigid(std::span<const SolverPush> pushes) {
    moved_ = inertia_;
    for (const SolverPush& push : pushes) {
        if (push.spring == 0 && push.brake == 0) continue;
        const Eigen::Vector3d n(double(push.normal[0]), double(push.normal[1]), double(push.normal[2]));
        const Eigen::Matrix3d s =
            double(push.spring - push.brake) * n * n.transpose() + double(push.brake) * Eigen::Matrix3d::Identity();
        for (std::uint32_t first = 0; first < push.count; ++first) {
            const std::uint32_t run = run_of_[push.vertices[first]];
            bool seen = !runs_[run].free_body;
            for (std::uint32_t k = 0; k < first; ++k) seen |= run_of_[push.vertices[k]] == run;
            if (seen) continue;
            Eigen::Matrix<double, 3, 6> j = Eigen::Matrix<double, 3, 6>::Zero();
            for (std::uint32_t k = first; k < push.count; ++k) {
                if (run_of_[push.vertices[k]] != run) continue;
                const Lane& arm = arms_[push.vertices[k]];
                const double w = double(push.weights[k]), x = w * double(arm[0]), y = w * double(arm[1]),
                             z = w * double(arm[2]);
                j.leftCols<3>().diagonal().array() += w;
                j(0, 4) += z, j(0, 5) -= y, j(1, 3) -= z, j(1, 5) += x, j(2, 3) += y, j(2, 4) -= x;
            }
            Eigen::Map<Matrix6>(moved_[run].data()) += j.transpose() * s * j;
        }
    }
    for (std::size_t run = 0; run < runs_.size(); ++run) {
        if (!runs_[run].free_body) continue;
        const Matrix6 inverse = Eigen::Map<Matrix6>(moved_[run].data()).inverse();
        for (std::size_t k = 0; k < 36; ++k) yield_[run][k] = static_cast<float>(inverse.data()[k]);
    }
}

/// The rigid motion that the residual asks for.
SoftSolver::Rigid SoftSolver::rigid_part(std::size_t run) const {
    std::array<double, 6> sum{};
    for (std::size_t i = runs_[run].begin; i < runs_[run].end; ++i) {
        const Lane &r = r_[i], &a = arms_[i];
        for (std::size_t k = 0; k < 3; ++k) sum[k] += double(r[k]);
        sum[3] += double(a[1] * r[2] - a[2] * r[1]);
        sum[4] += double(a[2] * r[0] - a[0] * r[2]);
        sum[5] += double(a[0] * r[1] - a[1] * r[0]);
    }
    Rigid result{};
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t k = 0; k < 6; ++k) result[i] += yield_[run][6 * k + i] * static_cast<float>(sum[k]);
    return result;
}

/// z of a run from its r. Returns r . z.
double SoftSolver::precondition(std::size_t run) {
    const SolverRun& which = runs_[run];
    const Rigid m = which.free_body ? rigid_part(run) : Rigid{};
    double sum = 0;
    for (std::size_t i = which.begin; i < which.end; ++i) {
        Lane z = preconditioned(i);
        if (which.free_body) {
            const Lane& a = arms_[i];
            z[0] += m[0] + m[4] * a[2] - m[5] * a[1];
            z[1] += m[1] + m[5] * a[0] - m[3] * a[2];
            z[2] += m[2] + m[3] * a[1] - m[4] * a[0];
        }
        z_[i] = z;
        sum += double(dot3(r_[i], z));
    }
    return sum;
}

double SoftSolver::precondition_all(parallel::Workers& workers) {
    std::fill(parts_.begin(), parts_.end(), 0.0);
    workers.for_each(runs_.size(), [&](std::size_t run) { parts_[run] = precondition(run); });
    return sum_of_parts();
}

void SoftSolver::precondition_pushes(const BlockMatrix& matrix, std::span<const SolverPush> pushes) {
    for (const std::uint32_t v : touched_) {
        pushed_[v] = inverse_[v];
        place_[v] = 0;
    }
    touched_.clear();
    diagonals_.clear();
    for (const SolverPush& push : pushes) {
        if (push.spring == 0 && push.brake == 0) continue;
        for (std::uint32_t k = 0; k < push.count; ++k) {
            const std::uint32_t v = push.vertices[k];
            if (place_[v] == 0) {
                touched_.push_back(v);
                diagonals_.push_back(widened(matrix.block(matrix.diagonal(v))));
                place_[v] = static_cast<std::uint32_t>(touched_.size());
            }
            auto& d = diagonals_[place_[v] - 1];
            const double w = double(push.weights[k]) * double(push.weights[k]);
            for (std::size_t i = 0; i < 3; ++i) {
                for (std::size_t j = 0; j < 3; ++j)
                    d[3 * i + j] +=
                        w * double(push.spring - push.brake) * double(push.normal[i]) * double(push.normal[j]);
                d[4 * i] += w * double(push.brake);
            }
        }
    }
    for (std::size_t k = 0; k < touched_.size(); ++k) pushed_[touched_[k]] = inverted(diagonals_[k]);
}

double SoftSolver::sum_of_parts() const {
    double sum = 0;
    for (const double part : parts_) sum += part;
    return sum;
}

/// ap = A x. Returns x . A x.
double SoftSolver::multiply(const BlockMatrix& matrix, std::span<const SolverPush> pushes, std::span<const Lane> x,
                            parallel::Workers& workers) {
    const parallel::Chunks chunks{matrix.rows(), chunk_size};
    std::fill(parts_.begin(), parts_.end(), 0.0);
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        matrix.multiply(x, ap_, chunks.begin(chunk), chunks.end(chunk));
        double sum = 0;
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) sum += double(dot3(x[i], ap_[i]));
        parts_[chunk] = sum;
    });
    double sum = sum_of_parts();
    for (const SolverPush& push : pushes) {
        if (push.spring == 0 && push.brake == 0) continue;
        const Lane s = weighted(push, x), f = resistance(push, s);
        for (std::uint32_t k = 0; k < push.count; ++k)
            for (std::size_t axis = 0; axis < 3; ++axis) ap_[push.vertices[k]][axis] += push.weights[k] * f[axis];
        sum += double(dot3(s, f));
    }
    return sum;
}

Lane SoftSolver::preconditioned(std::size_t i) const {
    if (held_[i] != 0) return {};
    const Inverse& m = pushed_[i];
    const Lane& r = r_[i];
    return {m[0] * r[0] + m[1] * r[1] + m[2] * r[2], m[3] * r[0] + m[4] * r[1] + m[5] * r[2],
            m[6] * r[0] + m[7] * r[1] + m[8] * r[2], 0};
}

/// dv += alpha p, r -= alpha A p, z = r preconditioned. Returns r . z.
double SoftSolver::step_along(std::span<Lane> dv, float alpha, parallel::Workers& workers) {
    std::fill(parts_.begin(), parts_.end(), 0.0);
    workers.for_each(runs_.size(), [&](std::size_t run) {
        for (std::size_t i = runs_[run].begin; i < runs_[run].end; ++i) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                dv[i][axis] += alpha * p_[i][axis];
                r_[i][axis] -= alpha * ap_[i][axis];
            }
        }
        parts_[run] = precondition(run);
    });
    return sum_of_parts();
}

std::uint32_t SoftSolver::solve(const BlockMatrix& matrix, std::span<const SolverPush> pushes, std::span<const Lane> b,
                                std::span<Lane> dv, const Limits& limits, parallel::Workers& workers) {
    precondition_pushes(matrix, pushes);
    const parallel::Chunks chunks{matrix.rows(), chunk_size};
    const auto each_chunk = [&](auto&& body) {
        workers.for_each(chunks.number(), [&](std::size_t chunk) {
            for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) body(i);
        });
    };
    // The size of the right-hand side, in the norm of the preconditioner.
    push_rigid(pushes);
    each_chunk([&](std::size_t i) { r_[i] = b[i]; });
    const double reference = precondition_all(workers);
    multiply(matrix, pushes, dv, workers);
    each_chunk([&](std::size_t i) {
        for (std::size_t axis = 0; axis < 3; ++axis) r_[i][axis] = b[i][axis] - ap_[i][axis];
    });
    double rz = precondition_all(workers);
    each_chunk([&](std::size_t i) { p_[i] = z_[i]; });
    const double enough = limits.tolerance * limits.tolerance * std::max(reference, limits.least);
    std::uint32_t iteration = 0;
    while (iteration < limits.iterations && rz > enough) {
        ++iteration;
        const double curvature = multiply(matrix, pushes, p_, workers);
        if (!(curvature > 0)) break;
        const double next = step_along(dv, static_cast<float>(rz / curvature), workers);
        const auto beta = static_cast<float>(next / rz);
        rz = next;
        each_chunk([&](std::size_t i) {
            for (std::size_t axis = 0; axis < 3; ++axis) p_[i][axis] = z_[i][axis] + beta * p_[i][axis];
        });
    }
    return iteration;
}

}  // namespace pliant::deform
