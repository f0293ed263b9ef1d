// The bodies of a scene as the caller changes them: they come, go, move, and gain or lose triangles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frame/body.hpp"

namespace pliant::frame {

/// Bodies in ascending order of id. Every function that takes an id throws std::out_of_range for one that is not there.
class BodyList {
public:
    BodyId add(Points positions, std::vector<Triangle> triangles, std::vector<Flaw> given);
    void fill(BodyId id, const std::vector<Tetrahedron>* tetrahedra) { body(id).filling = tetrahedra; }
    void remove(BodyId id);
    void replace(BodyId id, std::vector<Triangle> triangles, std::vector<Flaw> given);
    /// Other flaws of what the triangles were made from.
    void give(BodyId id, std::vector<Flaw> given);
    /// Borrows new positions. True where there are as many as before.
    static bool move(Body& body, Points positions);

    /// So many may be inserted and erased without asking for memory.
    void make_room(BodyId id, std::size_t come, std::size_t go);
    /// More triangles; see Bodies::insert.
    Body& insert(BodyId id, std::span<const Triangle> triangles, std::vector<std::uint32_t>& numbers);
    /// Fewer triangles. Throws, and changes nothing, where a number is not there or is given twice.
    Body& erase(BodyId id, std::span<const std::uint32_t> numbers);

    [[nodiscard]] Body& body(BodyId id);
    [[nodiscard]] const Body& at(BodyId id) const { return const_cast<BodyList*>(this)->body(id); }
    [[nodiscard]] std::span<Body> all() { return bodies_; }
    [[nodiscard]] std::span<const Body> all() const { return bodies_; }

private:
    std::vector<Body> bodies_;
    std::uint32_t next_id_ = 0;
};

/// Throws std::out_of_range: a body has no triangle of this number.
[[noreturn]] void no_such_triangle(BodyId body, std::uint32_t number);

}  // namespace pliant::frame
