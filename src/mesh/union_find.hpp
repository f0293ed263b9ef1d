// Union-find (disjoint sets) with path halving.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace pliant::mesh {

/// The root of a set is its smallest member.
class UnionFind {
public:
    explicit UnionFind(std::size_t members) : parent_(members) {
        std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
    }

    std::uint32_t root(std::uint32_t member) {
        while (parent_[member] != member) member = parent_[member] = parent_[parent_[member]];
        return member;
    }

    void join(std::uint32_t a, std::uint32_t b) {
        a = root(a);
        b = root(b);
        if (a < b) {
            parent_[b] = a;
        } else {
            parent_[a] = b;
        }
    }

private:
    std::vector<std::uint32_t> parent_;
};

}  // namespace pliant::mesh
