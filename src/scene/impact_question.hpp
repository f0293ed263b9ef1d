// The questions `impacts` and `safe_step` of a scene: reads the frame, finds candidates over the step, decides them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <pliant/impacts.hpp>

#include "broad_phase/features.hpp"
#include "detect/feature_tree/feature_tree.hpp"
#include "frame/bodies.hpp"
#include "frame/query.hpp"
#include "narrow_phase/impact_tests.hpp"
#include "parallel/parallel.hpp"
#include "scene/impact_order.hpp"
#include "scene/step_start.hpp"

namespace pliant {

class ImpactQuestion {
public:
    void start_step(frame::Bodies& bodies, parallel::Workers& workers);
    void forget(BodyId body) { start_.forget(body); }

    const Impacts& impacts(frame::Bodies& bodies, const ImpactOptions& options, parallel::Workers& workers);
    SafeStep safe_step(frame::Bodies& bodies, const ImpactOptions& options, parallel::Workers& workers);

private:
    using Query = frame::Query<ImpactOptions>;

    void read(frame::Bodies& bodies, const ImpactOptions& options, parallel::Workers& workers);
    void find(const Query& query);
    void find_earliest(const Query& query);
    void search(const Query& query, double until);
    void take(narrow_phase::ImpactFindings& piece, const Query& query);
    [[nodiscard]] Limit limit_reached(const Query& query, double done) const;
    void write(const Query& query);

    StepStart start_;
    feature_tree::FeatureTree tree_;
    broad_phase::BoxContents contents_;
    std::vector<narrow_phase::ImpactFindings> findings_;  // by piece
    std::size_t pieces_ = 0;                              // of the search; all before have been searched
    std::vector<narrow_phase::FoundImpact> earliest_;
    std::size_t found_ = 0;
    ImpactOrder order_;
    double searched_ = 0;  // all impacts up to this time are among those found
    Impacts answer_;
};

}  // namespace pliant
