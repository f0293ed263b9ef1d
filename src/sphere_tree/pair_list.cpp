#include "sphere_tree/pair_list.hpp"

#include <algorithm>
#include <tuple>

namespace pliant::sphere_tree {

void PairList::clear() {
    heap_.clear();
    pairs_.clear();
    free_.clear();
}

/// Less important, and later among equals.
bool PairList::comes_later(const Entry& p, const Entry& q) const {
    if (p.importance != q.importance) return p.importance < q.importance;
    const SpherePair &first = pairs_[p.place], &second = pairs_[q.place];
    return std::tie(first.a, first.b) > std::tie(second.a, second.b);
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
