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
    bool operator()(const Penetration& p, const Penetration& q) const {
        return std::tie(p.vertex, p.tetrahedron) < std::tie(q.vertex, q.tetrahedron);
    }
};

/// Strict penetrations before contacts.
struct StrictFirst {
    template <class Item>
    bool operator()(const Item& p, const Item& q) const {
        return p.kind != q.kind ? p.kind < q.kind : ByVertexAndTetrahedron()(p, q);
    }
};

// Below this count, one thread is faster than waking another.
constexpr std::size_t fewest_to_part = 4096;
constexpr std::size_t found_per_chunk = 8192;
constexpr std::size_t found_per_part = 8, most_parts = 4096, parts_per_chunk = 32;

/// Keeps one for each vertex and body, of several the first strict one, or else the first. Returns how many are left.
/// `again(p, q)`: same vertex, same body.
template <class Item, class Again>
std::size_t keep_once_per_body(std::span<Item> sorted, const Again& again) {
    std::size_t kept = 0;
    for (const Item& item : sorted) {
        if (kept == 0 || !again(sorted[kept - 1], item)) {
            sorted[kept++] = item;
        } else if (item.kind < sorted[kept - 1].kind) {
            sorted[kept - 1] = item;
        }
    }
    return kept;
}

/// Keeps the first `count`, strict ones before contacts, in the order of answers.
template <class Item>
void cut_to(std::size_t count, std::span<Item> items) {
    const auto last = items.begin() + static_cast<std::ptrdiff_t>(count);
    std::nth_element(items.begin(), last, items.end(), StrictFirst());
    std::sort(items.begin(), last, ByVertexAndTetrahedron());
}

/// Translates penetrations in the order of vertices, in batches.
class Translation {
public:
    Translation(const frame::PenetrationQuery& query, std::uint32_t first_vertex)
        : bodies_(query.bodies),
          tetrahedra_(query.tetrahedra),
          body_(frame::body_of_vertex(query.bodies, first_vertex)) {}

    void translate(std::span<const FoundPenetration> found, Penetration* out) {
        for (std::size_t first = 0; first < found.size(); first += batch_size) {
            translate_batch(found.subspan(first, std::min(batch_size, found.size() - first)), out + first);
        }
    }

private:
    static constexpr std::size_t batch_size = 64;

    void translate_batch(std::span<const FoundPenetration> found, Penetration* out) {
        std::array<VertexInTetrahedron, batch_size> pairs;
        std::array<std::array<double, 4>, batch_size> weights;
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

void PenetrationWriter::write(const frame::PenetrationQuery& query, std::span<const FoundPenetration> found,
                              Penetrations& answer) {
    part(query, found);
    sort_parts(query);
    std::size_t count = 0;
    for (Part& part : parts_) {
        part.to = count;
        count += part.count;
    }
    const auto& limit = query.options.budget.penetrations;
    if (limit && count > *limit) {
        count = std::size_t(*limit);
        cut_parts_to(count);
        answer.report.stopped_by = Limit::penetrations;
    }
    answer.items.resize(count);
    translate(query, answer.items);
}

/// Into parts by ranges of vertices: a counting sort, chunk by chunk.
void PenetrationWriter::part(const frame::PenetrationQuery& query, std::span<const FoundPenetration> found) {
    const std::size_t wanted = std::min(std::bit_ceil(found.size() / found_per_part), most_parts);
    const std::size_t parts = found.size() < fewest_to_part ? 1 : wanted;
    parts_.assign(parts, {});
    if (parts == 1) {
        found_.assign(found.begin(), found.end());
        parts_[0].count = found.size();
        return;
    }
    found_.resize(found.size());
    const int shift =
        std::max(0, static_cast<int>(std::bit_width(query.bodies.vertex_count())) - std::countr_zero(parts));
    const parallel::Chunks chunks{found.size(), found_per_chunk};
    places_.assign(chunks.number() * parts, 0);
    query.workers.for_each(chunks.number(), [&](std::size_t chunk) {
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
    query.workers.for_each(chunks.number(), [&](std::size_t chunk) {
        std::size_t* places = places_.data() + chunk * parts;
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            found_[places[found[i].vertex >> shift]++] = found[i];
        }
    });
}

void PenetrationWriter::sort_parts(const frame::PenetrationQuery& query) {
    const frame::Tetrahedra& tetrahedra = query.tetrahedra;
    const auto again = [&](const FoundPenetration& p, const FoundPenetration& q) {
        return p.vertex == q.vertex && tetrahedra.body_index(p.tetrahedron) == tetrahedra.body_index(q.tetrahedron);
    };
    const parallel::Chunks chunks{parts_.size(), parts_per_chunk};
    query.workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            const std::span own = std::span(found_).subspan(parts_[i].first, parts_[i].count);
            std::sort(own.begin(), own.end(), ByVertexAndTetrahedron());
            if (query.options.once_per_body) parts_[i].count = keep_once_per_body(own, again);
        }
    });
}

