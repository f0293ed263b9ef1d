// What a simulation holds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include "respond/depth_field.hpp"
#include "respond/vertex_contacts.hpp"
#include "simulate/clock.hpp"
#include "simulate/surface_loop.hpp"

namespace pliant {

struct Simulation::State {
    struct Body {
        std::string name;
        BodyKind kind = BodyKind::soft;
        VertexRange solver;                       // of soft bodies and particles, or of cloth; none of obstacles
        std::vector<Point> before, after, given;  // of obstacles; given: for the next step
        std::vector<Triangle> triangles;
        std::vector<Tetrahedron> tetrahedra;
        double friction = 0, stiffness = 0;         // of contacts
        bool tears = false;                         // cloth that can
        std::vector<Point> rest;                    // of volumes
        std::optional<respond::DepthField> depths;  // of volumes that particles meet
    };

    explicit State(const SimulationOptions& o)
        : options(o),
          soft({o.gravity, o.tolerance, 200, o.threads, o.jobs}),
          volumes({o.threads, o.jobs}),
          rain({o.threads, o.jobs}),
          budget(o.detection_budget),
          surfaces(o, budget) {}

    SimulationOptions options;
    SoftBodies soft;
    std::vector<Body> bodies;
    // Two scenes with all bodies in order. Particles have dummy triangles in one, so that they count as vertices of a
    // body in `rain`, and no vertices in `volumes`.
    Scene volumes, rain;
    simulate::DetectionBudget budget;
    simulate::SurfaceLoop surfaces;
    bool any_particles = false, any_volumes = false;
    respond::VertexContacts contacts;
    std::vector<respond::VertexContact> found, fallen, merged;
    std::vector<respond::ContactBody> contact_bodies;
    StepReport report;

    std::uint32_t add(Body body);
    [[nodiscard]] const Body& at(std::uint32_t body) const { return bodies.at(body); }
    [[nodiscard]] std::uint32_t vertex(const Body& body, std::uint32_t number) const;
    /// change(solver, vertex): the solver that moves it, and its number there.
    template <class Change>
    void at_vertex(std::uint32_t body, std::uint32_t number, const Change& change);
    [[nodiscard]] std::span<const Point> positions(const Body& body, std::span<const Point> solver) const;
    void show(std::span<const Point> solver, bool obstacles_after);
    void detect();
    void find_particles();
    void follow_cut(BodyId id, const VolumeCut& made);
    void tear();
    const respond::DepthField& depths_of(Body& body);
    void describe_bodies(double seconds);
    void take_obstacles();
    void shorten_obstacles(double share);
    void finish(double seconds);
};

template <class Change>
void Simulation::State::at_vertex(std::uint32_t body, std::uint32_t number, const Change& change) {
    const Body& b = at(body);
    const std::uint32_t v = vertex(b, number);
    if (b.kind == BodyKind::cloth) {
        change(surfaces.cloths(), v);
    } else {
        change(soft, v);
    }
}

}  // namespace pliant
