// Intersecting triangles with nothing built and nothing updated [Hatab2006]: triangles may come, go and move at will.
// Exact: what is cut away provably meets nothing.
#pragma once

#include <pliant/scene.hpp>

#include "detect/gjk_cut/body_pairs.hpp"
#include "detect/gjk_cut/job_queue.hpp"
#include "detect/gjk_cut/probe.hpp"
#include "detect/gjk_cut/triangle_selection.hpp"

namespace pliant::gjk_cut {

class GjkCut {
public:
    /// There is nothing to build. Finds the boxes of bodies whose positions are new.
    void update(const frame::Bodies& bodies, parallel::Workers& workers, Report& report);

    /// Everything that intersects at the positions of the last update. The query's report is that of the answer.
    void find(const IntersectionQuery& query, Answer<TrianglePair>& answer);

    /// Steers the search from now on; borrowed.
    void use(const Probe& probe);

private:
    BodyPairs body_pairs_;
    TriangleSelection triangles_;
    JobQueue jobs_;
    Rules rules_;
};

}  // namespace pliant::gjk_cut
