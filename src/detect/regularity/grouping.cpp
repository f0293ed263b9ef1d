#include "detect/regularity/grouping.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "narrow_phase/pair_tests.hpp"

namespace pliant::regularity {

using frame::Bodies;

namespace {

double norm(const Vec3& v) { return std::sqrt(dot(v, v)); }
double finite_or_zero(double value) { return std::isfinite(value) ? value : 0; }

double shared_length(const Bodies& bodies, const SharedEdge& edge) {
    const auto s = narrow_phase::shared_corners(bodies.triangles()[edge.a], bodies.triangles()[edge.b]);
    return s.count < 2 ? 0 : finite_or_zero(norm(bodies.position(s.a[1]) - bodies.position(s.a[0])));
}

}  // namespace

void Grouping::plan(Loops& loops, const EdgeGraph& edges) {
    loops.add({30,
               [&](const Bodies& bodies) {
                   groups_.clear();
                   groups_.reserve(2 * bodies.triangles().size());
                   group_of_triangle_.assign(bodies.triangles().size(), none);
                   return bodies.triangles().size();
               },
               [&](const Bodies& bodies, std::size_t first, std::size_t last) { add_triangles(bodies, first, last); }});
    loops.add(
        {40,
         [&](const Bodies&) {
             alive_.resize(groups_.size());
             std::iota(alive_.begin(), alive_.end(), 0u);
             starts_.assign(groups_.size() + 1, 0);
             borders_.resize(edges.shared.size());
             kept_ = 0;
             return edges.shared.size();
         },
         [&](const Bodies& bodies, std::size_t first, std::size_t last) { add_borders(bodies, edges, first, last); }});
    const std::size_t round = loops.next();
    plan_joining_borders(loops);
    plan_ranking(loops);
    plan_joining_groups(loops);
    loops.repeat_from(round, [&] { return kept_ > 0; });
}

/// Borders between the same two groups become one: sorted by the first group (a counting sort), then by the other.
void Grouping::plan_joining_borders(Loops& loops) {
    loops.add({1,
               [&](const Bodies&) {
                   borders_.resize(kept_);
                   by_first_.resize(kept_);
                   return alive_.size();
               },
               [&](const Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t i = first; i < last; ++i) starts_[i + 1] += starts_[i];
               }});
    loops.add({6, [&](const Bodies&) { return kept_; },
               [&](const Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t i = first; i < last; ++i) by_first_[starts_[borders_[i].a]++] = borders_[i];
               }});
    loops.add({20,
               [&](const Bodies&) {
                   borders_.clear();
                   return alive_.size();
               },
               [&](const Bodies&, std::size_t first, std::size_t last) { join_parallel(first, last); }});
}

/// Best shape first: a radix sort of the shape factors as floats.
void Grouping::plan_ranking(Loops& loops) {
    loops.add({20,
               [&](const Bodies&) {
                   for (auto& places : places_) places.fill(0);
                   ranked_.resize(borders_.size());
                   sorted_.resize(borders_.size());
                   return borders_.size();
               },
               [&](const Bodies&, std::size_t first, std::size_t last) { rank(first, last); }});
    for (int digit = 0; digit < digits; ++digit) {
        loops.add({4,
                   [&, digit](const Bodies&) {
                       if (digit > 0) ranked_.swap(sorted_);
                       auto& places = places_[static_cast<std::size_t>(digit)];
                       std::exclusive_scan(places.begin(), places.end(), places.begin(), 0u);
                       return ranked_.size();
                   },
                   [&, digit](const Bodies&, std::size_t first, std::size_t last) { sort_by(digit, first, last); }});
    }
}

void Grouping::plan_joining_groups(Loops& loops) {
    loops.add({20,
               [&](const Bodies&) {
                   now_.assign(alive_.size(), none);
                   next_alive_.clear();
                   return sorted_.size();
               },
               [&](const Bodies&, std::size_t first, std::size_t last) { join(first, last); }});
    loops.add({2, [&](const Bodies&) { return alive_.size(); },
               [&](const Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t i = first; i < last; ++i) {
                       if (now_[i] != none) continue;
                       now_[i] = static_cast<std::uint32_t>(next_alive_.size());
                       next_alive_.push_back(alive_[i]);
                   }
               }});
    loops.add({8,
               [&](const Bodies&) {
                   alive_.swap(next_alive_);
                   starts_.assign(alive_.size() + 1, 0);
                   kept_ = 0;
                   return borders_.size();
               },
               [&](const Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t i = first; i < last; ++i) {
                       keep(now_[borders_[i].a], now_[borders_[i].b], borders_[i].length);
                   }
               }});
}

