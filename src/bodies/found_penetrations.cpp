#include "bodies/found_penetrations.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace pliant::bodies {

namespace {

struct ByVertexAndTetrahedron {
    template <class Key>
    static std::uint64_t key(const Key& f) {
        return std::uint64_t{f.vertex} << 32 | f.tetrahedron;
    }
    template <class Key>
    bool operator()(const Key& p, const Key& q) const {
        return key(p) < key(q);
    }
};

struct StrictFirst {
    template <class Key>
    bool operator()(const Key& p, const Key& q) const {
        return std::tuple(p.kind, p.vertex, p.tetrahedron) < std::tuple(q.kind, q.vertex, q.tetrahedron);
    }
};

// Fewer than this are sorted at once: what several threads would gain is less than what waking them costs.
constexpr std::size_t fewest_to_part = 4096;
constexpr std::size_t found_per_chunk = 8192;
constexpr std::size_t most_parts = 128;

/// One for each vertex and body; of several the first strict one, or else the first. Returns how many are left.
template <class Key>
std::size_t keep_once_per_body(const Tetrahedra& tetrahedra, std::span<Key> sorted) {
    std::size_t kept = 0;
    for (const Key& f : sorted) {
        Key* last = kept > 0 ? &sorted[kept - 1] : nullptr;
        const bool again = last != nullptr && last->vertex == f.vertex &&
                           tetrahedra.body_index(last->tetrahedron) == tetrahedra.body_index(f.tetrahedron);
        if (!again) {
            sorted[kept++] = f;
        } else if (f.kind < last->kind) {
            *last = f;
        }
    }
    return kept;
}

Penetration translated(const Bodies& bodies, const Tetrahedra& tetrahedra, const FoundPenetration& f,
                       const Body& body) {
    Penetration p;
    p.vertex = {body.id, f.vertex - body.first_vertex};
    p.tetrahedron = tetrahedra.reference(bodies, f.tetrahedron);
    p.kind = f.kind;
    p.barycentric = f.barycentric;
    return p;
}

}  // namespace

bool wanted(const Bodies& bodies, const Tetrahedra& tetrahedra, std::uint32_t vertex, std::uint32_t tetrahedron,
            const PenetrationOptions& options) {
    const Body& body = bodies.all()[tetrahedra.body_index(tetrahedron)];
    if (body.set_aside) return false;
    const bool self = vertex >= body.first_vertex && vertex - body.first_vertex < body.vertices;
    return self ? options.self : options.between;
}

bool in_box(const Vec3& point, const geometry::TetrahedronCorners& corners) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double lo = corners[0][axis], hi = lo;
        for (const Vec3& c : corners) {
            lo = std::min(lo, c[axis]);
            hi = std::max(hi, c[axis]);
        }
        if (!(lo <= point[axis] && point[axis] <= hi)) return false;
    }
    return true;
}

bool boxes_overlap(const Vec3& p, const Vec3& q, const geometry::TetrahedronCorners& t) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [lo, hi] = std::minmax({t[0][axis], t[1][axis], t[2][axis], t[3][axis]});
        if (std::max(p[axis], q[axis]) < lo || std::min(p[axis], q[axis]) > hi) return false;
    }
    return true;
}

void PenetrationWriter::write(const Bodies& bodies, const Tetrahedra& tetrahedra,
                              std::span<const FoundPenetration> found, const PenetrationOptions& options,
                              parallel::Workers& workers, Penetrations& answer) {
    part(bodies.vertex_count(), found, workers);
    sort_parts(tetrahedra, options.once_per_body, workers);
    std::size_t count = 0;
    for (Part& part : parts_) {
        part.to = count;
        count += part.count;
    }
    if (options.budget.pairs && count > *options.budget.pairs) {
        cut_to(*options.budget.pairs);
        count = *options.budget.pairs;
        answer.report.stopped_by = Limit::pairs;
    }
    answer.items.resize(count);
    translate(bodies, tetrahedra, found, workers, answer.items);
}

