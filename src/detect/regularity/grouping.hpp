// Groups of neighbouring triangles, joined two by two, best shape factor sqrt(area) / perimeter first
// [Volino1994, 2.3.1].
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "detect/regularity/edge_graph.hpp"
#include "detect/regularity/loops.hpp"
#include "frame/bodies.hpp"

namespace pliant::regularity {

/// What grouping knows of a region under construction.
struct Group {
    double area, perimeter;
    std::uint32_t size;         // triangles
    std::uint32_t left, right;  // groups it was made of, which come before it; none for a triangle
    std::uint32_t triangle;
};

/// Round after round every group joins the neighbour with which it makes the best shape, where that one is still free.
/// Pairs of one round are of like age, so that the tree stays balanced. Sorts are counting sorts, so that each loop is
/// linear and can be done in parts.
class Grouping {
public:
    /// Uses the positions of the moment for areas and lengths. Borrows `edges`.
    void plan(Loops& loops, const EdgeGraph& edges);
    [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }

private:
    /// Between two groups that can still be joined, by their places in `alive_`; a < b.
    struct Border {
        std::uint32_t a, b;
        double length;
    };
    struct Ranked {
        std::uint32_t rank, border;
    };
    static constexpr int digit_bits = 11, digits = 3;
    static constexpr std::size_t digit_values = std::size_t{1} << digit_bits;

    void plan_joining_borders(Loops& loops);
    void plan_ranking(Loops& loops);
    void plan_joining_groups(Loops& loops);

    void add_triangles(const frame::Bodies& bodies, std::size_t first, std::size_t last);
    void add_borders(const frame::Bodies& bodies, const EdgeGraph& edges, std::size_t first, std::size_t last);
    void keep(std::uint32_t a, std::uint32_t b, double length);
    void join_parallel(std::size_t first, std::size_t last);
    void rank(std::size_t first, std::size_t last);
    void sort_by(int digit, std::size_t first, std::size_t last);
    void join(std::size_t first, std::size_t last);
    [[nodiscard]] double shape_factor(const Border& border) const;

    std::vector<Group> groups_;
    std::vector<std::uint32_t> group_of_triangle_;
    std::vector<std::uint32_t> alive_, next_alive_;  // groups that can be joined, now and in the next round
    std::vector<std::uint32_t> now_;                 // by place in alive_: place in next_alive_
    std::vector<Border> borders_, by_first_;
    std::vector<std::uint32_t> starts_;  // of by_first_, by the first group; one more
    std::size_t kept_ = 0;               // of borders_
    std::vector<Ranked> ranked_, sorted_;
    std::array<std::array<std::uint32_t, digit_values>, digits> places_{};
};

}  // namespace pliant::regularity
