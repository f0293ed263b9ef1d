#include "penetration_marks.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "picture/palette.hpp"

namespace pliant::cli {
namespace {

constexpr picture::Colour vertex_colour = picture::colour_of(PairKind::fold);
constexpr picture::Colour boundary_colour = picture::colour_of(PairKind::touching);

struct MarkedWay {
    Position at, to;
    double depth;
};

Position moved(const Position& p, const std::array<double, 3>& direction, double by) {
    return {p[0] + by * direction[0], p[1] + by * direction[1], p[2] + by * direction[2]};
}

/// A vertex in several tetrahedra of a body has one way out of it.
std::vector<MarkedWay> ways_out(const ShownFrame& frame, std::span<const Shown> bodies) {
    std::vector<MarkedWay> ways;
    const auto add = [&](std::size_t body, std::uint32_t vertex, const std::array<double, 3>& direction, double depth) {
        const Position& at = bodies[body].positions[vertex];
        ways.push_back({at, moved(at, direction, depth), depth});
    };
    for (const Penetration& p : frame.penetrations) {
        if (p.depth_source == DepthSource::none) continue;
        add(std::size_t(p.vertex.body), p.vertex.vertex, p.direction, p.depth);
    }
    for (const VertexPenetration& p : frame.ways_out) add(std::size_t(p.body), p.vertex, p.direction, p.depth);
    std::stable_sort(ways.begin(), ways.end(),
                     [](const MarkedWay& a, const MarkedWay& b) { return a.depth > b.depth; });
    return ways;
}

void add_ways(Marks& marks, std::span<const MarkedWay> ways) {
    if (ways.empty()) return;
    const double deepest = ways.front().depth;
    for (const MarkedWay& way : ways) {
        const double share = deepest > 0 ? way.depth / deepest : 0;
        marks.markers.push_back({way.at, way.to, picture::ramp_colour(share), true, 2.5});
    }
    marks.legend.push_back(
        {picture::Symbol::arrow, picture::ramp_colour(0.6),
         counted(ways.size(), "vertex inside, and its way out", "vertices inside, and their ways out")});
    marks.ramp = picture::Ramp{"depth", "0", fmt::format("{:.3g}", deepest)};
}

void add_points(Marks& marks, const ShownFrame& frame, std::span<const Shown> bodies) {
    std::size_t inside = 0, on_boundary = 0;
    for (const Penetration& p : frame.penetrations) {
        if (p.depth_source != DepthSource::none) continue;
        const bool within = p.kind == PenetrationKind::inside;
        ++(within ? inside : on_boundary);
        marks.markers.push_back({bodies[std::size_t(p.vertex.body)].positions[p.vertex.vertex],
                                 {},
                                 within ? vertex_colour : boundary_colour,
                                 false,
                                 2.5});
    }
    const auto entry = [&](std::size_t count, const picture::Colour& colour, const char* words) {
        if (count > 0) marks.legend.push_back({picture::Symbol::dot, colour, fmt::format("{} {}", count, words)});
    };
    entry(inside, vertex_colour, "vertices inside tetrahedra");
    entry(on_boundary, boundary_colour, "vertices on tetrahedra");
}

}  // namespace

Marks penetration_marks(const ShownFrame& frame, std::span<const Shown> bodies) {
    Marks marks;
    add_ways(marks, ways_out(frame, bodies));
    add_points(marks, frame, bodies);
    return marks;
}

}  // namespace pliant::cli
