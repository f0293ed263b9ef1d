// What Cloths holds, and the parts of a step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/cloth.hpp>

#include "deform/block_schedule.hpp"
#include "deform/cloth_blocks.hpp"
#include "deform/cloth_elements.hpp"
#include "deform/cloth_tearing.hpp"
#include "deform/schedule.hpp"
#include "parallel/parallel.hpp"

namespace pliant {

struct Cloths::State {
    explicit State(const ClothOptions& o) : options(o), workers(o.threads, o.jobs) {}

    struct Sheet {
        VertexRange vertices;
        std::size_t first_membrane, membranes;
        std::size_t first_hinge, hinges;
        ClothMaterial material;
    };

    ClothOptions options;
    parallel::Workers workers;
    std::vector<Sheet> sheets;
    std::vector<deform::Membrane> membranes;
    std::vector<deform::Hinge> hinges;
    deform::Schedule membrane_order, hinge_order, push_order;  // one by one: where damping and pushes act
    deform::BlockSchedule membrane_blocks, hinge_blocks;
    std::vector<deform::MembraneBlock> membrane_lanes;
    std::vector<deform::HingeBlock> hinge_lanes;
    std::vector<std::uint32_t> part;  // of a vertex
    std::size_t parts = 0;
    std::vector<Point> positions, rest, velocities, held_motion;
    std::vector<double> masses, drag;  // drag: of a vertex over its mass, 1/s
    std::vector<std::uint8_t> held, guest;
    bool structured = false;
    double seconds = 0;                          // of the step that was started
    std::vector<deform::ClothVertex> x, before;  // within it; one more vertex, for empty lanes
    std::vector<Vec3> motion;                    // velocities of the substep before, m/s
    std::vector<Point> predicted, speeds;        // at its end
    std::vector<double> inverse_masses;          // as in x

    VertexRange add_vertices(Points points, bool are_guests);
    Sheet& sheet_at(VertexRange vertices);
    void insert_copies(Sheet& sheet, std::span<const std::uint32_t> originals);
    void follow(Sheet& sheet, const deform::Tears& tears);
    void weigh(const Sheet& sheet);
    void build_structure();
    void begin();
    void predict(double h, double share, bool first);
    void end(double h);
    template <class Body>
    void each_vertex(const Body& body);
};

/// body(vertex) for every one.
template <class Body>
void Cloths::State::each_vertex(const Body& body) {
    const parallel::Chunks chunks{positions.size(), 1024};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) body(i);
    });
}

}  // namespace pliant
