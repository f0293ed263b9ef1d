#include "detect/regularity/hierarchy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "broad_phase/blocks.hpp"
#include "narrow_phase/pair_tests.hpp"

namespace pliant::regularity {

using frame::Bodies;

namespace {

struct HalfEdge {
    std::uint32_t low, high;  // vertices in ascending order
    std::uint32_t place;      // 3 * triangle + edge
    bool ascending;
};

std::vector<HalfEdge> sorted_half_edges(const Bodies& bodies) {
    std::vector<HalfEdge> half_edges;
    half_edges.reserve(3 * bodies.triangles().size());
    for (std::uint32_t t = 0; t < bodies.triangles().size(); ++t) {
        if (!bodies.usable(t)) continue;
        const Triangle& c = bodies.triangles()[t];
        for (std::uint32_t i = 0; i < 3; ++i) {
            const std::uint32_t from = c[i], to = c[(i + 1) % 3];
            half_edges.push_back({std::min(from, to), std::max(from, to), 3 * t + i, from < to});
        }
    }
    std::sort(half_edges.begin(), half_edges.end(), [](const HalfEdge& p, const HalfEdge& q) {
        return std::tie(p.low, p.high, p.place) < std::tie(q.low, q.high, q.place);
    });
    return half_edges;
}

double norm(const Vec3& v) { return std::sqrt(dot(v, v)); }

/// What grouping knows of a region under construction.
struct Group {
    double area, perimeter;
    std::uint32_t size;         // triangles
    std::uint32_t left, right;  // groups it was made of; none for a triangle
    std::uint32_t triangle;
};

struct Border {
    std::uint32_t a, b;  // groups, a < b
    double length;
};

/// Sums the borders between the same two groups.
void join_parallel_borders(std::vector<Border>& borders) {
    std::sort(borders.begin(), borders.end(),
              [](const Border& p, const Border& q) { return std::pair(p.a, p.b) < std::pair(q.a, q.b); });
    std::size_t kept = 0;
    for (const Border& border : borders) {
        if (kept > 0 && borders[kept - 1].a == border.a && borders[kept - 1].b == border.b) {
            borders[kept - 1].length += border.length;
        } else {
            borders[kept++] = border;
        }
    }
    borders.resize(kept);
}

class Grouping {
public:
    Grouping(const Bodies& bodies, const EdgeGraph& edges) : bodies_(bodies) {
        add_triangles();
        for (const SharedEdge& edge : edges.shared) {
            const std::uint32_t a = group_of_triangle_[edge.a], b = group_of_triangle_[edge.b];
            if (a != b) borders_.push_back({std::min(a, b), std::max(a, b), shared_length(edge)});
        }
        join_parallel_borders(borders_);
    }

    void run() {
        while (!borders_.empty()) pair_up();
    }

    [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }

private:
    void add_triangles() {
        group_of_triangle_.assign(bodies_.triangles().size(), none);
        for (std::uint32_t t = 0; t < bodies_.triangles().size(); ++t) {
            if (!bodies_.usable(t)) continue;
            const auto [a, b, c] = bodies_.corners(t);
            const double area = 0.5 * norm(cross(b - a, c - a));
            const double perimeter = norm(b - a) + norm(c - b) + norm(a - c);
            group_of_triangle_[t] = static_cast<std::uint32_t>(groups_.size());
            groups_.push_back({finite_or_zero(area), finite_or_zero(perimeter), 1, none, none, t});
        }
    }

    static double finite_or_zero(double value) { return std::isfinite(value) ? value : 0; }

    double shared_length(const SharedEdge& edge) const {
        const auto s = narrow_phase::shared_corners(bodies_.triangles()[edge.a], bodies_.triangles()[edge.b]);
        return s.count < 2 ? 0 : finite_or_zero(norm(bodies_.position(s.a[1]) - bodies_.position(s.a[0])));
    }

    double shape_factor(const Border& border) const {
        const Group &a = groups_[border.a], &b = groups_[border.b];
        const double perimeter = a.perimeter + b.perimeter - 2 * border.length;
        // A closed surface has no perimeter at all: nothing is rounder.
        return perimeter > 0 ? std::sqrt(a.area + b.area) / perimeter : std::numeric_limits<double>::max();
    }

