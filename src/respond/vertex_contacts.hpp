// Vertices inside tetrahedra, as pushes for a solver: the vertex is led out along the direction of its penetration,
// against the point of the body that it is at.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/penetrations.hpp>
#include <pliant/soft_bodies.hpp>

namespace pliant::respond {

/// A body as contacts see it. Borrowed for a step.
struct ContactBody {
    VertexRange solver;                       // its vertices in the solver; none for an obstacle
    std::span<const Point> before, after;     // of an obstacle: at the start and the end of the step
    std::span<const Tetrahedron> tetrahedra;  // of a volume
    double stiffness = 0;                     // of its contacts, N/m
    double friction = 0;
    [[nodiscard]] bool obstacle() const { return solver.count == 0; }
};

/// A vertex of one body in a tetrahedron of another, or of the same.
struct VertexContact {
    VertexRef vertex;
    TetrahedronRef tetrahedron;
    std::array<double, 4> weights{};
    double depth = 0;
    Point direction{};  // unit, out of the tetrahedron's body
};

/// Contacts of this step and, for a few steps more, those that pushed in the last one. Hysteresis: resting bodies
/// separate by rounding for a moment, and must not lose their contact then.
class VertexContacts {
public:
    /// The contacts that pushed in the last step, for the start of this one.
    void recall(std::span<const ContactBody> bodies);
    /// `found`: at the predicted positions, at most one for each vertex and body, sorted by them.
    void update(std::span<const VertexContact> found, std::span<const ContactBody> bodies);
    [[nodiscard]] std::span<Push> pushes() { return pushes_; }
    /// The tetrahedra of a body have changed: its remembered contacts are dropped.
    void forget(BodyId body);
    /// After the solver: remembers the contacts that pushed.
    void remember();

private:
    struct Kept {
        VertexContact contact;
        Point slip{};
        double grip = 0;
        std::uint32_t age = 0;  // steps since it was found
    };
    void add(const Kept& kept, std::span<const ContactBody> bodies);

    std::vector<Kept> kept_;     // sorted by vertex, then body
    std::vector<Kept> current_;  // as the pushes
    std::vector<Push> pushes_;
};

/// The contacts of an answer that was asked with depth and once_per_body.
void contacts_of(const Penetrations& found, std::vector<VertexContact>& out);

}  // namespace pliant::respond