/// Makes one part of all, with the most important.
void PenetrationWriter::cut_parts_to(std::size_t count) {
    auto end = found_.begin();
    for (const Part& part : parts_) {
        const auto first = found_.begin() + static_cast<std::ptrdiff_t>(part.first);
        end = std::copy(first, first + static_cast<std::ptrdiff_t>(part.count), end);
    }
    cut_to(count, std::span(found_).first(static_cast<std::size_t>(end - found_.begin())));
    parts_.assign(1, {0, count, 0});
}

void PenetrationWriter::translate(const frame::PenetrationQuery& query, std::vector<Penetration>& items) const {
    const parallel::Chunks chunks{parts_.size(), parts_per_chunk};
    query.workers.for_each(chunks.number(), [&](std::size_t chunk) {
        const std::size_t begin = chunks.begin(chunk), end = chunks.end(chunk);
        for (std::size_t i = begin, next = begin; i < end; i = next) {
            // Consecutive parts without a gap are translated as one.
            std::size_t count = parts_[i].count;
            for (next = i + 1; next < end && parts_[next].first == parts_[i].first + count; ++next) {
                count += parts_[next].count;
            }
            if (count == 0) continue;
            const std::span own = std::span(found_).subspan(parts_[i].first, count);
            Translation(query, own.front().vertex).translate(own, items.data() + parts_[i].to);
        }
    });
}

void write_edges(const frame::PenetrationQuery& query, std::vector<FoundEdge>& found, Penetrations& answer) {
    std::sort(found.begin(), found.end(), [](const FoundEdge& p, const FoundEdge& q) {
        return std::tuple(p.a, p.b, p.tetrahedron) < std::tuple(q.a, q.b, q.tetrahedron);
    });
    // Vertices inside come first; edges get the rest of the budget.
    const auto& limit = query.options.budget.penetrations;
    if (limit && found.size() + answer.items.size() > *limit) {
        found.resize(std::size_t(*limit - std::min<std::uint64_t>(answer.items.size(), *limit)));
        answer.report.stopped_by = Limit::penetrations;
    }
    answer.edges.clear();
    for (const FoundEdge& f : found) {
        const auto [body, a] = frame::vertex_reference(query.bodies, f.a);
        const std::uint32_t b = f.b - f.a + a;
        answer.edges.push_back({body, {a, b}, query.tetrahedra.reference(f.tetrahedron)});
    }
}

void trim(const PenetrationOptions& options, Penetrations& answer) {
    std::vector<Penetration>& items = answer.items;
    if (options.once_per_body) {
        items.resize(keep_once_per_body(std::span(items), [](const Penetration& p, const Penetration& q) {
            return p.vertex == q.vertex && p.tetrahedron.body == q.tetrahedron.body;
        }));
    }
    if (!options.budget.penetrations || items.size() <= *options.budget.penetrations) return;
    const auto most = std::size_t(*options.budget.penetrations);
    cut_to(most, std::span(items));
    items.resize(most);
    if (answer.report.stopped_by == Limit::none) answer.report.stopped_by = Limit::penetrations;
}

}  // namespace pliant::narrow_phase