void Grouping::add_triangles(const Bodies& bodies, std::size_t first, std::size_t last) {
    for (auto t = static_cast<std::uint32_t>(first); t < last; ++t) {
        if (!bodies.usable(t)) continue;
        const auto [a, b, c] = bodies.corners(t);
        const double area = 0.5 * norm(cross(b - a, c - a));
        const double perimeter = norm(b - a) + norm(c - b) + norm(a - c);
        group_of_triangle_[t] = static_cast<std::uint32_t>(groups_.size());
        groups_.push_back({finite_or_zero(area), finite_or_zero(perimeter), 1, none, none, t});
    }
}

void Grouping::add_borders(const Bodies& bodies, const EdgeGraph& edges, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
        const SharedEdge& edge = edges.shared[i];
        keep(group_of_triangle_[edge.a], group_of_triangle_[edge.b], shared_length(bodies, edge));
    }
}

/// Never more borders than have been read: writes stay behind.
void Grouping::keep(std::uint32_t a, std::uint32_t b, double length) {
    if (a == b) return;
    borders_[kept_++] = {std::min(a, b), std::max(a, b), length};
    ++starts_[std::min(a, b) + 1];
}

/// After the sort, starts_[i] is where the borders of group i end.
void Grouping::join_parallel(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
        const auto begin = by_first_.begin() + (i == 0 ? 0 : starts_[i - 1]), end = by_first_.begin() + starts_[i];
        std::sort(begin, end, [](const Border& p, const Border& q) { return p.b < q.b; });
        for (auto border = begin; border != end; ++border) {
            if (border != begin && borders_.back().b == border->b) {
                borders_.back().length += border->length;
            } else {
                borders_.push_back(*border);
            }
        }
    }
}

double Grouping::shape_factor(const Border& border) const {
    const Group &a = groups_[alive_[border.a]], &b = groups_[alive_[border.b]];
    const double perimeter = a.perimeter + b.perimeter - 2 * border.length;
    // A closed surface has no perimeter at all: nothing is rounder.
    return perimeter > 0 ? std::sqrt(a.area + b.area) / perimeter : std::numeric_limits<double>::max();
}

/// Factors are not negative: as floats they are in the order of their bits.
void Grouping::rank(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
        const double factor = std::min<double>(shape_factor(borders_[i]), std::numeric_limits<float>::max());
        const std::uint32_t rank = ~std::bit_cast<std::uint32_t>(static_cast<float>(factor));
        ranked_[i] = {rank, static_cast<std::uint32_t>(i)};
        for (int digit = 0; digit < digits; ++digit) {
            ++places_[static_cast<std::size_t>(digit)][rank >> digit * digit_bits & (digit_values - 1)];
        }
    }
}

void Grouping::sort_by(int digit, std::size_t first, std::size_t last) {
    auto& places = places_[static_cast<std::size_t>(digit)];
    for (std::size_t i = first; i < last; ++i) {
        sorted_[places[ranked_[i].rank >> digit * digit_bits & (digit_values - 1)]++] = ranked_[i];
    }
}

void Grouping::join(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
        const Border& border = borders_[sorted_[i].border];
        if (now_[border.a] != none || now_[border.b] != none) continue;
        now_[border.a] = now_[border.b] = static_cast<std::uint32_t>(next_alive_.size());
        next_alive_.push_back(static_cast<std::uint32_t>(groups_.size()));
        const Group a = groups_[alive_[border.a]], b = groups_[alive_[border.b]];
        groups_.push_back({a.area + b.area, std::max(0.0, a.perimeter + b.perimeter - 2 * border.length),
                           a.size + b.size, alive_[border.a], alive_[border.b], none});
    }
}

}  // namespace pliant::regularity
