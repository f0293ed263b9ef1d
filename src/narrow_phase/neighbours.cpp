#include "narrow_phase/neighbours.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "broad_phase/blocks.hpp"

namespace pliant::narrow_phase {

namespace {

using Leg = FanLeg;

constexpr std::size_t fans_per_piece = 1024;
constexpr std::size_t stars_per_piece = 64;
constexpr std::size_t pairs_at_once = 64;
// Every range looks for its triangles among all of them, where vertices are numbered without regard to place.
constexpr std::uint32_t most_ranges = 24;

/// The edge of a triangle opposite to a vertex, in the triangle's orientation.
Leg opposite_edge(const Triangle& t, std::uint32_t vertex, std::uint32_t number) {
    const int i = t[0] == vertex ? 0 : t[1] == vertex ? 1 : 2;
    return {t[(i + 1) % 3], t[(i + 2) % 3], number};
}

/// Puts the edges in the order of a fan: each begins where the one before ends. False where they do not form a single
/// fan: several fans, inconsistent orientation, an edge used more than twice.
bool order_as_fan(std::vector<Leg>& legs, std::vector<Leg>& ordered, bool& closed) {
    const auto by_from = [](const Leg& p, const Leg& q) { return p.from < q.from; };
    const auto by_to = [](const Leg& p, const Leg& q) { return p.to < q.to; };
    ordered = legs;
    std::sort(ordered.begin(), ordered.end(), by_to);
    std::sort(legs.begin(), legs.end(), by_from);
    const auto twice = [](const auto& sorted, auto member) {
        for (std::size_t i = 1; i < sorted.size(); ++i) {
            if (sorted[i].*member == sorted[i - 1].*member) return true;
        }
        return false;
    };
    if (twice(legs, &Leg::from) || twice(ordered, &Leg::to)) return false;
    // An open fan starts with the leg at which no other one ends.
    std::size_t at = 0;
    for (std::size_t k = 0; k < legs.size(); ++k) {
        if (!std::binary_search(ordered.begin(), ordered.end(), Leg{0, legs[k].from, 0}, by_to)) at = k;
    }
    ordered.clear();
    for (;;) {
        ordered.push_back(legs[at]);
        const auto next = std::lower_bound(legs.begin(), legs.end(), Leg{legs[at].to, 0, 0}, by_from);
        const bool ends = next == legs.end() || next->from != legs[at].to;
        if (ends || next->from == ordered.front().from) {
            closed = !ends;
            return ordered.size() == legs.size();
        }
        at = static_cast<std::size_t>(next - legs.begin());
    }
}

/// Turns edges around until each begins where another one ends, as far as they hang together: whether triangles meet
/// does not depend on which way they face. False where three of them have a vertex in common.
bool turn_one_way(std::vector<Leg>& legs, std::vector<std::pair<std::uint32_t, std::uint32_t>>& ends) {
    ends.clear();
    for (std::uint32_t k = 0; k < legs.size(); ++k) {
        ends.emplace_back(legs[k].from, k);
        ends.emplace_back(legs[k].to, k);
    }
    std::sort(ends.begin(), ends.end());
    const auto of = [&](std::uint32_t vertex) {
        return std::lower_bound(ends.begin(), ends.end(), std::pair(vertex, std::uint32_t{0}));
    };
    std::uint32_t first = 0;
    for (auto end = ends.begin(); end != ends.end();) {
        const auto count = std::find_if(end, ends.end(), [&](const auto& e) { return e.first != end->first; }) - end;
        if (count > 2) return false;
        if (count == 1) first = end->second;  // an open fan begins here, or at its other end
        end += count;
    }
    const auto lonely = [&](std::uint32_t vertex) {
        const auto end = of(vertex);
        return end + 1 == ends.end() || end[1].first != vertex;
    };
    if (lonely(legs[first].to)) std::swap(legs[first].from, legs[first].to);
    for (std::size_t turned = 1, at = first; turned < legs.size(); ++turned) {
        const auto end = of(legs[at].to);
        if (lonely(legs[at].to)) return true;
        const std::uint32_t next = end->second == at ? end[1].second : end->second;
        if (legs[next].from != legs[at].to) std::swap(legs[next].from, legs[next].to);
        at = next;
    }
    return true;
}

}  // namespace

void Neighbours::build(const frame::Bodies& bodies) {
    const parallel::Chunks chunks{bodies.triangles().size(), triangles_per_chunk};
    std::vector<std::uint32_t> all(chunks.number());
    std::iota(all.begin(), all.end(), 0u);
    build(bodies, {0, static_cast<std::uint32_t>(bodies.vertex_count())}, all);
}

void Neighbours::build(const frame::Bodies& bodies, VertexRange vertices, std::span<const std::uint32_t> chunks) {
    const auto triangles = bodies.triangles();
    const parallel::Chunks chunked{triangles.size(), triangles_per_chunk};
    const std::uint32_t count = vertices.end - vertices.first;
    // Numbers below `first` wrap around to large ones.
    const auto for_each_corner = [&](auto&& visit) {
        for (const std::uint32_t chunk : chunks) {
            for (std::size_t t = chunked.begin(chunk); t < chunked.end(chunk); ++t) {
                const auto number = static_cast<std::uint32_t>(t);
                const Triangle& c = triangles[t];
                const std::uint32_t i = c[0] - vertices.first, j = c[1] - vertices.first, k = c[2] - vertices.first;
                // Of a small range nearly all triangles end here; one branch for three corners.
                if (std::min(std::min(i, j), k) >= count || !bodies.usable(number)) continue;
                if (i < count) visit(number, i);
                if (j < count && j != i) visit(number, j);
                if (k < count && k != i && k != j) visit(number, k);
            }
        }
    };
    std::vector<std::uint32_t> first(count + 1, 0);
    for_each_corner([&](std::uint32_t, std::uint32_t v) { ++first[v + 1]; });
    for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
    incident_.resize(first.back());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for_each_corner([&](std::uint32_t t, std::uint32_t v) { incident_[next[v]++] = t; });

    first_vertex_ = vertices.first;
    fans_.clear();
    fan_stars_.clear();
    fan_of_vertex_.assign(count, no_fan);
    ring_.clear();
    ring_.reserve(incident_.size() + count + ring_padding);
    other_stars_.clear();
    for (std::uint32_t v = 0; v < count; ++v) {
        const std::uint32_t around = first[v + 1] - first[v];
        if (around >= 2) add_star(bodies, {v + vertices.first, first[v], around});
    }
    ring_.resize(ring_.size() + ring_padding, 0);
}

void Neighbours::add_star(const frame::Bodies& bodies, const Star& star) {
    std::vector<Leg>&legs = legs_, &ordered = ordered_;
    legs.clear();
    bool closed = false, is_fan = true;
    for (std::uint32_t k = 0; k < star.triangles; ++k) {
        const std::uint32_t t = incident_[star.first + k];
        const Leg leg = opposite_edge(bodies.triangles()[t], star.vertex, t);
        legs.push_back(leg);
        // A triangle with a repeated vertex is degenerate in every frame, and no wedge.
        is_fan &= leg.from != leg.to && leg.from != star.vertex && leg.to != star.vertex;
    }
    const auto is_in_order = [&] {
        turned_ = legs;  // the order of a fan may fail on its way
        if (order_as_fan(legs, ordered, closed)) return true;
        legs.swap(turned_);
        return turn_one_way(legs, ends_) && order_as_fan(legs, ordered, closed);
    };
    if (!is_fan || !is_in_order()) {
        other_stars_.push_back(star);
        return;
    }
    fan_of_vertex_[star.vertex - first_vertex_] = static_cast<std::uint32_t>(fans_.size());
    fans_.push_back({star.vertex, static_cast<std::uint32_t>(ring_.size()), star.triangles, closed});
    fan_stars_.push_back(star);
    for (const Leg& leg : ordered) ring_.push_back(leg.from);
    ring_.push_back(ordered.back().to);
}

std::size_t Neighbours::pieces() const {
    return parallel::Chunks{fans_.size(), fans_per_piece}.number() +
           parallel::Chunks{other_stars_.size(), stars_per_piece}.number();
}

void Neighbours::find(const frame::Bodies& bodies, std::span<const std::uint8_t> set_aside,
                      std::span<const std::uint8_t> resting, std::size_t piece, Findings& out) const {
    const parallel::Chunks fan_pieces{fans_.size(), fans_per_piece}, star_pieces{other_stars_.size(), stars_per_piece};
    if (piece >= fan_pieces.number()) {
        const std::size_t chunk = piece - fan_pieces.number();
        if (all_rest(bodies, resting, other_stars_[star_pieces.begin(chunk)],
                     other_stars_[star_pieces.end(chunk) - 1])) {
            return;
        }
        for (std::size_t i = star_pieces.begin(chunk); i < star_pieces.end(chunk); ++i) {
            find_around(bodies, set_aside, other_stars_[i], out);
        }
        return;
    }
    const std::size_t begin = fan_pieces.begin(piece), count = fan_pieces.end(piece) - begin;
    if (all_rest(bodies, resting, fan_stars_[begin], fan_stars_[begin + count - 1])) return;
    std::array<std::uint32_t, fans_per_piece> irregular;
    const std::size_t number =
        irregular_fans(bodies.vertices(), {fans_.data() + begin, count}, ring_.data(), irregular.data());
    for (std::size_t k = 0; k < number; ++k) find_around(bodies, set_aside, fan_stars_[begin + irregular[k]], out);
}

/// Whether the bodies from that of the first to that of the last vertex all rest.
bool Neighbours::all_rest(const frame::Bodies& bodies, std::span<const std::uint8_t> resting, const Star& first,
                          const Star& last) const {
    if (resting.empty()) return false;
    const std::uint32_t from = bodies.body_index(incident_[first.first]), to = bodies.body_index(incident_[last.first]);
    return std::all_of(resting.begin() + from, resting.begin() + to + 1, [](std::uint8_t rests) { return rests != 0; });
}

void Neighbours::find_around(const frame::Bodies& bodies, std::span<const std::uint8_t> set_aside, const Star& star,
                             Findings& out) const {
    std::array<broad_phase::Pair, pairs_at_once> pairs;
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < star.triangles; ++i) {
        const std::uint32_t a = incident_[star.first + i];
        if (set_aside[a] != 0) continue;
        for (std::uint32_t k = i + 1; k < star.triangles; ++k) {
            const std::uint32_t b = incident_[star.first + k];
            if (set_aside[b] != 0) continue;
            const SharedCorners s = shared_corners(bodies.triangles()[a], bodies.triangles()[b]);
            // A pair that shares several vertices is tested around the one with the smallest number.
            if (*std::min_element(s.a.begin(), s.a.begin() + s.count) != star.vertex) continue;
            pairs[count++] = {a, b};
            if (count < pairs.size()) continue;
            out.test_neighbours(bodies, pairs);
            count = 0;
        }
    }
    out.test_neighbours(bodies, {pairs.data(), count});
}

