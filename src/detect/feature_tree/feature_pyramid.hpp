// A tree of bounding boxes over the vertices, edges or triangles of one body.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "broad_phase/box_levels.hpp"
#include "broad_phase/features.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant::feature_tree {

class FeaturePyramid {
public:
    /// Features of one kind: the vertices of each in the common numbering, as many as the kind has, and its id.
    struct Features {
        broad_phase::Corners corners;
        std::span<const std::uint32_t> vertices;
        std::span<const std::uint32_t> ids;
    };

    /// Orders the features so that neighbours in space share blocks.
    void build(const frame::Bodies& bodies, const Features& features, parallel::Workers& workers);
    void grow_to(std::size_t height) { start_.grow_to(height); }

    /// New boxes on the lowest level: of the start and, where something moves, of the end. `suspects()` tells of
    /// triangles.
    void fit(const broad_phase::BoxContents& contents, broad_phase::Suspicion suspicion, parallel::Workers& workers);
    /// By block: bits of the triangles that `fit` could not show to be sound.
    [[nodiscard]] std::span<const std::uint8_t> suspects() const { return suspects_; }
    /// Takes a feature out until the next `fit`.
    void clear(std::size_t slot);
    /// After `fit` and `clear`: the levels above. `margin` is how far the boxes reach beyond the features.
    void finish(double margin);

    [[nodiscard]] std::size_t size() const { return ids_.size(); }
    [[nodiscard]] bool empty() const { return ids_.empty(); }
    [[nodiscard]] std::size_t height() const { return start_.height(); }
    [[nodiscard]] std::uint32_t id(std::size_t slot) const { return ids_[slot]; }
    [[nodiscard]] broad_phase::StepBoxes level(std::size_t i) const {
        return {start_.level(i), moves_ ? end_.level(i) : nullptr};
    }
    [[nodiscard]] broad_phase::FeatureBlocks blocks() const { return {level(0), corners_.data(), ids_.data()}; }
    /// Around everything at all times.
    [[nodiscard]] Box<float> box() const;
    /// How much looser the boxes are than at the first `fit` after `build`.
    [[nodiscard]] double looseness() const { return broad_phase::looseness(area_, area_when_built_); }
    /// For tests.
    [[nodiscard]] bool sound() const { return !start_.first_flaw() && !(moves_ && end_.first_flaw()); }

private:
    broad_phase::Corners kind_ = broad_phase::Corners::of_vertex;
    std::vector<std::uint32_t> ids_;  // by slot
    std::vector<broad_phase::CornerBlock> corners_;
    broad_phase::BoxLevels start_, end_;  // the end: once something has moved
    std::vector<std::uint8_t> suspects_;
    double area_ = 0, area_when_built_ = 0;
    bool just_built_ = false, moves_ = false;
};

}  // namespace pliant::feature_tree
