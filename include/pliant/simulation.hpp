// Bodies that live: they deform, meet and push each other apart, step by step.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <pliant/cloth.hpp>
#include <pliant/elastic_body.hpp>
#include <pliant/export.hpp>
#include <pliant/jobs.hpp>
#include <pliant/pairs.hpp>
#include <pliant/penetrations.hpp>
#include <pliant/points.hpp>
#include <pliant/scene.hpp>
#include <pliant/soft_bodies.hpp>
#include <pliant/views.hpp>

namespace pliant {

/// What a body of a simulation is made of.
enum class BodyKind : std::uint8_t {
    soft,       ///< tetrahedra that deform
    particles,  ///< points
    obstacle,   ///< moves as it is told, whatever it meets
    cloth,      ///< a sheet of triangles that deforms
};

/// The name as it stands in JSON.
constexpr std::string_view name(BodyKind kind) {
    switch (kind) {
        case BodyKind::soft: return "soft";
        case BodyKind::particles: return "particles";
        case BodyKind::obstacle: return "obstacle";
        case BodyKind::cloth: return "cloth";
    }
    return "";
}

/// How a simulation works.
struct SimulationOptions {
    Point gravity{0, 0, -9.81};         ///< m/s^2
    unsigned threads = 0;               ///< 0: as many as the machine has. The motion does not depend on it
    JobSystem* jobs = nullptr;          ///< borrowed: its threads in place of ours
    double tolerance = 5e-3;            ///< of the linear solver of soft bodies
    std::uint32_t cloth_substeps = 10;  ///< of each step, as ClothOptions has them
    /// Every frame is asked for intersections, exactly, before it is handed out; a step of cloth that would end in some
    /// is shortened. StepReport says what came of it. Soft bodies that rest on each other overlap a little, which
    /// nothing certifies.
    bool certify = false;
    PenetrationMethod penetrations = PenetrationMethod::automatic;     ///< who finds what overlaps; all find the same
    IntersectionMethod intersections = IntersectionMethod::automatic;  ///< who certifies; all find the same
    /// For the searches for contacts in each step, by the clock; unset: as long as they take. What they did not get to
    /// pushes nothing in this step, StepReport::complete says so, and the motion depends on the clock. Bringing
    /// structures up to date, and certifying, take the time that they take.
    std::optional<std::chrono::nanoseconds> detection_budget{};
};

/// What a soft body is made of, beside its shape.
struct SoftBodySettings {
    Material material{5e4, 0.4, 1000, 0.01};  ///< Pa, -, kg/m^3, s
    double friction = 0.4;                    ///< of two bodies the smaller one counts
    Point velocity{};                         ///< at the start, m/s
    std::optional<double>
        contact_stiffness{};  ///< of each contact, N/m; unset: ten times Young's modulus times the mean edge
};

/// What particles are like.
struct ParticleSettings {
    double mass = 1e-3;                   ///< of each, kg
    double friction = 0.2;                ///< of two bodies the smaller one counts
    std::span<const Point> velocities{};  ///< at the start, m/s: one for each, or none
    std::optional<double>
        contact_stiffness{};  ///< of each contact, N/m; unset: what lifts a particle out within a step
};

/// What a sheet of cloth is made of, beside its shape.
struct ClothSettings {
    ClothMaterial material{};  ///< N/m, N m, kg/m^2, s
    double thickness = 2e-3;   ///< that contacts keep, m: between sheets, half of it from other bodies
    double friction = 0.4;     ///< of two bodies the smaller one counts
    Point velocity{};          ///< at the start, m/s
};

/// What obstacles are like.
struct ObstacleSettings {
    double friction = 0.4;  ///< of two bodies the smaller one counts
};

/// Wall-clock time of a step by what it was spent on.
struct StepTimes {
    double deform = 0;   ///< materials and free motion, ms
    double detect = 0;   ///< questions about the scene, ms
    double respond = 0;  ///< contacts, and motion with them, ms
};

/// What happened in a step.
struct StepReport {
    double time = 0;               ///< at the end of the step, s
    StepTimes milliseconds;        ///< what it cost
    std::uint64_t contacts = 0;    ///< that were found
    std::uint64_t pushing = 0;     ///< of them, and of those kept from the steps before, that push
    std::uint64_t iterations = 0;  ///< of the linear solver
    std::uint64_t curves = 0;      ///< along which cloth met something at the start; it is led out by them
    std::uint64_t impacts = 0;     ///< features that would have met in the first motion of the cloth
    std::uint64_t repaired = 0;    ///< vertices of the step that were led around impacts that contacts had left
    std::uint64_t torn = 0;        ///< vertices that cloth gained by tearing, before the step
    double share = 1;  ///< of the step that was taken: less than 1 where more would have ended in a crossing
    /// With SimulationOptions::certify: the frame was asked for intersections, and has none.
    bool certified = false;
    std::uint64_t intersections = 0;  ///< with certify: pairs of triangles that intersect in the frame
    bool complete = true;             ///< false: SimulationOptions::detection_budget ran out, contacts may be missing
};

/// Bodies and their motion. A step deforms, detects and responds: soft bodies and particles move freely first, what
/// then overlaps is asked of a Scene, and the step is solved again with contacts that push it apart. Momentum passes
/// between bodies without loss; the same bytes for any number of threads. Bodies are numbered in the order in which
/// they come.
class PLIANT_EXPORT Simulation {
public:
    /// Without any body.
    explicit Simulation(const SimulationOptions& options = {});
    ~Simulation();
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;

