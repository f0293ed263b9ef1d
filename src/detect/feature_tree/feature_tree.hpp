// Candidates of features over a distance or a step: the common broad phase of `proximities` and `impacts`.
//   build  once per topology: edges, and an order in space of vertices, edges and triangles of each body
//   fit    boxes at the start and at the end of a step, inflated by a distance and by thickness
//   start  lists the work as pieces, run  hands the candidates of a piece to the narrow phase, batch by batch
// No more candidates are held at a time than fit into a batch. Pieces and their order depend on the bodies alone, never
// on threads or vectors. A search that has found an impact goes on with less: `fit` again with a smaller fraction of
// the step, which costs a fraction of the search, then `start`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <pliant/report.hpp>

#include "broad_phase/blocks.hpp"
#include "broad_phase/features.hpp"
#include "broad_phase/sweep.hpp"
#include "detect/feature_tree/body_features.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant::feature_tree {

/// Which candidates are wanted.
struct FeatureSelection {
    bool self = true, between = true;               // within bodies, of two bodies
    bool vertex_triangle = true, edge_edge = true;  // kinds
};

class FeatureTree {
public:
    /// Boxes for these contents, in the common numbering of `bodies`; built anew for new bodies, and where the order
    /// has become bad. Positions of `bodies` give the order. Nothing is done where nothing has changed.
    void fit(const frame::Bodies& bodies, const broad_phase::BoxContents& contents, broad_phase::Suspicion suspicion,
             parallel::Workers& workers, Report& report);

    /// Lists the work and returns the number of pieces.
    std::size_t start(const frame::Bodies& bodies, const FeatureSelection& selection);

    /// visit(FeatureBatch&) for the candidates of a piece, in an order that depends on the boxes alone; each candidate
    /// of a scene once. The visitor may change the batch. Counts box tests and candidates. Pieces may run in parallel.
    template <class Visit>
    void run(std::size_t piece, Counters& counters, Visit&& visit) const {
        using Plain = std::remove_reference_t<Visit>;
        run(piece, counters,
            {[](void* context, broad_phase::FeatureBatch& batch) { (*static_cast<Plain*>(context))(batch); },
             const_cast<void*>(static_cast<const void*>(&visit))});
    }

    /// Triangles that take no part because of their positions, after `fit`; for frame::collect_flaws, which sorts them.
    [[nodiscard]] std::vector<std::uint32_t>& unsound() { return unsound_; }
    /// By index of body.
    [[nodiscard]] std::span<const BodyFeatures> features() const { return features_; }
    /// Index of the body that an edge belongs to.
    [[nodiscard]] std::uint32_t body_of_edge(std::uint32_t number) const;
    /// The vertices of an edge, in the common numbering, ascending.
    [[nodiscard]] Edge edge(std::uint32_t number) const { return edge(body_of_edge(number), number); }
    /// The same of an edge whose body is known.
    [[nodiscard]] Edge edge(std::uint32_t body, std::uint32_t number) const {
        return features_[body].edge_list()[number - first_edge_[body]];
    }
    [[nodiscard]] std::size_t edge_count() const { return first_edge_.empty() ? 0 : first_edge_.back(); }

private:
    /// A pair of blocks of one level whose boxes overlap or, if they move, may meet. vertex_triangle: the vertices of
    /// body a.
    struct Task {
        FeatureKind kind;
        std::uint32_t body_a, body_b;
        broad_phase::Pair blocks;
    };
    struct Visitor {
        void (*call)(void* context, broad_phase::FeatureBatch& batch);
        void* context;
    };
    /// What boxes were last fitted to, for bodies that have not moved.
    struct Fitted {
        double distance = -1;
        broad_phase::Suspicion suspicion{};
    };

    void build(const frame::Bodies& bodies, parallel::Workers& workers);
    void fit_body(const frame::Bodies& bodies, std::size_t i, const broad_phase::BoxContents& contents,
                  broad_phase::Suspicion suspicion, parallel::Workers& workers, Report& report);
    [[nodiscard]] const FeaturePyramid& side_a(const Task& task) const;
    [[nodiscard]] const FeaturePyramid& side_b(const Task& task) const;
    [[nodiscard]] std::size_t overlapping_children(const Task& task, std::size_t level,
                                                   std::span<const broad_phase::Pair> blocks,
                                                   broad_phase::Pair* out) const;
    void split_tasks();
    void run(std::size_t piece, Counters& counters, Visitor visitor) const;
    struct Descent;

    std::vector<BodyFeatures> features_;         // by index of body
    std::vector<std::uint32_t> first_edge_;      // by index of body; one more
    std::vector<std::uint64_t> fitted_version_;  // of bodies; 0: to be fitted
    Fitted fitted_;
    std::uint64_t topology_version_ = 0;
    std::vector<std::uint32_t> unsound_;

    // Scratch of a search; survives the frame.
    std::vector<Task> tasks_, split_;
    std::size_t task_level_ = 0;
    broad_phase::Sweep<float> sweep_;
};

}  // namespace pliant::feature_tree
