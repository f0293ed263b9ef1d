#include "curves/chains.hpp"

#include <algorithm>
#include <tuple>

namespace pliant::curves {

/// False where the chain ends there.
bool Chains::follow(std::uint32_t at, const Link& link, Link& next) const {
    const Join join = joins_->at(at);
    if (!join.any()) return false;
    next.pair = join.end() / 2;
    next.reversed = join.end() % 2 != 0;  // it goes on from there
    next.swapped = link.swapped != join.swapped();
    return true;
}

void Chains::walk(std::uint32_t pair) {
    Chain chain;
    chain.first = static_cast<std::uint32_t>(links_.size());
    chain.smallest = pair;
    const Link own{pair, false, false};
    visited_[pair] = 1;
    forwards_.clear();
    forwards_.push_back(own);
    Link link = own, next{};
    while (follow(end(link), link, next)) {
        if (next.pair == pair) {
            chain.closed = true;
            chain.one_sided = next.swapped;
            break;
        }
        visited_[next.pair] = 1;
        forwards_.push_back(next);
        link = next;
    }
    if (!chain.closed) {
        link = own;
        while (follow(start(link), link, next)) {
            next.reversed = !next.reversed;  // met from behind
            visited_[next.pair] = 1;
            links_.push_back(next);
            link = next;
        }
        std::reverse(links_.begin() + chain.first, links_.end());
    }
    links_.insert(links_.end(), forwards_.begin(), forwards_.end());
    chain.count = static_cast<std::uint32_t>(links_.size()) - chain.first;
    chains_.push_back(chain);
}

void Chains::find(std::span<const TrianglePair> pairs, const PairSegments& segments, const PairJoins& joins) {
    joins_ = &joins;
    visited_.assign(pairs.size(), 0);
    links_.clear();
    chains_.clear();
    for (std::uint32_t pair = 0; pair < pairs.size(); ++pair) {
        if (visited_[pair] != 0 || !segments.ends()[pair].any()) continue;
        walk(pair);
        chains_.back().a = pairs[pair].a.body;
        chains_.back().b = pairs[pair].b.body;
    }
    const auto in_order = [](const Chain& p, const Chain& q) {
        return std::tuple(p.a, p.b, p.smallest) < std::tuple(q.a, q.b, q.smallest);
    };
    if (!std::is_sorted(chains_.begin(), chains_.end(), in_order)) std::sort(chains_.begin(), chains_.end(), in_order);
}

}  // namespace pliant::curves
