#include "detect/regularity/contours.hpp"

#include <algorithm>
#include <utility>

#include "broad_phase/blocks.hpp"

namespace pliant::regularity {

using frame::Bodies;

void Contours::plan(Loops& loops, const EdgeGraph& edges, const GroupedHierarchy& hierarchy) {
    loops.add({3000,
               [&](const Bodies&) {
                   scratch_ = {};  // of a build that has failed
                   records_.assign(hierarchy.regions.size(), {});
                   from_.clear();
                   loop_ends_.clear();
                   key_vertices_.clear();
                   return hierarchy.regions.size();
               },
               [&](const Bodies& bodies, std::size_t first, std::size_t last) {
                   for (std::size_t i = first; i < last; ++i) {
                       add_region(bodies, edges, hierarchy, static_cast<std::uint32_t>(records_.size() - 1 - i));
                   }
               }});
    loops.add({3000,
               [&](const Bodies& bodies) {
                   neighbours_.assign(1, {0, 0, {unconnected, unconnected}});
                   loops_around_.clear();
                   between_children_.clear();
                   scratch_.seen.assign(bodies.vertex_count(), 0);
                   scratch_.look = 0;
                   return hierarchy.regions.size();
               },
               [&](const Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t i = first; i < last; ++i) list_loops_around(hierarchy, hierarchy.regions[i]);
               }});
    plan_leaves_around_vertices(loops, hierarchy);
    loops.add({1, [&](const Bodies&) { return std::size_t{1}; },
               [&](const Bodies&, std::size_t, std::size_t) { free_what_a_build_needs(); }});
}

void Contours::add_region(const Bodies& bodies, const EdgeGraph& edges, const GroupedHierarchy& hierarchy,
                          std::uint32_t region) {
    if (hierarchy.regions[region].is_leaf()) {
        add_leaf(bodies, edges, hierarchy, region);
    } else {
        add_parent(hierarchy, region);
    }
    store_key_vertices(hierarchy, region);
}

void Contours::free_what_a_build_needs() {
    for (auto* vertices : {&from_, &loops_around_}) vertices->resize(vertices->size() + broad_phase::block_size, 0);
    scratch_ = {};
    for (auto* numbers : {&from_, &loop_ends_, &between_children_, &loops_around_, &key_vertices_}) {
        numbers->shrink_to_fit();
    }
    neighbours_.shrink_to_fit();
}

ContourLoops Contours::loops(std::uint32_t region) const {
    const Record& r = records_[region];
    return {{from_.data() + r.first_edge, r.last_edge - r.first_edge},
            {loop_ends_.data() + r.first_loop, r.last_loop - r.first_loop}};
}

std::span<const std::uint32_t> Contours::behind(std::uint32_t region) const {
    const Record& r = records_[region];
    return {scratch_.behind.data() + r.first_edge, r.last_edge - r.first_edge};
}

void Contours::add_leaf(const Bodies& bodies, const EdgeGraph& edges, const GroupedHierarchy& hierarchy,
                        std::uint32_t region) {
    Record& record = records_[region];
    const std::uint32_t leaf = hierarchy.regions[region].first_leaf;
    record.regular = true;
    scratch_.open.clear();
    for (std::uint32_t k = 0; k < hierarchy.leaf_size[leaf]; ++k) {
        const std::uint32_t t = hierarchy.triangles[std::size_t{leaf} * leaf_capacity + k];
        if (edges.irregular[t] != 0) record.regular = false;
        const Triangle c = edges.corners(bodies, t);
        for (std::uint32_t i = 0; i < 3; ++i) {
            const std::uint32_t across = edges.across[3 * std::size_t{t} + i];
            const std::uint32_t behind = across == none ? none : hierarchy.leaf_of_triangle[across];
            if (behind != leaf) scratch_.open.push_back({c[i], c[(i + 1) % 3], behind});
        }
    }
    close_loops(record);
}

void Contours::add_parent(const Hierarchy& hierarchy, std::uint32_t region) {
    const Region& r = hierarchy.regions[region];
    Record& record = records_[region];
    record.regular = records_[r.left].regular && records_[r.right].regular;
    scratch_.open.clear();
    for (const std::uint32_t child : {r.left, r.right}) {
        for (std::uint32_t i = records_[child].first_edge; i < records_[child].last_edge; ++i) {
            if (scratch_.behind[i] == none || !r.contains_leaf(scratch_.behind[i]))
                scratch_.open.push_back({from_[i], scratch_.to[i], scratch_.behind[i]});
        }
    }
    close_loops(record);
}

