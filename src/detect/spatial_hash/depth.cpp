#include "detect/spatial_hash/depth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace pliant::spatial_hash {

using frame::Bodies;
using frame::Tetrahedra;

namespace {

constexpr int most_sweeps = 200;
constexpr double over_relaxation = 1.6;

// Vertices between two looks at the clock: a few hundred microseconds.
constexpr std::size_t vertices_walked_together = 32;
constexpr std::size_t chunks_per_wave = 16;

// At the other end of an edge: not in this part; or it takes a walk to tell.
constexpr std::uint32_t outside = 0xffffffffu, unsure = 0xfffffffeu;

// The end of an edge that leads out is outside for sure: only rounding puts the surface behind it.
constexpr double slack = 1 + 1e-9;

/// By distance, which is in parts of a body's size; what lies at the same place would weigh infinitely much.
double weight_of(double distance) { return 1 / std::max(distance * distance, 1e-60); }

std::uint32_t index_of(const Bodies& bodies, BodyId id) {
    const auto all = bodies.all();
    const auto at = std::lower_bound(all.begin(), all.end(), id, [](const auto& b, BodyId i) { return b.id < i; });
    return static_cast<std::uint32_t>(at - all.begin());
}

}  // namespace

bool Depth::update(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    if (topology_version_ == bodies.topology_version()) return false;
    ways_.build(bodies, tetrahedra);
    std::vector<std::uint8_t> usable(tetrahedra.all().size()), usable_triangles(bodies.triangles().size());
    for (std::uint32_t t = 0; t < usable.size(); ++t) usable[t] = tetrahedra.usable(t) ? 1 : 0;
    for (std::uint32_t t = 0; t < usable_triangles.size(); ++t) usable_triangles[t] = bodies.usable(t) ? 1 : 0;
    along_ =
        mesh::edge_neighbours(bodies.vertex_count(), tetrahedra.all(), usable, bodies.triangles(), usable_triangles);
    first_entry_.assign(bodies.vertex_count(), outside);
    topology_version_ = bodies.topology_version();  // last: what throws before leaves it to be done again
    return true;
}

bool Depth::measure(const Bodies& bodies, const Tetrahedra& tetrahedra, parallel::Workers& workers,
                    std::optional<TimeLimit> limit, std::span<Penetration> found) {
    if (found.empty()) return true;
    workers_ = &workers;
    limit_ = limit;
    if (late()) return false;
    list(bodies, tetrahedra, found);
    gather(tetrahedra);
    if (late()) return false;
    ways_.update(bodies, tetrahedra, penetrated_);
    link();
    const bool directed = start_at_crossings() && hand_on() && smooth();
    if (!directed) forget(0);
    const bool reached = directed && measure_ways_out() && ask_nearest(tetrahedra);
    write(found);
    return reached;
}

bool Depth::late() const { return limit_ && std::chrono::steady_clock::now() - limit_->started >= limit_->time; }

/// work(i) for every i < count, in waves with a look at the clock before each. Returns how many were done.
template <class Work>
std::size_t Depth::each(std::size_t count, const Work& work) {
    const parallel::Chunks chunks{count, vertices_walked_together};
    for (std::size_t first = 0; first < chunks.number();) {
        if (late()) return chunks.begin(first);
        const std::size_t rest = chunks.number() - first, wave = limit_ ? std::min(chunks_per_wave, rest) : rest;
        workers_->for_each(wave, [&](std::size_t chunk) {
            for (std::size_t i = chunks.begin(first + chunk); i < chunks.end(first + chunk); ++i) {
                work(static_cast<std::uint32_t>(i));
            }
        });
        first += wave;
    }
    return count;
}

