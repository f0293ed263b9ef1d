#include "detect/regularity/regularity.hpp"

#include <span>
#include <utility>

#include "narrow_phase/pair_tests.hpp"

namespace pliant::regularity {

using frame::Bodies;

// ---- build

void Regularity::build(const Bodies& bodies) {
    pair_tests_.clear();
    const EdgeGraph edges = edge_graph(bodies);
    GroupedHierarchy grouped = group(bodies, edges);
    regions_.contours.build(bodies, edges, grouped);
    regions_.bounds = std::vector<RegionBounds>(grouped.regions.size());
    leaves_.blocks.build(bodies, grouped);
    leaf_update_.build(bodies, edges, grouped, regions_, leaves_.blocks);
    leaves_.neighbours.build(leaves_.blocks, bodies.vertex_count());
    leaves_.vertices.build(leaves_.blocks);
    regions_.hierarchy = std::move(static_cast<Hierarchy&>(grouped));
    list_parents();
    search_.build(regions_.hierarchy);
    leaf_boxes_.build(leaves_.blocks.leaves());
    topology_version_ = bodies.topology_version();  // last: what throws before leaves it to be done again
}

void Regularity::list_parents() {
    const auto& regions = regions_.hierarchy.regions;
    parents_.clear();
    parents_.reserve(regions.size() / 2);
    for (auto i = static_cast<std::uint32_t>(regions.size()); i-- > 0;) {
        if (!regions[i].is_leaf()) parents_.push_back({i, regions[i].left, regions[i].right});
    }
}

// ---- update

void Regularity::start_update(const Bodies& bodies) {
    if (topology_version_ == bodies.topology_version()) {
        leaf_update_.start(bodies);
    } else {
        leaf_update_.stop();
    }
}

void Regularity::update(const Bodies& bodies, parallel::Workers& workers, Report& report) {
    if (topology_version_ != bodies.topology_version()) {
        build(bodies);
        report.rebuilt = true;
    }
    leaf_update_.update(bodies, leaves_.blocks, regions_, workers);
    unite_regions(parents_, regions_.bounds.data());
    leaf_update_.finish(bodies);  // last: what throws before leaves it to be done again
}

// ---- find

void Regularity::find(const frame::Query<IntersectionOptions>& query, Answer<TrianglePair>& answer) {
    const std::span leaf_pairs = search_.find(query, regions_);
    leaf_boxes_.fit(query.bodies, regions_, leaves_, leaf_update_, leaf_pairs, query.workers);
    pair_tests_.find(query, {regions_, leaves_, leaf_boxes_, search_.rules()}, leaf_pairs);
    frame::collect_flaws(query.bodies, leaf_update_.unsound(), query.report.set_aside);
    narrow_phase::write_answer(query.bodies, pair_tests_.found(), query.options.budget, answer);
}

}  // namespace pliant::regularity
