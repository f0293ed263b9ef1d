#include "detect/sphere_tree/checked_skin.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "detect/sphere_tree/cage_frames.hpp"
#include "detect/sphere_tree/sphere.hpp"
#include "geometry/link_frame.hpp"

namespace pliant::sphere_tree {

namespace {

// Relative errors of weights and of positions at rest that are ignored: `CageBounds` allows for that much.
constexpr double negligible = 1e-13;
constexpr double rounding_to_float = 0x1p-24;
// Weights that were computed in floats, each with a few roundings.
constexpr double most_of_weights = 8 * rounding_to_float;

/// Names the element and what is wrong with it.
[[noreturn]] void refuse(const std::string& element, std::size_t number, const std::string& what) {
    throw std::invalid_argument("pliant: skin: " + element + " " + std::to_string(number) + " " + what);
}

std::string in_digits(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.9g", number);
    return text.data();
}

double largest_coordinate(const Vec3& p) { return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}); }

/// How far the sum of the weights is from 1. They are scaled to 1 where that is more than rounding of doubles.
double check_weights(std::array<double, 3>& weights, std::size_t i) {
    double sum = 0;
    for (const double w : weights) {
        if (!(w >= 0)) refuse("link", i, "has a weight that is negative or not a number");
        sum += w;
    }
    const double off = std::abs(sum - 1);
    if (!(off <= most_of_weights)) refuse("link", i, "has weights that add up to " + in_digits(sum) + " and not to 1");
    if (off <= negligible) return 0;
    for (double& w : weights) w /= sum;
    return off;
}

double check_link(Skin& skin, std::size_t i) {
    RigidLink& link = skin.links[i];
    const auto& [p, q, r] = link.cage;
    const std::uint32_t last = std::max({p, q, r});
    if (last >= skin.cage.size()) {
        refuse("link", i, "names vertex " + std::to_string(last) + ", which its cage does not have");
    }
    if (p == q || q == r || r == p) refuse("link", i, "names a vertex of the cage twice");
    if (!finite(link.along)) refuse("link", i, "is not finite");
    return check_weights(link.weights, i);
}

/// How far a vertex at rest may be from where its link has it, when surface, cage, weights and link were rounded to
/// floats one by one, or computed in floats with a few roundings: the frame turns with the vertices of the cage.
double most_at_rest(const RigidLink& link, const std::array<Vec3, 3>& corners, double reach) {
    const Turning frame = turning(corners[0], corners[1], corners[2]);
    const double turns = std::sqrt(dot(link.along, link.along)) * (frame.along + frame.across);
    return 32 * rounding_to_float * reach * (1 + (std::isfinite(turns) ? turns : 0));
}

/// Spheres start from the shape at rest, so each vertex is moved to where its link has it.
double check_rest(Skin& skin, std::size_t i) {
    const RigidLink& link = skin.links[i];
    const auto at = [&](std::uint32_t k) { return Vec3(skin.cage[k]); };
    const std::array<Vec3, 3> corners{at(link.cage[0]), at(link.cage[1]), at(link.cage[2])};
    const Vec3 p = geometry::linked_position(link, at), off = p - Vec3(skin.surface[i]);
    double reach = largest_coordinate(p);
    for (const Vec3& corner : corners) reach = std::max(reach, largest_coordinate(corner));
    if (largest_coordinate(off) <= negligible * reach) return 0;
    if (!(largest_coordinate(off) <= most_at_rest(link, corners, reach))) {
        refuse("vertex of the surface", i, "is at rest not where its link has it");
    }
    skin.surface[i] = {p.x, p.y, p.z};
    return upper(std::sqrt(dot(off, off)));
}

}  // namespace

CheckedSkin check(const Skin& given) {
    CheckedSkin checked{given, {}};
    Skin& skin = checked.skin;
    for (std::size_t i = 0; i < skin.cage.size(); ++i) {
        if (!finite(skin.cage[i])) refuse("vertex of the cage", i, "is not finite");
    }
    for (std::size_t i = 0; i < skin.surface.size(); ++i) {
        if (!finite(skin.surface[i])) refuse("vertex of the surface", i, "is not finite");
    }
    for (std::size_t i = 0; i < skin.links.size(); ++i) {
        checked.off.part = std::max(checked.off.part, check_link(skin, i));
    }
    for (std::size_t i = 0; i < skin.links.size(); ++i) {
        checked.off.length = std::max(checked.off.length, check_rest(skin, i));
    }
    return checked;
}

}  // namespace pliant::sphere_tree
