// IntersectionMethod::automatic: a rule on what is known before the search, the same on every run.
#pragma once

#include <array>
#include <cstdint>

#include <pliant/scene.hpp>

#include "frame/bodies.hpp"

namespace pliant {

/// Pairs between bodies only: gjk_cut, which builds nothing, then box_tree. With pairs within bodies: box_tree, then
/// regularity where the mesh has regions, that is where at least half of the edges join two triangles. The second one
/// of each takes over once the same triangles were asked about often enough that building it pays. A question with a
/// budget of time never builds what is not there.
class AutomaticChoice {
public:
    /// After `Bodies::lay`: the numbering is that of the frame.
    IntersectionMethod next(const IntersectionOptions& options, const frame::Bodies& bodies);

    /// Whether some kind of question is answered by this method at present: what is not in use can be freed.
    [[nodiscard]] bool uses(IntersectionMethod method) const;

    /// Questions about the same triangles that the first method answers. Building regularity costs about as much as
    /// sixty frames of box_tree gain by it, building box_tree as twenty of gjk_cut; most scenes that get this far go
    /// on much longer.
    static constexpr std::uint32_t questions_before_building = 16;

private:
    /// What is known of one kind of question: with or without pairs within bodies.
    struct Kind {
        std::uint32_t questions = 0;
        IntersectionMethod method = IntersectionMethod::automatic;
    };

    Kind between_, self_;
    std::uint64_t topology_version_ = 0;
};

}  // namespace pliant