void PassingNeighbours::start(const frame::Bodies& bodies, parallel::Workers& workers) {
    const auto triangles = bodies.triangles();
    const parallel::Chunks chunks{triangles.size(), Neighbours::triangles_per_chunk};
    vertices_ = static_cast<std::uint32_t>(bodies.vertex_count());
    range_ = std::max(least_range_, vertices_ / most_ranges);
    of_chunk_.resize(chunks.number());
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        std::uint32_t lowest = std::numeric_limits<std::uint32_t>::max(), highest = 0;
        for (std::size_t t = chunks.begin(chunk); t < chunks.end(chunk); ++t) {
            for (const std::uint32_t v : triangles[t]) {
                lowest = std::min(lowest, v);
                highest = std::max(highest, v);
            }
        }
        of_chunk_[chunk] = {lowest, highest + 1};
    });
}

std::size_t PassingNeighbours::pieces() const { return parallel::Chunks{vertices_, range_}.number(); }

void PassingNeighbours::find(const frame::Bodies& bodies, std::span<const std::uint8_t> set_aside, std::size_t piece,
                             Findings& out) const {
    const parallel::Chunks ranges{vertices_, range_};
    const VertexRange vertices{static_cast<std::uint32_t>(ranges.begin(piece)),
                               static_cast<std::uint32_t>(ranges.end(piece))};
    std::vector<std::uint32_t> chunks;
    for (std::uint32_t chunk = 0; chunk < of_chunk_.size(); ++chunk) {
        if (of_chunk_[chunk].first < vertices.end && vertices.first < of_chunk_[chunk].end) chunks.push_back(chunk);
    }
    Neighbours around;
    around.build(bodies, vertices, chunks);
    for (std::size_t i = 0; i < around.pieces(); ++i) around.find(bodies, set_aside, {}, i, out);
}

}  // namespace pliant::narrow_phase
