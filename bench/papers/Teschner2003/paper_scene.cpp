#include "papers/Teschner2003/paper_scene.hpp"

#include <algorithm>
#include <utility>

#include "mesh/boundary.hpp"
#include "papers/Teschner2003/half_spaces.hpp"

namespace pliant::teschner2003 {

using frame::PenetrationQuery;

namespace {

constexpr std::size_t slots_per_piece = 256, fewest_slots_to_share = 2 * slots_per_piece;
constexpr std::uint32_t largest_table = 1u << 28;

}  // namespace

BodyId PaperScene::add(const SurfaceView& surface) {
    return bodies_.add(surface.positions, {surface.triangles.begin(), surface.triangles.end()});
}

BodyId PaperScene::add(const VolumeView& volume) {
    mesh::CheckedTetrahedra checked = mesh::check(volume.tetrahedra, volume.positions.size());
    const BodyId id = bodies_.add(volume.positions, mesh::boundary(checked.sound), std::move(checked.flaws));
    std::vector<Tetrahedron> own(volume.tetrahedra.begin(), volume.tetrahedra.end());
    bodies_.fill(id, &volumes_.emplace(id, frame::Volume(std::move(own))).first->second.tetrahedra());
    return id;
}

const Penetrations& PaperScene::penetrations(const PenetrationOptions& options) {
    Report& report = answer_.report;
    report.stopped_by = Limit::none;
    report.rebuilt = false;
    report.counters = {};
    report.milliseconds = {};
    const auto started = frame::Clock::now();
    bodies_.update(workers_);
    tetrahedra_.update(bodies_, volumes_);
    PenetrationQuery query{{bodies_, options, workers_, report}, tetrahedra_};
    update(query);
    (report.rebuilt ? report.milliseconds.build : report.milliseconds.update) = frame::milliseconds_since(started);
    query.started = frame::Clock::now();
    find(query);
    report.milliseconds.find = frame::milliseconds_since(query.started);
    report.complete = true;
    return answer_;
}

/// The cell is one mean edge [Teschner2003, 4.3]; the table has any size.
void PaperScene::update(const PenetrationQuery& query) {
    if (topology_version_ != bodies_.topology_version()) {
        slots_.build(bodies_, tetrahedra_);
        flaws_.resize(slots_.blocks().size());
        topology_version_ = bodies_.topology_version();
        query.report.rebuilt = true;
    }
    vertices_.update(query);
    const SpatialHashOptions& options = query.options.hash;
    const double mean = options.cell_size ? 0 : slots_.mean_edge(vertices_.data());
    const double cell_size = options.cell_size ? *options.cell_size * vertices_.scale() : mean > 0 ? mean : 1;
    const std::size_t present = vertices_.present().size();
    const std::uint64_t wanted = options.table_size != 0 ? options.table_size : present - present / 4 + 1;
    const auto buckets = static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, largest_table));
    if (variant_.passes == Passes::one) {
        one_pass_.build(slots_, vertices_, cell_size, buckets);
    } else {
        table_.build(vertices_.data(), vertices_.present(), spatial_hash::inverse_of_cell(cell_size), buckets);
    }
}

void PaperScene::find(const PenetrationQuery& query) {
    const bool share = slots_.count() >= fewest_slots_to_share;
    const parallel::Chunks chunks{slots_.count(), share ? slots_per_piece : std::max(1u, slots_.count())};
    if (pieces_.size() < chunks.number()) pieces_.resize(chunks.number());
    const narrow_phase::PenetrationTests tests(
        query, slots_.view(), variant_.test == InsideTest::half_spaces ? &judge_by_half_spaces : &narrow_phase::judge);
    flaws_.find_signs(query, slots_.view());
    workers_.for_each(chunks.number(), [&](std::size_t i) {
        Piece& piece = pieces_[i];
        piece.sweep.clear();
        piece.findings.clear();
        for (std::size_t slot = chunks.begin(i); slot < chunks.end(i); ++slot) {
            sweep(query, static_cast<std::uint32_t>(slot), piece);
        }
        keep_wanted(query, piece.sweep.candidates);
        tests.test(piece.sweep.candidates, piece.sweep.inside, 0, piece.findings);
    });
    found_.clear();
    Counters& counters = query.report.counters;
    for (std::size_t i = 0; i < chunks.number(); ++i) {
        const narrow_phase::PenetrationFindings& findings = pieces_[i].findings;
        found_.insert(found_.end(), findings.found.begin(), findings.found.end());
        counters.box_tests += pieces_[i].sweep.box_tests;
        counters.candidates += findings.counters.candidates;
        counters.exact_tests += findings.counters.exact_tests;
    }
    flaws_.find(query, slots_.view());
    writer_.write(query, found_, answer_);
}

/// Drops pairs that are not asked for.
void PaperScene::keep_wanted(const PenetrationQuery& query, broad_phase::Candidates& candidates) const {
    if (query.options.self && query.options.between) return;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const std::uint32_t slot = candidates.slot(i), vertex = candidates.vertex(i);
        if (query.wants(vertex, slots_.tetrahedron(slot))) candidates.set(kept++, slot, vertex);
    }
    candidates.resize(kept);
}

/// Lists the candidates of a tetrahedron.
void PaperScene::sweep(const PenetrationQuery& query, std::uint32_t slot, Piece& out) const {
    if (!slots_.filled(slot)) return;
    if (variant_.passes == Passes::one) return one_pass_.find(slot, out.near, out.sweep);
    const Tetrahedron& corners = query.tetrahedra.all()[slots_.tetrahedron(slot)];
    const FloatBox box = spatial_hash::box_of(vertices_.data(), corners);
    if (!spatial_hash::finite(box)) return;
    out.sweep.box_tests += table_.each_in_box(box, [&](std::uint32_t v) {
        if (std::find(corners.begin(), corners.end(), v) == corners.end()) out.sweep.candidates.add(slot, v);
    });
}

}  // namespace pliant::teschner2003
