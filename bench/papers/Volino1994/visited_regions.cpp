#include "visited_regions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace pliant::bench {

namespace {

using picture::Colour;
using regularity::Hierarchy;
using regularity::none;
using Visits = std::vector<regularity::Visit>;

/// By region: itself where it was visited, or its smallest ancestor that was.
std::vector<std::uint32_t> smallest_visited(const Hierarchy& hierarchy, const Visits& visits) {
    std::vector<std::uint32_t> smallest(hierarchy.regions.size(), none);
    for (const auto& visit : visits) {
        const std::uint32_t a = visit.a(), b = visit.b();
        smallest[a] = a;
        smallest[b] = b;
    }
    for (std::size_t i = 0; i < smallest.size(); ++i) {  // parents come before their children
        const std::uint32_t parent = hierarchy.regions[i].parent;
        if (smallest[i] == none && parent != none) smallest[i] = smallest[parent];
    }
    return smallest;
}

std::vector<std::uint32_t> by_triangle(const Stage& stage, const std::vector<std::uint32_t>& smallest) {
    const regularity::LeafBlocks& blocks = stage.detector().leaves().blocks;
    const Hierarchy& hierarchy = stage.detector().regions().hierarchy;
    std::vector<std::uint32_t> out(stage.triangles(), none);
    for (std::size_t leaf = 0; leaf < blocks.leaves(); ++leaf) {
        for (const std::uint32_t t : blocks.triangles(leaf)) out[t] = smallest[hierarchy.leaf_region[leaf]];
    }
    return out;
}

/// A shade for every region that no neighbour has, from a few: greedily.
std::vector<std::uint8_t> shades(const frame::Bodies& bodies, const Hierarchy& hierarchy,
                                 const std::vector<std::uint32_t>& region_of) {
    std::vector<std::vector<std::uint32_t>> beside(hierarchy.regions.size());
    for (const auto& [a, b] : regularity::edge_graph(bodies).shared) {
        const std::uint32_t p = region_of[a], q = region_of[b];
        if (p == q || p == none || q == none) continue;
        beside[p].push_back(q);
        beside[q].push_back(p);
    }
    constexpr std::uint8_t open = 255;
    std::vector<std::uint8_t> shade(beside.size(), open);
    for (std::size_t region = 0; region < beside.size(); ++region) {
        std::uint32_t taken = 0;
        for (const std::uint32_t other : beside[region]) taken |= shade[other] == open ? 0u : 1u << shade[other];
        std::uint8_t free = 0;
        while ((taken >> free & 1) != 0) ++free;
        shade[region] = free;
    }
    return shade;
}

/// From the whole surface to the 2^-10th part of it.
constexpr std::array<Colour, 6> warmth{
    {{108, 142, 191}, {120, 182, 190}, {142, 202, 150}, {222, 214, 130}, {240, 182, 98}, {232, 138, 84}}};
constexpr std::array<double, 8> brightness{1.06, 0.88, 0.97, 0.80, 1.02, 0.84, 0.92, 0.76};
constexpr Colour not_visited{205, 208, 214}, intersecting{190, 0, 30};

Colour colour_of(double part_of_surface, std::uint8_t shade) {
    const double at = std::clamp(-std::log2(part_of_surface) / 10, 0.0, 1.0) * double(warmth.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(at), warmth.size() - 2);
    Colour out{};
    for (std::size_t c = 0; c < 3; ++c) {
        const double mixed = warmth[low][c] + (at - double(low)) * (warmth[low + 1][c] - warmth[low][c]);
        out[c] = static_cast<std::uint8_t>(std::min(255.0, mixed * brightness[shade % brightness.size()]));
    }
    return out;
}

std::vector<Colour> colours(const Stage& stage, const Hierarchy& hierarchy,
                            const std::vector<std::uint32_t>& region_of) {
    const auto shade = shades(stage.bodies(), hierarchy, region_of);
    std::vector<double> leaves_of_body(stage.actors().size(), 0);
    for (const std::uint32_t root : hierarchy.roots)
        leaves_of_body[hierarchy.regions[root].body] += hierarchy.regions[root].leaves();
    std::vector<Colour> out;
    for (const std::uint32_t region : region_of) {
        if (region == none) {
            out.push_back(not_visited);
            continue;
        }
        const regularity::Region& r = hierarchy.regions[region];
        out.push_back(colour_of(r.leaves() / leaves_of_body[r.body], shade[region]));
    }
    return out;
}

void draw(const Stage& stage, const View& view, const std::vector<Colour>& colour, const std::filesystem::path& file) {
    std::vector<std::vector<shapes::Position>> positions(stage.actors().size());
    std::vector<picture::Drawable> drawables;
    std::size_t first = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Actor& actor = stage.actors()[i];
        actor.scene->positions(view.frame, actor.body, positions[i]);
        drawables.push_back(
            {positions[i], actor.mesh().triangles, {colour.data() + first, actor.triangles()}, 1, false});
        first += actor.triangles();
    }
    picture::PictureOptions options;
    options.width = view.width;
    options.height = view.height;
    options.camera = view.camera;
    picture::write_png(file, picture::draw(drawables, options));
}

std::size_t different(std::vector<std::uint32_t> regions) {
    std::sort(regions.begin(), regions.end());
    regions.erase(std::unique(regions.begin(), regions.end()), regions.end());
    return regions.size() - (!regions.empty() && regions.back() == none ? 1 : 0);
}

}  // namespace

Visited draw_visited(Stage& stage, const View& view, const std::filesystem::path& file) {
    stage.pose(view.frame);
    stage.update();
    Visits visits;
    stage.probe().visits = &visits;
    const Answer<TrianglePair>& answer = stage.find(view.options);
    stage.probe().visits = nullptr;

    const Hierarchy& hierarchy = stage.detector().regions().hierarchy;
    const auto region_of = by_triangle(stage, smallest_visited(hierarchy, visits));
    std::vector<Colour> colour = colours(stage, hierarchy, region_of);
    const auto meets = colliding(stage, answer);
    for (std::size_t t = 0; t < meets.size(); ++t) {
        if (meets[t] != 0) colour[t] = intersecting;
    }
    draw(stage, view, colour, file);
    return {visits.size(), different(region_of), stage.triangles()};
}

}  // namespace pliant::bench
