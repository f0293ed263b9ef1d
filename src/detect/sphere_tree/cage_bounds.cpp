#include "detect/sphere_tree/cage_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "detect/sphere_tree/sphere.hpp"
#include "geometry/link_frame.hpp"

namespace pliant::sphere_tree {

namespace {

// Means and spreads of weights are kept as floats; spreads are kept larger by this. With u = 2^-24, the rounding of a
// float, a mean a is kept as a (1 + e), |e| <= u. The centre takes those divided by their sum, which is 1 + e', |e'| <=
// u: its weights differ from the means by a 2u / (1 - u) at most. A spread w is kept as w (1 - u) or more, and the sum
// of it and the slack s is rounded once again: (w (1 - u) + s) (1 - u) >= w + a 2u / (1 - u) has to hold. With w <= 1
// and a <= 1, s >= 4u (1 + 2u) is enough; the fifth u is for means of many weights, that n roundings of 2^-53 make.
constexpr float float_rounding = 0x1p-24f, float_slack = 5 * float_rounding;
constexpr std::size_t most_vertices = 64, most_frames = 128, telling_vertices = 3;
constexpr double little_bent = 0.1;  // of a radius

Vec3 times(const Rotation& g, const Vec3& v) { return {dot(g[0], v), dot(g[1], v), dot(g[2], v)}; }

void add_to(Rotation& sum, const Rotation& g) {
    for (std::size_t i = 0; i < 3; ++i) sum[i] = sum[i] + g[i];
}

/// A rotation near a sum of rotations, by Gram-Schmidt; `other` where the sum is singular. Any rotation gives a bound.
Rotation nearly(const Rotation& sum, const Rotation& other) {
    const Vec3 x = geometry::unit(sum[0]), z = geometry::unit(cross(x, sum[1])), y = cross(z, x);
    const double squares = dot(x, x) + dot(y, y) + dot(z, z);
    return std::abs(squares - 3) < 1e-12 && std::abs(dot(x, z)) < 1e-12 ? Rotation{x, y, z} : other;
}

/// Of the difference of two rotations. Their product is a rotation: its eigenvalues follow from the Frobenius norm.
double spectral_norm(const Rotation& g, const Rotation& h) {
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += squared_distance(g[i], h[i]);
    return std::sqrt(sum / 2);
}

double size_of(const Vec3& p) { return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}); }

}  // namespace

void CageBounds::start(const Skin& skin) {
    links_ = skin.links;
    cage_at_rest_.assign(skin.cage.begin(), skin.cage.end());
    cage_ = cage_at_rest_;
    cage_before_.clear();
    cage_before_.reserve(cage_.size());  // a warm frame allocates nothing
    cage_frames_.start(skin);
    nodes_.clear();
    vertices_.clear();
    frames_.clear();
    adding_.shares.assign(cage_.size(), {});
    adding_.longest_link.assign(cage_frames_.count(), -1);
}

void CageBounds::Adding::meet(const RigidLink& link, std::uint32_t frame, double length) {
    if (longest_link[frame] < 0) frames.push_back(frame);
    longest_link[frame] = std::max(longest_link[frame], length);
    for (std::size_t i = 0; i < 3; ++i) {
        Share& share = shares[link.cage[i]];
        if (share.count == 0) {
            vertices.push_back(link.cage[i]);
            share.least = share.most = link.weights[i];
        }
        share.least = std::min(share.least, link.weights[i]);
        share.most = std::max(share.most, link.weights[i]);
        share.sum += link.weights[i];
        ++share.count;
    }
}

void CageBounds::add(const Sphere& at_rest, std::span<const std::uint32_t> vertices) {
    Node node{at_rest, static_cast<std::uint32_t>(vertices_.size()), static_cast<std::uint32_t>(frames_.size()), 0,
              std::numeric_limits<double>::infinity()};
    for (const std::uint32_t v : vertices) {
        const double length = upper(std::sqrt(dot(links_[v].along, links_[v].along)));
        node.longest = std::max(node.longest, length);
        adding_.meet(links_[v], cage_frames_.of_link(v), length);
    }
    add_vertices(static_cast<double>(vertices.size()));
    add_frames(node);
    nodes_.push_back(node);
}

