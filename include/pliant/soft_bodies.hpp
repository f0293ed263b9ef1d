// Soft bodies that stay stable at steps of a sixtieth of a second: corotated linear tetrahedra, implicit Euler, and
// pushes that are solved together with them. Knows nothing of detection.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include <pliant/cutting.hpp>
#include <pliant/elastic_body.hpp>
#include <pliant/export.hpp>
#include <pliant/jobs.hpp>
#include <pliant/points.hpp>
#include <pliant/views.hpp>

namespace pliant {

/// A contact as a solver sees it: a point between up to five vertices, and optionally a point of an obstacle, is kept
/// on one side of a plane. With s = sum of weights[i] * x[vertices[i]], plus anchor, the solver pushes by
/// stiffness * (distance - normal . s) wherever that is positive at the end of the step, and never pulls. The weights
/// of two bodies sum up to 1 and to -1, so that what one gains the other loses.
struct Push {
    std::array<std::uint32_t, 5> vertices{};  ///< numbers of the solver; the first `count` are used
    std::array<double, 5> weights{};          ///< of the same
    std::uint32_t count = 0;                  ///< vertices in use
    Point normal{};                           ///< unit vector
    double distance = 0;                      ///< the least that normal . s shall be, m
    Point anchor{};         ///< what does not belong to the solver adds this to s at the end of the step, m
    Point anchor_motion{};  ///< how far the anchor moves during the step, m
    double stiffness = 0;   ///< N/m
    double friction = 0;    ///< coefficient of Coulomb
    /// Strain of the contact along its plane: friction is a spring as stiff as that along the normal, until it slips.
    /// slip_after of one step is given to the next, so that what rests does not creep. 0 for a contact that is new. m
    Point slip{};
    Point slip_after{};  ///< answer: the same at the end of the step
    double grip = 0;     ///< stiffness of that spring while it slips, N/m. Like `slip`: from one step to the next
    double force = 0;    ///< answer: along the normal at the end of the step, N
};

/// The vertices of a body among those of all.
struct VertexRange {
    std::uint32_t first = 0;  ///< its first
    std::uint32_t count = 0;  ///< number of vertices
};

/// How soft bodies are solved.
struct SoftBodyOptions {
    Point gravity{0, 0, -9.81};      ///< m/s^2
    double tolerance = 1e-3;         ///< of the linear solver: residual over right-hand side
    std::uint32_t iterations = 200;  ///< of the linear solver, at most, in each solve
    unsigned threads = 0;            ///< 0: as many as the machine has. The motion does not depend on it
    JobSystem* jobs = nullptr;       ///< borrowed: its threads in place of ours
};

/// Mechanical energy in joules.
struct Energy {
    double kinetic = 0;                                                         ///< of motion
    double elastic = 0;                                                         ///< of strain
    double gravity = 0;                                                         ///< of height, against the origin
    [[nodiscard]] double total() const { return kinetic + elastic + gravity; }  ///< of all three
};

/// Soft volumes and particles in one numbering of vertices. A step is start(), any number of push(), finish().
/// Elements are linear in the frame that turns with them [Mueller2004]; time goes by implicit Euler, linearised once a
/// step; the system is solved by conjugate gradients, preconditioned by its diagonal blocks. The linear momentum of
/// bodies without pins is kept to rounding, however early the solver ends. The same bytes for any number of threads.
class PLIANT_EXPORT SoftBodies {
public:
    /// Without any body.
    explicit SoftBodies(const SoftBodyOptions& options = {});
    ~SoftBodies();
    SoftBodies(SoftBodies&&) noexcept;
    SoftBodies& operator=(SoftBodies&&) noexcept;

    /// A volume at rest in its shape. std::invalid_argument as ElasticBody has it.
    VertexRange add(const VolumeView& rest, const Material& material);
    /// Points that fly by themselves, each of this mass in kg.
    VertexRange add_particles(Points positions, double mass);
    /// The tetrahedra of a body, by its first vertex, are these from now on, in numbers of the body; masses follow.
    /// Rest shapes stay those of add(): only tetrahedra that came with add() can be named.
    void keep_tetrahedra(VertexRange body, std::span<const std::uint32_t> tetrahedra);
    /// A blade that is in the body, by its first vertex, cuts it, at the present positions. New vertices get numbers
    /// behind those of the body, so that the numbers of the bodies after it move up by as many. Numbers of removed
    /// tetrahedra are used again, smallest first; then new ones follow, in the order of VolumeCut::added. Mass and
    /// momentum stay what they are; energy does not grow. std::out_of_range for a body that is not there; else as
    /// pliant::cut.
    VolumeCut cut(VertexRange body, const Blade& blade, const CutOptions& options = {});

    /// Held vertices move as set_held_motion() says, and else not at all.
    void hold(std::uint32_t vertex, bool held = true);
    /// How far a held vertex moves in the next step, m.
    void set_held_motion(std::uint32_t vertex, const Point& motion);
    void set_velocity(std::uint32_t vertex, const Point& velocity);  ///< m/s
    void set_position(std::uint32_t vertex, const Point& position);  ///< m
    /// A force on a vertex during the next step, N.
    void add_force(std::uint32_t vertex, const Point& force);

    /// Where all would be after `seconds`, with the pushes that are known so far: predicted(). Writes their answers.
    void start(double seconds, std::span<Push> known = {});
    /// The same with other pushes, all of them; solved from where the last call led. Writes their answers.
    void push(std::span<Push> pushes);
    /// The step is taken; `share` of it where something else limits it: positions move by that share of the way.
    void finish(double share = 1);

    [[nodiscard]] std::span<const Point> positions() const;   ///< m, by vertex
    [[nodiscard]] std::span<const Point> predicted() const;   ///< m, at the end of the step that was started
    [[nodiscard]] std::span<const Point> velocities() const;  ///< m/s
    [[nodiscard]] double mass(std::uint32_t vertex) const;    ///< kg
    [[nodiscard]] bool held(std::uint32_t vertex) const;      ///< by hold()
    [[nodiscard]] Energy energy() const;                      ///< at the present positions
    [[nodiscard]] Point momentum() const;                     ///< of what is not held, kg m/s
    [[nodiscard]] std::uint64_t iterations() const;           ///< of the linear solver, in all steps together

private:
    struct PLIANT_HIDDEN State;
    std::unique_ptr<State> state_;
};

}  // namespace pliant
