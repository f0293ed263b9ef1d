#include "curves/curve_points.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>

#include "curves/edge_crossings.hpp"
#include "geometry/edge_crossing.hpp"
#include "simd/prefetch.hpp"

namespace pliant::curves {

namespace {

constexpr std::size_t points_at_once = 16 * crossings_at_once, chains_at_once = 128;

/// Caches the last body: consecutive triangles mostly have the same one.
class References {
public:
    explicit References(const frame::Bodies& bodies) : bodies_(bodies) {}
    const frame::Body& body_of(std::uint32_t triangle) {
        if (body_ == nullptr || triangle - body_->first_triangle >= body_->triangles.size()) {
            body_ = &bodies_.all()[bodies_.body_index(triangle)];
        }
        return *body_;
    }
    TriangleRef operator()(std::uint32_t triangle) {
        const frame::Body& body = body_of(triangle);
        return {body.id, triangle - body.first_triangle};
    }

private:
    const frame::Bodies& bodies_;
    const frame::Body* body_ = nullptr;
};

}  // namespace

/// Several curves end at a vertex where a surface grows together with itself, and at an edge with three triangles.
void CurvePoints::find_shared_ends(const Task& task) {
    const auto chains = task.chains.all();
    shared_.clear();
    owner_.resize(2 * chains.size());
    end_of_slot_.resize(2 * chains.size());
    const auto add = [&](std::uint32_t slot, std::uint32_t end) {
        owner_[slot] = slot;
        end_of_slot_[slot] = end;
        const EndCode code = task.segments.end(end);
        if (code.at_vertex()) {
            const Triangle& a = task.bodies.triangles()[task.segments.triangles()[end / 2].a];
            shared_.push_back({a[code.corner()], slot, end});
        } else if (task.edges.next(task.segments.crossed(end).half) != task.segments.crossed(end).half) {
            std::uint32_t smallest = end;
            task.joins.for_each_end(task.segments, task.edges, end,
                                    [&](std::uint32_t other) { smallest = std::min(smallest, other); });
            shared_.push_back({std::uint64_t{1} << 32 | smallest, slot, end});
        }
    };
    for (std::uint32_t i = 0; i < chains.size(); ++i) {
        if (chains[i].closed) continue;
        add(2 * i, Chains::start(task.chains.links(chains[i]).front()));
        add(2 * i + 1, Chains::end(task.chains.links(chains[i]).back()));
    }
    std::sort(shared_.begin(), shared_.end(), [](const SharedEnd& p, const SharedEnd& q) {
        return std::tuple(p.place, p.slot) < std::tuple(q.place, q.slot);
    });
    for (std::size_t i = 0, first = 0; i < shared_.size(); ++i) {
        if (shared_[i].place != shared_[first].place) first = i;
        const std::uint32_t owner = owner_[shared_[i].slot] = shared_[first].slot;
        end_of_slot_[owner] = std::min(end_of_slot_[owner], shared_[i].end);
    }
}

/// Along the chains. Returns how many there are.
std::uint32_t CurvePoints::number_points(const Task& task) {
    const auto chains = task.chains.all();
    numbers_.resize(chains.size());
    std::uint32_t next = 0;
    const auto number_of_slot = [&](std::uint32_t slot) {
        const Numbers& numbers = numbers_[slot / 2];
        return slot % 2 == 0 ? numbers.first : numbers.last;
    };
    for (std::uint32_t i = 0; i < chains.size(); ++i) {
        Numbers& numbers = numbers_[i];
        const auto at_end = [&](std::uint32_t slot) {
            return owner_[slot] == slot ? next++ : number_of_slot(owner_[slot]);
        };
        numbers.first = chains[i].closed ? next++ : at_end(2 * i);
        numbers.second = next;
        next += chains[i].count - 1;
        numbers.last = chains[i].closed ? numbers.first : at_end(2 * i + 1);
    }
    return next;
}

/// Prefetch: pairs are random accesses, and so are edges of their triangles.
void CurvePoints::prefetch_links(const Task& task, const Link* link, const Link* end) const {
    constexpr std::ptrdiff_t pairs_ahead = 16, edges_ahead = 8;
    if (end - link <= pairs_ahead) return;
    const std::uint32_t pair = link[pairs_ahead].pair;
    simd::prefetch(&task.pairs[pair]);
    simd::prefetch(&task.segments.ends()[pair]);
    simd::prefetch(&task.segments.triangles()[pair]);
    const std::uint32_t at = Chains::end(link[edges_ahead]);
    if (!task.segments.end(at).at_vertex()) task.edges.prefetch(task.segments.crossed(at).half);
}

void CurvePoints::write_chain(const Task& task, std::size_t number, Curves& out) {
    const Chain& chain = task.chains.all()[number];
    const Numbers& numbers = numbers_[number];
    const auto key = [&](std::uint32_t end) {
        const EndCode code = task.segments.end(end);
        if (code.at_vertex()) return Key{3 * task.segments.triangles()[end / 2].a + code.corner()};
        const CrossedTriangle crossed = task.segments.crossed(end);
        return Key{task.edges.edge_of(crossed.half), crossed.triangle};
    };
    const auto links = task.chains.links(chain);
    CurveSegment* segment = out.segments.data() + out.items[number].first;
    std::uint32_t from = numbers.first;
    const auto is_owner = [&](std::size_t k) { return chain.closed || owner_[2 * number + k] == 2 * number + k; };
    if (is_owner(0)) keys_[from] = key(chain.closed ? Chains::start(links.front()) : end_of_slot_[2 * number]);
    const Link* end_of_links = task.chains.all_links().data() + task.chains.all_links().size();
    for (std::uint32_t i = 0; i < links.size(); ++i) {
        const Link& link = links[i];
        prefetch_links(task, &link, end_of_links);
        const TrianglePair& pair = task.pairs[link.pair];
        const bool last = i + 1 == links.size();
        const std::uint32_t to = last ? numbers.last : numbers.second + i;
        if (!last) keys_[to] = key(Chains::end(link));
        const std::array<TriangleRef, 2> both{pair.a, pair.b};
        const std::size_t a = link.swapped ? 1 : 0;
        *segment++ = {both[a], both[1 - a], {from, to}};
        from = to;
    }
    if (!chain.closed && is_owner(1)) keys_[from] = key(end_of_slot_[2 * number + 1]);
}

void CurvePoints::write_places(const Task& task, std::size_t begin, std::size_t end, Curves& out) {
    const auto triangles = task.bodies.triangles();
    std::array<EdgeAndTriangle, crossings_at_once> asked;
    std::array<geometry::EdgeCrossing, crossings_at_once> found;
    for (std::size_t i = begin; i < end; ++i) {  // triangles of the next call
        const Key& key = keys_[std::min(i + crossings_at_once, keys_.size() - 1)];
        simd::prefetch(&triangles[key.half / 3]);
        if (!key.at_vertex()) simd::prefetch(&triangles[key.triangle]);
    }
    for (std::size_t i = begin; i < end; ++i) {
        const Key& key = keys_[i];
        const Triangle& owner = triangles[key.half / 3];
        const std::uint32_t k = key.half % 3;
        const std::uint32_t p = owner[k], q = owner[k == 2 ? 0 : k + 1];
        // Branchless: at a vertex the query is a dummy, and its answer is not used.
        const Triangle& met = triangles[key.at_vertex() ? key.half / 3 : key.triangle];
        asked[i - begin] = {std::min(p, q), std::max(p, q), {met[0], met[1], met[2]}};
    }
    find_edge_crossings(task.bodies.vertices(), asked.data(), end - begin, found.data());
    References of_edge(task.bodies), of_triangle(task.bodies);
    for (std::size_t i = begin; i < end; ++i) {
        const Key& key = keys_[i];
        const frame::Body& body = of_edge.body_of(key.half / 3);
        CurvePoint& point = out.points[i];
        fair_[i] = 1;
        if (key.at_vertex()) {
            const std::uint32_t vertex = triangles[key.half / 3][key.half % 3];
            const Vec3 at = task.bodies.position(vertex);
            const std::uint32_t own = vertex - body.first_vertex;
            point = {{at.x, at.y, at.z}, 0, body.id, {own, own}, 0, of_edge(key.half / 3), {}};
            point.barycentric[key.half % 3] = 1;
            continue;
        }
        const EdgeAndTriangle& edge = asked[i - begin];
        geometry::EdgeCrossing crossing = found[i - begin];
        if (crossing.error < 0) {
            crossing = geometry::edge_crossing({task.bodies.position(edge.from), task.bodies.position(edge.to)},
                                               task.bodies.corners(key.triangle));
            fair_[i] = crossing.fair ? 1 : 0;
        }
        const auto& [x, y, z] = crossing.position;
        point = {{x, y, z},
                 crossing.error,
                 body.id,
                 {edge.from - body.first_vertex, edge.to - body.first_vertex},
                 crossing.along,
                 of_triangle(key.triangle),
                 crossing.barycentric};
    }
}

void CurvePoints::find(const Task& task, parallel::Workers& workers, Curves& out) {
    const auto chains = task.chains.all();
    find_shared_ends(task);
    const std::uint32_t points = number_points(task);
    out.items.resize(chains.size());
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < chains.size(); ++i) {
        Curve& curve = out.items[i] = {};
        curve.a = chains[i].a;
        curve.b = chains[i].b;
        curve.closed = chains[i].closed;
        curve.first = first;
        curve.count = chains[i].count;
        first += chains[i].count;
    }
    out.segments.resize(first);
    keys_.resize(points);
    fair_.resize(points);
    const parallel::Chunks by_chain{chains.size(), chains_at_once};
    workers.for_each(by_chain.number(), [&](std::size_t chunk) {
        for (std::size_t i = by_chain.begin(chunk); i < by_chain.end(chunk); ++i) write_chain(task, i, out);
    });
    out.points.resize(points);
    const parallel::Chunks by_point{points, points_at_once};
    workers.for_each(by_point.number(), [&](std::size_t chunk) {
        for (std::size_t i = by_point.begin(chunk); i < by_point.end(chunk); i += crossings_at_once) {
            write_places(task, i, std::min(i + crossings_at_once, by_point.end(chunk)), out);
        }
    });
}

}  // namespace pliant::curves
