// The step of cloth among soft bodies and obstacles: from what is near at its start to a frame that may be handed out.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/cloth.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include "respond/impact_repair.hpp"
#include "respond/surface_contacts.hpp"
#include "respond/untangle.hpp"
#include "simulate/clock.hpp"

namespace pliant::simulate {

/// Linear interpolation; a share of 1 gives exactly `to`.
Point between(const Point& from, const Point& to, double share);

/// Bodies are numbered as in the simulation; one without a surface is empty here. Vertices of soft bodies take part in
/// the cloth solver as guests: it moves them only by contacts.
class SurfaceLoop {
public:
    /// The budget is borrowed: that of the step, which soft bodies have spent some of already.
    SurfaceLoop(const SimulationOptions& options, DetectionBudget& budget);

    /// The body that comes next. Spans are borrowed until describe() gives others.
    void add_cloth(VertexRange solver, std::span<const Triangle> triangles, const ClothSettings& settings);
    void add_soft(const VolumeView& volume, VertexRange own, double friction);
    void add_obstacle(std::span<const Point> positions, std::span<const Triangle> triangles, double friction);
    void add_nothing();

    [[nodiscard]] bool any_cloth() const { return any_cloth_; }
    [[nodiscard]] Cloths& cloths() { return cloths_; }
    [[nodiscard]] const Cloths& cloths() const { return cloths_; }

    /// Where an obstacle is at the start and at the end of the step.
    void describe(std::uint32_t body, std::span<const Point> before, std::span<const Point> after);
    /// A soft body was cut; its scene of surfaces follows. Not among cloth, whose guests would not.
    void follow_cut(BodyId body, const VolumeCut& made);
    /// A sheet tears where it is stretched too far; its scene follows. Numbers in the cloth's solver move up.
    ClothTear tear(BodyId body);
    /// Vertices in the cloth's solver, of a body; none of obstacles.
    [[nodiscard]] VertexRange solver(std::uint32_t body) const { return bodies_[body].surface.solver; }
    [[nodiscard]] std::span<const Triangle> triangles(BodyId body) const { return scene_.triangles(body); }
    /// The step of the cloth. Guests go as `soft` predicts, unless cloth pushes them. Returns the share of the step
    /// that may be taken; times are added to those of the report.
    double step(double seconds, const SoftBodies& soft, StepReport& report);
    /// Takes this share of the step, which soft bodies have finished already; gives them what cloth did to them.
    void finish(double share, SoftBodies& soft);
    /// Pairs of triangles that intersect at the present positions.
    std::uint64_t intersecting(const SoftBodies& soft);

private:
    struct Body {
        respond::SurfaceBody surface;
        VertexRange own;       // of a soft body in its own solver
        double mean_edge = 0;  // of cloth, m
        std::vector<Triangle> triangles;
    };

    void add(Body body);
    void bring_guests(const SoftBodies& soft, double seconds);
    void untangle(StepReport& report);
    void suspend(double seconds);
    void show(std::span<const Point> solver, bool after);
    void show(double share);
    void weigh();
    void find_near(double seconds);
    void set_reaches(double seconds);
    bool meet();
    void solve_again(double seconds, StepReport& report);
    void repair(StepReport& report);
    [[nodiscard]] double free_share() const;
    double certified_share(StepReport& report);

    SimulationOptions options_;
    DetectionBudget& budget_;
    Cloths cloths_;
    Scene scene_;
    std::vector<Body> bodies_;
    std::vector<respond::SurfaceBody> surfaces_;  // of bodies_, for a step
    bool any_cloth_ = false;
    std::vector<std::vector<double>> reaches_;  // by body: of each vertex, with its motion
    std::vector<BodyThickness> thickness_;
    std::vector<RestPose> rest_;
    std::vector<Push> pushes_;
    std::vector<std::uint8_t> touched_;  // vertices that contacts may have moved
    const Impacts* impacts_ = nullptr;
    respond::Untangling untangling_;
    bool may_be_tangled_ = true;  // until curves were asked for and there are none
    respond::ImpactRepair repair_;
    std::vector<double> inverse_masses_;
    std::vector<Point> end_;                  // of the step, repaired
    std::vector<std::vector<Point>> shared_;  // by body: where a share of the step leads
};

}  // namespace pliant::simulate
