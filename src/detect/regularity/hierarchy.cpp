#include "detect/regularity/hierarchy.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "broad_phase/blocks.hpp"

namespace pliant::regularity {

using frame::Bodies;

namespace {

// Each handover shortens the borders by the triangle inequality, so that it ends; most is done in a few rounds.
constexpr int rounds_of_straightening = 8;

struct Placed {
    std::uint32_t triangle;
    Vec3 centre;
};

/// Halves again and again across the longest side, at whole blocks, so that the triangles of a block lie close
/// together.
void order_into_blocks(std::span<Placed> triangles) {
    constexpr std::size_t block = broad_phase::block_size;
    if (triangles.size() <= block) return;
    const auto side = [&](std::size_t axis) {
        const auto [least, most] =
            std::minmax_element(triangles.begin(), triangles.end(),
                                [axis](const Placed& p, const Placed& q) { return p.centre[axis] < q.centre[axis]; });
        return most->centre[axis] - least->centre[axis];
    };
    const double x = side(0), y = side(1), z = side(2);
    const std::size_t longest = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    const std::size_t half = (triangles.size() / 2 + block - 1) / block * block;
    std::nth_element(triangles.begin(), triangles.begin() + static_cast<std::ptrdiff_t>(half), triangles.end(),
                     [longest](const Placed& p, const Placed& q) {
                         return std::pair(p.centre[longest], p.triangle) < std::pair(q.centre[longest], q.triangle);
                     });
    order_into_blocks(triangles.first(half));
    order_into_blocks(triangles.subspan(half));
}

void order_leaf(const Bodies& bodies, std::size_t leaf, GroupedHierarchy& hierarchy) {
    std::array<Placed, leaf_capacity> placed;
    const std::size_t size = hierarchy.leaf_size[leaf];
    std::uint32_t* triangles = hierarchy.triangles.data() + leaf * leaf_capacity;
    for (std::size_t i = 0; i < size; ++i) {
        const auto [a, b, c] = bodies.corners(triangles[i]);
        const Vec3 centre = a + b + c;
        placed[i] = {triangles[i], finite(centre) ? centre : Vec3()};
    }
    order_into_blocks({placed.data(), size});
    for (std::size_t i = 0; i < size; ++i) triangles[i] = placed[i].triangle;
}

/// Hands a triangle that sticks out of its leaf, with two edges towards the same other leaf, over to that one: borders
/// get shorter and straighter, so that their contours are shorter and more often proven simple at a glance.
bool hand_over(const EdgeGraph& edges, std::size_t t, GroupedHierarchy& hierarchy) {
    auto& leaf_of = hierarchy.leaf_of_triangle;
    auto& size = hierarchy.leaf_size;
    const std::uint32_t own = leaf_of[t];
    if (own == none || size[own] == 1) return false;
    std::uint32_t inside = 0, other = none;
    bool same_other = true;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t across = edges.across[3 * t + i];
        const std::uint32_t leaf = across == none ? none : leaf_of[across];
        if (leaf == own) {
            ++inside;
        } else {
            same_other &= leaf != none && (other == none || leaf == other);
            other = leaf;
        }
    }
    if (inside != 1 || !same_other || size[other] == leaf_capacity) return false;
    leaf_of[t] = other;
    --size[own];
    ++size[other];
    return true;
}

}  // namespace

void HierarchyMaker::plan(Loops& loops, const std::vector<Group>& groups, const EdgeGraph& edges,
                          GroupedHierarchy& out) {
    plan_numbering(loops, groups, out);
    plan_leaves(loops, edges, out);
}

/// Groups come after what they are made of: upwards, then downwards, without recursion.
void HierarchyMaker::plan_numbering(Loops& loops, const std::vector<Group>& groups, GroupedHierarchy& out) {
    loops.add({4,
               [&](const Bodies&) {
                   leaves_.resize(groups.size());
                   is_child_.assign(groups.size(), 0);
                   return groups.size();
               },
               [&](const Bodies&, std::size_t first, std::size_t last) { count_leaves(groups, first, last); }});
    loops.add({2,
               [&](const Bodies&) {
                   places_.resize(groups.size());
                   regions_ = all_leaves_ = 0;
                   return groups.size();
               },
               [&](const Bodies&, std::size_t first, std::size_t last) { place_roots(first, last, out); }});
    loops.add({12,
               [&](const Bodies& bodies) {
                   out.regions.resize(regions_);
                   out.leaf_region.resize(all_leaves_);
                   out.leaf_size.resize(all_leaves_);
                   out.triangles.resize(std::size_t{all_leaves_} * leaf_capacity);
                   out.leaf_of_triangle.assign(bodies.triangles().size(), none);
                   return groups.size();
               },
               [&](const Bodies& bodies, std::size_t first, std::size_t last) {
                   for (std::size_t i = first; i < last; ++i) {
                       place(bodies, groups, static_cast<std::uint32_t>(groups.size() - 1 - i), out);
                   }
               }});
    loops.add({2, [&](const Bodies&) { return out.regions.size(); },
               [&](const Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t i = first; i < last; ++i) {
                       Region& region = out.regions[out.regions.size() - 1 - i];
                       if (!region.is_leaf()) region.body = out.regions[region.left].body;
                   }
               }});
}

