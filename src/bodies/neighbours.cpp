#include "bodies/neighbours.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace pliant::bodies {

namespace {

constexpr std::size_t fans_per_piece = 1024;
constexpr std::size_t stars_per_piece = 64;
constexpr std::size_t pairs_at_once = 64;

struct Leg {
    std::uint32_t from, to, triangle;
};

/// The edge of a triangle opposite to a vertex, in the triangle's turning direction.
Leg opposite_edge(const Triangle& t, std::uint32_t vertex, std::uint32_t number) {
    const int i = t[0] == vertex ? 0 : t[1] == vertex ? 1 : 2;
    return {t[(i + 1) % 3], t[(i + 2) % 3], number};
}

/// Puts the edges in the order of a fan: each begins where the one before ends. False where they do not form a single
/// fan: several fans, inconsistent orientation, an edge used more than twice.
bool order_as_fan(std::span<Leg> legs, bool& closed) {
    const auto begins_with = [&](std::size_t after, std::uint32_t vertex) -> std::optional<std::size_t> {
        for (std::size_t k = after; k < legs.size(); ++k) {
            if (legs[k].from == vertex) return k;
        }
        return std::nullopt;
    };
    // An open fan starts with the leg at which no other one ends.
    for (std::size_t k = 0; k < legs.size(); ++k) {
        const bool is_start =
            std::none_of(legs.begin(), legs.end(), [&](const Leg& l) { return l.to == legs[k].from; });
        if (is_start) {
            std::swap(legs[0], legs[k]);
            break;
        }
    }
    for (std::size_t i = 0; i + 1 < legs.size(); ++i) {
        const auto next = begins_with(i + 1, legs[i].to);
        if (!next) return false;
        std::swap(legs[i + 1], legs[*next]);
    }
    closed = legs.back().to == legs.front().from;
    // Each leg vertex may be left once and reached once.
    for (std::size_t i = 0; i < legs.size(); ++i) {
        for (std::size_t k = i + 1; k < legs.size(); ++k) {
            if (legs[i].from == legs[k].from || legs[i].to == legs[k].to) return false;
        }
    }
    return true;
}

// Ordering is quadratic in the number of triangles around a vertex; beyond this they are looked at pair by pair.
constexpr std::size_t largest_fan = 64;

}  // namespace

void Neighbours::build(const Bodies& bodies) {
    const auto triangles = bodies.triangles();
    std::vector<std::uint32_t> first(bodies.vertex_count() + 1, 0);
    const auto for_each_corner = [&](auto&& visit) {
        for (std::uint32_t t = 0; t < triangles.size(); ++t) {
            if (!bodies.usable(t)) continue;
            const Triangle& c = triangles[t];
            visit(t, c[0]);
            if (c[1] != c[0]) visit(t, c[1]);
            if (c[2] != c[0] && c[2] != c[1]) visit(t, c[2]);
        }
    };
    for_each_corner([&](std::uint32_t, std::uint32_t v) { ++first[v + 1]; });
    for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
    incident_.resize(first.back());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for_each_corner([&](std::uint32_t t, std::uint32_t v) { incident_[next[v]++] = t; });

    fans_.clear();
    fan_stars_.clear();
    ring_.clear();
    other_stars_.clear();
    for (std::uint32_t v = 0; v + 1 < first.size(); ++v) {
        if (first[v + 1] - first[v] >= 2) add_star(bodies, {v, first[v], first[v + 1] - first[v]});
    }
    ring_.resize(ring_.size() + simd::ring_padding, 0);
}

void Neighbours::add_star(const Bodies& bodies, const Star& star) {
    std::array<Leg, largest_fan> legs{};
    bool closed = false;
    bool is_fan = star.triangles <= largest_fan;
    for (std::uint32_t k = 0; is_fan && k < star.triangles; ++k) {
        const std::uint32_t t = incident_[star.first + k];
        legs[k] = opposite_edge(bodies.triangles()[t], star.vertex, t);
        // A triangle with a repeated vertex is degenerate in every frame, and no wedge.
        is_fan = legs[k].from != legs[k].to && legs[k].from != star.vertex && legs[k].to != star.vertex;
    }
    if (!is_fan || !order_as_fan({legs.data(), star.triangles}, closed)) {
        other_stars_.push_back(star);
        return;
    }
    fans_.push_back({star.vertex, static_cast<std::uint32_t>(ring_.size()), star.triangles, closed});
    fan_stars_.push_back(star);
    for (std::uint32_t k = 0; k < star.triangles; ++k) ring_.push_back(legs[k].from);
    ring_.push_back(legs[star.triangles - 1].to);
}

std::size_t Neighbours::pieces() const {
    return parallel::Chunks{fans_.size(), fans_per_piece}.number() +
           parallel::Chunks{other_stars_.size(), stars_per_piece}.number();
}

void Neighbours::find(const Bodies& bodies, std::span<const std::uint8_t> set_aside, std::size_t piece,
                      Findings& out) const {
    const parallel::Chunks fan_pieces{fans_.size(), fans_per_piece}, star_pieces{other_stars_.size(), stars_per_piece};
    if (piece >= fan_pieces.number()) {
        const std::size_t chunk = piece - fan_pieces.number();
        for (std::size_t i = star_pieces.begin(chunk); i < star_pieces.end(chunk); ++i) {
            find_around(bodies, set_aside, other_stars_[i], out);
        }
        return;
    }
    const std::size_t begin = fan_pieces.begin(piece), count = fan_pieces.end(piece) - begin;
    std::array<std::uint32_t, fans_per_piece> irregular;
    const std::size_t number =
        simd::irregular_fans(bodies.vertices(), {fans_.data() + begin, count}, ring_.data(), irregular.data());
    for (std::size_t k = 0; k < number; ++k) find_around(bodies, set_aside, fan_stars_[begin + irregular[k]], out);
}

void Neighbours::find_around(const Bodies& bodies, std::span<const std::uint8_t> set_aside, const Star& star,
                             Findings& out) const {
    std::array<simd::Pair, pairs_at_once> pairs;
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < star.triangles; ++i) {
        const std::uint32_t a = incident_[star.first + i];
        if (set_aside[a] != 0) continue;
        for (std::uint32_t k = i + 1; k < star.triangles; ++k) {
            const std::uint32_t b = incident_[star.first + k];
            if (set_aside[b] != 0) continue;
            const SharedCorners s = shared_corners(bodies.triangles()[a], bodies.triangles()[b]);
            // A pair that shares several vertices is looked at around the one with the smallest number.
            if (*std::min_element(s.a.begin(), s.a.begin() + s.count) != star.vertex) continue;
            pairs[count++] = {a, b};
            if (count < pairs.size()) continue;
            out.test_neighbours(bodies, pairs);
            count = 0;
        }
    }
    out.test_neighbours(bodies, {pairs.data(), count});
}

}  // namespace pliant::bodies
