// Refines one pair of spheres: into pairs with the children of one sphere, or into the triangles of both
// [Mendoza2005, 4.2].
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "detect/sphere_tree/bounded_pairs.hpp"
#include "detect/sphere_tree/contact_query.hpp"
#include "detect/sphere_tree/sphere_tests.hpp"

namespace pliant::sphere_tree {

/// The sphere of a pair that is replaced by its children.
struct Descent {
    SphereTree& tree;
    std::uint32_t node;
    bool second;  // it is of body b
};

/// Breadth first the two bodies by turns, as in the paper; else the larger sphere.
Descent descent_of(const SpherePair& pair, const ContactQuery& query);

/// The roots, not tested; none where a body is empty.
std::optional<SpherePair> roots_of(const TreePair& trees);

/// Whether the viewer sees the error of a pair under a smaller angle than ContactOptions::detail.
bool seen_small(const SpherePair& pair, const ContactOptions& options);

/// Nodes [first, end) of a tree.
struct NodeRange {
    std::uint32_t first, end;
};

/// Tests the contents of one pair, in as many steps as the budget of tests makes of it.
class Refinement {
public:
    enum class Step : std::uint8_t { done, open };

    /// A call: counts its tests from 0.
    void start() { tests_ = 0; }
    /// A pair.
    void begin();

    /// Measures a pair; false where its spheres are apart.
    bool test(SpherePair& pair, const ContactQuery& query);

    /// Children that the next step tests.
    [[nodiscard]] NodeRange next_children(const Descent& descent, const ContactBudget& budget) const;
    /// Tests them; all their spheres were made.
    Step test_children(const SpherePair& pair, const Descent& descent, NodeRange next, const ContactQuery& query);
    /// All children, not tested: breadth first, that is done when their turn comes, as in the paper.
    void list_children(const SpherePair& pair, const Descent& descent);
    /// What the pair is refined into: the children that are not apart.
    [[nodiscard]] std::span<SpherePair> children() { return children_; }

    /// Tests triangles of the current pair, which go to `pairs`. Open where tests or room run out, or it is time to
    /// check the deadline.
    Step test_triangles(BoundedPairs& pairs, const ContactQuery& query);

    [[nodiscard]] std::uint64_t tests() const { return tests_; }

private:
    SpherePair& add_child(const SpherePair& pair, const Descent& descent, std::uint32_t child);
    void measure(SpherePair& pair, std::size_t lane, bool second, const ContactQuery& query) const;
    [[nodiscard]] std::uint64_t tests_left(const ContactBudget& budget) const;

    SphereTests bounds_{};              // of spheres of one body and one of the other; aligned, so first
    std::vector<SpherePair> children_;  // that are not apart
    std::uint64_t done_ = 0;            // tests of this pair
    std::uint64_t tests_ = 0;           // of this call
};

}  // namespace pliant::sphere_tree
