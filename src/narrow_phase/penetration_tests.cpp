#include "narrow_phase/penetration_tests.hpp"

#include <algorithm>

namespace pliant::narrow_phase {

bool PenetrationTests::wants_everything(const frame::PenetrationQuery& query) {
    const auto all = query.bodies.all();
    return query.options.self && query.options.between &&
           std::none_of(all.begin(), all.end(), [](const frame::Body& body) { return body.set_aside; });
}

void PenetrationTests::test(broad_phase::Candidates& candidates, broad_phase::Candidates& inside, std::uint64_t judged,
                            PenetrationFindings& out) const {
    keep_wanted(candidates);
    out.counters.candidates = candidates.size() + judged;
    out.verdicts.resize(candidates.size());
    filter_(query_.bodies.vertices(), slots_.blocks.data(), candidates, out.verdicts.data());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (out.verdicts[i] == Inside::no) continue;
        const std::uint32_t slot = candidates.slot(i), vertex = candidates.vertex(i);
        if (out.verdicts[i] == Inside::unsure) {
            ++out.counters.exact_tests;
            const geometry::Side side = locate(vertex, slot);
            if (side == geometry::Side::on_boundary) {
                out.found.push_back({vertex, slots_.tetrahedron[slot], PenetrationKind::on_boundary});
            }
            if (side != geometry::Side::inside) continue;
        }
        inside.add(slot, vertex);
    }
    out.strict = inside.size();
    for (std::size_t i = 0; i < inside.size(); ++i) {
        out.found.push_back({inside.vertex(i), slots_.tetrahedron[inside.slot(i)], PenetrationKind::inside});
    }
}

/// Drops pairs that are not asked for; and of doubles, for which rounded floats stood, those not in the box itself.
void PenetrationTests::keep_wanted(broad_phase::Candidates& candidates) const {
    if (everything_wanted_ && exact_boxes_) return;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const std::uint32_t slot = candidates.slot(i), vertex = candidates.vertex(i), t = slots_.tetrahedron[slot];
        if (!query_.wants(vertex, t)) continue;
        const bool in =
            exact_boxes_ || in_box(query_.bodies.position(vertex), query_.tetrahedra.corners(query_.bodies, t));
        if (in) candidates.set(kept++, slot, vertex);
    }
    candidates.resize(kept);
}

geometry::Side PenetrationTests::locate(std::uint32_t vertex, std::uint32_t slot) const {
    const frame::Bodies& bodies = query_.bodies;
    const auto corner = [&](std::size_t i) {
        return bodies.position(slots_.blocks[slot / broad_phase::block_size].vertex[i][slot % broad_phase::block_size]);
    };
    return geometry::locate(bodies.position(vertex), {corner(0), corner(1), corner(2), corner(3)});
}

}  // namespace pliant::narrow_phase
