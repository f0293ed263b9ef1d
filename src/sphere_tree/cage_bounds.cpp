#include "sphere_tree/cage_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "geometry/link_frame.hpp"
#include "sphere_tree/sphere.hpp"

namespace pliant::sphere_tree {

using geometry::link_frame;

namespace {

// Means and spreads of weights are kept as floats; their error is made up for by this.
constexpr float float_slack = 2e-7f;
constexpr std::size_t most_frames = 128;

Vec3 times(const Rotation& g, const Vec3& v) { return {dot(g[0], v), dot(g[1], v), dot(g[2], v)}; }

/// Rows of the rotation that takes one frame to another.
Rotation from_to(const std::array<Vec3, 3>& from, const std::array<Vec3, 3>& to) {
    Rotation rows;
    for (std::size_t i = 0; i < 3; ++i) rows[i] = to[0][i] * from[0] + to[1][i] * from[1] + to[2][i] * from[2];
    return rows;
}

/// Of the difference of two rotations; all three eigenvalues of their product are known, and so is this.
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
    number_frames(skin);
    nodes_.clear();
    vertices_.clear();
    frames_.clear();
    shares_.assign(cage_.size(), {});
    longest_of_frame_.assign(triples_.size(), -1);
}

void CageBounds::number_frames(const Skin& skin) {
    std::map<std::array<std::uint32_t, 3>, std::uint32_t> numbers;
    triples_.clear();
    frames_at_rest_.clear();
    frame_of_link_.clear();
    for (const RigidLink& link : skin.links) {
        const auto [at, is_new] = numbers.try_emplace(link.cage, static_cast<std::uint32_t>(triples_.size()));
        frame_of_link_.push_back(at->second);
        if (!is_new) continue;
        triples_.push_back(link.cage);
        const auto& [i, j, k] = link.cage;
        frames_at_rest_.push_back(link_frame(cage_at_rest_[i], cage_at_rest_[j], cage_at_rest_[k]));
    }
    rotations_.resize(triples_.size());
    turned_at_.assign(triples_.size(), 0);
    updates_ = 1;
}

void CageBounds::add(const Sphere& at_rest, std::span<const std::uint32_t> vertices) {
    Node node{at_rest, static_cast<std::uint32_t>(vertices_.size()), static_cast<std::uint32_t>(frames_.size()), 0};
    for (const std::uint32_t v : vertices) {
        const RigidLink& link = links_[v];
        const double length = upper(std::sqrt(dot(link.along, link.along)));
        double& longest = longest_of_frame_[frame_of_link_[v]];
        if (longest < 0) met_frames_.push_back(frame_of_link_[v]);
        longest = std::max(longest, length);
        node.longest = std::max(node.longest, length);
        for (std::size_t i = 0; i < 3; ++i) {
            Share& share = shares_[link.cage[i]];
            if (share.count == 0) {
                met_vertices_.push_back(link.cage[i]);
                share.least = share.most = link.weights[i];
            }
            share.least = std::min(share.least, link.weights[i]);
            share.most = std::max(share.most, link.weights[i]);
            share.sum += link.weights[i];
            ++share.count;
        }
    }
    const auto all = static_cast<double>(vertices.size());
    for (const std::uint32_t k : met_vertices_) {
        const Share& share = shares_[k];
        const double mean = share.sum / all, least = share.count < all ? 0 : share.least;
        const double spread = std::max(share.most - mean, mean - least);
        vertices_.push_back({k, static_cast<float>(mean), static_cast<float>(spread) + float_slack});
        shares_[k] = {};
    }
    for (const std::uint32_t f : met_frames_) {
        frames_.push_back({f, longest_of_frame_[f]});
        longest_of_frame_[f] = -1;
    }
    met_vertices_.clear();
    met_frames_.clear();
    nodes_.push_back(node);
}

void CageBounds::update(Points cage) {
    cage_size_ = 0;
    for (std::size_t i = 0; i < cage_.size(); ++i) {
        cage_[i] = cage[i];
        const double size = size_of(cage_[i]);
        cage_size_ = size <= cage_size_ ? cage_size_ : size;  // stays NaN once it is
    }
    ++updates_;
}

/// Most frames are never asked for: the search ends, or goes elsewhere.
const Rotation& CageBounds::rotation(std::uint32_t frame) {
    if (turned_at_[frame] != updates_) {
        const auto& [i, j, k] = triples_[frame];
        rotations_[frame] = from_to(frames_at_rest_[frame], link_frame(cage_[i], cage_[j], cage_[k]));
        turned_at_[frame] = updates_;
    }
    return rotations_[frame];
}

std::span<const CageBounds::CageVertex> CageBounds::vertices(std::uint32_t i) const {
    const std::size_t end = i + 1 < nodes_.size() ? nodes_[i + 1].first_vertex : vertices_.size();
    return std::span(vertices_).subspan(nodes_[i].first_vertex, end - nodes_[i].first_vertex);
}

std::span<const CageBounds::Frame> CageBounds::frames(std::uint32_t i) const {
    const std::size_t end = i + 1 < nodes_.size() ? nodes_[i + 1].first_frame : frames_.size();
    return std::span(frames_).subspan(nodes_[i].first_frame, end - nodes_[i].first_frame);
}

/// Any rotation is allowed: this one is near most of them.
Rotation CageBounds::mean_rotation(std::span<const Frame> frames) {
    Rotation sum{};
    for (const Frame& frame : frames) {
        for (std::size_t i = 0; i < 3; ++i) sum[i] = sum[i] + rotation(frame.number)[i];
    }
    const Vec3 x = geometry::unit(sum[0]), z = geometry::unit(cross(x, sum[1])), y = cross(z, x);
    const double squares = dot(x, x) + dot(y, y) + dot(z, z);
    return std::abs(squares - 3) < 1e-6 ? Rotation{x, y, z} : rotation(frames[0].number);
}

/// By the cage's vertices and the longest link alone: for nodes so large that they are looked into in any case.
Sphere CageBounds::rough_bound(std::uint32_t i, double rounding) const {
    const Node& node = nodes_[i];
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
    const double radius = std::sqrt(around_cage) + node.longest, size = cage_size_ + radius;
    return {{centre.x, centre.y, centre.z}, upper(radius) + (100 * slack + 2 * rounding) * size};
}

Sphere CageBounds::bound(std::uint32_t i, double rounding) {
    const Node& node = nodes_[i];
    if (node.at_rest.radius < 0) return {};
    if (frames(i).size() > most_frames) return rough_bound(i, rounding);
    const Rotation g = mean_rotation(frames(i));
    const auto moved = [&](const CageVertex& k) {
        return cage_[k.vertex] - times(g, cage_at_rest_[k.vertex] - node.at_rest.centre);
    };
    Vec3 centre;
    double weights = 0;
    for (const CageVertex& k : vertices(i)) {
        centre = centre + double(k.weight) * moved(k);
        weights += double(k.weight);
    }
    centre = (1 / weights) * centre;
    double most = 0, sum = 0, around_cage = 0;
    for (const CageVertex& k : vertices(i)) {
        const double apart = distance(moved(k), centre);
        most = std::max(most, apart);
        sum += double(k.spread) * apart;
        around_cage = std::max(around_cage, distance(cage_[k.vertex], centre));
    }
    double turned = 0;
    for (const Frame& f : frames(i)) turned = std::max(turned, spectral_norm(rotation(f.number), g) * f.longest);
    const double radius = std::min(node.at_rest.radius + std::min(most, sum) + turned, around_cage + node.longest);
    const double size = cage_size_ + size_of(node.at_rest.centre) + radius;
    return {{centre.x, centre.y, centre.z}, upper(radius) + (100 * slack + 2 * rounding) * size};
}

Sphere CageBounds::paper_rule(std::uint32_t i) const {
    const Node& node = nodes_[i];
    Vec3 shift;
    for (const CageVertex& k : vertices(i)) shift = shift + (cage_[k.vertex] - cage_at_rest_[k.vertex]);
    const Vec3 centre = Vec3(node.at_rest.centre) + (1.0 / static_cast<double>(vertices(i).size())) * shift;
    double ratio = 0;
    for (const CageVertex& k : vertices(i)) {
        ratio =
            std::max(ratio, distance(cage_[k.vertex], centre) / distance(cage_at_rest_[k.vertex], node.at_rest.centre));
    }
    return {{centre.x, centre.y, centre.z}, ratio * node.at_rest.radius};
}

}  // namespace pliant::sphere_tree