void Depth::list(const Bodies& bodies, const Tetrahedra& tetrahedra, std::span<const Penetration> found) {
    members_.clear();
    std::size_t body = 0, of_tetrahedron = 0;
    const auto follow = [&](std::size_t& index, BodyId id) {
        if (bodies.all()[index].id != id) index = index_of(bodies, id);
    };
    for (const Penetration& p : found) {
        follow(body, p.vertex.body);
        follow(of_tetrahedron, p.tetrahedron.body);
        Member m{};
        m.tetrahedron = tetrahedra.first(of_tetrahedron) + p.tetrahedron.tetrahedron;
        m.part = ways_.part(m.tetrahedron);
        m.vertex = bodies.all()[body].first_vertex + p.vertex.vertex;
        m.place = static_cast<std::uint32_t>(members_.size());
        m.strict = p.kind == PenetrationKind::inside;
        members_.push_back(m);
    }
    std::sort(members_.begin(), members_.end(), [](const Member& p, const Member& q) {
        return std::tuple(p.part, p.vertex, p.tetrahedron) < std::tuple(q.part, q.vertex, q.tetrahedron);
    });
    penetrated_.assign(bodies.all().size(), 0);
    for (const Member& m : members_) penetrated_[tetrahedra.body_index(m.tetrahedron)] = 1;
}

/// Each vertex once for each layer of a part that it is in.
void Depth::gather(const Tetrahedra& tetrahedra) {
    colliding_.clear();
    for (std::size_t first = 0, end = 0; first < members_.size(); first = end) {
        for (end = first; end < members_.size() && members_[end].part == members_[first].part &&
                          members_[end].vertex == members_[first].vertex;
             ++end) {
            members_[end].entry = outside;
        }
        for (std::size_t m = first; m < end; ++m) {
            if (members_[m].entry != outside) continue;
            members_[m].entry = static_cast<std::uint32_t>(colliding_.size());
            const std::uint32_t t = members_[m].tetrahedron;
            colliding_.push_back(
                {tetrahedra.body_index(t), members_[m].part, members_[m].vertex, t, DepthSource::none, 0, {}});
            spread(m, first, end);
        }
    }
}

/// Over the tetrahedra that share the face, edge or corner that the vertex is on.
void Depth::spread(std::size_t member, std::size_t first, std::size_t end) {
    if (members_[member].strict || end - first == 1) return;
    const auto begin = members_.begin() + static_cast<std::ptrdiff_t>(first),
               last = members_.begin() + static_cast<std::ptrdiff_t>(end);
    to_visit_.assign(1, member);
    while (!to_visit_.empty()) {
        const std::uint32_t tetrahedron = members_[to_visit_.back()].tetrahedron;
        to_visit_.pop_back();
        for (std::uint32_t face = 0; face < 4; ++face) {
            const std::uint32_t next = ways_.across(tetrahedron, face);
            const auto at =
                std::lower_bound(begin, last, next, [](const Member& m, std::uint32_t t) { return m.tetrahedron < t; });
            if (at == last || at->tetrahedron != next || at->strict || at->entry != outside) continue;
            at->entry = members_[member].entry;
            to_visit_.push_back(static_cast<std::size_t>(at - members_.begin()));
        }
    }
}

/// Whether its vertex is only once in its part.
bool Depth::alone(std::size_t i) const {
    const auto same = [&](std::size_t k) {
        return colliding_[k].part == colliding_[i].part && colliding_[k].vertex == colliding_[i].vertex;
    };
    return !(i > 0 && same(i - 1)) && !(i + 1 < colliding_.size() && same(i + 1));
}

/// Along edges, to vertices in the same part.
void Depth::link() {
    first_link_.clear();
    links_.clear();
    for (std::size_t first = 0, end = 0; first < colliding_.size(); first = end) {
        for (end = first; end < colliding_.size() && colliding_[end].part == colliding_[first].part; ++end) {
            std::uint32_t& entry = first_entry_[colliding_[end].vertex];
            entry = std::min(entry, static_cast<std::uint32_t>(end));
        }
        for (std::size_t i = first; i < end; ++i) {
            first_link_.push_back(links_.size());
            const bool one = alone(i);
            for (const std::uint32_t vertex : along_.of(colliding_[i].vertex)) {
                const std::uint32_t entry = first_entry_[vertex];
                links_.push_back(entry == outside || (one && alone(entry)) ? entry : unsure);
            }
        }
        for (std::size_t i = first; i < end; ++i) first_entry_[colliding_[i].vertex] = outside;
    }
    first_link_.push_back(links_.size());
    weights_.resize(links_.size());
}

