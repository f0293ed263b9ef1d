#include "detect/sphere_tree/bounded_pairs.hpp"

#include <algorithm>
#include <limits>

#include "detect/sphere_tree/triangle_contact.hpp"

namespace pliant::sphere_tree {

namespace {

/// Depth first every step replaces a pair by the children of one sphere of it.
std::size_t deepest_stack_of(const TreePair& trees) {
    const std::size_t children = std::max(trees.a.most_children(), trees.b.most_children());
    return children * (trees.a.levels() + trees.b.levels() + 1);
}

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

/// A budget has 64 bits, on machines of 32 as well.
std::size_t limit_of(std::uint64_t pairs) { return std::size_t(std::min<std::uint64_t>(pairs, unlimited)); }

/// The memory of pairs tested is bounded, too, but never so tightly that it would be of no use.
std::size_t most_remembered(const std::optional<std::uint64_t>& pairs) {
    return pairs ? limit_of(std::max<std::uint64_t>(*pairs, 1024)) : unlimited;
}

}  // namespace

PairLimits PairLimits::share(const std::optional<std::uint64_t>& pairs, std::size_t kept, std::size_t deepest_stack) {
    if (!pairs) return {pairs, unlimited, unlimited};
    const auto all = limit_of(*pairs);
    const std::size_t lists = std::max<std::size_t>(all - all / 2, 1);
    const std::size_t taken = std::min(all, std::max(lists, kept));
    return {pairs, lists, all - taken - std::min(all - taken, deepest_stack)};
}

void BoundedPairs::clear() {
    pair_list_.clear();
    settled_.clear();
    held_.reset();
    stage_ = Stage::searching;
    drop_depth_first();
}

/// The current pair is not refined any further.
void BoundedPairs::drop_depth_first() {
    open_ = false;
    triangles_.clear();
    stack_.clear();
    finished_.clear();
}

bool BoundedPairs::fits(const ContactBudget& budget) const {
    const std::size_t now = kept() + (current_counts() ? 1 : 0) + triangles_.size();
    return !budget.pairs || now <= std::max<std::uint64_t>(*budget.pairs, 1);
}

void BoundedPairs::set_limit(const TreePair& trees, const ContactBudget& budget) {
    if (stage_ == Stage::full && (!budget.pairs || *budget.pairs > full_with_)) search_again();
    limits_ = PairLimits::share(budget.pairs, kept() + (current_counts() ? 1 : 0), deepest_stack_of(trees));
    give_up_where_full();
}

bool BoundedPairs::take_next() {
    if (stage_ != Stage::searching) return take_next_to_finish();
    if (pair_list_.empty()) return false;
    current_ = pair_list_.take_first();
    open_ = true;
    return true;
}

bool BoundedPairs::take_next_to_finish() {
    if (stage_ == Stage::full) return false;
    if (stack_.empty() && next_ < pair_list_.size()) stack_.push_back(pair_list_[next_++]);
    if (stack_.empty()) {
        finish();
        return false;
    }
    current_ = stack_.back();
    stack_.pop_back();
    open_ = true;
    return true;
}

void BoundedPairs::make_room(std::size_t more) {
    if (stage_ == Stage::searching && !has_room(more)) hold_current();
}

/// Its contents are searched depth first, at once.
void BoundedPairs::hold_current() {
    held_ = current_;
    lists_when_held_ = limits_.lists;
    stage_ = Stage::finishing;
    next_ = 0;
}

void BoundedPairs::put(const SpherePair& pair) {
    if (stage_ == Stage::searching) {
        pair_list_.put(pair);
    } else {
        stack_.push_back(pair);
    }
}

void BoundedPairs::settle(const SpherePair& pair) {
    (stage_ == Stage::searching ? settled_ : finished_).spheres.push_back(pair);
}

bool BoundedPairs::keep(const FoundTriangles& found, const TreePair& trees) {
    triangles_.push_back(found);
    make_room(triangles_.size());
    if (stage_ == Stage::searching) return true;
    list_triangles(trees, finished_);
    return has_room_to_finish();
}

void BoundedPairs::settle_triangles(const TreePair& trees) {
    make_room(triangles_.size());
    CollisionList& to = stage_ == Stage::searching ? settled_ : finished_;
    list_triangles(trees, to);
    to.note_tested(trees.a.pieces(current_.a), trees.b.pieces(current_.b), most_remembered(limits_.pairs));
}

void BoundedPairs::list_triangles(const TreePair& trees, CollisionList& to) {
    for (const FoundTriangles& f : triangles_) to.add(f, contact_in(trees, f, current_));
    triangles_.clear();
}

bool BoundedPairs::knows(std::uint32_t a, std::uint32_t b) {
    return settled_.knows(a, b, current_) || (stage_ != Stage::searching && finished_.knows(a, b, current_));
}

void BoundedPairs::give_up_where_full() {
    if (stage_ != Stage::finishing || has_room_to_finish()) return;
    if (limits_.lists > lists_when_held_) {  // raised since: the list is not as fine as it may be
        search_again();
        return;
    }
    stage_ = Stage::full;
    full_with_ = limits_.pairs.value_or(full_with_);
    drop_depth_first();
}

void BoundedPairs::search_again() {
    if (held_) pair_list_.put(*held_);
    held_.reset();
    stage_ = Stage::searching;
    drop_depth_first();
}

void BoundedPairs::finish() {
    pair_list_.clear();
    held_.reset();
    settled_.take_over(finished_);
    stage_ = Stage::searching;
}

}  // namespace pliant::sphere_tree
