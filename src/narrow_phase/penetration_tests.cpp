#include "narrow_phase/penetration_tests.hpp"

namespace pliant::narrow_phase {

void PenetrationTests::test(broad_phase::Candidates& candidates, broad_phase::Candidates& inside, std::uint64_t judged,
                            PenetrationFindings& out) const {
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

geometry::Side PenetrationTests::locate(std::uint32_t vertex, std::uint32_t slot) const {
    const frame::Bodies& bodies = query_.bodies;
    const auto corner = [&](std::size_t i) {
        return bodies.position(slots_.blocks[slot / broad_phase::block_size].vertex[i][slot % broad_phase::block_size]);
    };
    return geometry::locate(bodies.position(vertex), {corner(0), corner(1), corner(2), corner(3)});
}

}  // namespace pliant::narrow_phase
