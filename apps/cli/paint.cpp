#include "paint.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "picture/picture.hpp"

namespace pliant::cli {
namespace {

using picture::Colour;

constexpr std::array<Colour, 6> body_colours{
    {{176, 190, 208}, {222, 205, 170}, {178, 208, 182}, {208, 184, 204}, {176, 208, 208}, {214, 214, 170}}};
constexpr std::array<Colour, 4> kind_colours{
    {{214, 39, 40}, {255, 150, 30}, {150, 70, 200}, {40, 90, 220}}};  // by PairKind

/// One colour a triangle. Of several kinds the first in PairKind's order wins: a crossing matters most.
std::vector<std::vector<Colour>> colours(std::span<const Shown> bodies, std::span<const TrianglePair> pairs) {
    constexpr std::uint8_t untouched = kind_colours.size();
    std::vector<std::vector<std::uint8_t>> kinds;
    for (const Shown& body : bodies) kinds.emplace_back(body.triangles.size(), untouched);
    for (const TrianglePair& pair : pairs) {
        for (const TriangleRef& side : {pair.a, pair.b}) {
            std::uint8_t& kind = kinds[std::size_t(side.body)][side.triangle];
            kind = std::min(kind, std::uint8_t(pair.kind));
        }
    }
    std::vector<std::vector<Colour>> result;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        auto& own = result.emplace_back();
        for (const std::uint8_t kind : kinds[i]) {
            own.push_back(kind == untouched ? body_colours[i % body_colours.size()] : kind_colours[kind]);
        }
    }
    return result;
}

}  // namespace

std::vector<Shown> shown_bodies(const Stage& stage) {
    std::vector<Shown> bodies;
    for (std::size_t i = 0; i < stage.sources().size(); ++i) {
        bodies.push_back({stage.sources()[i].positions, stage.triangles(i), stage.sources()[i].mesh().name});
    }
    return bodies;
}

void export_coloured(const std::string& file, std::span<const Shown> bodies, std::span<const TrianglePair> pairs) {
    const auto colour = colours(bodies, pairs);
    std::vector<Position> positions;
    std::vector<Triangle> triangles;
    std::vector<Colour> triangle_colours;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto first = std::uint32_t(positions.size());
        const std::size_t vertices = bodies[i].positions.size();
        positions.insert(positions.end(), bodies[i].positions.begin(), bodies[i].positions.end());
        for (std::size_t k = 0; k < bodies[i].triangles.size(); ++k) {
            const Triangle& t = bodies[i].triangles[k];
            if (t[0] >= vertices || t[1] >= vertices || t[2] >= vertices) continue;
            triangles.push_back({first + t[0], first + t[1], first + t[2]});
            triangle_colours.push_back(colour[i][k]);
        }
    }
    io::write_mesh(file, SurfaceView{positions, triangles}, {.colours = triangle_colours});
}

void draw_coloured(const std::string& file, std::span<const Shown> bodies, std::span<const TrianglePair> pairs) {
    const auto colour = colours(bodies, pairs);
    std::vector<picture::Drawable> drawables;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        drawables.push_back({bodies[i].positions, bodies[i].triangles, colour[i], 1, false});
    }
    picture::write_png(file, picture::draw(drawables));
}

}  // namespace pliant::cli
