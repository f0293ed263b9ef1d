#include "detect/feature_tree/proximity_writer.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "simd/prefetch.hpp"

namespace pliant::feature_tree {

using frame::Bodies;
using narrow_phase::FoundProximity;

namespace {

constexpr unsigned bits_per_pass = 11;

/// Index of the body that has a vertex.
std::uint32_t body_of_vertex(const Bodies& bodies, std::uint32_t vertex) {
    const auto all = bodies.all();
    const auto next = std::upper_bound(all.begin(), all.end(), vertex,
                                       [](std::uint32_t v, const frame::Body& b) { return v < b.first_vertex; });
    return static_cast<std::uint32_t>(next - all.begin()) - 1;
}

bool of_edges(const FoundProximity& found) { return found.kind == FeatureKind::edge_edge; }

/// Indices of bodies.
struct Sides {
    std::uint32_t a, b;
};

Sides bodies_of(const Bodies& bodies, const FeatureTree& tree, const FoundProximity& found) {
    if (bodies.all().size() == 1) return {0, 0};
    if (of_edges(found)) return {tree.body_of_edge(found.first), tree.body_of_edge(found.second)};
    return {body_of_vertex(bodies, found.first), bodies.body_index(found.second)};
}

}  // namespace

void ProximityWriter::keep_nearest_of_each(std::vector<FoundProximity>& found, std::size_t count) {
    shares_.clear();
    for (std::uint32_t i = 0; i < found.size(); ++i) {
        const auto kind = static_cast<std::uint32_t>(found[i].kind);
        shares_.push_back({kind, found[i].first, i});
        if (found[i].kind == FeatureKind::edge_edge) shares_.push_back({kind, found[i].second, i});
    }
    std::sort(shares_.begin(), shares_.end(), [&](const Share& a, const Share& b) {
        if (a.kind != b.kind) return a.kind < b.kind;
        return a.feature != b.feature ? a.feature < b.feature : nearer(found[a.place], found[b.place]);
    });
    kept_.assign(found.size(), 0);
    std::size_t rank = 0;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
        const bool next =
            i == 0 || shares_[i].kind != shares_[i - 1].kind || shares_[i].feature != shares_[i - 1].feature;
        rank = next ? 0 : rank + 1;
        if (rank < count) kept_[shares_[i].place] = 1;
    }
    std::size_t end = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (kept_[i] != 0) found[end++] = found[i];
    }
    found.resize(end);
}

void ProximityWriter::add(std::span<const FoundProximity> found) {
    for (const FoundProximity& p : found) keys_.push_back({p.first, p.second, &p});
}

void ProximityWriter::write(const Bodies& bodies, const FeatureTree& tree, parallel::Workers& workers,
                            Proximities& answer) {
    sort(bodies, tree);
    answer.items.resize(keys_.size());
    const parallel::Chunks chunks{keys_.size(), 1024};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        constexpr std::size_t ahead = 8;  // the order of the answer is random in what was found
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            if (i + ahead < keys_.size()) simd::prefetch(keys_[i + ahead].found);
            write_item(bodies, tree, *keys_[i].found, answer.items[i]);
        }
    });
    const auto edges = std::find_if(keys_.begin(), keys_.end(), [](const Key& key) { return of_edges(*key.found); });
    answer.vertex_triangle = static_cast<std::uint64_t>(edges - keys_.begin());
    answer.edge_edge = keys_.size() - answer.vertex_triangle;
}

/// Radix sort, stable pass by stable pass, what matters most last.
void ProximityWriter::sort(const Bodies& bodies, const FeatureTree& tree) {
    const std::size_t vertices = bodies.vertex_count(), edges = tree.edge_count();
    for (Key& key : keys_) key.first += of_edges(*key.found) ? static_cast<std::uint32_t>(vertices) : 0;
    sort_by([](const Key& key) { return key.second; }, std::max(bodies.triangles().size(), edges));
    sort_by([](const Key& key) { return key.first; }, vertices + edges);
    const std::size_t count = bodies.all().size();
    if (count > 1) {
        sort_by([&](const Key& key) { return bodies_of(bodies, tree, *key.found).b; }, count);
        sort_by([&](const Key& key) { return bodies_of(bodies, tree, *key.found).a; }, count);
        sort_by([](const Key& key) { return of_edges(*key.found) ? 1u : 0u; }, 2);
    }
    sort_triangles_by_corners(bodies);
}

template <class Number>
void ProximityWriter::sort_by(const Number& number, std::size_t most) {
    scratch_.resize(keys_.size());
    for (unsigned shift = 0; shift < 32 && most >> shift != 0; shift += bits_per_pass) {
        std::array<std::uint32_t, 1u << bits_per_pass> next{};
        const auto bucket = [&](const Key& key) { return number(key) >> shift & (next.size() - 1); };
        for (const Key& key : keys_) ++next[bucket(key)];
        std::uint32_t before = 0;
        for (std::uint32_t& n : next) before += std::exchange(n, before);
        for (const Key& key : keys_) scratch_[next[bucket(key)]++] = key;
        keys_.swap(scratch_);
    }
}

/// The triangles of one vertex are sorted by their corners, then by number. They are few.
void ProximityWriter::sort_triangles_by_corners(const Bodies& bodies) {
    const auto before = [&](const Key& a, const Key& b) {
        const Triangle &s = bodies.triangles()[a.second], &t = bodies.triangles()[b.second];
        return s != t ? s < t : a.second < b.second;
    };
    for (auto begin = keys_.begin(); begin != keys_.end() && !of_edges(*begin->found);) {
        const std::uint32_t vertex = begin->first, body = bodies.body_index(begin->second);
        auto end = begin + 1;
        while (end != keys_.end() && end->first == vertex && bodies.body_index(end->second) == body) ++end;
        std::sort(begin, end, before);
        begin = end;
    }
}

void ProximityWriter::write_item(const Bodies& bodies, const FeatureTree& tree, const FoundProximity& found,
                                 Proximity& out) const {
    const auto [body_a, body_b] = bodies_of(bodies, tree, found);
    const frame::Body &a = bodies.all()[body_a], &b = bodies.all()[body_b];
    std::array<std::uint32_t, 4> v;
    out.kind = found.kind;
    out.triangle = 0;
    if (found.kind == FeatureKind::vertex_triangle) {
        const Triangle& t = bodies.triangles()[found.second];
        v = {found.first, t[0], t[1], t[2]};
        out.triangle = found.second - b.first_triangle;
    } else {
        const Edge p = tree.edge(body_a, found.first), q = tree.edge(body_b, found.second);
        v = {p[0], p[1], q[0], q[1]};
    }
    const geometry::FeaturePoints points{bodies.position(v[0]), bodies.position(v[1]), bodies.position(v[2]),
                                         bodies.position(v[3])};
    out.near = narrow_phase::feature_distance(found.kind, points, found.near);
    const std::size_t first_of_b = found.kind == FeatureKind::vertex_triangle ? 1 : 2;
    for (std::size_t k = 0; k < 4; ++k) out.vertices[k] = v[k] - (k < first_of_b ? a : b).first_vertex;
    out.body_a = a.id;
    out.body_b = b.id;
}

}  // namespace pliant::feature_tree