/// Links the open edges into loops. A vertex with several outgoing edges means a pinched region, which is not regular.
void Contours::close_loops(Record& record) {
    record.first_edge = static_cast<std::uint32_t>(from_.size());
    record.first_loop = static_cast<std::uint32_t>(loop_ends_.size());
    std::sort(scratch_.open.begin(), scratch_.open.end(), [](const Open& p, const Open& q) { return p.from < q.from; });
    for (std::size_t i = 1; i < scratch_.open.size(); ++i) {
        if (scratch_.open[i].from == scratch_.open[i - 1].from) record.regular = false;
    }
    if (!record.regular) {  // never tested as loops, but parents and neighbours need the edges
        for (const Open& open : scratch_.open) add_edge(open);
    }
    std::vector<std::uint8_t> used(record.regular ? scratch_.open.size() : 0, 0);
    for (std::size_t start = 0; start < used.size(); ++start) {
        if (used[start] != 0) continue;
        for (std::size_t at = start; used[at] == 0;) {
            used[at] = 1;
            add_edge(scratch_.open[at]);
            const auto next = std::lower_bound(scratch_.open.begin(), scratch_.open.end(), scratch_.open[at].to,
                                               [](const Open& o, std::uint32_t v) { return o.from < v; });
            if (next == scratch_.open.end() || next->from != scratch_.open[at].to) {
                record.regular = false;  // not a closed loop: only possible around irregular triangles
                break;
            }
            at = static_cast<std::size_t>(next - scratch_.open.begin());
        }
        loop_ends_.push_back(static_cast<std::uint32_t>(from_.size()) - record.first_edge);
    }
    record.last_edge = static_cast<std::uint32_t>(from_.size());
    record.last_loop = static_cast<std::uint32_t>(loop_ends_.size());
}

void Contours::add_edge(const Open& open) {
    from_.push_back(open.from);
    scratch_.to.push_back(open.to);
    scratch_.behind.push_back(open.behind);
}

/// Vertices of the contour at which the highest-level region beyond it changes. That region contains the leaf beyond
/// the edge but not this region; the lowest common ancestor identifies it.
void Contours::store_key_vertices(const Hierarchy& hierarchy, std::uint32_t region) {
    Record& record = records_[region];
    record.first_key = static_cast<std::uint32_t>(key_vertices_.size());
    const auto common_ancestor = [&](std::uint32_t leaf) {
        if (leaf == none) return none;
        std::uint32_t at = hierarchy.regions[region].parent;
        while (at != none && !hierarchy.regions[at].contains_leaf(leaf)) at = hierarchy.regions[at].parent;
        return at;
    };
    const ContourLoops contour = loops(region);
    const auto back = behind(region);
    std::size_t begin = 0;
    for (const std::uint32_t end : contour.ends) {
        std::uint32_t previous = common_ancestor(back[end - 1]);
        const std::size_t before = key_vertices_.size();
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint32_t ancestor = common_ancestor(back[i]);
            if (ancestor != previous) key_vertices_.push_back(contour.vertices[i]);
            previous = ancestor;
        }
        if (key_vertices_.size() == before) key_vertices_.push_back(contour.vertices[begin]);
        begin = end;
    }
    record.last_key = static_cast<std::uint32_t>(key_vertices_.size());
}

Contours::Facing Contours::facing(std::uint32_t region, const Region& other) const {
    const auto leaves = behind(region);
    const auto faces = [&](std::size_t i) { return leaves[i] != none && other.contains_leaf(leaves[i]); };
    Facing out;
    bool before = !leaves.empty() && faces(leaves.size() - 1);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        const bool now = faces(i);
        if (now) ++out.edges;
        if (now && !before) {
            ++out.runs;
            out.begin = i;
        }
        if (!now && before) out.end = i;
        before = now;
    }
    return out;
}

void Contours::list_loops_around(const Hierarchy& hierarchy, const Region& region) {
    between_children_.push_back(region.is_leaf() ? unconnected : go_around(hierarchy, region.left, region.right));
}

/// Adds the pair of two regions, and recursively all pairs that a search descends to while they share edges.
std::uint32_t Contours::go_around(const Hierarchy& hierarchy, std::uint32_t a, std::uint32_t b) {
    const Region &first = hierarchy.regions[a], &second = hierarchy.regions[b];
    const Facing from_a = facing(a, second);
    if (from_a.edges == 0) return unconnected;
    const auto begin = static_cast<std::uint32_t>(loops_around_.size());
    if (const Facing from_b = facing(b, first); from_a.runs == 1 && from_b.runs == 1 && one_loop(a) && one_loop(b)) {
        add_remainder(a, from_a);
        add_remainder(b, from_b);
        if (!all_different(begin)) loops_around_.resize(begin);
    }
    const auto number = static_cast<std::uint32_t>(neighbours_.size());
    neighbours_.push_back(
        {begin, static_cast<std::uint32_t>(loops_around_.size()) - begin, {unconnected, unconnected}});
    if (first.is_leaf() && second.is_leaf()) return number;
    std::array<std::uint32_t, 2> smaller;
    if (splits_first(first.leaves(), second.leaves())) {
        smaller = {go_around(hierarchy, first.left, b), go_around(hierarchy, first.right, b)};
    } else {
        smaller = {go_around(hierarchy, a, second.left), go_around(hierarchy, a, second.right)};
    }
    neighbours_[number].smaller = smaller;
    return number;
}

