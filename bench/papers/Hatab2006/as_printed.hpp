// gjk_cut by the rules of the paper, as far as the experiments need: what is ours beyond them is switched off.
#pragma once

#include <cmath>
#include <limits>

#include "detect/gjk_cut/gjk_cut.hpp"

namespace pliant::hatab2006 {

/// Lists are cut until a cut removes nothing and split down to 64 pairs; no grid, no sweep, no cut to boxes. The cut is
/// left out where the common range is more than some share of a list's own [Hatab2006, figure 2]; 1: never. Left of
/// ours: lists of corners, cuts on both sides of the other's range, 64 pairs at the end in place of one, medians of a
/// sample.
class AsPrinted : public gjk_cut::Probe {
public:
    explicit AsPrinted(double largest_share = 1) : largest_share_(largest_share) {}

    [[nodiscard]] gjk_cut::Rules rules() const override {
        gjk_cut::Rules rules;
        rules.worthwhile = std::nextafter(1.0, 0.0);
        rules.most_cuts = 1000;
        rules.pairs_at_once = 64;
        rules.pairs_worth_splitting = 0;
        rules.pairs_worth_sieving = std::numeric_limits<std::size_t>::max();
        rules.parts_are_cut_to_boxes = false;
        return rules;
    }
    [[nodiscard]] bool cuts(float common, float own) const override {
        return largest_share_ >= 1 || !(common > largest_share_ * own);
    }

private:
    double largest_share_;
};

/// One detector on two bodies of a frame, without a scene around it.
class Detection {
public:
    explicit Detection(const gjk_cut::Probe* probe) {
        if (probe != nullptr) detector_.use(*probe);
    }
    const Answer<TrianglePair>& find(const frame::Bodies& bodies, parallel::Workers& workers) {
        answer_ = {};
        IntersectionOptions between;
        between.self = false;
        detector_.update(bodies, workers, answer_.report);
        detector_.find({bodies, between, workers, answer_.report}, answer_);
        return answer_;
    }

private:
    gjk_cut::GjkCut detector_;
    Answer<TrianglePair> answer_;
};

}  // namespace pliant::hatab2006
