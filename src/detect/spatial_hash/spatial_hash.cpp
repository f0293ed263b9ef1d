#include "detect/spatial_hash/spatial_hash.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "broad_phase/blocks.hpp"
#include "narrow_phase/waves.hpp"

namespace pliant::spatial_hash {

using broad_phase::block_size;
using frame::Bodies;
using frame::Body;
using frame::Tetrahedra;

namespace {

using Clock = std::chrono::steady_clock;

// A piece takes some five microseconds, so that several threads share even a small scene evenly. What is less than two
// is one: it would take longer to wake another thread.
constexpr std::size_t slots_per_piece = 32 * block_size, fewest_slots_to_share = 2 * slots_per_piece;
constexpr std::size_t all_slots = std::size_t{1} << 40;
// With a budget pieces are smaller: it is looked at after every few of them.
constexpr std::size_t slots_per_limited_piece = 16 * block_size;
// Rows of cells are cheap to scan and dear to look up: they are somewhat larger than the paper's.
constexpr double edges_per_cell = 2;
constexpr std::uint32_t largest_table = 1u << 28;

}  // namespace

void SpatialHash::update(const Bodies& bodies, const Tetrahedra& tetrahedra, const SpatialHashOptions& options,
                         parallel::Workers& workers, Report& report) {
    if (topology_version_ != bodies.topology_version()) {
        slots_.build(bodies, tetrahedra);
        edge_cells_.build(bodies);
        topology_version_ = bodies.topology_version();  // last: what throws before leaves it to be done again
        report.rebuilt = true;
    }
    read_vertices(bodies, tetrahedra, workers);
    choose_cells(options);
    hash_vertices(bodies.vertex_count(), options, workers);
}

void SpatialHash::read_vertices(const Bodies& bodies, const Tetrahedra& tetrahedra, parallel::Workers& workers) {
    leave_out_set_aside(bodies, tetrahedra);
    vertices_ = bodies.vertices().floats;
    scale_ = 1;
    const simd::DoubleVertex* doubles = bodies.vertices().doubles;
    if (doubles == nullptr) return;
    local_.resize(bodies.vertex_count());
    frames_.find(bodies, present_);
    scale_ = frames_.scale();
    for (std::size_t i = 0; i < bodies.all().size(); ++i) {
        const Body& body = bodies.all()[i];
        const parallel::Chunks chunks{body.vertices, 8192};
        workers.for_each(chunks.number(), [&](std::size_t chunk) {
            localise(doubles, body.first_vertex + chunks.begin(chunk), body.first_vertex + chunks.end(chunk),
                     frames_.of(i), local_.data());
        });
    }
    vertices_ = local_.data();
}

void SpatialHash::leave_out_set_aside(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    all_finite_ = std::all_of(bodies.all().begin(), bodies.all().end(), [](const Body& b) {
        return std::none_of(b.flaws.begin(), b.flaws.end(),
                            [](const Flaw& flaw) { return flaw.kind == FlawKind::not_finite; });
    });
    present_ = tetrahedra.used_vertices();
    some_set_aside_ = std::any_of(bodies.all().begin(), bodies.all().end(), [](const Body& b) { return b.set_aside; });
    if (!some_set_aside_) return;
    kept_.assign(present_.begin(), present_.end());
    for (const Body& body : bodies.all()) {
        if (!body.set_aside) continue;
        std::erase_if(kept_,
                      [&](std::uint32_t v) { return v >= body.first_vertex && v - body.first_vertex < body.vertices; });
    }
    present_ = kept_;
}

void SpatialHash::choose_cells(const SpatialHashOptions& options) {
    const double mean = options.cell_size ? 0 : slots_.mean_edge(vertices_);
    const double edges = options.scheme == HashScheme::rows ? edges_per_cell : 1;
    cell_size_ = options.cell_size ? *options.cell_size * scale_ : mean > 0 ? edges * mean : 1;
    const std::uint64_t wanted =
        options.table_size != 0 ? options.table_size : present_.size() - present_.size() / 4 + 1;
    table_size_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, largest_table));
}

void SpatialHash::hash_vertices(std::size_t vertex_count, const SpatialHashOptions& options,
                                parallel::Workers& workers) {
    const float inverse_cell = inverse_of_cell(cell_size_);
    switch (options.scheme) {
        case HashScheme::rows:
            table_.build(vertices_, present_, inverse_cell, std::bit_ceil(table_size_), workers);
            break;
        case HashScheme::paper: paper_.build(vertices_, present_, inverse_cell, table_size_); break;
        case HashScheme::one_pass:
            one_pass_.build(slots_, vertices_, vertex_count, present_, cell_size_, table_size_);
            break;
    }
}

