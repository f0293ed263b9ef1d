// Scenes of boxes: volumes that bend, and surfaces that rest exactly on one another.
#include <algorithm>
#include <cmath>

#include "shapes/deformations.hpp"
#include "shapes/scenes.hpp"

namespace pliant::shapes {

namespace {

constexpr Vec3 bar_size{3, 0.5, 0.3};

constexpr std::size_t distance(std::size_t a, std::size_t b) { return a < b ? b - a : a - b; }

// Resolution for about this many boundary triangles. Few cells across: inner tetrahedra do not show.
BoxCells bar_cells(std::size_t triangles) {
    const auto cells = [](double length, double edge) {
        return std::max(1u, static_cast<std::uint32_t>(std::floor(length / edge + 0.5)));
    };
    BoxCells best;
    for (double edge = 1; edge > 1e-4; edge *= 0.98) {
        const BoxCells tried{cells(bar_size.x, edge), cells(bar_size.y, edge), std::min(4u, cells(bar_size.z, edge))};
        if (distance(box_triangles(tried), triangles) < distance(box_triangles(best), triangles)) best = tried;
    }
    return best;
}

MovingBody bar(std::string name, std::size_t triangles, const Vec3& middle, double turned, double shift) {
    const BoxCells n = bar_cells(triangles);
    Mesh mesh = tetra_box(n);
    for (Position& p : mesh.positions)
        p = {bar_size.x * (p[0] / n.x - 0.5), bar_size.y * (p[1] / n.y - 0.5), bar_size.z * (p[2] / n.z - 0.5)};
    const auto bending = [=](double phase) {
        const Bend bend{0.07 * sin_turns(phase + shift)};
        const Wave wave{{0.4, 0, 0}, {0, 0.08, 0.05}, phase + shift};
        const Placement place({0, 0, 1}, turned, middle);
        return [=](const Vec3& p) { return place(bend(wave(p))); };
    };
    return {std::move(name), std::move(mesh), each_vertex(bending)};
}

// A box that slides by eighths of a cell: coordinates stay short binary fractions, so contacts are exact.
MovingBody sliding_box(std::string name, BoxCells cells, const Vec3& corner, const Vec3& slide) {
    const auto sliding = [=](double phase) {
        const double steps = std::floor(8 * sin_turns(phase) + 0.5) / 8;
        const Vec3 at = corner + steps * slide;
        return [=](const Vec3& p) { return p + at; };
    };
    return {std::move(name), box_surface(cells), each_vertex(sliding)};
}

}  // namespace

Bodies tetra_boxes(std::size_t triangles, Random& random) {
    Bodies bodies;
    const std::size_t each = triangles / 5;
    for (std::size_t i = 0; i < 5; ++i) {
        // Two rows across each other, half a bar apart in height; the fifth lies over all.
        const bool across = i % 2 != 0;
        const double aside = i == 4 ? 0 : i < 2 ? -0.8 : 0.8;
        const Vec3 middle{across ? aside : 0, across ? 0 : aside, across ? 0.17 : i == 4 ? 0.3 : 0};
        const double turned = (across ? 0.25 : i == 4 ? 0.125 : 0) + random.between(-0.02, 0.02);
        bodies.push_back(bar("bar_" + std::to_string(i), each, middle, turned, random.uniform()));
    }
    return bodies;
}

Bodies resting_stack(std::size_t triangles, Random& random) {
    const double each = static_cast<double>(triangles) / 6;
    const auto wide = std::max(2u, static_cast<std::uint32_t>(std::floor(std::sqrt(each / 12) + 0.5)));
    // The height in cells makes up for what the width could not meet.
    const double rest = each / 4 - double(wide) * wide;
    const auto high = static_cast<std::uint32_t>(std::max(1.0, std::floor(rest / (2 * wide) + 0.5)));
    const double lean = static_cast<double>(random.next() % 8) / 8;  // of the upper rows, in cells
    Bodies bodies;
    for (std::uint32_t row = 0; row < 3; ++row)
        for (std::uint32_t i = 0; i + row < 3; ++i) {
            const Vec3 corner{double(wide * i + wide / 2 * row) + lean * row, row * 0.25, double(high * row)};
            const Vec3 slide{row == 1 ? 1.0 : 0.0, row == 2 ? 2.0 : 0.0, 0};
            bodies.push_back(sliding_box("box_" + std::to_string(bodies.size()), {wide, wide, high}, corner, slide));
        }
    return bodies;
}

}  // namespace pliant::shapes
