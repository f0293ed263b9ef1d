// The pairs that a search keeps, within a limit on their number (ContactBudget::pairs).
//
// Half of the limit is for the lists. While they fit, the search takes the same steps as without a limit, so a larger
// limit never loosens a bound. A pair that would be refined into more pairs than fit is held: it stands for its
// contents. From then on the pairs of the list are searched to the end one by one, depth first, within the other half.
// If all that they hold fits there, it replaces the list and the answer is exact; else the list is the answer. No step
// is done twice, so a limit costs no additional tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <pliant/report.hpp>

#include "detect/sphere_tree/collision_list.hpp"
#include "detect/sphere_tree/contact_query.hpp"
#include "detect/sphere_tree/pair_list.hpp"

namespace pliant::sphere_tree {

/// How a limit is shared out.
struct PairLimits {
    std::optional<std::uint64_t> pairs;  // ContactBudget::pairs
    std::size_t lists = 0;               // PAIRLIST and COLLISIONLIST
    std::size_t finished = 0;            // what is found depth first; 0: no room for it

    /// `kept`: pairs that are kept already, maybe more than half. `deepest_stack`: pairs that wait, depth first.
    static PairLimits share(const std::optional<std::uint64_t>& pairs, std::size_t kept, std::size_t deepest_stack);
};

class BoundedPairs {
public:
    void clear();
    /// Whether what is kept is no more than a budget allows.
    [[nodiscard]] bool fits(const ContactBudget& budget) const;
    /// The limit of this call. A depth-first search that was begun goes on within it: begun anew at every change, it
    /// might never end.
    void set_limit(const TreePair& trees, const ContactBudget& budget);

    /// Makes the next pair the current one, if any is left. It stands for its contents until it is closed.
    bool take_next();
    [[nodiscard]] bool open() const { return open_; }
    [[nodiscard]] SpherePair& current() { return current_; }
    [[nodiscard]] const SpherePair& current() const { return current_; }
    void close() { open_ = false; }
    /// After each step.
    void give_up_where_full();

    /// The current pair is to be refined into so many. Holds it where there is no room for them.
    void make_room(std::size_t more);
    /// Onto the list.
    void put(const SpherePair& pair);
    /// Onto the list of what is not refined any further.
    void settle(const SpherePair& pair);
    /// Two triangles of the current pair. False where there is no room for all of them: two leaves may hold any number.
    bool keep(const FoundTriangles& found, const TreePair& trees);
    /// All triangles of the current pair were tested.
    void settle_triangles(const TreePair& trees);
    /// Pieces of long triangles lie in many leaves, and would be tested in each.
    bool tested_before(const Piece& a, const Piece& b) {
        return (is_cut(a) || is_cut(b)) && knows(a.triangle, b.triangle);
    }

    /// The search has ended because the limit was too small.
    [[nodiscard]] bool full() const { return stage_ == Stage::full; }
    /// Of the answer: PAIRLIST, its spheres with those of COLLISIONLIST, and COLLISIONLIST.
    [[nodiscard]] std::size_t listed() const {
        return pair_list_.size() + (held_ ? 1 : 0) + (current_counts() ? 1 : 0);
    }
    [[nodiscard]] std::size_t spheres() const { return listed() + settled_.spheres.size(); }
    [[nodiscard]] std::size_t triangles() const { return settled_.triangles.size() + finished_.triangles.size(); }
    [[nodiscard]] CollisionList& settled() { return settled_; }

    /// Every pair of spheres of the answer.
    template <class Visit>
    void for_each_spheres(const Visit& visit) {
        for (SpherePair& pair : settled_.spheres) visit(pair);
        pair_list_.for_each(visit);
        if (held_) visit(*held_);
        if (current_counts()) visit(current_);
    }

private:
    enum class Stage : std::uint8_t { searching, finishing, full };

    [[nodiscard]] std::size_t kept() const { return pair_list_.size() + settled_.size() + (held_ ? 1 : 0); }
    [[nodiscard]] bool current_counts() const { return open_ && stage_ == Stage::searching; }
    [[nodiscard]] bool has_room(std::size_t more) const { return kept() + more <= limits_.lists; }
    [[nodiscard]] bool has_room_to_finish() const {
        return limits_.finished > 0 && finished_.size() <= limits_.finished;
    }
    bool knows(std::uint32_t a, std::uint32_t b);
    void hold_current();
    bool take_next_to_finish();
    void finish();
    void drop_depth_first();
    void search_again();
    void list_triangles(const TreePair& trees, CollisionList& to);

    PairList pair_list_;
    CollisionList settled_;
    SpherePair current_;
    bool open_ = false;  // the current pair is being refined
    Stage stage_ = Stage::searching;
    std::vector<FoundTriangles> triangles_;  // of the current pair, until all of it was tested

    PairLimits limits_;
    std::uint64_t full_with_ = 0;     // ContactBudget::pairs that were not enough
    std::optional<SpherePair> held_;  // would be refined into more than there is room for
    std::size_t lists_when_held_ = 0;
    std::vector<SpherePair> stack_;  // depth first, of one pair of the list after the other
    std::size_t next_ = 0;           // of the list
    CollisionList finished_;
};

}  // namespace pliant::sphere_tree
