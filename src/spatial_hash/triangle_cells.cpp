#include "spatial_hash/triangle_cells.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "bodies/waves.hpp"

namespace pliant::spatial_hash {

using bodies::Bodies;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t triangles_per_piece = 64;

FloatBox outer_box(const geometry::TriangleCorners& corners) {
    FloatBox box{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [lo, hi] = std::minmax({corners[0][axis], corners[1][axis], corners[2][axis]});
        box.lo[axis] = simd::lower_float(lo);
        box.hi[axis] = simd::upper_float(hi);
    }
    return box;
}

}  // namespace

void TriangleCells::update(const Bodies& bodies, parallel::Workers& workers, Report& report) {
    report.rebuilt = topology_version_ != bodies.topology_version();
    topology_version_ = bodies.topology_version();
    boxes_.resize(bodies.triangles().size());
    const parallel::Chunks chunks{boxes_.size(), triangles_per_piece};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (auto t = static_cast<std::uint32_t>(chunks.begin(chunk)); t < chunks.end(chunk); ++t) {
            const bool takes_part = bodies.usable(t) && !bodies.all()[bodies.body_index(t)].set_aside &&
                                    bodies.soundness(t) == Bodies::Soundness::sound;
            boxes_[t] = takes_part ? outer_box(bodies.corners(t)) : nowhere();
        }
    });
    unsound_.clear();
    for (std::uint32_t t = 0; t < boxes_.size(); ++t) {
        const bool looked_at = bodies.usable(t) && !bodies.all()[bodies.body_index(t)].set_aside;
        if (looked_at && !boxes_[t].finite()) unsound_.push_back(t);
    }
    grid_.build(boxes_, std::nullopt, 0);
}

void TriangleCells::find(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                         Answer<TrianglePair>& answer) {
    run(bodies, options, workers, answer.report);
    bodies::collect_flaws(bodies, unsound_, answer.report.set_aside);
    bodies::write_answer(bodies, found_, options.budget, answer);
}

void TriangleCells::find_piece(const Bodies& bodies, const IntersectionOptions& options, std::size_t first,
                               std::size_t last, Piece& out) const {
    out.strangers.clear();
    out.neighbours.clear();
    out.findings.clear();
    for (auto a = static_cast<std::uint32_t>(first); a < last; ++a) {
        if (!boxes_[a].finite()) continue;
        out.findings.counters.box_tests += grid_.each_overlapping(boxes_[a], [&](std::uint32_t b) {
            if (b <= a) return;  // found from the other side
            const bool self = bodies.body_index(a) == bodies.body_index(b);
            if (!(self ? options.self : options.between)) return;
            if (!self || bodies::shared_corners(bodies.triangles()[a], bodies.triangles()[b]).count == 0) {
                out.strangers.push_back({a, b});
            } else if (options.neighbours == Neighbours::beyond_shared) {
                out.neighbours.push_back({a, b});
            }
        });
    }
    out.findings.test_strangers(bodies, out.strangers);
    out.findings.counters.candidates += out.neighbours.size();
    out.findings.test_neighbours(bodies, out.neighbours);
}

void TriangleCells::run(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                        Report& report) {
    const parallel::Chunks chunks{boxes_.size(), triangles_per_piece};
    if (pieces_.size() < chunks.number()) pieces_.resize(chunks.number());
    bodies::find_in_waves(
        workers, options.budget, chunks.number(), Clock::now(), found_, report,
        [&](std::size_t i) { find_piece(bodies, options, chunks.begin(i), chunks.end(i), pieces_[i]); },
        [&](std::size_t i) -> const bodies::Findings& { return pieces_[i].findings; });
}

}  // namespace pliant::spatial_hash
