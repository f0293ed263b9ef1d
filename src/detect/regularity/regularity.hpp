// Self-collision by surface regularity [Volino1994]: a region that faces one direction everywhere, and whose contour
// projected along that direction is simple, cannot meet itself. Exact: a region is passed over only on proof.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <pliant/scene.hpp>

#include "detect/regularity/leaf_boxes.hpp"
#include "detect/regularity/leaf_pair_tests.hpp"
#include "detect/regularity/leaf_update.hpp"
#include "detect/regularity/own_directions.hpp"
#include "detect/regularity/region_search.hpp"
#include "detect/regularity/regions.hpp"
#include "frame/bodies.hpp"
#include "frame/query.hpp"
#include "parallel/parallel.hpp"

namespace pliant::regularity {

/// Not to be moved while a build goes on.
class Regularity {
public:
    /// Before the batches of a reading. Optional, as they are: `update` does what they have not.
    void start_update(const frame::Bodies& bodies);
    /// Bounds the leaves whose last vertices were in the batch, while these are in L2. Batches of different spans may
    /// come in parallel. Does not throw.
    void update_batch(const frame::Bodies& bodies, const frame::Batch& batch) {
        leaf_update_.update_batch(bodies, batch, leaves_.blocks, regions_);
    }
    /// Whether these triangles need no build.
    [[nodiscard]] bool is_built(const frame::Bodies& bodies) const {
        return topology_version_ == bodies.topology_version();
    }
    /// How many bodies, the first ones, it serves without a build: those it was built for, where others have only come
    /// after them; 0 otherwise.
    [[nodiscard]] std::size_t bodies_served(const frame::Bodies& bodies) const;
    /// Bodies that came and have gone again leave it built for those that are there.
    void recognise(const frame::Bodies& bodies) {
        const std::size_t served = bodies_served(bodies);
        if (served > 0 && served == bodies.all().size()) topology_version_ = bodies.topology_version();
    }
    /// A part of a build ahead of the first update: about `work` nanoseconds of it, counted and not measured. False
    /// where the surface is not one for this detector: less than half of its edges join two triangles, or many of its
    /// triangles are in wide fans.
    bool build_part(const frame::Bodies& bodies, std::uint64_t work);
    /// Follows the bodies: regroups for new ones, new bounds for new positions.
    void update(const frame::Bodies& bodies, parallel::Workers& workers, Report& report);

    /// Follows those that it serves, and builds nothing.
    void update_served(const frame::Bodies& bodies, parallel::Workers& workers);

    /// Everything that intersects at the positions of the last update, of the bodies that it served there.
    void find(const frame::Query<IntersectionOptions>& query, Answer<TrianglePair>& answer);

    /// For experiments with the search; borrowed until the next call, nullptr for none.
    void use(SearchProbe* probe) { search_.use(probe); }

    [[nodiscard]] const Regions& regions() const { return regions_; }
    [[nodiscard]] const Leaves& leaves() const { return leaves_; }

private:
    /// A build that has begun, and what only that needs.
    struct Building;
    struct EndBuilding {
        void operator()(Building* building) const;
    };

    void begin_build(const frame::Bodies& bodies);
    bool advance_build(const frame::Bodies& bodies, std::uint64_t work);
    void end_build(const frame::Bodies& bodies);
    void list_parents();
    void find_own_directions(const frame::Bodies& bodies, parallel::Workers& workers);

    std::uint64_t topology_version_ = 0;
    std::vector<frame::BodyStamp> built_of_;
    std::unique_ptr<Building, EndBuilding> building_;
    Regions regions_;
    Leaves leaves_;
    LeafUpdate leaf_update_;
    OwnDirectionSearch own_directions_;
    std::vector<Parent> parents_;  // those of others before them
    RegionSearch search_;
    LeafBoxes leaf_boxes_;
    LeafPairTests pair_tests_;
};

}  // namespace pliant::regularity
