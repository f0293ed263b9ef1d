// What every stage of a contact search needs: the frame's query and the two sphere trees.
#pragma once

#include <pliant/contacts.hpp>

#include "detect/sphere_tree/pair_list.hpp"
#include "detect/sphere_tree/sphere_tree.hpp"
#include "frame/query.hpp"

namespace pliant::sphere_tree {

/// The two bodies of a search.
struct TreePair {
    BodyId body_a, body_b;
    SphereTree& a;
    SphereTree& b;

    [[nodiscard]] bool both_leaves(const SpherePair& pair) const { return a.leaf(pair.a) && b.leaf(pair.b); }
};

struct ContactQuery : frame::Query<ContactOptions> {
    TreePair trees;

    [[nodiscard]] bool breadth_first() const { return options.order == ContactOrder::breadth_first; }
};

}  // namespace pliant::sphere_tree
