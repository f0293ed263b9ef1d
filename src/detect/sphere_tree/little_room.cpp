// How a search keeps to a number of pairs.
//
// It goes the way that it goes with all the room there is until a pair would give way to more than half of the pairs
// allowed: more room means more of the same way, so that bounds never grow with it. Then the pairs of the list are
// searched to their ends, depth first, in the other half. If what they hold fits in there, the list is not needed any
// more and the answer is exact. Else the list is the answer. Whatever the room, no step is done twice, so that all this
// takes as many tests as a search with all the room.
#include <algorithm>
#include <limits>
#include <tuple>

#include "detect/sphere_tree/search.hpp"

namespace pliant::sphere_tree {

namespace {

/// In whatever order they were come upon.
void name_first_spheres(Contact& contact, std::uint32_t a, std::uint32_t b) {
    if (std::tie(a, b) < std::tie(contact.sphere_a, contact.sphere_b))
        std::tie(contact.sphere_a, contact.sphere_b) = std::tie(a, b);
}

}  // namespace

void Settled::clear() {
    spheres.clear();
    triangles.clear();
    contacts.clear();
    numbers.clear();
    tested.clear();
}

void Settled::add(FoundTriangles found, const Contact& contact) {
    const auto next = static_cast<std::uint32_t>(contacts.size());
    found.contact = numbers.find_or_add(found.a, found.b, next);
    if (found.contact == next) {
        contacts.push_back(contact);
        triangles.push_back(found);
    } else {
        name_first_spheres(contacts[found.contact], contact.sphere_a, contact.sphere_b);
    }
}

bool Settled::knows(std::uint32_t a, std::uint32_t b, const SpherePair& in) {
    if (!tested.find(a, b)) return false;
    if (const auto contact = numbers.find(a, b)) name_first_spheres(contacts[*contact], in.a, in.b);
    return true;
}

void Settled::take_over(Settled& other) {
    for (const FoundTriangles& f : other.triangles) add(f, other.contacts[f.contact]);
    spheres.insert(spheres.end(), other.spheres.begin(), other.spheres.end());
    other.clear();
}

namespace {

/// Depth first every step replaces a pair by the children of one sphere of it.
std::size_t deepest_stack(const TreePair& trees) {
    const std::size_t children = std::max(trees.a.most_children(), trees.b.most_children());
    return children * (trees.a.levels() + trees.b.levels() + 1);
}

}  // namespace

bool Search::fits(const Budget& budget) const {
    const std::size_t now = kept() + (current_counts() ? 1 : 0) + triangles_.size();
    return !budget.pairs || now <= std::max<std::uint64_t>(*budget.pairs, 1);
}

/// Another room than before, maybe. What was begun for the end goes on in it: begun anew at every change it might never
/// end.
void Search::note_room(const TreePair& trees, const Budget& budget) {
    if (stage_ == Stage::full && (!budget.pairs || *budget.pairs > full_with_)) search_again();
    pairs_ = budget.pairs;
    measure_room(trees);
    if (stage_ == Stage::finishing) give_up_where_full();
}

void Search::measure_room(const TreePair& trees) {
    room_ = room_to_finish_ = std::numeric_limits<std::size_t>::max();
    if (!pairs_) return;
    const auto all = static_cast<std::size_t>(*pairs_);
    room_ = std::max<std::size_t>(all - all / 2, 1);
    // A search that had more room may keep more than half.
    const std::size_t taken = std::min(all, std::max(room_, kept() + (current_counts() ? 1 : 0)));
    room_to_finish_ = all - taken - std::min(all - taken, deepest_stack(trees));
}

void Search::search_again() {
    if (held_) pair_list_.put(*held_);
    held_.reset();
    stack_.clear();
    finished_.clear();
    open_ = false;
    triangles_.clear();
    stage_ = Stage::searching;
}

/// It stands for what it holds; what that is goes to the end at once.
void Search::hold_current() {
    held_ = current_;
    room_when_held_ = room_;
    stage_ = Stage::finishing;
    next_ = 0;
}

bool Search::take_next_to_finish() {
    if (stage_ == Stage::full) return false;
    if (stack_.empty() && next_ < pair_list_.size()) stack_.push_back(pair_list_[next_++]);
    if (stack_.empty()) {
        finish();
        return false;
    }
    current_ = stack_.back();
    stack_.pop_back();
    open_ = true;
    done_ = 0;
    return true;
}

void Search::give_up_where_full() {
    if (has_room_to_finish()) return;
    if (room_ > room_when_held_) {  // more came since: the list is not as fine as it may be
        search_again();
        return;
    }
    stage_ = Stage::full;
    full_with_ = pairs_.value_or(full_with_);
    open_ = false;
    triangles_.clear();
    stack_.clear();
    finished_.clear();
}

void Search::finish() {
    pair_list_.clear();
    held_.reset();
    settled_.take_over(finished_);
    stage_ = Stage::searching;
}

}  // namespace pliant::sphere_tree
