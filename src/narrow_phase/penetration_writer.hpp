// From vertices found in tetrahedra, in the common numbering, to the answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/penetrations.hpp>

#include "frame/bodies.hpp"
#include "frame/tetrahedra.hpp"
#include "parallel/parallel.hpp"

namespace pliant::narrow_phase {

struct FoundPenetration {
    std::uint32_t vertex, tetrahedron;
    PenetrationKind kind;
};

struct FoundEdge {
    std::uint32_t a, b, tetrahedron;  // a < b
};

/// Whether a vertex of one body in a tetrahedron of another, or of the same, is asked for and both take part.
bool wanted(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra, std::uint32_t vertex,
            std::uint32_t tetrahedron, const PenetrationOptions& options);

/// Whether a vertex is in the closed box of a tetrahedron, exactly.
bool in_box(const Vec3& point, const geometry::TetrahedronCorners& corners);

/// Whether the closed boxes of a segment and a tetrahedron overlap, exactly.
bool boxes_overlap(const Vec3& p, const Vec3& q, const geometry::TetrahedronCorners& t);

/// From what was found to the answer: the same bytes for any number of threads.
class PenetrationWriter {
public:
    /// Sorts, leaves out what is not asked for, cuts to the budget (strict penetrations stay before contacts) and
    /// translates into the scene's numbering. `found` holds each pair once.
    void write(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra,
               std::span<const FoundPenetration> found, const PenetrationOptions& options, parallel::Workers& workers,
               Penetrations& answer);

private:
    void part(std::size_t vertices, std::span<const FoundPenetration> found, parallel::Workers& workers);
    void sort_parts(const frame::Tetrahedra& tetrahedra, bool once_per_body, parallel::Workers& workers);
    void cut_to(std::size_t count);
    void translate(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra, parallel::Workers& workers,
                   std::vector<Penetration>& items) const;

    /// What was found of some vertices: [first, first + count) of `found_`, and where it goes in the answer.
    struct Part {
        std::size_t first = 0, count = 0, to = 0;
    };

    // Scratch; survives the frame.
    std::vector<Part> parts_;
    std::vector<FoundPenetration> found_;  // by part
    std::vector<std::size_t> places_;      // of each chunk and part
};

void write_edges(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra, std::vector<FoundEdge>& found,
                 const Budget& budget, Penetrations& answer);

}  // namespace pliant::narrow_phase
