#include "detect/spatial_hash/spatial_hash.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "narrow_phase/waves.hpp"

namespace pliant::spatial_hash {

using broad_phase::block_size;
using frame::PenetrationQuery;

namespace {

// A piece takes about five microseconds, so that threads share even a small scene evenly. Below two pieces, one thread
// is faster than waking another.
constexpr std::size_t slots_of_usual_piece = 32 * block_size, fewest_slots_to_share = 2 * slots_of_usual_piece;
constexpr std::size_t all_slots = std::numeric_limits<std::size_t>::max() / 2;
// With a budget pieces are smaller: it is checked after every few of them.
constexpr std::size_t slots_of_limited_piece = 16 * block_size;
// Rows of cells are cheap to scan and expensive to look up: cells are larger than the paper's, which are one mean edge.
constexpr double edges_per_cell = 2;
constexpr std::uint32_t largest_table = 1u << 28;

}  // namespace

void SpatialHash::update(const PenetrationQuery& query) {
    if (topology_version_ != query.bodies.topology_version()) {
        slots_.build(query.bodies, query.tetrahedra);
        flaws_.resize(slots_.blocks().size());
        edges_built_for_ = 0;
        topology_version_ = query.bodies.topology_version();  // last: after an exception all of it is built again
        query.report.rebuilt = true;
    }
    vertices_.update(query);
    choose_cells(query.options.hash);
    build_table(query, cell_size_, table_);
}

void SpatialHash::choose_cells(const SpatialHashOptions& options) {
    const double mean = options.cell_size ? 0 : slots_.mean_edge(vertices_.data());
    cell_size_ = options.cell_size ? *options.cell_size * vertices_.scale() : mean > 0 ? edges_per_cell * mean : 1;
    const std::size_t present = vertices_.present().size();
    const std::uint64_t wanted = options.table_size != 0 ? options.table_size : present - present / 4 + 1;
    table_size_ = std::bit_ceil(static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, largest_table)));
}

void SpatialHash::build_table(const PenetrationQuery& query, double cell_size, VertexTable& table) {
    table.build({vertices_.data(), vertices_.present(), inverse_of_cell(cell_size), table_size_}, query.workers);
}

void SpatialHash::find(const PenetrationQuery& query, Penetrations& answer) {
    found_.clear();
    list_wanted(query);
    sweep_groups(query);
    if (query.report.stopped_by != Limit::none) flaws_.find_signs(query, slots_.view());  // of what was left out, too
    sweep_outliers(query);
    if (query.options.edges) find_edges(query);
    flaws_.find(query, slots_.view());
    writer_.write(query, found_.vertices, answer);
    narrow_phase::write_edges(query, found_.edges, answer);
}

/// Which vertices are looked for in the tetrahedra of each body.
void SpatialHash::list_wanted(const PenetrationQuery& query) {
    const auto bodies = query.bodies.all();
    const bool self = query.options.self, between = query.options.between;
    wanted_.assign(bodies.size(), {});
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const frame::Body& body = bodies[i];
        if (body.set_aside || !(self || between)) {
            wanted_[i] = {0, 0, false};
        } else if (!(self && between)) {
            wanted_[i] = {body.first_vertex, body.vertices, between};
        }
    }
}

std::size_t SpatialHash::slots_per_piece(const PenetrationQuery& query) const {
    if (query.limited()) return slots_of_limited_piece;
    return slots_.count() < fewest_slots_to_share ? all_slots : slots_of_usual_piece;
}

void SpatialHash::sweep_groups(const PenetrationQuery& query) {
    constexpr std::size_t slots_per_group = broad_phase::blocks_per_group * block_size;
    const parallel::Chunks chunks{slots_.groups(), slots_per_piece(query) / slots_per_group};
    const SweepRequest request{.levels = !query.options.hash.cell_size,
                               .all_finite = vertices_.all_finite(),
                               .coordinate_error = vertices_.error(),
                               .signs = flaws_.signs(),
                               .vertices = wanted()};
    run(query, chunks.number(), [&](std::size_t i, Piece& piece) {
        sweep(table_.view(), vertices_.data(), slots_.grouped(), chunks.begin(i), chunks.end(i), request, piece.sweep);
    });
}