void HierarchyMaker::count_leaves(const std::vector<Group>& groups, std::size_t first, std::size_t last) {
    for (std::size_t g = first; g < last; ++g) {
        const Group& group = groups[g];
        if (group.left != none) is_child_[group.left] = is_child_[group.right] = 1;
        leaves_[g] = group.size <= leaf_capacity ? 1 : leaves_[group.left] + leaves_[group.right];
    }
}

void HierarchyMaker::place_roots(std::size_t first, std::size_t last, GroupedHierarchy& out) {
    for (std::size_t g = first; g < last; ++g) {
        if (is_child_[g] != 0) continue;
        places_[g] = {regions_, all_leaves_, none};
        out.roots.push_back(regions_);
        regions_ += 2 * leaves_[g] - 1;
        all_leaves_ += leaves_[g];
    }
}

/// Writes the region of a group that has one, and says where its halves are. Parents come before their children, the
/// left one and all that is below it before the right one.
void HierarchyMaker::place(const Bodies& bodies, const std::vector<Group>& groups, std::uint32_t group,
                           GroupedHierarchy& out) {
    const Group& own = groups[group];
    const Place at = places_[group];
    if (at.region == none) return place_in_leaf(bodies, groups, group, out);
    out.regions[at.region] = {at.leaf, at.leaf + leaves_[group], none, none, at.parent, 0};
    if (own.size <= leaf_capacity) {
        out.leaf_region[at.leaf] = at.region;
        out.leaf_size[at.leaf] = own.size;
        places_[group] = {none, at.leaf, 0};
        return place_in_leaf(bodies, groups, group, out);
    }
    const std::uint32_t left = at.region + 1, right = left + 2 * leaves_[own.left] - 1;
    places_[own.left] = {left, at.leaf, at.region};
    places_[own.right] = {right, at.leaf + leaves_[own.left], at.region};
    out.regions[at.region].left = left;
    out.regions[at.region].right = right;
}

void HierarchyMaker::place_in_leaf(const Bodies& bodies, const std::vector<Group>& groups, std::uint32_t group,
                                   GroupedHierarchy& out) {
    const Group& own = groups[group];
    const Place at = places_[group];
    if (own.left != none) {
        places_[own.left] = {none, at.leaf, at.parent};
        places_[own.right] = {none, at.leaf, at.parent + groups[own.left].size};
        return;
    }
    out.leaf_of_triangle[own.triangle] = at.leaf;
    if (at.parent == 0) out.regions[out.leaf_region[at.leaf]].body = bodies.body_index(own.triangle);
}

/// Straightens the borders of leaves, then puts every triangle into the leaf that it belongs to, and orders these.
void HierarchyMaker::plan_leaves(Loops& loops, const EdgeGraph& edges, GroupedHierarchy& out) {
    const std::size_t round = loops.next();
    round_ = 0;
    loops.add({8,
               [&](const Bodies&) {
                   any_moved_ = false;
                   return out.leaf_of_triangle.size();
               },
               [&](const Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t t = first; t < last; ++t) any_moved_ |= hand_over(edges, t, out);
               }});
    loops.repeat_from(round, [&] { return any_moved_ && ++round_ < rounds_of_straightening; });
    loops.add({8,
               [&](const Bodies&) {
                   std::fill(out.triangles.begin(), out.triangles.end(), none);
                   std::fill(out.leaf_size.begin(), out.leaf_size.end(), 0);
                   return out.leaf_of_triangle.size();
               },
               [&](const Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t t = first; t < last; ++t) {
                       const std::uint32_t leaf = out.leaf_of_triangle[t];
                       if (leaf == none) continue;
                       out.triangles[std::size_t{leaf} * leaf_capacity + out.leaf_size[leaf]++] =
                           static_cast<std::uint32_t>(t);
                   }
               }});
    loops.add({5000, [&](const Bodies&) { return out.leaf_size.size(); },
               [&](const Bodies& bodies, std::size_t first, std::size_t last) {
                   for (std::size_t leaf = first; leaf < last; ++leaf) order_leaf(bodies, leaf, out);
               }});
}

GroupedHierarchy group(const Bodies& bodies, const EdgeGraph& edges) {
    GroupedHierarchy hierarchy;
    Grouping grouping;
    HierarchyMaker maker;
    Loops loops;
    grouping.plan(loops, edges);
    maker.plan(loops, grouping.groups(), edges, hierarchy);
    loops.run_to_end(bodies);
    return hierarchy;
}

}  // namespace pliant::regularity