    /// One round: every group joins the neighbour with which it makes the best shape, where that one is still free.
    /// Pairs of one round are of like age, so that the tree stays balanced.
    void pair_up() {
        std::vector<std::pair<double, std::uint32_t>> best_first(borders_.size());
        for (std::uint32_t i = 0; i < borders_.size(); ++i) best_first[i] = {-shape_factor(borders_[i]), i};
        std::sort(best_first.begin(), best_first.end());
        std::vector<std::uint32_t> now(groups_.size());
        std::iota(now.begin(), now.end(), 0u);
        for (const auto& [factor, index] : best_first) {
            const Border border = borders_[index];
            if (now[border.a] != border.a || now[border.b] != border.b) continue;
            const Group a = groups_[border.a], b = groups_[border.b];
            const auto joined = static_cast<std::uint32_t>(groups_.size());
            groups_.push_back({a.area + b.area, std::max(0.0, a.perimeter + b.perimeter - 2 * border.length),
                               a.size + b.size, border.a, border.b, none});
            now[border.a] = now[border.b] = joined;
        }
        std::size_t kept = 0;
        for (const Border& border : borders_) {
            const std::uint32_t a = now[border.a], b = now[border.b];
            if (a != b) borders_[kept++] = {std::min(a, b), std::max(a, b), border.length};
        }
        borders_.resize(kept);
        join_parallel_borders(borders_);
    }

    const Bodies& bodies_;
    std::vector<std::uint32_t> group_of_triangle_;
    std::vector<Group> groups_;
    std::vector<Border> borders_;
};

/// Turns groups into regions, parents first, and cuts them off at leaves.
class RegionNumbering {
public:
    RegionNumbering(const Bodies& bodies, const std::vector<Group>& groups) : bodies_(bodies), groups_(groups) {
        out_.leaf_of_triangle.assign(bodies.triangles().size(), none);
        std::vector<std::uint8_t> is_child(groups.size(), 0);
        for (const Group& g : groups) {
            if (g.left != none) is_child[g.left] = is_child[g.right] = 1;
        }
        for (std::uint32_t g = 0; g < groups.size(); ++g) {
            if (is_child[g] == 0) out_.roots.push_back(add(g, none));
        }
    }

    GroupedHierarchy take() { return std::move(out_); }

private:
    // Depth is the number of rounds of grouping: a few dozen.
    std::uint32_t add(std::uint32_t group, std::uint32_t parent) {
        const auto region = static_cast<std::uint32_t>(out_.regions.size());
        const auto first_leaf = static_cast<std::uint32_t>(out_.leaf_region.size());
        out_.regions.push_back({first_leaf, first_leaf, none, none, parent, 0});
        if (groups_[group].size <= leaf_capacity) {
            out_.leaf_region.push_back(region);
            out_.leaf_size.push_back(0);
            out_.triangles.resize(out_.triangles.size() + leaf_capacity, none);
            fill_leaf(group, first_leaf);
            out_.regions[region].body = bodies_.body_index(out_.triangles[std::size_t{first_leaf} * leaf_capacity]);
        } else {
            const std::uint32_t left = add(groups_[group].left, region);
            const std::uint32_t right = add(groups_[group].right, region);
            out_.regions[region].left = left;
            out_.regions[region].right = right;
            out_.regions[region].body = out_.regions[left].body;
        }
        out_.regions[region].last_leaf = static_cast<std::uint32_t>(out_.leaf_region.size());
        return region;
    }

    void fill_leaf(std::uint32_t group, std::uint32_t leaf) {
        const Group& g = groups_[group];
        if (g.left != none) {
            fill_leaf(g.left, leaf);
            fill_leaf(g.right, leaf);
            return;
        }
        out_.triangles[std::size_t{leaf} * leaf_capacity + out_.leaf_size[leaf]++] = g.triangle;
        out_.leaf_of_triangle[g.triangle] = leaf;
    }