/// Tetrahedra much smaller or larger than the mean, level by level, each level with cells of its size.
void SpatialHash::sweep_outliers(const PenetrationQuery& query) {
    std::vector<Outlier>& outliers = found_.outliers;
    std::sort(outliers.begin(), outliers.end(), [](const Outlier& p, const Outlier& q) {
        return p.level != q.level ? p.level < q.level : p.slot < q.slot;
    });
    for (std::size_t first = 0; first < outliers.size() && query.report.stopped_by == Limit::none;) {
        const std::int32_t level = outliers[first].level;
        level_slots_.clear();
        for (; first < outliers.size() && outliers[first].level == level; ++first) {
            level_slots_.push_back(outliers[first].slot);
        }
        build_table(query, std::ldexp(cell_size_, 2 * level), level_table_);
        const parallel::Chunks chunks{level_slots_.size(), slots_per_piece(query)};
        run(query, chunks.number(), [&](std::size_t i, Piece& piece) {
            sweep_slots(level_table_.view(), vertices_.data(), slots_.blocks().data(),
                        std::span(level_slots_).subspan(chunks.begin(i), chunks.end(i) - chunks.begin(i)), wanted(),
                        piece.sweep);
        });
    }
}

void SpatialHash::find_edges(const PenetrationQuery& query) {
    if (edges_built_for_ != topology_version_) {  // sorting them takes longer than all else that is built
        edge_cells_.build(query.bodies);
        edges_built_for_ = topology_version_;
    }
    edge_cells_.update(query.bodies, vertices_.data());
    const parallel::Chunks chunks{query.tetrahedra.all().size(), slots_per_piece(query)};
    run(query, chunks.number(), [&](std::size_t i, Piece& piece) {
        edge_cells_.find(query, static_cast<std::uint32_t>(chunks.begin(i)), static_cast<std::uint32_t>(chunks.end(i)),
                         piece.edges);
    });
}

/// fill(i, piece) lists the candidates of piece i; the narrow phase tests them on the same thread.
template <class Fill>
void SpatialHash::run(const PenetrationQuery& query, std::size_t pieces, const Fill& fill) {
    if (pieces_.size() < pieces) pieces_.resize(pieces);
    const narrow_phase::PenetrationTests tests(query, slots_.view());
    narrow_phase::in_waves(
        query, pieces,
        [&](std::size_t i) {
            Piece& piece = pieces_[i];
            piece.clear();
            fill(i, piece);
            tests.test(piece.sweep.candidates, piece.sweep.inside, piece.sweep.judged, piece.findings);
        },
        [&](std::size_t i) { found_.join(pieces_[i], query.report.counters); },
        [&](double done) { return query.limit_reached(found_.strict, done); });
}

void SpatialHash::Found::clear() {
    vertices.clear();
    strict = 0;
    edges.clear();
    outliers.clear();
}

void SpatialHash::Found::join(const Piece& piece, Counters& counters) {
    vertices.insert(vertices.end(), piece.findings.found.begin(), piece.findings.found.end());
    strict += piece.findings.strict;
    edges.insert(edges.end(), piece.edges.found.begin(), piece.edges.found.end());
    outliers.insert(outliers.end(), piece.sweep.outliers.begin(), piece.sweep.outliers.end());
    counters.box_tests += piece.sweep.box_tests + piece.edges.counters.box_tests;
    counters.candidates += piece.findings.counters.candidates + piece.edges.counters.candidates;
    counters.exact_tests += piece.findings.counters.exact_tests + piece.edges.counters.exact_tests;
}

}  // namespace pliant::spatial_hash
