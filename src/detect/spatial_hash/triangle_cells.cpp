#include "detect/spatial_hash/triangle_cells.hpp"

#include <algorithm>

#include "broad_phase/blocks.hpp"
#include "narrow_phase/pair_tests.hpp"
#include "narrow_phase/waves.hpp"

namespace pliant::spatial_hash {

using frame::Bodies;
using Query = frame::Query<IntersectionOptions>;

namespace {

constexpr std::size_t triangles_per_piece = 64;

}  // namespace

void TriangleCells::update(const Bodies& bodies, parallel::Workers& workers, Report& report) {
    report.rebuilt = topology_version_ != bodies.topology_version();
    topology_version_ = bodies.topology_version();
    grid_.build(bodies, workers);
    unsound_.clear();
    for (std::uint32_t t = 0; t < grid_.triangles(); ++t) {
        const bool takes_part = bodies.usable(t) && !bodies.all()[bodies.body_index(t)].set_aside;
        if (takes_part && !grid_.holds(t)) unsound_.push_back(t);
    }
}

void TriangleCells::find(const Query& query, Answer<TrianglePair>& answer) {
    run(query);
    frame::collect_flaws(query.bodies, unsound_, query.report.set_aside);
    narrow_phase::write_answer(query.bodies, found_, query.options.budget, answer);
}

void TriangleCells::find_piece(const Query& query, std::size_t first, std::size_t last, Piece& out) const {
    const Bodies& bodies = query.bodies;
    const IntersectionOptions& options = query.options;
    out.unconnected.clear();
    out.neighbours.clear();
    out.findings.clear();
    for (auto a = static_cast<std::uint32_t>(first); a < last; ++a) {
        if (!grid_.holds(a)) continue;
        out.findings.counters.box_tests += grid_.each_near(bodies, a, out.search, [&](std::uint32_t b) {
            const broad_phase::Pair pair{std::min(a, b), std::max(a, b)};
            const bool self = bodies.body_index(a) == bodies.body_index(b);
            if (!(self ? options.self : options.between)) return;
            if (!self || narrow_phase::shared_corners(bodies.triangles()[a], bodies.triangles()[b]).count == 0) {
                out.unconnected.push_back(pair);
            } else if (options.neighbours == Neighbours::beyond_shared) {
                out.neighbours.push_back(pair);
            }
        });
    }
    out.findings.test_unconnected(bodies, out.unconnected);
    out.findings.test_neighbours(bodies, out.neighbours);
}

void TriangleCells::run(const Query& query) {
    const parallel::Chunks chunks{grid_.triangles(), triangles_per_piece};
    if (pieces_.size() < chunks.number()) pieces_.resize(chunks.number());
    narrow_phase::find_in_waves(
        query, chunks.number(), found_,
        [&](std::size_t i) { find_piece(query, chunks.begin(i), chunks.end(i), pieces_[i]); },
        [&](std::size_t i) -> const narrow_phase::Findings& { return pieces_[i].findings; },
        // A cell may hold any number of triangles: time is checked as often as keeps all threads busy.
        query.options.budget.time ? std::max(1u, query.workers.threads()) : narrow_phase::pieces_per_wave);
}

}  // namespace pliant::spatial_hash