/// [Heidelberger2004, 3.2]: vertices with edges that leave the body.
bool Depth::start_at_crossings() {
    if (each(colliding_.size(), [&](std::uint32_t i) { cross_surface(i); }) < colliding_.size()) return false;
    front_.clear();
    for (std::uint32_t i = 0; i < colliding_.size(); ++i) {
        if (colliding_[i].source == DepthSource::crossed) front_.push_back(i);
    }
    return true;
}

void Depth::cross_surface(std::uint32_t i) {
    Colliding& c = colliding_[i];
    const Vec3 p = ways_.position(c.body, c.vertex);
    const auto others = along_.of(c.vertex);
    Sum sum;
    for (std::size_t k = 0; k < others.size(); ++k) {
        const Vec3 edge = ways_.position(c.body, others[k]) - p;
        std::uint32_t& link = links_[first_link_[i] + k];
        const double reach = length(edge);
        weights_[first_link_[i] + k] = weight_of(reach);
        if (link < unsure) continue;
        const Vec3 direction = unit(edge);
        const Ways::Walk walk = ways_.walk(c.tetrahedron, p, direction, slack * reach);
        if (link == unsure && walk.end == Ways::End::reached) link = entry_of(c.part, others[k], walk.tetrahedron);
        if (link == unsure) link = outside;
        if (walk.end != Ways::End::out) continue;
        const Vec3 normal = ways_.normal_at({walk.tetrahedron, walk.face}, p + walk.way * direction);
        const double weight = weight_of(walk.way);
        sum.depth += weight * walk.way * dot(direction, normal);
        sum.direction = sum.direction + weight * normal;
        sum.weight += weight;
    }
    if (finish(c, sum)) c.source = DepthSource::crossed;
}

std::uint32_t Depth::entry_of(std::uint32_t part, std::uint32_t vertex, std::uint32_t tetrahedron) const {
    const std::tuple key(part, vertex, tetrahedron);
    const auto at = std::lower_bound(members_.begin(), members_.end(), key, [](const Member& m, const auto& k) {
        return std::tuple(m.part, m.vertex, m.tetrahedron) < k;
    });
    const bool there = at != members_.end() && std::tuple(at->part, at->vertex, at->tetrahedron) == key;
    return there ? at->entry : outside;
}

bool Depth::finish(Colliding& c, const Sum& sum) {
    const Vec3 direction = unit(sum.direction);
    if (!(sum.weight > 0) || direction == Vec3{}) return false;
    c.depth = std::max(0.0, sum.depth / sum.weight);
    c.direction = direction;
    return true;
}

/// [Heidelberger2004, 3.3]: ring after ring inwards, each from the rings before.
bool Depth::hand_on() {
    handed_on_.clear();
    for (rings_ = 0; !front_.empty(); ++rings_) {
        if (late()) return false;
        next_.clear();
        for (const std::uint32_t known : front_) {
            for (std::size_t k = first_link_[known]; k < first_link_[known + 1]; ++k) {
                const std::uint32_t i = links_[k];
                if (i < unsure && colliding_[i].source == DepthSource::none) next_.push_back(i);
            }
        }
        std::sort(next_.begin(), next_.end());
        next_.erase(std::unique(next_.begin(), next_.end()), next_.end());
        sums_.assign(next_.size(), Sum{});
        for (std::size_t n = 0; n < next_.size(); ++n) {
            const Colliding& c = colliding_[next_[n]];
            const Vec3 p = ways_.position(c.body, c.vertex);
            for (std::size_t k = first_link_[next_[n]]; k < first_link_[next_[n] + 1]; ++k) {
                if (links_[k] >= unsure || colliding_[links_[k]].source != DepthSource::crossed) continue;
                const Colliding& from = colliding_[links_[k]];
                const Vec3 way = ways_.position(from.body, from.vertex) - p;
                sums_[n].depth += weights_[k] * (dot(way, from.direction) + from.depth);
                sums_[n].direction = sums_[n].direction + weights_[k] * from.direction;
                sums_[n].weight += weights_[k];
            }
        }
        // Only now: those of one ring do not see each other.
        front_.clear();
        for (std::size_t n = 0; n < next_.size(); ++n) {
            if (!finish(colliding_[next_[n]], sums_[n])) continue;
            colliding_[next_[n]].source = DepthSource::crossed;
            front_.push_back(next_[n]);
        }
        handed_on_.insert(handed_on_.end(), front_.begin(), front_.end());
    }
    return true;
}

