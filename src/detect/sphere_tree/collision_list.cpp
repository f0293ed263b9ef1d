#include "detect/sphere_tree/collision_list.hpp"

#include <tuple>

namespace pliant::sphere_tree {

namespace {

/// Names the leaves with the smallest numbers: the answer does not depend on the order of the search.
void name_first_spheres(Contact& contact, std::uint32_t a, std::uint32_t b) {
    if (std::tie(a, b) < std::tie(contact.sphere_a, contact.sphere_b))
        std::tie(contact.sphere_a, contact.sphere_b) = std::tie(a, b);
}

}  // namespace

void CollisionList::clear() {
    spheres.clear();
    triangles.clear();
    contacts.clear();
    numbers.clear();
    tested.clear();
}

void CollisionList::add(FoundTriangles found, const Contact& contact) {
    const auto next = static_cast<std::uint32_t>(contacts.size());
    found.contact = numbers.find_or_add(found.a, found.b, next);
    if (found.contact == next) {
        contacts.push_back(contact);
        triangles.push_back(found);
    } else {
        name_first_spheres(contacts[found.contact], contact.sphere_a, contact.sphere_b);
    }
}

void CollisionList::note_tested(std::span<const Piece> a, std::span<const Piece> b, std::size_t most) {
    for (const Piece& p : a) {
        for (const Piece& q : b) {
            if ((!is_cut(p) && !is_cut(q)) || tested.size() >= most) continue;
            (void)tested.find_or_add(p.triangle, q.triangle, 0);
        }
    }
}

bool CollisionList::knows(std::uint32_t a, std::uint32_t b, const SpherePair& in) {
    if (!tested.find(a, b)) return false;
    if (const auto contact = numbers.find(a, b)) name_first_spheres(contacts[*contact], in.a, in.b);
    return true;
}

void CollisionList::take_over(CollisionList& other) {
    for (const FoundTriangles& f : other.triangles) add(f, other.contacts[f.contact]);
    spheres.insert(spheres.end(), other.spheres.begin(), other.spheres.end());
    other.clear();
}

}  // namespace pliant::sphere_tree
