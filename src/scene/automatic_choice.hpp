// IntersectionMethod::automatic: a rule on what is known before the search, the same on every run.
#pragma once

#include <array>
#include <cstdint>

#include <pliant/scene.hpp>

#include "frame/bodies.hpp"

namespace pliant {

/// Pairs between bodies only: gjk_cut, which builds nothing, then box_tree, once the same triangles were asked about
/// often enough that building it pays; at once where at least half of the surfaces lies within about an edge of another
/// body, since there is nothing to cut away. With pairs within bodies: box_tree, and from the fifth question on a part
/// of regularity is built after each, where the mesh has regions, that is where at least half of the edges join two
/// triangles and at most a quarter of the triangles are in fans of more than 64; once it is whole it takes over. A
/// question with a budget of time never builds what is not there.
class AutomaticChoice {
public:
    /// After `Bodies::lay`: the numbering is that of the frame.
    IntersectionMethod next(const IntersectionOptions& options, const frame::Bodies& bodies, bool regularity_is_built);

    /// Whether a part of regularity is to be built after this question.
    [[nodiscard]] bool builds_regularity(const IntersectionOptions& options) const {
        return options.self && self_.builds && !options.budget.time;
    }
    /// The surface is not one for regularity: box_tree stays.
    void give_up_regularity() { self_.builds = false; }

    /// Whether some kind of question is answered by this method at present: what is not in use can be freed.
    [[nodiscard]] bool uses(IntersectionMethod method) const;

    /// Questions about the same triangles that gjk_cut answers. Building box_tree costs about as much as twenty frames
    /// gain by it; most scenes that get this far go on much longer.
    static constexpr std::uint32_t questions_before_building = 16;
    /// The share of vertices near other bodies from which on box_tree answers at once. A sheet on a sheet has nearly 1,
    /// bodies that cross or stand side by side less than 1/5 where they have thousands of triangles.
    static constexpr double share_near_for_building = 0.5;
    /// Questions before the first part of regularity is built: some scenes have other triangles in each frame.
    static constexpr std::uint32_t questions_before_parts = 4;
    /// A part: a small share of what box_tree takes for a question, so that no frame is much longer than the others.
    static constexpr std::uint64_t work_per_triangle = 20;

private:
    /// What is known of one kind of question: with or without pairs within bodies.
    struct Kind {
        std::uint32_t questions = 0;
        IntersectionMethod method = IntersectionMethod::automatic;
        bool builds = false;  // regularity, part by part
    };

    static IntersectionMethod first_between(const IntersectionOptions& options, const frame::Bodies& bodies);

    Kind between_, self_;
    std::uint64_t topology_version_ = 0;
};

}  // namespace pliant
