#include "regularity/contours.hpp"

#include <algorithm>
#include <utility>

namespace pliant::regularity {

using bodies::Bodies;

void Contours::build(const Bodies& bodies, const EdgeGraph& edges, const Hierarchy& hierarchy) {
    records_.assign(hierarchy.regions.size(), {});
    from_.clear();
    to_.clear();
    behind_.clear();
    loop_ends_.clear();
    key_vertices_.clear();
    for (auto region = static_cast<std::uint32_t>(hierarchy.regions.size()); region-- > 0;) {
        if (hierarchy.regions[region].is_leaf()) {
            add_leaf(bodies, edges, hierarchy, region);
        } else {
            add_parent(hierarchy, region);
        }
        store_key_vertices(hierarchy, region);
    }
    behind_.resize(behind_.size() + simd::block_size, none);
    list_leaves_around_vertices(bodies, hierarchy);
}

simd::ContourEdges Contours::edges(std::uint32_t region) const {
    const Record& r = records_[region];
    const std::size_t count = r.last_edge - r.first_edge;
    return {{from_.data() + r.first_edge, count}, {to_.data() + r.first_edge, count}};
}

std::span<const std::uint32_t> Contours::behind(std::uint32_t region) const {
    const Record& r = records_[region];
    return {behind_.data() + r.first_edge, r.last_edge - r.first_edge};
}

std::span<const std::uint32_t> Contours::loop_ends(std::uint32_t region) const {
    const Record& r = records_[region];
    return {loop_ends_.data() + r.first_loop, r.last_loop - r.first_loop};
}

void Contours::add_leaf(const Bodies& bodies, const EdgeGraph& edges, const Hierarchy& hierarchy,
                        std::uint32_t region) {
    Record& record = records_[region];
    const std::uint32_t leaf = hierarchy.regions[region].first_leaf;
    record.regular = true;
    open_.clear();
    for (std::uint32_t k = 0; k < hierarchy.leaf_size[leaf]; ++k) {
        const std::uint32_t t = hierarchy.triangles[std::size_t{leaf} * leaf_capacity + k];
        if (edges.irregular[t] != 0) record.regular = false;
        const Triangle& c = bodies.triangles()[t];
        for (std::uint32_t i = 0; i < 3; ++i) {
            const std::uint32_t across = edges.across[3 * std::size_t{t} + i];
            const std::uint32_t behind = across == none ? none : hierarchy.leaf_of_triangle[across];
            if (behind != leaf) open_.push_back({c[i], c[(i + 1) % 3], behind});
        }
    }
    close_loops(record);
}

void Contours::add_parent(const Hierarchy& hierarchy, std::uint32_t region) {
    const Region& r = hierarchy.regions[region];
    Record& record = records_[region];
    record.regular = records_[r.left].regular && records_[r.right].regular;
    open_.clear();
    for (const std::uint32_t child : {r.left, r.right}) {
        const auto child_edges = edges(child);
        const auto child_behind = behind(child);
        for (std::size_t i = 0; i < child_edges.size(); ++i) {
            if (child_behind[i] == none || !r.contains_leaf(child_behind[i])) {
                open_.push_back({child_edges.from[i], child_edges.to[i], child_behind[i]});
            }
        }
    }
    close_loops(record);
}

/// Strings the open edges into loops. Where a vertex is left more than once the region is pinched and not regular.
void Contours::close_loops(Record& record) {
    record.first_edge = static_cast<std::uint32_t>(from_.size());
    record.first_loop = static_cast<std::uint32_t>(loop_ends_.size());
    std::sort(open_.begin(), open_.end(), [](const Open& p, const Open& q) { return p.from < q.from; });
    for (std::size_t i = 1; i < open_.size(); ++i) {
        if (open_[i].from == open_[i - 1].from) record.regular = false;
    }
    if (!record.regular) {  // never looked at as loops, but parents and neighbours need the edges
        for (const Open& open : open_) add_edge(open);
    }
    std::vector<std::uint8_t> used(record.regular ? open_.size() : 0, 0);
    for (std::size_t start = 0; start < used.size(); ++start) {
        if (used[start] != 0) continue;
        for (std::size_t at = start; used[at] == 0;) {
            used[at] = 1;
            add_edge(open_[at]);
            const auto next = std::lower_bound(open_.begin(), open_.end(), open_[at].to,
                                               [](const Open& o, std::uint32_t v) { return o.from < v; });
            if (next == open_.end() || next->from != open_[at].to) {
                record.regular = false;  // not a closed loop: only possible around irregular triangles
                break;
            }
            at = static_cast<std::size_t>(next - open_.begin());
        }
        loop_ends_.push_back(static_cast<std::uint32_t>(from_.size()) - record.first_edge);
    }
    record.last_edge = static_cast<std::uint32_t>(from_.size());
    record.last_loop = static_cast<std::uint32_t>(loop_ends_.size());
}

void Contours::add_edge(const Open& open) {
    from_.push_back(open.from);
    to_.push_back(open.to);
    behind_.push_back(open.behind);
}

/// Vertices of the contour at which the highest-level region behind it changes: the region that contains the leaf
/// behind and not this one is known by the first ancestor that contains both.
void Contours::store_key_vertices(const Hierarchy& hierarchy, std::uint32_t region) {
    Record& record = records_[region];
    record.first_key = static_cast<std::uint32_t>(key_vertices_.size());
    const auto common_ancestor = [&](std::uint32_t leaf) {
        if (leaf == none) return none;
        std::uint32_t at = hierarchy.regions[region].parent;
        while (at != none && !hierarchy.regions[at].contains_leaf(leaf)) at = hierarchy.regions[at].parent;
        return at;
    };
    const auto contour = edges(region);
    const auto back = behind(region);
    std::size_t begin = 0;
    for (const std::uint32_t end : loop_ends(region)) {
        std::uint32_t previous = common_ancestor(back[end - 1]);
        const std::size_t before = key_vertices_.size();
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint32_t ancestor = common_ancestor(back[i]);
            if (ancestor != previous) key_vertices_.push_back(contour.from[i]);
            previous = ancestor;
        }
        if (key_vertices_.size() == before) key_vertices_.push_back(contour.from[begin]);
        begin = end;
    }
    record.last_key = static_cast<std::uint32_t>(key_vertices_.size());
}

void Contours::list_leaves_around_vertices(const Bodies& bodies, const Hierarchy& hierarchy) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> around;
    around.reserve(3 * bodies.triangles().size());
    for (std::uint32_t t = 0; t < bodies.triangles().size(); ++t) {
        if (hierarchy.leaf_of_triangle[t] == none) continue;
        for (const std::uint32_t v : bodies.triangles()[t]) around.emplace_back(v, hierarchy.leaf_of_triangle[t]);
    }
    std::sort(around.begin(), around.end());
    around.erase(std::unique(around.begin(), around.end()), around.end());
    first_leaf_around_.assign(bodies.vertex_count() + 1, 0);
    leaves_around_.resize(around.size());
    for (std::size_t i = 0; i < around.size(); ++i) {
        ++first_leaf_around_[around[i].first + 1];
        leaves_around_[i] = around[i].second;
    }
    for (std::size_t v = 1; v < first_leaf_around_.size(); ++v) first_leaf_around_[v] += first_leaf_around_[v - 1];
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
