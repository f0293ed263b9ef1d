#include "detect/feature_tree/feature_tree.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "broad_phase/box_overlaps.hpp"

namespace pliant::feature_tree {

using broad_phase::BoxContents;
using broad_phase::FeatureBatch;
using broad_phase::Pair;
using broad_phase::pairs_of_blocks;
using broad_phase::Suspicion;
using frame::Bodies;

namespace {

// A body is built anew when the boxes of its blocks have grown this much in area since it was built.
constexpr double too_loose = 1.8;
// Enough tasks to keep many threads busy; a constant, so that the work does not depend on their number.
constexpr std::size_t enough_tasks = 1024;
constexpr std::size_t tasks_per_piece = 4;

}  // namespace

// ---- boxes

void FeatureTree::fit(const Bodies& bodies, const BoxContents& contents, Suspicion suspicion,
                      parallel::Workers& workers, Report& report) {
    if (topology_version_ != bodies.topology_version()) {
        build(bodies, workers);
        report.rebuilt = true;
    }
    const bool lasting = !contents.moves() && contents.thickness == nullptr;
    const bool same = lasting && fitted_.distance == contents.distance && fitted_.suspicion == suspicion;
    fitted_.distance = -1;  // what throws has all fitted again
    unsound_.clear();
    for (std::size_t i = 0; i < features_.size(); ++i) {
        if (!same || fitted_version_[i] != bodies.all()[i].version) {
            fit_body(bodies, i, contents, suspicion, workers, report);
        }
        fitted_version_[i] = bodies.all()[i].version;
        if (bodies.all()[i].set_aside) continue;
        unsound_.insert(unsound_.end(), features_[i].unsound().begin(), features_[i].unsound().end());
    }
    if (lasting) fitted_ = {contents.distance, suspicion};
}

void FeatureTree::build(const Bodies& bodies, parallel::Workers& workers) {
    const std::size_t count = bodies.all().size();
    features_.resize(count);
    fitted_version_.assign(count, 0);
    first_edge_.assign(1, 0);
    std::size_t height = 0;
    for (std::size_t i = 0; i < count; ++i) {
        features_[i].build(bodies, bodies.all()[i], first_edge_.back(), workers);
        first_edge_.push_back(first_edge_.back() + static_cast<std::uint32_t>(features_[i].edge_list().size()));
        height = std::max(height, features_[i].height());
    }
    for (BodyFeatures& body : features_) body.grow_to(height);
    fitted_ = {};
    topology_version_ = bodies.topology_version();  // last: what throws before leaves it to be done again
}

void FeatureTree::fit_body(const Bodies& bodies, std::size_t i, const BoxContents& contents, Suspicion suspicion,
                           parallel::Workers& workers, Report& report) {
    BodyFeatures& features = features_[i];
    features.fit(bodies, contents, suspicion, workers);
    if (!(features.looseness() > too_loose)) return;
    const std::uint64_t version = std::exchange(topology_version_, 0);  // what throws has all built again
    const std::size_t height = features.height();
    features.build(bodies, bodies.all()[i], first_edge_[i], workers);
    features.grow_to(height);
    features.fit(bodies, contents, suspicion, workers);
    report.rebuilt = true;
    topology_version_ = version;
}

std::uint32_t FeatureTree::body_of_edge(std::uint32_t number) const {
    const auto next = std::upper_bound(first_edge_.begin(), first_edge_.end(), number);
    return static_cast<std::uint32_t>(next - first_edge_.begin()) - 1;
}

// ---- the search

std::size_t FeatureTree::start(const Bodies& bodies, const FeatureSelection& selection) {
    tasks_.clear();
    sweep_.clear();
    task_level_ = 0;
    const auto add = [&](std::uint32_t a, std::uint32_t b) {
        if (selection.vertex_triangle) tasks_.push_back({FeatureKind::vertex_triangle, a, b, {0, 0}});
        if (selection.vertex_triangle && a != b) tasks_.push_back({FeatureKind::vertex_triangle, b, a, {0, 0}});
        if (selection.edge_edge) tasks_.push_back({FeatureKind::edge_edge, a, b, {0, 0}});
    };
    for (std::uint32_t i = 0; i < features_.size(); ++i) {
        if (features_[i].empty() || bodies.all()[i].set_aside) continue;
        task_level_ = features_[i].height() - 1;
        if (selection.self) add(i, i);
        if (selection.between) sweep_.add(features_[i].triangles().box(), i);
    }
    sweep_.for_each_overlap(add);
    split_tasks();
    return parallel::Chunks{tasks_.size(), tasks_per_piece}.number();
}

const FeaturePyramid& FeatureTree::side_a(const Task& task) const {
    const BodyFeatures& body = features_[task.body_a];
    return task.kind == FeatureKind::vertex_triangle ? body.vertices() : body.edges();
}

const FeaturePyramid& FeatureTree::side_b(const Task& task) const {
    const BodyFeatures& body = features_[task.body_b];
    return task.kind == FeatureKind::vertex_triangle ? body.triangles() : body.edges();
}

/// Pairs of blocks of the level below whose boxes overlap, or may meet during the step.
std::size_t FeatureTree::overlapping_children(const Task& task, std::size_t level, std::span<const Pair> blocks,
                                              Pair* out) const {
    const FeaturePyramid &a = side_a(task), &b = side_b(task);
    const broad_phase::StepBoxes boxes_a = a.level(level), boxes_b = b.level(level);
    if (boxes_a.moves()) {
        return &a == &b ? broad_phase::possibly_meeting_boxes_within(boxes_a, blocks, out)
                        : broad_phase::possibly_meeting_boxes(boxes_a, boxes_b, blocks, out);
    }
    return &a == &b ? broad_phase::overlapping_boxes_within(boxes_a.start, blocks, out)
                    : broad_phase::overlapping_boxes(boxes_a.start, boxes_b.start, blocks, out);
}

/// Goes down level by level until there is enough to share among threads.
void FeatureTree::split_tasks() {
    std::array<Pair, pairs_of_blocks> children;
    while (task_level_ > 0 && tasks_.size() < enough_tasks) {
        split_.clear();
        for (const Task& task : tasks_) {
            const std::size_t count = overlapping_children(task, task_level_, {&task.blocks, 1}, children.data());
            for (std::size_t k = 0; k < count; ++k) {
                split_.push_back({task.kind, task.body_a, task.body_b, children[k]});
            }
        }
        tasks_.swap(split_);
        --task_level_;
    }
}

/// Overlapping boxes of the given blocks, then of theirs, down to features.
struct FeatureTree::Descent {
    const FeatureTree& tree;
    Counters& counters;
    Visitor visitor;
    FeatureBatch batch{};