/// Into parts by ranges of vertices: a counting sort, chunk by chunk. Only keys are moved.
void PenetrationWriter::part(std::size_t vertices, std::span<const FoundPenetration> found,
                             parallel::Workers& workers) {
    const std::size_t parts = found.size() < fewest_to_part ? 1 : most_parts;
    parts_.assign(parts, {});
    keys_.resize(found.size());
    const auto key = [&](std::size_t i) {
        return Key{found[i].vertex, found[i].tetrahedron, static_cast<std::uint32_t>(i), found[i].kind};
    };
    if (parts == 1) {
        for (std::size_t i = 0; i < found.size(); ++i) keys_[i] = key(i);
        parts_[0].count = found.size();
        return;
    }
    const auto part_of = [&](const FoundPenetration& f) { return std::uint64_t{f.vertex} * parts / vertices; };
    const parallel::Chunks chunks{found.size(), found_per_chunk};
    places_.assign(chunks.number() * parts, 0);
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        std::size_t* counts = places_.data() + chunk * parts;
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) ++counts[part_of(found[i])];
    });
    std::size_t sum = 0;
    for (std::size_t p = 0; p < parts; ++p) {
        parts_[p].first = sum;
        for (std::size_t chunk = 0; chunk < chunks.number(); ++chunk) {
            std::size_t& place = places_[chunk * parts + p];
            const std::size_t next = sum + place;
            place = std::exchange(sum, next);
        }
        parts_[p].count = sum - parts_[p].first;
    }
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        std::size_t* places = places_.data() + chunk * parts;
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            keys_[places[part_of(found[i])]++] = key(i);
        }
    });
}

void PenetrationWriter::sort_parts(const Tetrahedra& tetrahedra, bool once_per_body, parallel::Workers& workers) {
    workers.for_each(parts_.size(), [&](std::size_t i) {
        const std::span own = std::span(keys_).subspan(parts_[i].first, parts_[i].count);
        std::sort(own.begin(), own.end(), ByVertexAndTetrahedron());
        if (once_per_body) parts_[i].count = keep_once_per_body(tetrahedra, own);
    });
}

/// Makes one part of all, with the most important.
void PenetrationWriter::cut_to(std::size_t count) {
    auto end = keys_.begin();
    for (const Part& part : parts_) {
        const auto first = keys_.begin() + static_cast<std::ptrdiff_t>(part.first);
        end = std::copy(first, first + static_cast<std::ptrdiff_t>(part.count), end);
    }
    const auto last = keys_.begin() + static_cast<std::ptrdiff_t>(count);
    std::nth_element(keys_.begin(), last, end, StrictFirst());
    std::sort(keys_.begin(), last, ByVertexAndTetrahedron());
    parts_.assign(1, {0, count, 0});
}

void PenetrationWriter::translate(const Bodies& bodies, const Tetrahedra& tetrahedra,
                                  std::span<const FoundPenetration> found, parallel::Workers& workers,
                                  std::vector<Penetration>& items) {
    const std::span<const Body> all = bodies.all();
    workers.for_each(parts_.size(), [&](std::size_t i) {
        const Part& part = parts_[i];
        if (part.count == 0) return;
        std::size_t body = body_of_vertex(bodies, keys_[part.first].vertex);
        for (std::size_t k = 0; k < part.count; ++k) {
            const FoundPenetration& f = found[keys_[part.first + k].place];
            while (body + 1 < all.size() && all[body + 1].first_vertex <= f.vertex) ++body;
            items[part.to + k] = translated(bodies, tetrahedra, f, all[body]);
        }
    });
}

void write_edges(const Bodies& bodies, const Tetrahedra& tetrahedra, std::vector<FoundEdge>& found,
                 const Budget& budget, Penetrations& answer) {
    std::sort(found.begin(), found.end(), [](const FoundEdge& p, const FoundEdge& q) {
        return std::tuple(p.a, p.b, p.tetrahedron) < std::tuple(q.a, q.b, q.tetrahedron);
    });
    // Vertices inside come first; edges take what is left.
    if (budget.pairs && found.size() + answer.items.size() > *budget.pairs) {
        found.resize(*budget.pairs - std::min<std::uint64_t>(answer.items.size(), *budget.pairs));
        answer.report.stopped_by = Limit::pairs;
    }
    answer.edges.clear();
    for (const FoundEdge& f : found) {
        const auto [body, a] = vertex_reference(bodies, f.a);
        const std::uint32_t b = f.b - f.a + a;
        answer.edges.push_back({body, {a, b}, tetrahedra.reference(bodies, f.tetrahedron)});
    }
}

}  // namespace pliant::bodies