void SpatialHash::find(const Bodies& bodies, const Tetrahedra& tetrahedra, const PenetrationOptions& options,
                       parallel::Workers& workers, Penetrations& answer) {
    const Question question{bodies, tetrahedra, options, workers, answer.report, Clock::now()};
    found_.clear();
    strict_ = 0;
    found_edges_.clear();
    outliers_.clear();
    const bool signs_in_sweep = sweep_finds_signs(question);
    if (!signs_in_sweep) slots_.find_signs(bodies, workers);
    switch (options.hash.scheme) {
        case HashScheme::rows:
            sweep_rows(question, signs_in_sweep);
            sweep_outliers(question);
            break;
        case HashScheme::paper: sweep_paper(question); break;
        case HashScheme::one_pass: sweep_one_pass(question); break;
    }
    if (options.edges) find_edges(question);
    slots_.name_flaws(bodies, tetrahedra);
    frame::collect_volume_flaws(bodies, tetrahedra, slots_.flat(), answer.report.set_aside);
    answer.report.noted.assign(slots_.inverted().begin(), slots_.inverted().end());
    writer_.write(bodies, tetrahedra, found_, options, workers, answer);
    narrow_phase::write_edges(bodies, tetrahedra, found_edges_, options.budget, answer);
}

bool SpatialHash::limited(const Budget& budget) { return budget.time || budget.tests || budget.pairs; }

std::size_t SpatialHash::slots_of_piece(const Question& question) const {
    if (limited(question.options.budget)) return slots_per_limited_piece;
    return slots_.count() < fewest_slots_to_share ? all_slots : slots_per_piece;
}

/// Where floats are the coordinates given, and none of the tetrahedra will be left out.
bool SpatialHash::sweep_finds_signs(const Question& question) const {
    return question.options.hash.scheme == HashScheme::rows && exact_floats() && !limited(question.options.budget);
}

void SpatialHash::sweep_rows(const Question& question, bool find_signs) {
    const parallel::Chunks chunks{slots_.groups(),
                                  slots_of_piece(question) / (broad_phase::blocks_per_group * block_size)};
    const SpatialHashOptions& hash = question.options.hash;
    const bool judge = hash.test == InsideTest::barycentric && exact_floats() && everything_wanted(question);
    const SweepRequest request{!hash.cell_size, all_finite_, judge, find_signs ? slots_.signs() : nullptr};
    run(question, chunks.number(), [&](std::size_t i, Piece& piece) {
        sweep(table_.view(), vertices_, slots_.grouped(), chunks.begin(i), chunks.end(i), request, piece.sweep);
    });
}

/// Tetrahedra that are much smaller or larger than the mean, level by level, each with cells of its size.
void SpatialHash::sweep_outliers(const Question& question) {
    std::sort(outliers_.begin(), outliers_.end(), [](const Outlier& p, const Outlier& q) {
        return p.level != q.level ? p.level < q.level : p.slot < q.slot;
    });
    for (std::size_t first = 0; first < outliers_.size() && question.report.stopped_by == Limit::none;) {
        const std::int32_t level = outliers_[first].level;
        level_slots_.clear();
        for (; first < outliers_.size() && outliers_[first].level == level; ++first) {
            level_slots_.push_back(outliers_[first].slot);
        }
        const double cell = std::ldexp(cell_size_, 2 * level);
        level_table_.build(vertices_, present_, inverse_of_cell(cell), std::bit_ceil(table_size_), question.workers);
        const parallel::Chunks chunks{level_slots_.size(), slots_of_piece(question)};
        run(question, chunks.number(), [&](std::size_t i, Piece& piece) {
            sweep_slots(level_table_.view(), vertices_, slots_.blocks().data(),
                        std::span(level_slots_).subspan(chunks.begin(i), chunks.end(i) - chunks.begin(i)), piece.sweep);
        });
    }
}

void SpatialHash::sweep_paper(const Question& question) {
    const parallel::Chunks chunks{slots_.count(), slots_of_piece(question)};
    run(question, chunks.number(), [&](std::size_t i, Piece& piece) {
        for (auto slot = static_cast<std::uint32_t>(chunks.begin(i)); slot < chunks.end(i); ++slot) {
            if (!slots_.filled(slot)) continue;
            const Tetrahedron& corners = question.tetrahedra.all()[slots_.tetrahedron(slot)];
            const FloatBox box = box_of(vertices_, corners);
            if (!box.finite()) continue;
            piece.sweep.box_tests += paper_.each_in_box(box, [&](std::uint32_t v) {
                if (std::find(corners.begin(), corners.end(), v) == corners.end()) {
                    piece.sweep.candidates.add(slot, v);
                }
            });
        }
    });
}

void SpatialHash::sweep_one_pass(const Question& question) {
    const parallel::Chunks chunks{slots_.count(), slots_of_piece(question)};
    run(question, chunks.number(), [&](std::size_t i, Piece& piece) {
        for (auto slot = static_cast<std::uint32_t>(chunks.begin(i)); slot < chunks.end(i); ++slot) {
            if (slots_.filled(slot)) one_pass_.find(slot, piece.near, piece.sweep);
        }
    });
}