    const Bodies& bodies_;
    const std::vector<Group>& groups_;
    GroupedHierarchy out_;
};

/// Puts every triangle into the leaf that it belongs to.
void refill_leaves(GroupedHierarchy& hierarchy) {
    std::fill(hierarchy.triangles.begin(), hierarchy.triangles.end(), none);
    std::fill(hierarchy.leaf_size.begin(), hierarchy.leaf_size.end(), 0);
    for (std::uint32_t t = 0; t < hierarchy.leaf_of_triangle.size(); ++t) {
        const std::uint32_t leaf = hierarchy.leaf_of_triangle[t];
        if (leaf == none) continue;
        hierarchy.triangles[std::size_t{leaf} * leaf_capacity + hierarchy.leaf_size[leaf]++] = t;
    }
}

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

void order_leaves(const Bodies& bodies, GroupedHierarchy& hierarchy) {
    std::array<Placed, leaf_capacity> placed;
    for (std::size_t leaf = 0; leaf < hierarchy.leaf_size.size(); ++leaf) {
        const std::size_t size = hierarchy.leaf_size[leaf];
        std::uint32_t* triangles = hierarchy.triangles.data() + leaf * leaf_capacity;
        for (std::size_t i = 0; i < size; ++i) {
            const auto [a, b, c] = bodies.corners(triangles[i]);
            const Vec3 centre = a + b + c;
            const bool finite = std::isfinite(centre.x) && std::isfinite(centre.y) && std::isfinite(centre.z);
            placed[i] = {triangles[i], finite ? centre : Vec3()};
        }
        order_into_blocks({placed.data(), size});
        for (std::size_t i = 0; i < size; ++i) triangles[i] = placed[i].triangle;
    }
}

/// Hands triangles that stick out of their leaf, with two edges towards the same other leaf, over to that one: borders
/// get shorter and straighter, so that their contours are shorter and more often proven simple at a glance.
void straighten_borders(const EdgeGraph& edges, GroupedHierarchy& hierarchy) {
    auto& leaf_of = hierarchy.leaf_of_triangle;
    auto& size = hierarchy.leaf_size;
    // Each handover shortens the borders by the triangle inequality, so that this ends; most is done in a few rounds.
    constexpr int rounds = 8;
    bool any = true;
    for (int round = 0; any && round < rounds; ++round) {
        any = false;
        for (std::size_t t = 0; t < leaf_of.size(); ++t) {
            const std::uint32_t own = leaf_of[t];
            if (own == none || size[own] == 1) continue;
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
            if (inside != 1 || !same_other || size[other] == leaf_capacity) continue;
            leaf_of[t] = other;
            --size[own];
            ++size[other];
            any = true;
        }
    }
    refill_leaves(hierarchy);
}

}  // namespace

EdgeGraph edge_graph(const Bodies& bodies) {
    EdgeGraph out;
    out.irregular.assign(bodies.triangles().size(), 0);
    out.across.assign(3 * bodies.triangles().size(), none);
    const std::vector<HalfEdge> half_edges = sorted_half_edges(bodies);
    for (std::size_t i = 0; i < half_edges.size();) {
        std::size_t end = i + 1;
        while (end < half_edges.size() && half_edges[end].low == half_edges[i].low &&
               half_edges[end].high == half_edges[i].high) {
            ++end;
        }
        const HalfEdge& first = half_edges[i];
        const bool repeated_vertex = first.low == first.high;
        const bool regular_pair = end == i + 2 && first.ascending != half_edges[i + 1].ascending && !repeated_vertex;
        if (regular_pair) {
            const std::uint32_t p = first.place, q = half_edges[i + 1].place;
            out.across[p] = q / 3;
            out.across[q] = p / 3;
            out.shared.push_back({p / 3, q / 3});
        } else if (end > i + 1 || repeated_vertex) {
            for (std::size_t k = i; k < end; ++k) out.irregular[half_edges[k].place / 3] = 1;
            for (std::size_t k = i + 1; k < end; ++k) {
                out.shared.push_back({half_edges[k - 1].place / 3, half_edges[k].place / 3});
            }
        }
        i = end;
    }
    return out;
}

GroupedHierarchy group(const Bodies& bodies, const EdgeGraph& edges) {
    Grouping grouping(bodies, edges);
    grouping.run();
    GroupedHierarchy hierarchy = RegionNumbering(bodies, grouping.groups()).take();
    straighten_borders(edges, hierarchy);
    order_leaves(bodies, hierarchy);
    hierarchy.regions.shrink_to_fit();
    hierarchy.roots.shrink_to_fit();
    hierarchy.leaf_region.shrink_to_fit();
    return hierarchy;
}

}  // namespace pliant::regularity
