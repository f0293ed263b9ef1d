#include "detect/regularity/regularity.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "narrow_phase/pair_tests.hpp"

namespace pliant::regularity {

using frame::Bodies;

namespace {

/// Whether many triangles are in wide fans: any two of a fan share its hub, so that leaves of it meet all others, and
/// regions tell nothing.
bool mostly_fans(const Bodies& bodies) {
    constexpr std::uint32_t wide = 64;
    std::vector<std::uint32_t> around(bodies.vertex_count());
    std::size_t usable = 0, in_fans = 0;
    const auto triangles = bodies.triangles();
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        if (!bodies.usable(t)) continue;
        for (const std::uint32_t vertex : triangles[t]) ++around[vertex];
        ++usable;
    }
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        if (!bodies.usable(t)) continue;
        const auto& corners = triangles[t];
        in_fans += std::any_of(corners.begin(), corners.end(), [&](std::uint32_t v) { return around[v] > wide; });
    }
    return 4 * in_fans > usable;
}

}  // namespace

// ---- build

struct Regularity::Building {
    std::uint64_t topology_version;
    EdgeGraphMaker edge_maker;
    EdgeGraph edges;
    Grouping grouping;
    HierarchyMaker hierarchy_maker;
    GroupedHierarchy grouped;
    Loops loops;
    std::size_t loops_to_edges = 0;
    bool suits = false;  // known once there are edges

    /// Loops keep addresses: neither moves while a build goes on.
    Building(const Bodies& bodies, Regions& regions, Leaves& leaves, LeafUpdate& leaf_update)
        : topology_version(bodies.topology_version()) {
        edge_maker.plan(loops, edges);
        loops_to_edges = loops.next();
        grouping.plan(loops, edges);
        hierarchy_maker.plan(loops, grouping.groups(), edges, grouped);
        regions.contours.plan(loops, edges, grouped);
        leaves.blocks.plan(loops, grouped);
        leaf_update.plan(loops, edges, grouped, regions, leaves.blocks);
        leaves.neighbours.plan(loops, leaves.blocks, bodies.vertex_count());
        leaves.vertices.plan(loops, leaves.blocks);
    }
};

void Regularity::EndBuilding::operator()(Building* building) const { delete building; }

void Regularity::begin_build(const Bodies& bodies) {
    if (building_ && building_->topology_version == bodies.topology_version()) return;
    topology_version_ = 0;
    building_.reset();
    pair_tests_.clear();
    building_.reset(new Building(bodies, regions_, leaves_, leaf_update_));
}

/// True once it is done.
bool Regularity::advance_build(const Bodies& bodies, std::uint64_t work) {
    begin_build(bodies);
    try {
        if (!building_->loops.advance(bodies, work)) return false;
        end_build(bodies);
        return true;
    } catch (...) {
        building_.reset();  // half of an item may be done: from the beginning then
        throw;
    }
}

bool Regularity::build_part(const Bodies& bodies, std::uint64_t work) {
    if (is_built(bodies) || advance_build(bodies, work)) return true;
    const EdgeGraph& edges = building_->edges;
    if (building_->suits || !building_->loops.past(building_->loops_to_edges)) return true;
    building_->suits = 2 * edges.of_two >= edges.edges && !mostly_fans(bodies);
    if (building_->suits) return true;
    building_.reset();
    return false;
}

void Regularity::end_build(const Bodies& bodies) {
    GroupedHierarchy& grouped = building_->grouped;
    grouped.regions.shrink_to_fit();
    grouped.roots.shrink_to_fit();
    grouped.leaf_region.shrink_to_fit();
    regions_.bounds = std::vector<RegionBounds>(grouped.regions.size());
    regions_.hierarchy = std::move(static_cast<Hierarchy&>(grouped));
    list_parents();
    own_directions_.build(regions_);
    search_.build(regions_.hierarchy);
    leaf_boxes_.build(leaves_.blocks.leaves());
    building_.reset();
    built_of_.clear();
    for (const frame::Body& body : bodies.all()) built_of_.emplace_back(body);
    topology_version_ = bodies.topology_version();  // last: what throws before leaves it to be done again
}

std::size_t Regularity::bodies_served(const Bodies& bodies) const {
    if (is_built(bodies)) return built_of_.size();
    if (topology_version_ == 0 || built_of_.size() > bodies.all().size()) return 0;
    const bool same = std::equal(
        built_of_.begin(), built_of_.end(), bodies.all().begin(),
        [](const frame::BodyStamp& built, const frame::Body& body) { return built == frame::BodyStamp(body); });
    return same ? built_of_.size() : 0;
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
    if (bodies_served(bodies) > 0) {
        leaf_update_.start(bodies);
    } else {
        leaf_update_.stop();
    }
}

void Regularity::update(const Bodies& bodies, parallel::Workers& workers, Report& report) {
    if (!is_built(bodies)) {
        constexpr std::uint64_t all = std::uint64_t{1} << 60;
        while (!advance_build(bodies, all)) continue;
        report.rebuilt = true;
    }
    update_served(bodies, workers);
}

void Regularity::update_served(const Bodies& bodies, parallel::Workers& workers) {
    leaf_update_.update(bodies, leaves_.blocks, regions_, workers);
    unite_regions(parents_, regions_.bounds.data());
    if (leaf_update_.any_moved()) find_own_directions(bodies, workers);
    leaf_update_.finish(bodies);  // last: what throws before leaves it to be done again
}

void Regularity::find_own_directions(const Bodies& bodies, parallel::Workers& workers) {
    own_directions_.begin_frame();
    while (const auto piece = own_directions_.next(bodies, leaves_.blocks, regions_, leaf_update_)) {
        leaf_update_.bound_again(bodies, *piece, leaves_.blocks, regions_, workers);
        unite_regions(parents_, regions_.bounds.data());
    }
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