template <class Fill>
void SpatialHash::run(const Question& question, std::size_t pieces, const Fill& fill) {
    if (pieces_.size() < pieces) pieces_.resize(pieces);
    narrow_phase::in_waves(
        frame::Query<PenetrationOptions>{question.bodies, question.options, question.workers, question.report,
                                         question.started},
        pieces,
        [&](std::size_t i) {
            pieces_[i].clear();
            fill(i, pieces_[i]);
            test_candidates(question, pieces_[i]);
        },
        [&](std::size_t i) { join(pieces_[i], question.report.counters); }, [&] { return limit_reached(question); });
}

void SpatialHash::join(const Piece& piece, Counters& counters) {
    found_.insert(found_.end(), piece.found.begin(), piece.found.end());
    strict_ += piece.strict;
    outliers_.insert(outliers_.end(), piece.sweep.outliers.begin(), piece.sweep.outliers.end());
    found_edges_.insert(found_edges_.end(), piece.edges.found.begin(), piece.edges.found.end());
    counters.box_tests += piece.sweep.box_tests + piece.edges.counters.box_tests;
    counters.candidates += piece.counters.candidates + piece.edges.counters.candidates;
    counters.exact_tests += piece.counters.exact_tests + piece.edges.counters.exact_tests;
}

Limit SpatialHash::limit_reached(const Question& question) const {
    const Budget& budget = question.options.budget;
    if (budget.tests && question.report.counters.candidates >= *budget.tests) return Limit::tests;
    if (budget.pairs && strict_ > *budget.pairs) return Limit::pairs;
    if (budget.time && Clock::now() - question.started >= *budget.time) return Limit::time;
    return Limit::none;
}

bool SpatialHash::everything_wanted(const Question& question) const {
    return question.options.self && question.options.between && !some_set_aside_;
}

/// Leaves out what is not asked for; and of doubles, whose floats stood for them, what is not in the box itself.
void SpatialHash::keep_wanted(const Question& question, broad_phase::Candidates& candidates) const {
    const Bodies& bodies = question.bodies;
    const bool exact_boxes = exact_floats();
    if (everything_wanted(question) && exact_boxes) return;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const std::uint32_t slot = candidates.slot(i), vertex = candidates.vertex(i), t = slots_.tetrahedron(slot);
        if (!narrow_phase::wanted(bodies, question.tetrahedra, vertex, t, question.options)) continue;
        const bool in =
            exact_boxes || narrow_phase::in_box(bodies.position(vertex), question.tetrahedra.corners(bodies, t));
        if (in) candidates.set(kept++, slot, vertex);
    }
    candidates.resize(kept);
}

/// The filter, then exact signs where it could not tell.
void SpatialHash::test_candidates(const Question& question, Piece& piece) const {
    broad_phase::Candidates& candidates = piece.sweep.candidates;
    const Bodies& bodies = question.bodies;
    keep_wanted(question, candidates);
    piece.counters.candidates = candidates.size() + piece.sweep.judged;
    piece.verdicts.resize(candidates.size());
    narrow_phase::judge(bodies.vertices(), slots_.blocks().data(), candidates,
                        question.options.hash.test == InsideTest::half_spaces, piece.verdicts.data());
    broad_phase::Candidates& inside = piece.sweep.inside;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (piece.verdicts[i] == narrow_phase::Inside::no) continue;
        const std::uint32_t slot = candidates.slot(i), vertex = candidates.vertex(i);
        if (piece.verdicts[i] == narrow_phase::Inside::unsure) {
            ++piece.counters.exact_tests;
            const geometry::Side side = geometry::locate(bodies.position(vertex), slots_.corners(bodies, slot));
            if (side == geometry::Side::on_boundary) {
                piece.found.push_back({vertex, slots_.tetrahedron(slot), PenetrationKind::on_boundary});
            }
            if (side != geometry::Side::inside) continue;
        }
        inside.add(slot, vertex);
    }
    piece.strict = inside.size();
    for (std::size_t i = 0; i < inside.size(); ++i) {
        piece.found.push_back({inside.vertex(i), slots_.tetrahedron(inside.slot(i)), PenetrationKind::inside});
    }
}

void SpatialHash::find_edges(const Question& question) {
    edge_cells_.update(question.bodies, vertices_);
    const parallel::Chunks chunks{question.tetrahedra.all().size(), slots_of_piece(question)};
    run(question, chunks.number(), [&](std::size_t i, Piece& piece) {
        edge_cells_.find(question.bodies, question.tetrahedra, question.options,
                         static_cast<std::uint32_t>(chunks.begin(i)), static_cast<std::uint32_t>(chunks.end(i)),
                         piece.edges);
    });
}

}  // namespace pliant::spatial_hash
