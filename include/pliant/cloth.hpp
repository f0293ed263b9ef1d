// Cloth that stays stable at steps of a sixtieth of a second: triangles that resist stretch and shear, hinges that
// resist bending, and pushes that are solved together with them. Knows nothing of detection.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <pliant/export.hpp>
#include <pliant/jobs.hpp>
#include <pliant/points.hpp>
#include <pliant/soft_bodies.hpp>
#include <pliant/views.hpp>

namespace pliant {

/// A woven sheet, in SI units: energy per area is half of stretch * (strain along warp)^2, the same along weft, and
/// shear * (sine of the shear angle)^2; bending * curvature^2.
struct ClothMaterial {
    double stretch = 200;    ///< along warp and weft, N/m
    double shear = 40;       ///< N/m
    double bending = 2e-5;   ///< N m. On grids as named; other meshes come within a factor of two
    double density = 0.2;    ///< kg/m^2
    double damping = 0.002;  ///< of strain and curvature, as a time, s
    double drag = 0;         ///< of the air: force per area and speed, N s/m^3
    Point warp{1, 0, 0};     ///< direction of the warp at rest, laid into each triangle
    /// Strain at which Cloths::tear() tears it, along whichever direction is stretched most; unset: never.
    std::optional<double> tears_at{};
};

/// What tearing has changed in a sheet; vertices and triangles as the sheet numbers them.
struct ClothTear {
    std::vector<std::uint32_t> originals;  ///< new vertices, behind those of the sheet: each is a copy of this one
    std::vector<std::uint32_t> triangles;  ///< that have other corners now, ascending
    std::vector<Triangle> corners;         ///< theirs
    /// Whether nothing was torn.
    [[nodiscard]] bool empty() const { return originals.empty(); }
};

/// How cloth is solved.
struct ClothOptions {
    Point gravity{0, 0, -9.81};   ///< m/s^2
    std::uint32_t substeps = 10;  ///< in each step: more make cloth stiffer and contacts firmer
    unsigned threads = 0;         ///< 0: as many as the machine has. The motion does not depend on it
    JobSystem* jobs = nullptr;    ///< borrowed: its threads in place of ours
};

/// Sheets in one numbering of vertices. Each step is cut into equal substeps, and in each the constraints are solved
/// once, one colour after another [Macklin2016, Macklin2019]: all that one does to a vertex another takes with opposite
/// sign, so that momentum is kept to rounding. Constraints that are stiffer than the
/// substeps can settle yield more than they say: their energy, counted in full, may rise for a while. The same bytes
/// for any number of threads.
class PLIANT_EXPORT Cloths {
public:
    /// Without any sheet.
    explicit Cloths(const ClothOptions& options = {});
    ~Cloths();
    Cloths(Cloths&&) noexcept;
    Cloths& operator=(Cloths&&) noexcept;

    /// A sheet at rest in its shape, flat or not. std::invalid_argument for a triangle without area or with vertices
    /// that are not there, for coordinates that are not finite, or a material out of range.
    VertexRange add(const SurfaceView& rest, const ClothMaterial& material = {});
    /// Vertices of other solvers, which take part in contacts: in a step each flies straight on, and contacts push it.
    VertexRange add_guests(Points positions, std::span<const double> masses);
    /// Where a guest begins the next step, how fast, and its mass; of infinite mass it yields to nothing.
    void set_guest(std::uint32_t guest, const Point& position, const Point& velocity, double mass);

    /// Held vertices move as set_held_motion() says, and else not at all.
    void hold(std::uint32_t vertex, bool held = true);
    /// How far a held vertex moves in the next step, m.
    void set_held_motion(std::uint32_t vertex, const Point& motion);
    void set_velocity(std::uint32_t vertex, const Point& velocity);  ///< m/s
    void set_position(std::uint32_t vertex, const Point& position);  ///< m

    /// A sheet, by its first vertex, tears where it is stretched by more than its material bears: vertices split, and
    /// their triangles hang on copies, which come a little apart. New vertices get numbers behind those of the sheet,
    /// so that the numbers of vertices after it move up by as many. A crack grows by one vertex in each call. Mass and
    /// momentum stay what they are. std::out_of_range for a sheet that is not there.
    ClothTear tear(VertexRange sheet);

    /// One step: start() and finish().
    void step(double seconds, std::span<Push> pushes = {});
    /// Where all would be after `seconds` with these pushes: predicted(). As often as wanted before finish(). Pushes
    /// are firm, whatever stiffness they name: what is nearer than their distance at the start is led out without
    /// gaining speed. Writes `force`, the mean over the step. std::invalid_argument for a time that is not positive.
    void start(double seconds, std::span<Push> pushes = {});
    /// The step that was started shall end here for this vertex; its velocity follows.
    void set_predicted(std::uint32_t vertex, const Point& position);
    /// The step is taken; `share` of it where something else limits it: positions move by that share of the way.
    void finish(double share = 1);

    [[nodiscard]] std::span<const Point> predicted() const;   ///< m, at the end of the step that was started
    [[nodiscard]] std::span<const Point> positions() const;   ///< m, by vertex
    [[nodiscard]] std::span<const Point> rest() const;        ///< m, by vertex, as given to add()
    [[nodiscard]] std::span<const Point> velocities() const;  ///< m/s
    [[nodiscard]] double mass(std::uint32_t vertex) const;    ///< kg
    [[nodiscard]] bool held(std::uint32_t vertex) const;      ///< by hold()
    [[nodiscard]] Energy energy() const;                      ///< of the sheets
    [[nodiscard]] Point momentum() const;                     ///< of what is not held, guests left out, kg m/s

private:
    struct PLIANT_HIDDEN State;
    std::unique_ptr<State> state_;
};

}  // namespace pliant
