#include "detect/regularity/edge_graph.hpp"

#include <algorithm>
#include <utility>

namespace pliant::regularity {

using frame::Bodies;

namespace {

/// Calls visit(low, high, place, ascending) for the half edges of usable triangles.
template <class Visit>
void for_each_half_edge(const Bodies& bodies, std::size_t first, std::size_t last, const Visit& visit) {
    for (auto t = static_cast<std::uint32_t>(first); t < last; ++t) {
        if (!bodies.usable(t)) continue;
        const Triangle& c = bodies.triangles()[t];
        for (std::uint32_t i = 0; i < 3; ++i) {
            const std::uint32_t from = c[i], to = c[i == 2 ? 0 : i + 1];
            visit(std::min(from, to), std::max(from, to), 3 * t + i, from < to);
        }
    }
}

}  // namespace

void EdgeGraphMaker::plan(Loops& loops, EdgeGraph& out) {
    loops.add({12,
               [&](const Bodies& bodies) {
                   starts_.assign(bodies.vertex_count() + 1, 0);
                   return bodies.triangles().size();
               },
               [&](const Bodies& bodies, std::size_t first, std::size_t last) { count(bodies, first, last); }});
    loops.add({1, [&](const Bodies& bodies) { return bodies.vertex_count(); },
               [&](const Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t v = first; v < last; ++v) starts_[v + 1] += starts_[v];
               }});
    loops.add({25,
               [&](const Bodies& bodies) {
                   half_edges_.resize(starts_.back());
                   return bodies.triangles().size();
               },
               [&](const Bodies& bodies, std::size_t first, std::size_t last) { sort(bodies, first, last); }});
    loops.add({110,
               [&](const Bodies& bodies) {
                   out.irregular.assign(bodies.triangles().size(), 0);
                   out.across.assign(3 * bodies.triangles().size(), none);
                   out.shared.clear();
                   out.shared.reserve(half_edges_.size() / 2 + 1);
                   out.turned.clear();
                   run_the_same_way_ = 0;
                   return bodies.vertex_count();
               },
               [&](const Bodies&, std::size_t first, std::size_t last) { pair_up(first, last, out); }});
    plan_turning(loops, out);
}

/// Whether two triangles meet does not depend on which way they face; what the rules say of a region does. So triangles
/// are turned over, piece by connected piece, until neighbours run against one another.
void EdgeGraphMaker::plan_turning(Loops& loops, EdgeGraph& out) {
    loops.add({40,
               [&](const Bodies& bodies) {
                   if (run_the_same_way_ == 0) return std::size_t{0};
                   out.turned.assign(bodies.triangles().size(), 0);
                   seen_.assign(bodies.triangles().size(), 0);
                   to_turn_.clear();
                   next_piece_ = 0;
                   return bodies.triangles().size();
               },
               [&](const Bodies& bodies, std::size_t first, std::size_t last) {
                   for (std::size_t i = first; i < last; ++i) turn_next(bodies, out);
               }});
    loops.add({1, [&](const Bodies&) { return out.turned.size(); },
               [&](const Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t t = first; t < last; ++t) {
                       if (out.turned[t] != 0) std::swap(out.across[3 * t], out.across[3 * t + 2]);
                   }
               }});
}

/// Turns the unseen neighbours of one triangle the way it is turned. Each triangle has its turn once.
void EdgeGraphMaker::turn_next(const Bodies& bodies, EdgeGraph& out) {
    if (to_turn_.empty()) {
        while (seen_[next_piece_] != 0) ++next_piece_;
        seen_[next_piece_] = 1;
        to_turn_.push_back(next_piece_);
    }
    const std::uint32_t t = to_turn_.back();
    to_turn_.pop_back();
    const Triangle& c = bodies.triangles()[t];
    for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint32_t other = out.across[3 * std::size_t{t} + i];
        if (other == none) continue;
        const std::uint32_t from = c[i], to = c[i == 2 ? 0 : i + 1];
        const Triangle& d = bodies.triangles()[other];
        std::uint32_t k = 0;  // the same edge in the other triangle
        while (!(d[k] == from && d[k == 2 ? 0 : k + 1] == to) && !(d[k] == to && d[k == 2 ? 0 : k + 1] == from)) ++k;
        const auto turned = static_cast<std::uint8_t>(out.turned[t] ^ (d[k] == from ? 1 : 0));
        if (seen_[other] == 0) {
            seen_[other] = 1;
            out.turned[other] = turned;
            to_turn_.push_back(other);
        } else if (out.turned[other] != turned) {  // one side only, as in a Moebius strip
            out.irregular[t] = out.irregular[other] = 1;
            out.across[3 * std::size_t{t} + i] = out.across[3 * std::size_t{other} + k] = none;
        }
    }
}

void EdgeGraphMaker::count(const Bodies& bodies, std::size_t first, std::size_t last) {
    for_each_half_edge(bodies, first, last,
                       [&](std::uint32_t low, std::uint32_t, std::uint32_t, bool) { ++starts_[low + 1]; });
}

/// Leaves at starts_[v] where the half edges of v end.
void EdgeGraphMaker::sort(const Bodies& bodies, std::size_t first, std::size_t last) {
    for_each_half_edge(bodies, first, last,
                       [&](std::uint32_t low, std::uint32_t high, std::uint32_t place, bool ascending) {
                           half_edges_[starts_[low]++] = {high, place, ascending};
                       });
}

void EdgeGraphMaker::pair_up(std::size_t first, std::size_t last, EdgeGraph& out) {
    for (std::size_t v = first; v < last; ++v) {
        HalfEdge* begin = half_edges_.data() + (v == 0 ? 0 : starts_[v - 1]);
        HalfEdge* const all = half_edges_.data() + starts_[v];
        std::sort(begin, all, [](const HalfEdge& p, const HalfEdge& q) {
            return p.high != q.high ? p.high < q.high : p.place < q.place;
        });
        while (begin != all) {
            HalfEdge* end = begin + 1;
            while (end != all && end->high == begin->high) ++end;
            add(begin, end, begin->high == v, out);
            begin = end;
        }
    }
}

/// The half edges of one edge.
void EdgeGraphMaker::add(const HalfEdge* begin, const HalfEdge* end, bool repeated_vertex, EdgeGraph& out) {
    ++out.edges;
    if (end == begin + 2) ++out.of_two;
    if (end == begin + 2 && !repeated_vertex) {
        run_the_same_way_ += begin->ascending == begin[1].ascending ? 1 : 0;
        const std::uint32_t p = begin->place, q = begin[1].place;
        out.across[p] = q / 3;
        out.across[q] = p / 3;
        out.shared.push_back({p / 3, q / 3});
    } else if (end > begin + 1 || repeated_vertex) {
        for (const HalfEdge* h = begin; h != end; ++h) out.irregular[h->place / 3] = 1;
        for (const HalfEdge* h = begin + 1; h != end; ++h) out.shared.push_back({h[-1].place / 3, h->place / 3});
    }
}

EdgeGraph edge_graph(const Bodies& bodies) {
    EdgeGraph out;
    EdgeGraphMaker maker;
    Loops loops;
    maker.plan(loops, out);
    loops.run_to_end(bodies);
    return out;
}

}  // namespace pliant::regularity
