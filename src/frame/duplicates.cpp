#include "frame/duplicates.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace pliant::frame {

namespace {

/// Equal bodies have equal keys; most others differ. Of a body with triangles.
std::uint64_t key_of(const Body& body, const PositionReader& positions) {
    std::uint64_t key = body.vertices;
    const auto add = [&key](std::uint64_t word) { key = (key ^ word) * 1099511628211u; };  // FNV-1a over words
    add(body.triangles.size());
    for (const Triangle& t : {body.triangles.front(), body.triangles.back()}) {
        for (const std::uint32_t v : t) add(v);
    }
    for (const std::uint32_t v : {0u, body.vertices / 2}) {
        if (v >= body.vertices) continue;
        const Vec3 p = positions.position(body.first_vertex + v);
        // Adding zero turns -0 into 0, which it equals.
        for (const double c : {p.x, p.y, p.z}) add(std::bit_cast<std::uint64_t>(c + 0.0));
    }
    return key;
}

bool equal(const Body& a, const Body& b, const PositionReader& positions) {
    if (a.vertices != b.vertices || a.triangles != b.triangles || a.gone != b.gone) return false;
    if (a.filling != nullptr && b.filling != nullptr && *a.filling != *b.filling) return false;
    for (std::uint32_t v = 0; v < a.vertices; ++v) {
        const Vec3 p = positions.position(a.first_vertex + v), q = positions.position(b.first_vertex + v);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const bool same = p[axis] == q[axis] || (std::isnan(p[axis]) && std::isnan(q[axis]));
            if (!same) return false;
        }
    }
    return true;
}

}  // namespace

void Duplicates::clear(std::span<Body> bodies) {
    for (Body& body : bodies) {
        body.set_aside = false;
        std::erase_if(body.flaws, [](const Flaw& f) { return f.kind == FlawKind::duplicate_body; });
    }
}

void Duplicates::set_aside(std::span<Body> bodies, const PositionReader& positions) {
    clear(bodies);
    by_key_.clear();
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        if (!bodies[i].triangles.empty()) by_key_.emplace_back(key_of(bodies[i], positions), i);
    }
    if (!some_keys_equal()) return;
    std::sort(by_key_.begin(), by_key_.end(), [&](const auto& p, const auto& q) {
        if (p.first != q.first) return p.first < q.first;
        const bool hollow_p = bodies[p.second].filling == nullptr, hollow_q = bodies[q.second].filling == nullptr;
        return hollow_p != hollow_q ? hollow_q : p.second < q.second;
    });
    for (std::size_t k = 1; k < by_key_.size(); ++k) {
        Body& later = bodies[by_key_[k].second];
        for (std::size_t j = k; j-- > 0 && by_key_[j].first == by_key_[k].first && !later.set_aside;) {
            const Body& earlier = bodies[by_key_[j].second];
            if (earlier.set_aside || !equal(earlier, later, positions)) continue;
            later.set_aside = true;
            later.flaws.push_back({later.id, FlawKind::duplicate_body, static_cast<std::uint32_t>(earlier.id)});
        }
    }
}

/// Duplicates are rare, and a hash table rules them out faster than sorting.
bool Duplicates::some_keys_equal() {
    constexpr std::uint32_t nothing = 0xffffffffu;
    const std::size_t size = std::bit_ceil(2 * by_key_.size() + 1);
    table_.assign(size, nothing);
    for (std::uint32_t i = 0; i < by_key_.size(); ++i) {
        const std::uint64_t key = by_key_[i].first;
        std::size_t place = (key * 0x9e3779b97f4a7c15u >> 32) & (size - 1);
        for (; table_[place] != nothing; place = (place + 1) & (size - 1)) {
            if (by_key_[table_[place]].first == key) return true;
        }
        table_[place] = i;
    }
    return false;
}

}  // namespace pliant::frame
