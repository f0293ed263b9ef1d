#include "narrow_phase/penetration_writer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>
#include <utility>

#include "narrow_phase/inside_tests.hpp"

namespace pliant::narrow_phase {

namespace {

struct ByVertexAndTetrahedron {
    static std::uint64_t key(const FoundPenetration& f) { return std::uint64_t{f.vertex} << 32 | f.tetrahedron; }
    bool operator()(const FoundPenetration& p, const FoundPenetration& q) const { return key(p) < key(q); }
};

struct StrictFirst {
    bool operator()(const FoundPenetration& p, const FoundPenetration& q) const {
        return std::tuple(p.kind, p.vertex, p.tetrahedron) < std::tuple(q.kind, q.vertex, q.tetrahedron);
    }
};

// Fewer than this are sorted at once: what several threads would gain is less than what waking them costs.
constexpr std::size_t fewest_to_part = 4096;
constexpr std::size_t found_per_chunk = 8192;
constexpr std::size_t found_per_part = 8, most_parts = 4096, parts_per_chunk = 32;

/// One for each vertex and body; of several the first strict one, or else the first. Returns how many are left.
std::size_t keep_once_per_body(const frame::Tetrahedra& tetrahedra, std::span<FoundPenetration> sorted) {
    std::size_t kept = 0;
    for (const FoundPenetration& f : sorted) {
        FoundPenetration* last = kept > 0 ? &sorted[kept - 1] : nullptr;
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

/// Translates what was found, in order of vertices, some at a time.
class Translation {
public:
    Translation(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra, std::uint32_t first_vertex)
        : bodies_(bodies), tetrahedra_(tetrahedra), body_(frame::body_of_vertex(bodies, first_vertex)) {}

    void translate(std::span<const FoundPenetration> found, Penetration* out) {
        for (std::size_t first = 0; first < found.size(); first += at_once) {
            translate_some(found.subspan(first, std::min(at_once, found.size() - first)), out + first);
        }
    }

private:
    static constexpr std::size_t at_once = 64;

    void translate_some(std::span<const FoundPenetration> found, Penetration* out) {
        std::array<VertexInTetrahedron, at_once> pairs;
        std::array<std::array<double, 4>, at_once> weights;
        for (std::size_t i = 0; i < found.size(); ++i) pairs[i] = {found[i].vertex, found[i].tetrahedron};
        weigh(bodies_.vertices(), tetrahedra_.all().data(), pairs.data(), found.size(), weights.data());
        const std::span<const frame::Body> all = bodies_.all();
        for (std::size_t i = 0; i < found.size(); ++i) {
            const FoundPenetration& f = found[i];
            while (body_ + 1 < all.size() && all[body_ + 1].first_vertex <= f.vertex) ++body_;
            out[i] = {.vertex = {all[body_].id, f.vertex - all[body_].first_vertex},
                      .tetrahedron = tetrahedra_.reference(f.tetrahedron),
                      .kind = f.kind,
                      .barycentric = weights[i]};
        }
    }

    const frame::Bodies& bodies_;
    const frame::Tetrahedra& tetrahedra_;
    std::size_t body_;  // of the last vertex
};

}  // namespace

bool wanted(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra, std::uint32_t vertex,
            std::uint32_t tetrahedron, const PenetrationOptions& options) {
    const frame::Body& body = bodies.all()[tetrahedra.body_index(tetrahedron)];
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

void PenetrationWriter::write(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra,
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
    translate(bodies, tetrahedra, workers, answer.items);
}

/// Into parts by ranges of vertices: a counting sort, chunk by chunk.
void PenetrationWriter::part(std::size_t vertices, std::span<const FoundPenetration> found,
                             parallel::Workers& workers) {
    const std::size_t wanted = std::min(std::bit_ceil(found.size() / found_per_part), most_parts);
    const std::size_t parts = found.size() < fewest_to_part ? 1 : wanted;
    parts_.assign(parts, {});
    if (parts == 1) {
        found_.assign(found.begin(), found.end());
        parts_[0].count = found.size();
        return;
    }
    found_.resize(found.size());
    const int shift = std::max(0, static_cast<int>(std::bit_width(vertices)) - std::countr_zero(parts));
    const parallel::Chunks chunks{found.size(), found_per_chunk};
    places_.assign(chunks.number() * parts, 0);
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        std::size_t* counts = places_.data() + chunk * parts;
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) ++counts[found[i].vertex >> shift];
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
            found_[places[found[i].vertex >> shift]++] = found[i];
        }
    });
}

void PenetrationWriter::sort_parts(const frame::Tetrahedra& tetrahedra, bool once_per_body,
                                   parallel::Workers& workers) {
    const parallel::Chunks chunks{parts_.size(), parts_per_chunk};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            const std::span own = std::span(found_).subspan(parts_[i].first, parts_[i].count);
            std::sort(own.begin(), own.end(), ByVertexAndTetrahedron());
            if (once_per_body) parts_[i].count = keep_once_per_body(tetrahedra, own);
        }
    });
}

/// Makes one part of all, with the most important.
void PenetrationWriter::cut_to(std::size_t count) {
    auto end = found_.begin();
    for (const Part& part : parts_) {
        const auto first = found_.begin() + static_cast<std::ptrdiff_t>(part.first);
        end = std::copy(first, first + static_cast<std::ptrdiff_t>(part.count), end);
    }
    const auto last = found_.begin() + static_cast<std::ptrdiff_t>(count);
    std::nth_element(found_.begin(), last, end, StrictFirst());
    std::sort(found_.begin(), last, ByVertexAndTetrahedron());
    parts_.assign(1, {0, count, 0});
}

void PenetrationWriter::translate(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra,
                                  parallel::Workers& workers, std::vector<Penetration>& items) const {
    const parallel::Chunks chunks{parts_.size(), parts_per_chunk};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        const std::size_t begin = chunks.begin(chunk), end = chunks.end(chunk);
        for (std::size_t i = begin, next = begin; i < end; i = next) {
            // Parts that follow on each other are one.
            std::size_t count = parts_[i].count;
            for (next = i + 1; next < end && parts_[next].first == parts_[i].first + count; ++next) {
                count += parts_[next].count;
            }
            if (count == 0) continue;
            const std::span own = std::span(found_).subspan(parts_[i].first, count);
            Translation(bodies, tetrahedra, own.front().vertex).translate(own, items.data() + parts_[i].to);
        }
    });
}

void write_edges(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra, std::vector<FoundEdge>& found,
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
        const auto [body, a] = frame::vertex_reference(bodies, f.a);
        const std::uint32_t b = f.b - f.a + a;
        answer.edges.push_back({body, {a, b}, tetrahedra.reference(f.tetrahedron)});
    }
}

}  // namespace pliant::narrow_phase
