// COLLISIONLIST of the paper [Mendoza2005, 4.2]: pairs that are not refined any further.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/contacts.hpp>

#include "detect/sphere_tree/pair_list.hpp"
#include "detect/sphere_tree/pair_numbers.hpp"
#include "detect/sphere_tree/pieces.hpp"

namespace pliant::sphere_tree {

/// Two triangles that intersect.
struct FoundTriangles {
    std::uint32_t a, b;
    PairKind kind;
    std::uint32_t contact;  // number
};

struct CollisionList {
    std::vector<SpherePair> spheres;
    std::vector<FoundTriangles> triangles;  // exact
    std::vector<Contact> contacts;          // of the triangles
    PairNumbers numbers;                    // of the contacts: triangles that were cut are met in several leaves
    PairNumbers tested;                     // pairs with a cut triangle that were tested; a cache, may miss some

    void clear();
    void take_over(CollisionList& other);
    /// The contact is made here and not when the answer is written: by then the time is nearly up.
    void add(FoundTriangles found, const Contact& contact);
    /// Remembers the pairs of two leaves that have a cut triangle, up to `most` pairs.
    void note_tested(std::span<const Piece> a, std::span<const Piece> b, std::size_t most);
    /// Whether two triangles were tested before, in other leaves. If so, notes that they were met in `in`, too.
    bool knows(std::uint32_t a, std::uint32_t b, const SpherePair& in);
    [[nodiscard]] std::size_t size() const { return spheres.size() + triangles.size(); }
};

}  // namespace pliant::sphere_tree
