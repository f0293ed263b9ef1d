// What SoftBodies holds, and the parts of a step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/cutting.hpp>
#include <pliant/soft_bodies.hpp>

#include "deform/block_matrix.hpp"
#include "deform/soft_elements.hpp"
#include "deform/soft_solver.hpp"
#include "parallel/parallel.hpp"

namespace pliant {

using deform::BlockMatrix;
using deform::Lane;
using deform::SoftElement;
using deform::SolverPush;
using deform::SolverRun;
using deform::Vec;

struct SoftBodies::State {
    /// A run of vertices with the elements between them.
    struct Group {
        VertexRange vertices;
        std::uint32_t first_element = 0, elements = 0;  // elements == 0: particles
        Material material;
        std::vector<Point> rest;  // none of particles
        Vec shift = Vec::Zero();  // of all its velocities: what the solver left over, m/s
    };

    struct PlacedElement : SoftElement {
        std::array<std::uint32_t, 16> places{};  // of its blocks
        bool kept = true;
    };

    SoftBodyOptions options;
    parallel::Workers workers;
    std::vector<Group> groups;
    std::vector<PlacedElement> elements;
    std::vector<Point> positions, predicted, velocities, forces, held_motion;
    std::vector<double> masses;
    std::vector<std::uint8_t> held;
    BlockMatrix matrix;
    std::vector<SolverRun> runs;
    deform::SoftSolver solver;
    bool structured = false;
    double seconds = 0;
    std::vector<std::uint32_t> group_of;  // by vertex
    std::vector<Vec> load;                // h (f - (damping + h) K v): right-hand side without pushes, N s
    std::vector<Lane> b, dv;              // N s, m/s
    std::vector<SolverPush> active;
    std::uint64_t iterations = 0;

    explicit State(const SoftBodyOptions& o) : options(o), workers(o.threads, o.jobs) {}

    VertexRange add_vertices(Points points);
    void build_structure();
    void weigh(const Group& group);
    [[nodiscard]] std::size_t group_at(VertexRange body) const;
    [[nodiscard]] std::vector<Tetrahedron> tetrahedra_of(const Group& group) const;
    void insert_vertices(std::size_t group, std::span<const CutVertex> made);
    void change_elements(std::size_t group, const VolumeCut& cut);

    [[nodiscard]] std::span<PlacedElement> of(const Group& group) {
        return std::span(elements).subspan(group.first_element, group.elements);
    }
    [[nodiscard]] std::span<const PlacedElement> of(const Group& group) const {
        return std::span(elements).subspan(group.first_element, group.elements);
    }

    void assemble(const Group& group);
    void add_element(PlacedElement& e);
    void find_runs();
    void begin_velocities();
    void solve(std::span<const SolverPush> pushes);
    void keep_momentum(std::span<const Push> pushes);
    void predict();
    [[nodiscard]] Vec slid(const Push& push) const;
    [[nodiscard]] double violation(const Push& push) const;
    void update_activity(std::span<Push> pushes, bool first);
    void set_up(std::span<const Push> pushes);
    void load_up(std::span<const Push> pushes);
    void solve_with(std::span<Push> pushes, int rounds);
};

inline deform::Lane lane(const deform::Vec& v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z()), 0};
}

inline deform::Vec widened_lane(const deform::Lane& v) { return {double(v[0]), double(v[1]), double(v[2])}; }

}  // namespace pliant
