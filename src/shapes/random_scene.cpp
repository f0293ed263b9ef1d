#include "shapes/random_scene.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "shapes/deformations.hpp"
#include "shapes/moving_bodies.hpp"
#include "shapes/random_forms.hpp"
#include "shapes/random_ranges.hpp"

namespace pliant::shapes {

namespace {

constexpr std::size_t loop = 60;  // frames
constexpr std::string_view prefix = "random:";

// A power of a base above 0 from square roots alone, which round alike on every machine.
double power(double base, double exponent) {
    double result = 1, root = base;
    for (int bit = 0; bit < 30; ++bit) {
        root = std::sqrt(root);
        exponent *= 2;
        if (exponent < 1) continue;
        exponent -= 1;
        result *= root;
    }
    return result;
}

Vec3 across(const Vec3& direction, Random& random) {
    for (;;) {
        const Vec3 normal = cross(direction, random.direction());
        if (dot(normal, normal) > 0.01) return unit(normal);
    }
}

// Waves across their own direction alone never make a surface meet itself; what leans along it may.
Wave random_wave(bool sheet, Random& random) {
    const double wavelength = ranges::wavelength.draw(random), slope = ranges::slope.draw(random),
                 lean = ranges::lean.draw(random);
    const SinCos heading = sincos_turns(random.uniform());
    const Vec3 heads = sheet ? Vec3{heading.cos, heading.sin, 0} : random.direction();
    const Vec3 aside = sheet ? Vec3{0, 0, 1} : across(heads, random);
    return {(1 / wavelength) * heads, (slope * wavelength / full_turn) * (aside + lean * heads), random.uniform()};
}

/// How one body deforms and moves; its rest is a random form.
struct Course {
    std::vector<Wave> waves;
    double bend = 0, twist = 0, size = 1, turned = 0, shift = 0;
    Vec3 axis, place, swing;
};

Course random_course(bool sheet, double size, const Vec3& place, Random& random) {
    Course course;
    const auto waves = static_cast<std::size_t>(ranges::waves.draw(random));
    for (std::size_t i = 0; i < waves; ++i) course.waves.push_back(random_wave(sheet, random));
    course.bend = ranges::bend.draw(random);
    course.twist = ranges::twist.draw(random);
    course.size = size;
    course.turned = random.uniform();
    course.shift = random.uniform();
    course.axis = random.direction();
    course.place = place;
    course.swing = (size * ranges::swing.draw(random)) * random.direction();
    return course;
}

/// Scale and place of the whole scene.
struct Whole {
    double scale = 1;
    Vec3 offset;
};

Motion following(const Course& course, const Whole& whole) {
    return each_vertex([course, whole](double phase) {
        std::vector<Wave> waves = course.waves;
        for (Wave& wave : waves) wave.phase += phase;
        const double there = sin_turns(phase + course.shift);
        const Bend bend{course.bend * there};
        const Twist twist{course.twist * there};
        const Placement put(course.axis, course.turned + 0.05 * there, course.place + there * course.swing);
        return [=, size = course.size](const Vec3& p) {
            Vec3 moved = p;
            for (const Wave& wave : waves) moved = wave(moved);
            return whole.offset + whole.scale * put(size * twist(bend(moved)));
        };
    });
}

void turn_over(Mesh& mesh, double part, Random& random) {
    // The triangles of a volume are its boundary, whichever way its tetrahedra face.
    for (Tetrahedron& t : mesh.tetrahedra) {
        if (random.uniform() < part) std::swap(t[2], t[3]);
    }
    if (!mesh.tetrahedra.empty()) return;
    for (Triangle& t : mesh.triangles) {
        if (random.uniform() < part) std::swap(t[1], t[2]);
    }
}

void shuffle(std::vector<Triangle>& triangles, Random& random) {
    for (std::size_t i = triangles.size(); i > 1; --i) std::swap(triangles[i - 1], triangles[random.next() % i]);
}

/// Places around the origin, neighbours `spacing` apart.
Vec3 on_lattice(std::size_t body, std::size_t bodies, double spacing) {
    std::size_t side = 1;
    while (side * side * side < bodies) ++side;
    const double middle = 0.5 * static_cast<double>(side - 1);
    const auto at = [&](std::size_t i) { return spacing * (static_cast<double>(i % side) - middle); };
    return {at(body), at(body / side), at(body / side / side)};
}

Bodies random_bodies(std::uint64_t seed, std::optional<std::size_t> wanted) {
    Random random(seed);
    const double drawn = ranges::triangles.draw(random);
    const double triangles = wanted ? static_cast<double>(*wanted) : drawn;
    std::vector<double> weights(static_cast<std::size_t>(ranges::bodies.draw(random)));
    double sum = 0;
    for (double& weight : weights) sum += weight = ranges::weight.draw(random);
    const bool alike = ranges::alike.draw(random) > 0;
    const std::size_t common = random.next() % random_families;
    const double packing = ranges::packing.draw(random), mixed = ranges::mixed.draw(random);
    const bool shuffled = ranges::shuffled.draw(random) > 0;
    Whole whole;
    whole.scale = ranges::scale.draw(random);
    whole.offset = (whole.scale * ranges::offset.draw(random)) * random.direction();

    Bodies bodies;
    for (const double weight : weights) {
        const std::size_t own = random.next() % random_families;
        const auto share = static_cast<std::size_t>(triangles * weight / sum);
        RandomForm form = random_form(alike ? common : own, share, random);
        if (shuffled && form.mesh.tetrahedra.empty()) shuffle(form.mesh.triangles, random);
        if (mixed > 0) turn_over(form.mesh, mixed, random);
        const double size = ranges::size.draw(random);
        const Vec3 place = on_lattice(bodies.size(), weights.size(), packing);
        const Course course = random_course(form.sheet, size, place, random);
        bodies.push_back({std::string(form.name) + "_" + std::to_string(bodies.size()), std::move(form.mesh),
                          following(course, whole)});
    }
    return bodies;
}

}  // namespace

double RandomRange::draw(Random& random) const {
    const double at = random.uniform();
    return logarithmic ? low * power(high / low, at) : low + (high - low) * at;
}

std::span<const RandomRange> random_ranges() { return ranges::all; }

std::optional<std::uint64_t> seed_of_random_scene(std::string_view name) {
    if (!name.starts_with(prefix)) return std::nullopt;
    const std::string_view digits = name.substr(prefix.size());
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return seed;
}

std::unique_ptr<AnimatedScene> random_scene(std::uint64_t seed, const SceneSize& size) {
    return std::make_unique<MovingBodies>(std::string(prefix) + std::to_string(seed), size.frames.value_or(loop), loop,
                                          random_bodies(seed, size.triangles));
}

}  // namespace pliant::shapes
