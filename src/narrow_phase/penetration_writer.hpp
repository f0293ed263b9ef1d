// Penetrations in the common numbering -> the answer of `penetrations`, sorted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/penetrations.hpp>

#include "frame/penetration_query.hpp"

namespace pliant::narrow_phase {

struct FoundPenetration {
    std::uint32_t vertex, tetrahedron;
    PenetrationKind kind;
};

struct FoundEdge {
    std::uint32_t a, b, tetrahedron;  // a < b
};

/// Whether a vertex is in the closed box of a tetrahedron, exactly.
bool in_box(const Vec3& point, const geometry::TetrahedronCorners& corners);

/// Whether the closed boxes of a segment and a tetrahedron overlap, exactly.
bool boxes_overlap(const Vec3& p, const Vec3& q, const geometry::TetrahedronCorners& t);

/// The same bytes for any number of threads.
class PenetrationWriter {
public:
    /// Sorts, applies `once_per_body`, cuts to the budget (strict penetrations stay before contacts) and translates
    /// into the scene's numbering. `found` holds each pair once.
    void write(const frame::PenetrationQuery& query, std::span<const FoundPenetration> found, Penetrations& answer);

private:
    void part(const frame::PenetrationQuery& query, std::span<const FoundPenetration> found);
    void sort_parts(const frame::PenetrationQuery& query);
    void cut_parts_to(std::size_t count);
    void translate(const frame::PenetrationQuery& query, std::vector<Penetration>& items) const;

    /// Penetrations of a range of vertices: [first, first + count) of `found_`, and where they go in the answer.
    struct Part {
        std::size_t first = 0, count = 0, to = 0;
    };

    // Scratch; survives the frame.
    std::vector<Part> parts_;
    std::vector<FoundPenetration> found_;  // by part
    std::vector<std::size_t> places_;      // of each chunk and part
};

/// Sorts, cuts to what the budget leaves beside the vertices, and translates.
void write_edges(const frame::PenetrationQuery& query, std::vector<FoundEdge>& found, Penetrations& answer);

/// Applies `once_per_body` and the budget of pairs to an answer that was written without them, as depths need it.
void trim(const PenetrationOptions& options, Penetrations& answer);

}  // namespace pliant::narrow_phase
