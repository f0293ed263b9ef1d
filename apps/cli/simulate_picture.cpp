#include "simulate_picture.hpp"

#include <array>
#include <filesystem>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "image_options.hpp"
#include "picture/picture.hpp"

namespace pliant::cli {
namespace {

using picture::Colour;

constexpr std::array<Colour, 6> palette{
    {{176, 190, 208}, {226, 178, 120}, {150, 190, 150}, {200, 150, 170}, {140, 180, 200}, {214, 204, 140}}};

/// Points as small tetrahedra.
struct DrawnPoints {
    DrawnPoints(std::span<const Point> points, double size) {
        for (const Point& p : points) {
            const auto first = std::uint32_t(positions.size());
            for (const Point& off : {Point{1, 1, 1}, Point{-1, -1, 1}, Point{-1, 1, -1}, Point{1, -1, -1}})
                positions.push_back({p[0] + size * off[0], p[1] + size * off[1], p[2] + size * off[2]});
            for (const Triangle& t : {Triangle{0, 1, 3}, Triangle{0, 2, 1}, Triangle{0, 3, 2}, Triangle{1, 2, 3}})
                triangles.push_back({first + t[0], first + t[1], first + t[2]});
        }
    }
    std::vector<Point> positions;
    std::vector<Triangle> triangles;
};

}  // namespace

void draw_scene(const std::string& file, const simulate::LivingScene& scene, const std::string& size) {
    const Simulation& simulation = scene.simulation();
    std::vector<DrawnPoints> points;
    points.reserve(simulation.bodies());
    std::vector<picture::Drawable> drawables;
    for (std::uint32_t i = 0; i < simulation.bodies(); ++i) {
        const std::span<const Colour> colour(&palette[i % palette.size()], 1);
        if (simulation.kind(i) == BodyKind::particles) {
            const DrawnPoints& drawn = points.emplace_back(simulation.positions(i), 0.005 * scene.body_size());
            drawables.push_back({drawn.positions, drawn.triangles, colour, 1, false});
        } else {
            drawables.push_back({simulation.positions(i), simulation.triangles(i), colour, 1, false});
        }
    }
    picture::PictureOptions options;
    ImageOptions sized;
    sized.size = size;
    const picture::FigureOptions figure = figure_options(sized, drawables, {}, picture::Up::z);
    options.width = figure.width;
    options.height = figure.height;
    options.camera.from = scene.view().from;
    options.camera.zoom = scene.view().zoom;
    picture::write_png(file, picture::draw(drawables, options));
}

std::string numbered(const std::string& file, std::size_t frame) {
    const std::filesystem::path path(file);
    return (path.parent_path() / fmt::format("{}_{:05}{}", path.stem().string(), frame, path.extension().string()))
        .string();
}

}  // namespace pliant::cli