    /// A volume, at rest in its shape. Copied. std::invalid_argument as SoftBodies::add has it.
    std::uint32_t add_soft(std::string name, const VolumeView& rest, const SoftBodySettings& settings = {});
    /// Points that fly by themselves. Copied.
    std::uint32_t add_particles(std::string name, Points positions, const ParticleSettings& settings = {});
    /// A sheet, at rest in its shape. Where its material says so (ClothMaterial::tears_at), it tears between steps and
    /// gains vertices behind those it has; triangles keep their numbers. It meets obstacles, soft bodies and sheets,
    /// itself included, but not particles. Copied. std::invalid_argument as Cloths::add has it, or for a thickness that
    /// is not positive.
    std::uint32_t add_cloth(std::string name, const SurfaceView& rest, const ClothSettings& settings = {});
    /// A closed surface that moves as move_obstacle() says; cloth alone feels it. Copied.
    std::uint32_t add_obstacle(std::string name, const SurfaceView& surface, const ObstacleSettings& settings = {});
    /// A volume that moves as move_obstacle() says. Copied.
    std::uint32_t add_obstacle(std::string name, const VolumeView& volume, const ObstacleSettings& settings = {});

    /// Where the vertices of an obstacle are at the end of the next step; without it they stay. Copied.
    void move_obstacle(std::uint32_t body, Points positions);
    /// Holds a vertex of a soft body or of cloth where it is, or lets it go.
    void hold(std::uint32_t body, std::uint32_t vertex, bool held = true);
    /// How far a held vertex moves in the next step, m.
    void move_held(std::uint32_t body, std::uint32_t vertex, const Point& motion);
    /// New velocity of a vertex, m/s; new position, m.
    void set_velocity(std::uint32_t body, std::uint32_t vertex, const Point& velocity);
    /// A vertex is put elsewhere: particles that begin again.
    void set_position(std::uint32_t body, std::uint32_t vertex, const Point& position);

    /// A blade that is in a soft body cuts it, as SoftBodies::cut has it. A blade that moves on is
    /// given whole in each step, from its tip to its end, so that it meets again what it has cut before. The body gains
    /// vertices behind those it has. std::invalid_argument among cloth.
    VolumeCut cut(std::uint32_t body, const Blade& blade, const CutOptions& options = {});

    /// One step. std::invalid_argument for a time that is not positive.
    const StepReport& step(double seconds);

    [[nodiscard]] std::uint32_t bodies() const;                                   ///< number of bodies
    [[nodiscard]] const std::string& body_name(std::uint32_t body) const;         ///< as it was added
    [[nodiscard]] BodyKind kind(std::uint32_t body) const;                        ///< as it was added
    [[nodiscard]] std::span<const Point> positions(std::uint32_t body) const;     ///< at present, m
    [[nodiscard]] std::span<const Point> velocities(std::uint32_t body) const;    ///< m/s; none of obstacles
    [[nodiscard]] std::span<const Triangle> triangles(std::uint32_t body) const;  ///< its surface; none of particles
    /// As TetrahedronRef numbers them, 2^32 - 1 for each vertex where a cut has removed one; none of particles.
    [[nodiscard]] std::span<const Tetrahedron> tetrahedra(std::uint32_t body) const;

    [[nodiscard]] Energy energy() const;   ///< of all but obstacles
    [[nodiscard]] Point momentum() const;  ///< of what is not held, kg m/s
    /// How deep the deepest vertex is in a tetrahedron at the present positions, asked anew: m, along its way out
    /// (Penetration::depth), not always the shortest. Particles included, cloth not:
    /// intersecting() tells of it.
    double deepest_penetration();
    /// Pairs of triangles that intersect at the present positions, of all bodies that have any; asked anew.
    std::uint64_t intersecting();

private:
    struct PLIANT_HIDDEN State;
    std::unique_ptr<State> state_;
};

}  // namespace pliant