    void flush() {
        if (batch.count == 0) return;
        counters.candidates += batch.count;
        visitor.call(visitor.context, batch);
        batch.count = 0;
    }

    void start(FeatureKind kind) {
        if (kind == batch.kind) return;
        flush();
        batch.kind = kind;
    }

    void descend(const Task& task, std::size_t level, std::span<const Pair> blocks) {
        constexpr std::size_t together = 16;
        std::array<Pair, together * pairs_of_blocks> below;
        counters.box_tests += blocks.size() * pairs_of_blocks;
        if (level == 0) return find(task, blocks);
        for (std::size_t first = 0; first < blocks.size(); first += together) {
            const auto next = blocks.subspan(first, std::min(together, blocks.size() - first));
            const std::size_t count = tree.overlapping_children(task, level, next, below.data());
            if (count > 0) descend(task, level - 1, {below.data(), count});
        }
    }

    void find(const Task& task, std::span<const Pair> blocks) {
        const FeaturePyramid &a = tree.side_a(task), &b = tree.side_b(task);
        for (;;) {
            const std::size_t done = task.kind == FeatureKind::vertex_triangle
                                         ? near_vertices_and_triangles(a.blocks(), b.blocks(), blocks, batch)
                                     : &a == &b ? near_edges_within(a.blocks(), blocks, batch)
                                                : near_edges(a.blocks(), b.blocks(), blocks, batch);
            blocks = blocks.subspan(done);
            if (blocks.empty()) return;
            flush();
        }
    }
};

void FeatureTree::run(std::size_t piece, Counters& counters, Visitor visitor) const {
    const parallel::Chunks pieces{tasks_.size(), tasks_per_piece};
    Descent descent{*this, counters, visitor};
    for (std::size_t i = pieces.begin(piece); i < pieces.end(piece); ++i) {
        descent.start(tasks_[i].kind);
        descent.descend(tasks_[i], task_level_, {&tasks_[i].blocks, 1});
    }
    descent.flush();
}

}  // namespace pliant::feature_tree
