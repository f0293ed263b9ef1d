#include "detect/sphere_tree/pair_list.hpp"

#include <algorithm>

namespace pliant::sphere_tree {

void PairList::clear() {
    heap_.clear();
    pairs_.clear();
    free_.clear();
}

void PairList::put(const SpherePair& pair) {
    auto place = static_cast<std::uint32_t>(pairs_.size());
    if (free_.empty()) {
        pairs_.push_back(pair);
    } else {
        place = free_.back();
        free_.pop_back();
        pairs_[place] = pair;
    }
    heap_.push_back({pair.importance, place});
    std::push_heap(heap_.begin(), heap_.end(), [this](const Entry& p, const Entry& q) { return comes_later(p, q); });
}

SpherePair PairList::take_first() {
    std::pop_heap(heap_.begin(), heap_.end(), [this](const Entry& p, const Entry& q) { return comes_later(p, q); });
    const std::uint32_t place = heap_.back().place;
    heap_.pop_back();
    free_.push_back(place);
    return pairs_[place];
}

}  // namespace pliant::sphere_tree
