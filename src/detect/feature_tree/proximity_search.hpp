// The search for proximities: candidates of the feature tree, tested piece by piece until the budget is used up.
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/proximities.hpp>

#include "detect/feature_tree/feature_tree.hpp"
#include "detect/feature_tree/proximity_writer.hpp"
#include "frame/query.hpp"
#include "narrow_phase/proximity_findings.hpp"

namespace pliant::feature_tree {

class ProximitySearch {
public:
    using Query = frame::Query<ProximityOptions>;

    /// Boxes around everything, at the positions of the frame and the distances of the tests.
    void update(const Query& query, const narrow_phase::ProximityTests& tests);
    void find(const Query& query, const narrow_phase::ProximityTests& tests, Proximities& answer);

private:
    void run(const Query& query, const narrow_phase::ProximityTests& tests);
    void trim(const Query& query, std::vector<narrow_phase::FoundProximity>& found, std::size_t beyond) const;

    FeatureTree tree_;
    ProximityWriter writer_;
    std::vector<narrow_phase::ProximityFindings> findings_;  // by piece
    narrow_phase::ProximityFindings all_;  // joined; of what is found only where some of it is left out in the end
};

}  // namespace pliant::feature_tree