bool Contours::one_loop(std::uint32_t region) const {
    const Record& r = records_[region];
    return r.regular && r.last_loop - r.first_loop == 1;
}

/// First edge that the other region does not share.
void Contours::add_remainder(std::uint32_t region, const Facing& facing) {
    const auto loop = loops(region).vertices;
    for (std::size_t i = facing.end; i != facing.begin; i = i + 1 == loop.size() ? 0 : i + 1) {
        loops_around_.push_back(loop[i]);
    }
}

/// Marks what it sees, so that nothing has to be sorted.
bool Contours::all_different(std::size_t begin) {
    const std::uint32_t look = ++scratch_.look;
    for (std::size_t i = begin; i < loops_around_.size(); ++i) {
        if (std::exchange(scratch_.seen[loops_around_[i]], look) == look) return false;
    }
    return true;
}

/// A counting sort by vertex; then each leaf once.
void Contours::plan_leaves_around_vertices(Loops& loops, const GroupedHierarchy& hierarchy) {
    const auto for_each_corner = [&hierarchy](const Bodies& bodies, std::size_t first, std::size_t last,
                                              const auto& visit) {
        for (std::size_t t = first; t < last; ++t) {
            const std::uint32_t leaf = hierarchy.leaf_of_triangle[t];
            if (leaf == none) continue;
            for (const std::uint32_t v : bodies.triangles()[t]) visit(v, leaf);
        }
    };
    loops.add({8,
               [&](const Bodies& bodies) {
                   first_leaf_around_.assign(bodies.vertex_count() + 1, 0);
                   return bodies.triangles().size();
               },
               [this, for_each_corner](const Bodies& bodies, std::size_t first, std::size_t last) {
                   for_each_corner(bodies, first, last,
                                   [&](std::uint32_t v, std::uint32_t) { ++first_leaf_around_[v + 1]; });
               }});
    loops.add({1, [&](const Bodies& bodies) { return bodies.vertex_count(); },
               [&](const Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t v = first; v < last; ++v) first_leaf_around_[v + 1] += first_leaf_around_[v];
               }});
    loops.add({15,
               [&](const Bodies& bodies) {
                   leaves_around_.resize(first_leaf_around_.back());
                   return bodies.triangles().size();
               },
               [this, for_each_corner](const Bodies& bodies, std::size_t first, std::size_t last) {
                   for_each_corner(bodies, first, last, [&](std::uint32_t v, std::uint32_t leaf) {
                       leaves_around_[first_leaf_around_[v]++] = leaf;
                   });
               }});
    loops.add({30,
               [&](const Bodies& bodies) {
                   scratch_.around = 0;
                   scratch_.around_before = 0;
                   return bodies.vertex_count();
               },
               [&](const Bodies&, std::size_t first, std::size_t last) { keep_each_leaf_once(first, last); }});
}

/// After the sort, first_leaf_around_[v] is where the leaves of v end.
void Contours::keep_each_leaf_once(std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
        const auto begin = leaves_around_.begin() + scratch_.around_before;
        const auto end = leaves_around_.begin() + first_leaf_around_[v];
        scratch_.around_before = first_leaf_around_[v];
        first_leaf_around_[v] = scratch_.around;
        std::sort(begin, end);
        std::for_each(begin, std::unique(begin, end),
                      [&](std::uint32_t leaf) { leaves_around_[scratch_.around++] = leaf; });
    }
    if (last + 1 != first_leaf_around_.size()) return;
    first_leaf_around_[last] = scratch_.around;
    leaves_around_.resize(scratch_.around);
    leaves_around_.shrink_to_fit();
}

bool Contours::touches(std::uint32_t region, const Region& other) const {
    const Record& r = records_[region];
    for (std::uint32_t k = r.first_key; k < r.last_key; ++k) {
        const std::uint32_t v = key_vertices_[k];
        for (std::uint32_t i = first_leaf_around_[v]; i < first_leaf_around_[v + 1]; ++i) {
            if (other.contains_leaf(leaves_around_[i])) return true;
        }
    }
    return false;
}

bool Contours::adjacent(const Hierarchy& hierarchy, std::uint32_t a, std::uint32_t b) const {
    return touches(a, hierarchy.regions[b]) || touches(b, hierarchy.regions[a]);
}

}  // namespace pliant::regularity
