#include "detect/box_tree/box_tree.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "broad_phase/blocks.hpp"
#include "narrow_phase/waves.hpp"

namespace pliant::box_tree {

using broad_phase::pairs_of_blocks;
using frame::Bodies;
using frame::Body;
using narrow_phase::Findings;

namespace {

/// Of pairs of blocks, those that no plane separates by their oriented boxes, and whose triangles do not all share one
/// vertex: such pairs are left to the neighbour lists.
std::size_t keep_unseparated(const Pyramid& a, const Pyramid& b, std::size_t level,
                             std::span<broad_phase::Pair> blocks) {
    const OrientedBox *boxes_a = a.oriented_level(level), *boxes_b = b.oriented_level(level);
    const auto drop = [&](const broad_phase::Pair& pair) {
        if (&a == &b) {
            const std::uint32_t shared = a.shared_vertices().of(level, pair.a);
            if (shared != SharedVertices::none && shared == a.shared_vertices().of(level, pair.b)) return true;
            if (pair.a == pair.b) return false;
        }
        return separated(boxes_a[pair.a], boxes_b[pair.b]);
    };
    const auto end = std::remove_if(blocks.begin(), blocks.end(), drop);
    return static_cast<std::size_t>(end - blocks.begin());
}

// Enough tasks to keep many threads busy, and not so many that little is left of each: blocks are compared, and pairs
// of triangles tested, several at a time within a task. Independent of the number of threads, so that the work is.
constexpr std::size_t fewest_tasks = 32, most_tasks = 512, triangles_per_task = 64;
constexpr std::size_t tasks_per_piece = 4;
// From here on the lists of neighbours take more than 50 MB.
constexpr std::size_t many_vertices = std::size_t{1} << 19;

}  // namespace

void BoxTree::update(const Bodies& bodies, parallel::Workers& workers, Report& report) {
    if (topology_version_ != bodies.topology_version()) {
        build(bodies, workers);
        report.rebuilt = true;
    }
    refit_moved(bodies, workers, report);
    mark_set_aside(bodies);
}

void BoxTree::build(const Bodies& bodies, parallel::Workers& workers) {
    neighbour_lists_ = NeighbourLists::none;
    std::vector<Pyramid> before = std::exchange(pyramids_, {});
    const std::vector<frame::BodyStamp> built_before = std::exchange(built_of_, {});
    std::vector<frame::BodyStamp> built_of;
    std::size_t height = 0;
    for (const Body& body : bodies.all()) {
        Pyramid& pyramid = pyramids_.emplace_back(kept_or_empty(before, built_before, body));
        if (pyramid.empty()) pyramid.build(bodies, body, workers);
        height = std::max(height, pyramid.height());
        built_of.emplace_back(body);
    }
    for (Pyramid& pyramid : pyramids_) pyramid.grow_to(height);
    fitted_version_.assign(pyramids_.size(), 0);
    built_of_ = std::move(built_of);
    topology_version_ = bodies.topology_version();  // last: what throws before leaves it to be done again
}

/// The pyramid of a body that was there before, and is the same but for where its numbers begin.
Pyramid BoxTree::kept_or_empty(std::vector<Pyramid>& pyramids, std::span<const frame::BodyStamp> built_of,
                               const Body& body) {
    const auto found = std::lower_bound(built_of.begin(), built_of.end(), body.id,
                                        [](const frame::BodyStamp& built, BodyId id) { return built.id < id; });
    if (found == built_of.end() || !found->same_but_for_numbers(frame::BodyStamp(body))) return {};
    Pyramid pyramid = std::move(pyramids[static_cast<std::size_t>(found - built_of.begin())]);
    pyramid.renumber(body.first_vertex - found->first_vertex, body.first_triangle - found->first_triangle);
    return pyramid;
}

void BoxTree::refit_moved(const Bodies& bodies, parallel::Workers& workers, Report& report) {
    for (std::size_t i = 0; i < pyramids_.size(); ++i) {
        const Body& body = bodies.all()[i];
        Pyramid& pyramid = pyramids_[i];
        if (fitted_version_[i] == body.version) continue;
        pyramid.refit(bodies, workers);
        if (pyramid.worn_out()) {
            const std::uint64_t version = std::exchange(topology_version_, 0);  // what throws has all built again
            const std::size_t height = pyramid.height();
            pyramid.build(bodies, body, workers);
            pyramid.grow_to(height);
            pyramid.refit(bodies, workers);
            report.rebuilt = true;
            topology_version_ = version;
        }
        fitted_version_[i] = body.version;  // last: what throws before leaves it to be done again
    }
}

void BoxTree::mark_set_aside(const Bodies& bodies) {
    set_aside_.assign(bodies.triangles().size(), 0);
    unsound_.clear();
    for (std::size_t i = 0; i < pyramids_.size(); ++i) {
        const Body& body = bodies.all()[i];
        if (body.set_aside) {
            std::fill_n(set_aside_.begin() + body.first_triangle, body.triangles.size(), std::uint8_t{1});
            continue;
        }
        for (const std::uint32_t t : pyramids_[i].unsound()) {
            set_aside_[t] = 1;
            unsound_.push_back(t);
        }
    }
}

void BoxTree::find(const Query& query, Answer<TrianglePair>& answer) {
    start_tasks(query);
    split_tasks(std::clamp(query.bodies.triangles().size() / triangles_per_task, fewest_tasks, most_tasks));
    run_tasks(query);
    frame::collect_flaws(query.bodies, unsound_, answer.report.set_aside);
    narrow_phase::write_answer(query.bodies, found_, query.options.budget, answer);
}

void BoxTree::start_tasks(const Query& query) {
    tasks_.clear();
    task_level_ = 0;
    for (std::uint32_t i = 0; i < pyramids_.size(); ++i) {
        if (pyramids_[i].empty() || query.bodies.all()[i].set_aside) continue;
        task_level_ = pyramids_[i].height() - 1;
        if (query.options.self && !query.rests(i)) tasks_.push_back({i, i, {0, 0}});
    }
    if (query.options.between) add_overlapping_bodies(query);
}

/// Sort and sweep along x: each box is compared with those that begin before it ends.
void BoxTree::add_overlapping_bodies(const Query& query) {
    sweep_.clear();
    for (std::uint32_t i = 0; i < pyramids_.size(); ++i) {
        if (!pyramids_[i].empty() && !query.bodies.all()[i].set_aside) sweep_.add(pyramids_[i].box(), i);
    }
    sweep_.for_each_overlap([&](std::uint32_t a, std::uint32_t b) {
        if (!query.rests(a) || !query.rests(b)) tasks_.push_back({a, b, {0, 0}});
    });
}

/// Pairs of blocks of the level below whose boxes overlap.
std::size_t BoxTree::overlapping_children(const Task& task, std::size_t level,
                                          std::span<const broad_phase::Pair> blocks, broad_phase::Pair* out) const {
    const Pyramid &a = pyramids_[task.body_a], &b = pyramids_[task.body_b];
    const bool within = task.body_a == task.body_b;
    const std::size_t count = within ? broad_phase::overlapping_boxes_within(a.level(level), blocks, out)
                                     : broad_phase::overlapping_boxes(a.level(level), b.level(level), blocks, out);
    return a.oriented() && b.oriented() ? keep_unseparated(a, b, level - 1, {out, count}) : count;
}

/// Goes down level by level until there is enough to share among threads.
void BoxTree::split_tasks(std::size_t enough) {
    std::array<broad_phase::Pair, pairs_of_blocks> children;
    while (task_level_ > 0 && tasks_.size() < enough) {
        split_.clear();
        for (const Task& task : tasks_) {
            const std::size_t count = overlapping_children(task, task_level_, {&task.blocks, 1}, children.data());
            for (std::size_t k = 0; k < count; ++k) split_.push_back({task.body_a, task.body_b, children[k]});
        }
        tasks_.swap(split_);
        --task_level_;
    }
}

void BoxTree::run_tasks(const Query& query) {
    const std::size_t task_pieces = parallel::Chunks{tasks_.size(), tasks_per_piece}.number();
    const std::size_t pieces = task_pieces + neighbour_pieces(query);
    // Lists keep their memory from frame to frame; where it is short, the pieces of each wave use the same ones.
    const std::size_t lists = query.counting() ? narrow_phase::pieces_per_wave : pieces;
    if (findings_.size() < lists) findings_.resize(lists);
    narrow_phase::find_in_waves(
        query, pieces, found_,
        [&](std::size_t i) {
            Findings& list = findings_[i % lists];
            list.start(query.room);
            run_piece(query, i, list);
        },
        [&](std::size_t i) -> const Findings& { return findings_[i % lists]; });
}

/// Whether the lists of neighbours may be made and dropped piece by piece: in the first search of a topology, and again
/// where its pairs did not fit. Other limits than that of memory stop at the same piece every time.
bool BoxTree::may_pass(const Query& query) const {
    IntersectionBudget others = query.options.budget;
    others.bytes.reset();
    if (others != IntersectionBudget{}) return false;
    return neighbour_lists_ == NeighbourLists::none || query.counting();
}

/// Pieces of work on triangles that share a vertex, where these are asked for; what that needs is built where it is
/// not. A large mesh may be asked about once only: its lists are kept from the second time on.
std::size_t BoxTree::neighbour_pieces(const Query& query) {
    if (!query.options.self || query.options.neighbours != Neighbours::beyond_shared) return 0;
    if (neighbour_lists_ != NeighbourLists::kept) {
        const auto before = frame::Clock::now();
        const bool passing = query.bodies.vertex_count() >= many_vertices && may_pass(query);
        if (passing) {
            passing_neighbours_.start(query.bodies, query.workers);
        } else {
            neighbours_.build(query.bodies);
        }
        neighbour_lists_ = passing ? NeighbourLists::passing : NeighbourLists::kept;
        query.report.milliseconds.build += frame::milliseconds_since(before);
    }
    return neighbour_lists_ == NeighbourLists::passing ? passing_neighbours_.pieces() : neighbours_.pieces();
}

void BoxTree::run_piece(const Query& query, std::size_t piece, Findings& out) const {
    const Bodies& bodies = query.bodies;
    const parallel::Chunks task_pieces{tasks_.size(), tasks_per_piece};
    if (piece >= task_pieces.number()) {
        const std::size_t own = piece - task_pieces.number();
        if (neighbour_lists_ == NeighbourLists::passing) return passing_neighbours_.find(bodies, set_aside_, own, out);
        return neighbours_.find(bodies, set_aside_, query.resting, own, out);
    }
    for (std::size_t i = task_pieces.begin(piece); i < task_pieces.end(piece); ++i) {
        descend(bodies, tasks_[i], task_level_, {&tasks_[i].blocks, 1}, out);
    }
}

/// Overlapping boxes of the given blocks, then of theirs, down to triangles.
void BoxTree::descend(const Bodies& bodies, const Task& task, std::size_t level,
                      std::span<const broad_phase::Pair> blocks, Findings& out) const {
    constexpr std::size_t batch = 16;
    std::array<broad_phase::Pair, batch * pairs_of_blocks> below;
    const Pyramid &a = pyramids_[task.body_a], &b = pyramids_[task.body_b];
    const bool within = task.body_a == task.body_b;
    for (std::size_t first = 0; first < blocks.size(); first += batch) {
        const auto next = blocks.subspan(first, std::min(batch, blocks.size() - first));
        out.counters.box_tests += next.size() * pairs_of_blocks;
        if (level > 0) {
            const std::size_t count = overlapping_children(task, level, next, below.data());
            descend(bodies, task, level - 1, {below.data(), count}, out);
            continue;
        }
        const std::size_t count =
            within ? broad_phase::overlapping_unconnected(a.level(0), a.corners(), next, below.data())
                   : broad_phase::overlapping_boxes(a.level(0), b.level(0), next, below.data());
        out.test_unconnected(bodies, a.triangles(), b.triangles(), {below.data(), count});
    }
}

}  // namespace pliant::box_tree