/// Of a sphere with so many vertices: those of the cage with the largest weights first.
void CageBounds::add_vertices(double all) {
    std::vector<Share>& shares = adding_.shares;
    std::sort(adding_.vertices.begin(), adding_.vertices.end(), [&](std::uint32_t k, std::uint32_t l) {
        return shares[k].sum != shares[l].sum ? shares[k].sum > shares[l].sum : k < l;
    });
    for (const std::uint32_t k : adding_.vertices) {
        const Share& share = shares[k];
        const double mean = share.sum / all, least = share.count < all ? 0 : share.least;
        const double spread = std::max(share.most - mean, mean - least);
        vertices_.push_back({k, static_cast<float>(mean), static_cast<float>(spread) + float_slack});
        shares[k] = {};
    }
    adding_.vertices.clear();
}

void CageBounds::add_frames(Node& node) {
    for (const std::uint32_t f : adding_.frames) {
        const Turning& turning = cage_frames_.turning_of(f);
        double& longest = adding_.longest_link[f];
        frames_.push_back({f, longest});
        node.reach = std::min(node.reach, turning.reach());
        node.link_turn = std::max(node.link_turn, (turning.along + turning.across) * longest);
        longest = -1;
    }
    adding_.frames.clear();
}

void CageBounds::update(Points cage, Points before) {
    cage_size_ = 0;
    for (std::size_t i = 0; i < cage_.size(); ++i) {
        cage_[i] = cage[i];
        cage_size_ = std::max(cage_size_, size_of(cage_[i]));
    }
    cage_before_.resize(before.size());
    for (std::size_t i = 0; i < before.size(); ++i) cage_before_[i] = before[i];
    cage_frames_.update();
}

std::span<const CageBounds::CageVertex> CageBounds::vertices(std::uint32_t i) const {
    const std::size_t end = i + 1 < nodes_.size() ? nodes_[i + 1].first_vertex : vertices_.size();
    return std::span(vertices_).subspan(nodes_[i].first_vertex, end - nodes_[i].first_vertex);
}

std::span<const CageBounds::NodeFrame> CageBounds::frames(std::uint32_t i) const {
    const std::size_t end = i + 1 < nodes_.size() ? nodes_[i + 1].first_frame : frames_.size();
    return std::span(frames_).subspan(nodes_[i].first_frame, end - nodes_[i].first_frame);
}

/// The mean of the frames at the vertices with the largest weights: many nodes share them.
Rotation CageBounds::rotation_by_few(std::uint32_t i) {
    const auto all = vertices(i);
    const Rotation& first = rotation_at(all[0]);
    Rotation sum = first;
    for (std::size_t k = 1; k < std::min(telling_vertices, all.size()); ++k) {
        add_to(sum, rotation_at(all[k]));
    }
    return nearly(sum, first);
}

Rotation CageBounds::rotation_by_all(std::uint32_t i) {
    Rotation sum{};
    for (const NodeFrame& frame : frames(i)) add_to(sum, cage_frames_.rotation(frame.number, cage_));
    return nearly(sum, cage_frames_.rotation(frames(i)[0].number, cage_));
}

