#include "detect/box_tree/box_tree.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "broad_phase/blocks.hpp"
#include "narrow_phase/waves.hpp"

namespace pliant::box_tree {

using broad_phase::block_size;
using frame::Bodies;
using frame::Body;
using narrow_phase::Findings;

namespace {

// Boxes that have grown this much in area since the triangles were put in order call for a new order.
constexpr double too_loose = 1.8;
// Enough pieces to keep many threads busy; the same for any number of them.
constexpr std::size_t enough_tasks = 512;
constexpr std::size_t tasks_per_piece = 4;

using Clock = std::chrono::steady_clock;

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
    neighbours_built_ = false;
    pyramids_.resize(bodies.all().size());
    fitted_version_.assign(pyramids_.size(), 0);
    std::size_t height = 0;
    for (std::size_t i = 0; i < pyramids_.size(); ++i) {
        pyramids_[i].build(bodies, bodies.all()[i], workers);
        height = std::max(height, pyramids_[i].height());
    }
    for (Pyramid& pyramid : pyramids_) pyramid.grow_to(height);
    topology_version_ = bodies.topology_version();  // last: what throws before leaves it to be done again
}

void BoxTree::refit_moved(const Bodies& bodies, parallel::Workers& workers, Report& report) {
    for (std::size_t i = 0; i < pyramids_.size(); ++i) {
        const Body& body = bodies.all()[i];
        Pyramid& pyramid = pyramids_[i];
        if (fitted_version_[i] == body.version) continue;
        pyramid.refit(bodies, workers);
        if (pyramid.looseness() > too_loose) {
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

void BoxTree::find(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                   Answer<TrianglePair>& answer) {
    const auto started = Clock::now();
    start_tasks(bodies, options);
    split_tasks();
    run(bodies, options, workers, started, answer.report);
    frame::collect_flaws(bodies, unsound_, answer.report.set_aside);
    narrow_phase::write_answer(bodies, found_, options.budget, answer);
}

void BoxTree::start_tasks(const Bodies& bodies, const IntersectionOptions& options) {
    tasks_.clear();
    task_level_ = 0;
    for (std::uint32_t i = 0; i < pyramids_.size(); ++i) {
        if (pyramids_[i].empty() || bodies.all()[i].set_aside) continue;
        task_level_ = pyramids_[i].height() - 1;
        if (options.self) tasks_.push_back({i, i, {0, 0}});
    }
    if (options.between) add_overlapping_bodies(bodies);
}

/// Sorts the bodies' boxes along x and compares each with those that begin before it ends.
void BoxTree::add_overlapping_bodies(const Bodies& bodies) {
    body_boxes_.clear();
    for (std::uint32_t i = 0; i < pyramids_.size(); ++i) {
        if (pyramids_[i].empty() || bodies.all()[i].set_aside) continue;
        const broad_phase::BoxBlock& top = *pyramids_[i].level(pyramids_[i].height() - 1);
        BodyBox box{};
        box.body = i;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box.lo[axis] = *std::min_element(top.lo[axis], top.lo[axis] + block_size);
            box.hi[axis] = *std::max_element(top.hi[axis], top.hi[axis] + block_size);
        }
        body_boxes_.push_back(box);
    }
    std::sort(body_boxes_.begin(), body_boxes_.end(), [](const BodyBox& p, const BodyBox& q) {
        return p.lo[0] != q.lo[0] ? p.lo[0] < q.lo[0] : p.body < q.body;
    });
    for (std::size_t i = 0; i < body_boxes_.size(); ++i) {
        const BodyBox& p = body_boxes_[i];
        for (std::size_t k = i + 1; k < body_boxes_.size() && body_boxes_[k].lo[0] <= p.hi[0]; ++k) {
            const BodyBox& q = body_boxes_[k];
            const bool overlap = p.lo[1] <= q.hi[1] && q.lo[1] <= p.hi[1] && p.lo[2] <= q.hi[2] && q.lo[2] <= p.hi[2];
            if (overlap) tasks_.push_back({std::min(p.body, q.body), std::max(p.body, q.body), {0, 0}});
        }
    }
}

/// Goes down level by level until there is enough to share among threads.
void BoxTree::split_tasks() {
    std::array<broad_phase::Pair, block_size * block_size> children;
    while (task_level_ > 0 && tasks_.size() < enough_tasks) {
        split_.clear();
        for (const Task& task : tasks_) {
            const broad_phase::BoxBlock* a = pyramids_[task.body_a].level(task_level_);
            const std::size_t count = task.body_a == task.body_b
                                          ? broad_phase::overlapping_boxes_within(a, {&task.blocks, 1}, children.data())
                                          : broad_phase::overlapping_boxes(a, pyramids_[task.body_b].level(task_level_),
                                                                           {&task.blocks, 1}, children.data());
            for (std::size_t k = 0; k < count; ++k) split_.push_back({task.body_a, task.body_b, children[k]});
        }
        tasks_.swap(split_);
        --task_level_;
    }
}

/// Overlapping boxes of the given blocks, then of theirs, down to triangles.
void BoxTree::descend(const Bodies& bodies, const Task& task, std::size_t level,
                      std::span<const broad_phase::Pair> blocks, Findings& out) const {
    constexpr std::size_t batch = 16;
    std::array<broad_phase::Pair, batch * block_size * block_size> below;
    const Pyramid &a = pyramids_[task.body_a], &b = pyramids_[task.body_b];
    const bool within = task.body_a == task.body_b;
    for (std::size_t first = 0; first < blocks.size(); first += batch) {
        const auto next = blocks.subspan(first, std::min(batch, blocks.size() - first));
        out.counters.box_tests += next.size() * block_size * block_size;
        if (level > 0) {
            const std::size_t count =
                within ? broad_phase::overlapping_boxes_within(a.level(level), next, below.data())
                       : broad_phase::overlapping_boxes(a.level(level), b.level(level), next, below.data());
            descend(bodies, task, level - 1, {below.data(), count}, out);
            continue;
        }
        const std::size_t count = within
                                      ? broad_phase::overlapping_strangers(a.level(0), a.corners(), next, below.data())
                                      : broad_phase::overlapping_boxes(a.level(0), b.level(0), next, below.data());
        out.test_strangers(bodies, a.slots(), b.slots(), {below.data(), count});
    }
}

void BoxTree::run_piece(const Bodies& bodies, std::size_t piece, Findings& out) const {
    const parallel::Chunks task_pieces{tasks_.size(), tasks_per_piece};
    if (piece >= task_pieces.number()) {
        neighbours_.find(bodies, set_aside_, piece - task_pieces.number(), out);
        return;
    }
    for (std::size_t i = task_pieces.begin(piece); i < task_pieces.end(piece); ++i) {
        descend(bodies, tasks_[i], task_level_, {&tasks_[i].blocks, 1}, out);
    }
}

void BoxTree::run(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                  narrow_phase::Clock::time_point started, Report& report) {
    const bool with_neighbours = options.self && options.neighbours == Neighbours::beyond_shared;
    if (with_neighbours && !neighbours_built_) {
        const auto before = Clock::now();
        neighbours_.build(bodies);
        neighbours_built_ = true;
        report.milliseconds.build += std::chrono::duration<double, std::milli>(Clock::now() - before).count();
    }
    const std::size_t pieces =
        parallel::Chunks{tasks_.size(), tasks_per_piece}.number() + (with_neighbours ? neighbours_.pieces() : 0);
    if (findings_.size() < pieces) findings_.resize(pieces);
    narrow_phase::find_in_waves(
        workers, options.budget, pieces, started, found_, report,
        [&](std::size_t i) {
            findings_[i].clear();
            run_piece(bodies, i, findings_[i]);
        },
        [&](std::size_t i) -> const Findings& { return findings_[i]; });
}

}  // namespace pliant::box_tree
