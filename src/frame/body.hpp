// A body of the scene: what the caller gave, its place in the common numbering, and what a frame found out about it.
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/report.hpp>
#include <pliant/views.hpp>

#include "numeric/box.hpp"

namespace pliant::frame {

/// A body and its place in the common numbering.
struct Body {
    BodyId id{};
    Points positions;                                   // borrowed
    const std::vector<Tetrahedron>* filling = nullptr;  // borrowed: of a volume, whose boundary the triangles are
    std::vector<Triangle> triangles;  // as given, in the body's own numbering; `no_triangle` where one was removed
    std::vector<std::uint8_t> gone;   // by number: whether the triangle was removed
    std::vector<std::uint32_t> free;  // numbers of removed triangles: a heap, smallest first
    std::uint32_t first_vertex = 0, vertices = 0;
    std::uint32_t first_triangle = 0;
    // Places in the common numbering. A body that has grown once gets more than it needs.
    std::uint32_t vertex_places = 0, triangle_places = 0;
    bool grows = false;
    std::uint32_t unusable = 0;                       // triangles with a vertex number out of range
    bool moved = true;                                // positions have not been read since
    Box<double> box = Box<double>::empty();           // of all positions read, if they are finite
    std::uint64_t version = 0;                        // raised whenever positions are read
    std::uint64_t times_moved = 0, times_remade = 0;  // positions given, triangles changed: by the caller, read or not
    bool set_aside = false;                           // as a duplicate, in this frame
    std::vector<Flaw> given_flaws;                    // of what the triangles were made from
    std::vector<Flaw> flaws;                          // of this frame, but for degenerate triangles

    /// Every triangle was removed, or there never was one.
    [[nodiscard]] bool is_empty() const { return free.size() == triangles.size(); }
};

/// What a structure was built from: it serves a body for which this is the same, wherever its numbers begin.
struct BodyStamp {
    BodyId id{};
    std::uint64_t times_remade = 0;
    std::uint32_t vertices = 0, first_vertex = 0, first_triangle = 0;

    BodyStamp() = default;
    explicit BodyStamp(const Body& body)
        : id(body.id),
          times_remade(body.times_remade),
          vertices(body.vertices),
          first_vertex(body.first_vertex),
          first_triangle(body.first_triangle) {}

    bool operator==(const BodyStamp&) const = default;
    [[nodiscard]] bool same_but_for_numbers(const BodyStamp& other) const {
        return id == other.id && times_remade == other.times_remade && vertices == other.vertices;
    }
};

inline constexpr Triangle no_triangle{~0u, ~0u, ~0u};

}  // namespace pliant::frame