CageBounds::Motion CageBounds::moved_by(std::uint32_t i, const Rotation& g) const {
    const Vec3 from = nodes_[i].at_rest.centre;
    const auto moved = [&](const CageVertex& k) { return cage_[k.vertex] - times(g, cage_at_rest_[k.vertex] - from); };
    Motion motion{};
    double weights = 0;
    for (const CageVertex& k : vertices(i)) {
        motion.centre = motion.centre + double(k.weight) * moved(k);
        weights += double(k.weight);
    }
    motion.centre = (1 / weights) * motion.centre;
    double most = 0, sum = 0, around_cage = 0;
    for (const CageVertex& k : vertices(i)) {
        const double apart = distance(moved(k), motion.centre);
        most = std::max(most, apart);
        sum += double(k.spread) * apart;
        around_cage = std::max(around_cage, squared_distance(cage_[k.vertex], motion.centre));
    }
    motion.farthest = most;
    motion.strain = std::min(most, sum);
    motion.around_cage = std::sqrt(around_cage);
    return motion;
}

Vec3 CageBounds::motion(std::uint32_t i) const {
    Vec3 sum;
    if (cage_before_.empty()) return sum;
    for (const CageVertex& k : vertices(i)) {
        sum = sum + double(k.weight) * (cage_[k.vertex] - cage_before_[k.vertex]);
    }
    return sum;
}

Vec3 CageBounds::motion_at(std::uint32_t vertex) const {
    Vec3 sum;
    if (cage_before_.empty()) return sum;
    const RigidLink& link = links_[vertex];
    for (std::size_t i = 0; i < 3; ++i) {
        sum = sum + link.weights[i] * (cage_[link.cage[i]] - cage_before_[link.cage[i]]);
    }
    return sum;
}

Sphere CageBounds::sphere(std::uint32_t i, const Vec3& centre, double radius, double rounding) const {
    const double size = cage_size_ + size_of(nodes_[i].at_rest.centre) + nodes_[i].longest + radius;
    return {{centre.x, centre.y, centre.z}, upper(radius) + (100 * slack + 2 * rounding) * size};
}

/// By the cage's vertices and the longest link alone: for nodes so large that they are refined in any case.
Sphere CageBounds::rough_bound(std::uint32_t i, double rounding) const {
    Vec3 centre;
    double weights = 0, around_cage = 0;
    for (const CageVertex& k : vertices(i)) {
        centre = centre + double(k.weight) * cage_[k.vertex];
        weights += double(k.weight);
    }
    centre = (1 / weights) * centre;
    for (const CageVertex& k : vertices(i)) {
        around_cage = std::max(around_cage, squared_distance(cage_[k.vertex], centre));
    }
    return sphere(i, centre, std::sqrt(around_cage) + nodes_[i].longest, rounding);
}

/// How far frames turn the end of a link away from the rigid motion: a bound from the cage's vertices alone.
double CageBounds::turned_at_most(const Node& node, double off) const {
    off += 100 * slack * (cage_size_ + size_of(node.at_rest.centre) + node.longest + node.at_rest.radius);
    return 2 * off <= node.reach ? 2.1 * off * node.link_turn : 2 * node.longest;
}

/// Where little is bent, the cage's vertices give a tight bound. Else all frames are turned, up to `most_frames`.
Sphere CageBounds::bound(std::uint32_t i, double rounding) {
    const Node& node = nodes_[i];
    if (node.at_rest.radius < 0) return {};
    if (vertices(i).size() > most_vertices) return rough_bound(i, rounding);
    const auto all = frames(i);
    Motion moved = moved_by(i, rotation_by_few(i));
    const double bent = moved.strain + turned_at_most(node, moved.farthest);
    const double radius = std::min(node.at_rest.radius + bent, moved.around_cage + node.longest);
    if (bent <= little_bent * node.at_rest.radius || all.size() > most_frames) {
        return sphere(i, moved.centre, radius, rounding);
    }
    const Rotation g = rotation_by_all(i);
    moved = moved_by(i, g);
    double turned = 0;
    for (const NodeFrame& f : all)
        turned = std::max(turned, spectral_norm(cage_frames_.rotation(f.number, cage_), g) * f.longest);
    const double finer = std::min(node.at_rest.radius + moved.strain + turned, moved.around_cage + node.longest);
    return sphere(i, moved.centre, finer, rounding);
}

}  // namespace pliant::sphere_tree
