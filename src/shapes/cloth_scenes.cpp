// Scenes of a single sheet.
#include <cmath>

#include "shapes/deformations.hpp"
#include "shapes/scenes.hpp"

namespace pliant::shapes {

namespace {

constexpr double cloth_side = 4.2;  // in radii of the ball

// A square cloth in the polar coordinates that Drape takes.
Mesh polar_cloth(std::size_t triangles) {
    Mesh mesh = cloth_grid(grid_size(triangles, 1), cloth_side, cloth_side);
    for (Position& p : mesh.positions) p = {std::sqrt(p[0] * p[0] + p[1] * p[1]), angle_turns(p[0], p[1]), 0};
    return mesh;
}

MovingBody cloth_over_ball(std::size_t triangles, double clearance, Random& random) {
    Drape drape;
    drape.clearance = clearance;
    for (double& shift : drape.shifts) shift = random.uniform();
    return {"cloth", polar_cloth(triangles), each_vertex([drape](double phase) {
                Drape now = drape;
                now.phase = phase;
                return now;
            })};
}

// A ribbon along (s^3 - open * s, s^2): it crosses itself where s^2 = open, and only if open is positive.
struct Loop {
    double open = 1, phase = 0;
    Vec3 operator()(const Vec3& p) const {
        const double s = p.x;
        // A slant across the ribbon keeps the two branches from meeting vertex on vertex.
        const double x = s * (s * s - open) + 0.11 * p.y, z = s * s + 0.07 * s * p.y;
        return {x, p.y + 0.05 * sin_turns(0.4 * s + phase), z + 0.02 * sin_turns(s - p.y - phase)};
    }
};

}  // namespace

Bodies draped_cloth(std::size_t triangles, Random& random) {
    Bodies bodies;
    bodies.push_back(cloth_over_ball(triangles, 0.02, random));
    return bodies;
}

Bodies cloth_on_sphere(std::size_t triangles, Random& random) {
    Bodies bodies;
    bodies.push_back(cloth_over_ball(triangles * 4 / 5, 0.012, random));
    const Vec3 along = 0.8 * random.direction();
    bodies.push_back({"ball", icosphere(sphere_frequency(triangles / 5, 20)), each_vertex([along](double phase) {
                          // The ball pulsates slightly through the cloth.
                          return Pulse{0.004, 0.018, along, phase};
                      })});
    return bodies;
}

Bodies waving_cloth(std::size_t triangles, Random& random) {
    const double shift = random.uniform();
    const auto waves = [shift](double phase) {
        const Wave along{{0.7, 0.2, 0}, {0, 0, 0.22}, phase}, across{{-0.3, 1.1, 0}, {0, 0, 0.1}, phase + shift};
        const Wave fine{{2.1, 1.3, 0}, {0, 0, 0.02}, 2 * phase + shift};
        // Height field: displacement along z depends on x and y alone, so the cloth cannot intersect itself.
        return [=](const Vec3& p) { return fine(across(along(p))); };
    };
    Bodies bodies;
    bodies.push_back({"cloth", cloth_grid(grid_size(triangles, 1.5), 3, 2), each_vertex(waves)});
    return bodies;
}

Bodies steep_cloth(std::size_t triangles, Random& random) {
    const double shift = random.uniform();
    const Vec3 axis = random.direction();
    const auto wrinkles = [shift, axis](double phase) {
        // Slopes add up to 5.5 at most: 80 degrees.
        const Wave along{{1.5, 0.4, 0}, {0, 0, 0.28}, phase}, across{{-0.7, 2.1, 0}, {0, 0, 0.12}, phase + shift};
        const Wave fine{{5.1, 3.3, 0}, {0, 0, 0.03}, 2 * phase + shift};
        const Placement tilted(axis, 0.1 + 0.02 * sin_turns(phase), {});
        return [=](const Vec3& p) { return tilted(fine(across(along(p)))); };
    };
    Bodies bodies;
    bodies.push_back({"cloth", cloth_grid(grid_size(triangles, 1.5), 3, 2), each_vertex(wrinkles)});
    return bodies;
}

Bodies folded_layers(std::size_t triangles, Random& random) {
    const double shift = random.uniform();
    Mesh strip = cloth_grid(grid_size(triangles, 6), 1, 2);
    for (Position& p : strip.positions) p[0] += 0.5;
    Bodies bodies;
    bodies.push_back({"sheet", std::move(strip), each_vertex([shift](double phase) {
                          return Fold{6, 1, 0.12 * (1 + 0.15 * sin_turns(phase)), 0.045, phase + shift};
                      })});
    return bodies;
}

Bodies crossing_loop(std::size_t triangles, Random& random) {
    const double shift = random.uniform();
    Bodies bodies;
    bodies.push_back({"ribbon", cloth_grid(grid_size(triangles, 4), 2.8, 0.7), each_vertex([shift](double phase) {
                          return Loop{0.45 + 0.65 * cos_turns(phase), phase + shift};
                      })});
    return bodies;
}

Bodies flat_sheet(std::size_t triangles, Random& random) {
    const double shift = random.uniform();
    const auto stretch = [shift](double phase) {
        return [=](const Vec3& p) -> Vec3 {
            return {p.x + 0.05 * sin_turns(p.y + phase) * p.x, p.y + 0.03 * sin_turns(p.x - phase + shift), 0};
        };
    };
    Bodies bodies;
    bodies.push_back({"sheet", cloth_grid(grid_size(triangles, 1), 2, 2), each_vertex(stretch)});
    return bodies;
}

}  // namespace pliant::shapes
