// The boundary of a tetrahedral mesh that changes: kept face by face, at a cost proportional to what comes and goes.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <pliant/report.hpp>
#include <pliant/views.hpp>

namespace pliant::mesh {

/// Tetrahedra that cannot be part of a mesh are flaws, as `check` has them, and have no faces; of equal ones the first
/// counts. Changes are collected by `insert` and `remove`, and told by `take_change`.
class VolumeBoundary {
public:
    /// `triangles` are the boundary of the tetrahedra, by number; those of gone ones may be anything.
    void build(std::span<const Tetrahedron> tetrahedra, std::span<const std::uint8_t> gone, std::size_t vertices,
               std::span<const Triangle> triangles);

    void insert(std::uint32_t number, const Tetrahedron& tetrahedron, std::span<const Tetrahedron> all);
    void remove(std::uint32_t number, const Tetrahedron& tetrahedron, std::span<const Tetrahedron> all);

    struct Change {
        std::vector<std::uint32_t> gone;  // numbers of triangles
        std::vector<Triangle> come;       // in the order of the tetrahedra
    };
    /// What `insert` and `remove` have changed since the last call.
    const Change& take_change(std::span<const Tetrahedron> all);
    /// The numbers of the triangles that came with the last change.
    void number(std::span<const std::uint32_t> numbers);

    /// Sorted by element; of no body yet.
    [[nodiscard]] std::vector<Flaw> flaws() const;

private:
    struct Hash {
        std::size_t operator()(const Triangle& key) const;
        std::size_t operator()(const Tetrahedron& key) const;
    };
    struct Face {
        std::uint32_t uses = 0;
        std::uint32_t places = 0;  // 4 * tetrahedron + face of all uses, by exclusive or: that of the only one
        std::uint32_t triangle = 0;
        std::uint32_t before = 0;  // the place it had on the boundary before the change
        bool outside_before = false, touched = false;
    };
    void add_faces(std::uint32_t number, const Tetrahedron& tetrahedron);
    void remove_faces(std::uint32_t number, const Tetrahedron& tetrahedron);
    Face& touch(const Triangle& key);

    std::size_t vertices_ = 0;
    std::unordered_map<Triangle, Face, Hash> faces_;              // by ascending vertices
    std::unordered_map<Tetrahedron, std::uint32_t, Hash> sound_;  // the same; number of the first
    std::set<std::pair<Tetrahedron, std::uint32_t>> repeated_;    // the others
    std::map<std::uint32_t, FlawKind> flaws_;
    std::vector<Triangle> touched_;
    std::vector<std::pair<std::uint32_t, Triangle>> come_;  // by place; the key of the face
    Change change_;
};

}  // namespace pliant::mesh
