// The interruptible search for contacts of two sphere trees [Mendoza2005, 4.2].
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/contacts.hpp>

#include "detect/sphere_tree/bounded_pairs.hpp"
#include "detect/sphere_tree/contact_query.hpp"
#include "detect/sphere_tree/contact_writer.hpp"
#include "detect/sphere_tree/deadline.hpp"
#include "detect/sphere_tree/refinement.hpp"

namespace pliant::sphere_tree {

class Search {
public:
    /// Whether what it keeps is no more than a budget allows.
    [[nodiscard]] bool fits(const ContactBudget& budget) const { return pairs_.fits(budget); }
    /// From the roots.
    void start(const ContactQuery& query);
    /// Goes on until a budget ends or nothing is left to refine. Sets Report::stopped_by.
    void run(const ContactQuery& query);
    /// What is known by now. Pairs that were not tested count as colliding.
    void write(const TreePair& trees, Contacts& answer) { writer_.write(trees, pairs_, answer); }
    /// Instead of `start` and `run`: every pair of triangles, the oracle. Where a budget ends it the roots stand for
    /// what was not tested.
    void test_all(const ContactQuery& query);

private:
    using Step = Refinement::Step;

    bool take_next();
    Limit limit_reached(const ContactQuery& query);
    bool time_is_up(const ContactQuery& query);
    Step refine(const ContactQuery& query);
    Step refine_to_children(const ContactQuery& query);
    bool make_spheres(SphereTree& tree, NodeRange nodes, const ContactQuery& query);
    void put_roots(const ContactQuery& query);
    void put(SpherePair& pair, const ContactQuery& query);
    Limit test_rows(const ContactQuery& query);

    Refinement refinement_;  // aligned, so first
    BoundedPairs pairs_;
    Deadline deadline_;
    ContactWriter writer_;
    std::vector<FoundTriangles> row_;  // of brute force: pairs of one triangle
    std::uint64_t sequence_ = 0;       // breadth first: pairs put so far
    bool begun_ = false;               // this call has done a step
    std::uint32_t until_asked_ = 0;    // steps until the watch is asked
};

}  // namespace pliant::sphere_tree
