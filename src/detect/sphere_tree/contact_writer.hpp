// Writes what a search knows when it has ended, in the time that was set aside for it.
#pragma once

#include <cstddef>
#include <vector>

#include <pliant/contacts.hpp>

#include "detect/sphere_tree/bounded_pairs.hpp"
#include "detect/sphere_tree/contact_query.hpp"
#include "detect/sphere_tree/deepest_first.hpp"

namespace pliant::sphere_tree {

/// Nanoseconds to write one more contact, as measured.
struct WritingTime {
    double each = 100;
    void note(double took, std::size_t contacts);
};

class ContactWriter {
public:
    /// Triangles in their order, then spheres, deepest first.
    void write(const TreePair& trees, BoundedPairs& pairs, Contacts& answer);
    /// Nanoseconds, by what the last answers took.
    [[nodiscard]] double time_to_write(std::size_t triangles, std::size_t spheres) const {
        return triangle_time_.each * static_cast<double>(triangles) + sphere_time_.each * static_cast<double>(spheres);
    }

private:
    static void write_triangles(const TreePair& trees, CollisionList& found, Contacts& answer);
    void write_spheres(const TreePair& trees, BoundedPairs& pairs, Contacts& answer);

    std::vector<ListedPair> listed_;
    DeepestFirst deepest_first_;
    WritingTime triangle_time_, sphere_time_;
};

}  // namespace pliant::sphere_tree
