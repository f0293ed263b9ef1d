// The question `intersections` of a scene: chooses a detector, reads the frame, drives update and find.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <pliant/scene.hpp>

#include "detect/box_tree/box_tree.hpp"
#include "detect/brute_force/brute_force.hpp"
#include "detect/gjk_cut/gjk_cut.hpp"
#include "detect/regularity/regularity.hpp"
#include "detect/spatial_hash/triangle_cells.hpp"
#include "frame/bodies.hpp"
#include "frame/query.hpp"
#include "parallel/parallel.hpp"
#include "scene/automatic_choice.hpp"
#include "scene/resting_bodies.hpp"
#include "scene/tuned_choice.hpp"

namespace pliant {

class IntersectionQuestion {
public:
    const Answer<TrianglePair>& answer(frame::Bodies& bodies, const IntersectionOptions& options,
                                       parallel::Workers& workers);

private:
    using Query = frame::Query<IntersectionOptions>;

    IntersectionMethod choose(const frame::Bodies& bodies, const IntersectionOptions& options);
    void read(frame::Bodies& bodies, IntersectionMethod method, parallel::Workers& workers);
    void ask(IntersectionMethod method, const Query& query);
    template <class Asked>
    void update_and_find(Asked& detector, const Query& query);
    [[nodiscard]] bool serves_most(const frame::Bodies& bodies) const;
    void ask_of_newcomers_apart(const Query& query);
    void build_ahead(const Query& query);
    IntersectionMethod ask_within_memory(IntersectionMethod method, const Query& query);
    IntersectionMethod ask_with_patience(IntersectionMethod method, const Query& query);
    void free_unused(const IntersectionOptions& options, IntersectionMethod answered);
    void free(IntersectionMethod method);

    box_tree::BoxTree box_tree_;
    std::unique_ptr<regularity::Regularity> regularity_ = std::make_unique<regularity::Regularity>();
    std::unique_ptr<regularity::Regularity> next_regularity_;  // while `automatic` builds it in parts
    spatial_hash::TriangleCells triangle_cells_;
    brute_force::BruteForce brute_force_;
    gjk_cut::GjkCut gjk_cut_;
    AutomaticChoice automatic_;
    TunedChoice tuned_;
    std::uint32_t chosen_ = 0;  // bits by method: asked because of a choice, and never since by name
    RestingBodies resting_;
    bool newcomers_apart_ = false;      // in this question: regularity serves the first bodies, gjk_cut the others
    std::vector<std::uint8_t> served_;  // by index of body: their pairs are known then
    std::vector<TrianglePair> of_served_, united_;
    Answer<TrianglePair> answer_;
};

}  // namespace pliant
