// Dense bodies that follow coarse cages [Mendoza2005, 3].
#include <memory>

#include "shapes/deformations.hpp"
#include "shapes/scenes.hpp"

namespace pliant::shapes {

namespace {

constexpr double rest_of_middle = 1.0;  // of either blob, from the origin

/// A coarse ball: tetrahedra from its centre to every triangle of its surface. Close to the dense body, so that links
/// are short.
Mesh coarse_ball(std::uint32_t frequency) {
    Mesh ball = icosphere(frequency);
    const auto middle = static_cast<std::uint32_t>(ball.positions.size());
    ball.positions.push_back({0, 0, 0});
    for (const Triangle& t : ball.triangles) ball.tetrahedra.push_back({middle, t[0], t[1], t[2]});
    return ball;
}

/// A bumpy ball in a coarse one; `motion` bends the latter.
MovingBody caged_blob(std::string name, std::size_t triangles, Random& random, Motion motion) {
    Mesh blob = icosphere(sphere_frequency(triangles, 20));
    const Mesh coarse = coarse_ball(4);
    add_bumps(blob, 16, 0.12, random);
    auto cage = std::make_shared<MovingCage>();
    cage->skin = make_skin(blob.positions, {coarse.positions, coarse.tetrahedra});
    cage->motion = std::move(motion);
    MovingBody body{std::move(name), std::move(blob), {}, cage};
    body.motion = [cage](double phase, std::span<const Position>, std::span<Position> moved) {
        std::vector<Position> now(cage->skin.cage.size());
        cage->motion(phase, cage->skin.cage, now);
        steer(cage->skin, now, moved);
    };
    return body;
}

/// Presses a body against a wall at x = 0 and releases it, with rotation and sway.
Motion pressed(double side, double shift) {
    return each_vertex([=](double phase) {
        const double press = 0.5 + 0.5 * cos_turns(phase);
        const Wave sway{{0.1, 0.15, 0.2}, {0.05, 0.08, 0.1}, phase + shift};
        const Twist twist{0.04 * sin_turns(phase + shift)};
        const Placement place({0, 0, 1}, 0.02 * sin_turns(phase), {side * (rest_of_middle - 0.25 * press), 0, 0});
        return [=](const Vec3& p) {
            const Vec3 q = twist(sway(p));
            return place({(1 - 0.12 * press) * q.x, (1 + 0.06 * press) * q.y, (1 + 0.06 * press) * q.z});
        };
    });
}

}  // namespace

Bodies caged_blobs(std::size_t triangles, Random& random) {
    const double shift = random.uniform();
    Bodies bodies;
    bodies.push_back(caged_blob("left", triangles / 2, random, pressed(-1, shift)));
    bodies.push_back(caged_blob("right", triangles / 2, random, pressed(1, shift + 0.3)));
    return bodies;
}

}  // namespace pliant::shapes