/// Departure from [Heidelberger2004]: rings that come from opposite sides meet with directions that have little to do
/// with each other. So directions are spread evenly between those at crossings, which stay: each becomes the mean of
/// its neighbours' (successive over-relaxation of Laplace's equation, to and fro in a fixed order).
bool Depth::smooth() {
    const int sweeps = std::min(most_sweeps, 2 * rings_ + 8);
    flow_.resize(colliding_.size());
    for (std::size_t i = 0; i < colliding_.size(); ++i) flow_[i] = colliding_[i].direction;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        if (late()) return false;
        const bool back = sweep % 2 != 0;
        for (std::size_t n = 0; n < handed_on_.size(); ++n) {
            smooth_one(handed_on_[back ? handed_on_.size() - 1 - n : n]);
        }
    }
    for (const std::uint32_t i : handed_on_) {
        const Vec3 direction = unit(flow_[i]);
        if (direction != Vec3{}) colliding_[i].direction = direction;
    }
    return true;
}

void Depth::smooth_one(std::uint32_t i) {
    Vec3 sum;
    double weights = 0;
    for (std::size_t k = first_link_[i]; k < first_link_[i + 1]; ++k) {
        if (links_[k] >= unsure || colliding_[links_[k]].source != DepthSource::crossed) continue;
        sum = sum + weights_[k] * flow_[links_[k]];
        weights += weights_[k];
    }
    if (weights > 0) flow_[i] = (1 - over_relaxation) * flow_[i] + over_relaxation / weights * sum;
}

/// Along its direction, from the vertex to where the body ends. What was handed on stands where no way is found.
bool Depth::measure_ways_out() {
    const std::size_t done = each(colliding_.size(), [&](std::uint32_t i) { measure_way_out(colliding_[i]); });
    forget(done);
    return done == colliding_.size();
}

void Depth::measure_way_out(Colliding& c) const {
    if (c.source != DepthSource::crossed) return;
    constexpr double anywhere = std::numeric_limits<double>::infinity();
    const Ways::Walk walk = ways_.walk(c.tetrahedron, ways_.position(c.body, c.vertex), c.direction, anywhere);
    if (walk.end == Ways::End::out) c.depth = walk.way;
}

/// What no edge leads out of, a body within another: the nearest point of the surface.
bool Depth::ask_nearest(const Tetrahedra& tetrahedra) {
    unknown_.clear();
    unknown_parts_.assign(ways_.parts(), 0);
    for (std::uint32_t i = 0; i < colliding_.size(); ++i) {
        if (colliding_[i].source != DepthSource::none) continue;
        unknown_.push_back(i);
        unknown_parts_[colliding_[i].part] = 1;
    }
    if (unknown_.empty()) return true;
    if (late()) return false;
    nearest_.build(ways_, tetrahedra, unknown_parts_);
    const std::size_t done = each(unknown_.size(), [&](std::uint32_t i) {
        Colliding& c = colliding_[unknown_[i]];
        const auto way = nearest_.find(ways_, c.tetrahedron, c.body, ways_.position(c.body, c.vertex));
        if (!way) return;
        c.depth = way->length;
        c.direction = way->direction;
        c.source = DepthSource::nearest;
    });
    return done == unknown_.size();
}

void Depth::forget(std::size_t from) {
    for (std::size_t i = from; i < colliding_.size(); ++i) {
        colliding_[i].source = DepthSource::none;
        colliding_[i].depth = 0;
        colliding_[i].direction = {};
    }
}

void Depth::write(std::span<Penetration> found) const {
    for (const Member& m : members_) {
        const Colliding& c = colliding_[m.entry];
        Penetration& p = found[m.place];
        p.depth_source = c.source;
        p.depth = c.depth / ways_.scale(c.body);
        p.direction = {c.direction.x, c.direction.y, c.direction.z};
    }
}

}  // namespace pliant::spatial_hash
