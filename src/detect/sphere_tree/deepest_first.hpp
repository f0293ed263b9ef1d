// Sorts pairs of spheres for an answer, by radix: most of the time after a deadline goes here.
#pragma once

#include <cstddef>
#include <vector>

#include "detect/sphere_tree/pair_list.hpp"

namespace pliant::sphere_tree {

struct ListedPair {
    double depth;  // not negative
    const SpherePair* pair;
};

class DeepestFirst {
public:
    /// Of equal depth, the smaller nodes first.
    void sort(std::vector<ListedPair>& pairs);

private:
    void sort_by_digits(std::vector<ListedPair>& pairs);

    std::vector<ListedPair> other_;
};

}  // namespace pliant::sphere_tree
