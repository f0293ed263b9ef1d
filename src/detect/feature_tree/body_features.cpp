#include "detect/feature_tree/body_features.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "broad_phase/blocks.hpp"

namespace pliant::feature_tree {

using broad_phase::BoxContents;
using broad_phase::Corners;
using broad_phase::slot_of;
using broad_phase::Suspicion;
using frame::Bodies;
using frame::Body;

namespace {

Edge ascending(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

bool finite(const simd::Vertices& vertices, std::uint32_t v) {
    if (vertices.doubles != nullptr) {
        const simd::DoubleVertex& p = vertices.doubles[v];
        return pliant::finite(Vec3{p.x, p.y, p.z});
    }
    const simd::FloatVertex& p = vertices.floats[v];
    return pliant::finite(Vec3{p.x, p.y, p.z});
}

/// Exact, for triangles that vectors have not shown to be sound.
bool certainly_sound(const Bodies& bodies, std::uint32_t triangle, const BoxContents& contents, Suspicion suspicion) {
    if (suspicion == Suspicion::no_area) return bodies.soundness(triangle) == Bodies::Soundness::sound;
    const Triangle& t = bodies.triangles()[triangle];
    return std::all_of(t.begin(), t.end(),
                       [&](std::uint32_t v) { return finite(contents.start, v) && finite(contents.end, v); });
}

}  // namespace

void BodyFeatures::build(const Bodies& bodies, const Body& body, std::uint32_t first_edge, parallel::Workers& workers) {
    first_edge_ = first_edge;
    first_vertex_ = body.first_vertex;
    repeating_.clear();
    std::vector<std::uint32_t> ids, corners;
    for (std::uint32_t t = body.first_triangle; t < body.first_triangle + body.triangles.size(); ++t) {
        if (!bodies.usable(t)) continue;
        const auto [a, b, c] = bodies.triangles()[t];
        if (a == b || b == c || c == a) {
            repeating_.push_back(t);
            continue;
        }
        ids.push_back(t);
        corners.insert(corners.end(), {a, b, c});
    }
    list_edges(corners);
    triangles_.build(bodies, {Corners::of_triangle, corners, ids}, workers);

    std::sort(corners.begin(), corners.end());
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    vertices_.build(bodies, {Corners::of_vertex, corners, corners}, workers);

    ids.resize(edge_list_.size());
    std::iota(ids.begin(), ids.end(), first_edge);
    const std::uint32_t* ends = edge_list_.empty() ? nullptr : edge_list_.front().data();
    edges_.build(bodies, {Corners::of_edge, {ends, 2 * edge_list_.size()}, ids}, workers);
}

void BodyFeatures::list_edges(std::span<const std::uint32_t> corners) {
    edge_list_.clear();
    edge_list_.reserve(corners.size());
    for (std::size_t i = 0; i < corners.size(); i += 3) {
        for (std::size_t k = 0; k < 3; ++k) edge_list_.push_back(ascending(corners[i + k], corners[i + (k + 1) % 3]));
    }
    std::sort(edge_list_.begin(), edge_list_.end());
    edge_list_.erase(std::unique(edge_list_.begin(), edge_list_.end()), edge_list_.end());
}

void BodyFeatures::grow_to(std::size_t height) {
    for (FeaturePyramid* pyramid : {&vertices_, &edges_, &triangles_}) pyramid->grow_to(height);
}

std::size_t BodyFeatures::height() const {
    return std::max({vertices_.height(), edges_.height(), triangles_.height()});
}

double BodyFeatures::looseness() const {
    return std::max({vertices_.looseness(), edges_.looseness(), triangles_.looseness()});
}

void BodyFeatures::fit(const Bodies& bodies, const BoxContents& contents, Suspicion suspicion,
                       parallel::Workers& workers) {
    for (FeaturePyramid* pyramid : {&vertices_, &edges_, &triangles_}) pyramid->fit(contents, suspicion, workers);
    set_aside(bodies, contents, suspicion);
    for (FeaturePyramid* pyramid : {&vertices_, &edges_, &triangles_}) pyramid->finish(0.5 * contents.distance);
}

void BodyFeatures::set_aside(const Bodies& bodies, const BoxContents& contents, Suspicion suspicion) {
    unsound_.clear();
    const auto suspects = triangles_.suspects();
    for (std::size_t block = 0; block < suspects.size(); ++block) {
        for (unsigned bits = suspects[block]; bits != 0; bits &= bits - 1) {
            const std::size_t slot = slot_of(block, static_cast<std::size_t>(std::countr_zero(bits)));
            if (certainly_sound(bodies, triangles_.id(slot), contents, suspicion)) continue;
            triangles_.clear(slot);
            unsound_.push_back(triangles_.id(slot));
        }
    }
    if (!unsound_.empty()) keep_parts_of_sound_triangles(bodies);
    unsound_.insert(unsound_.end(), repeating_.begin(), repeating_.end());
}

/// A vertex or an edge that only unsound triangles have takes no part.
void BodyFeatures::keep_parts_of_sound_triangles(const Bodies& bodies) {
    std::sort(unsound_.begin(), unsound_.end());
    edge_used_.assign(edge_list_.size(), 0);
    vertex_used_.clear();
    for (std::size_t slot = 0; slot < triangles_.size(); ++slot) {
        const std::uint32_t t = triangles_.id(slot);
        if (std::binary_search(unsound_.begin(), unsound_.end(), t)) continue;
        const Triangle& corners = bodies.triangles()[t];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t v = corners[k] - first_vertex_;
            if (vertex_used_.size() <= v) vertex_used_.resize(v + 1, 0);
            vertex_used_[v] = 1;
            edge_used_[edge_place(corners[k], corners[(k + 1) % 3])] = 1;
        }
    }
    for (std::size_t slot = 0; slot < vertices_.size(); ++slot) {
        const std::size_t v = vertices_.id(slot) - first_vertex_;
        if (v >= vertex_used_.size() || vertex_used_[v] == 0) vertices_.clear(slot);
    }
    for (std::size_t slot = 0; slot < edges_.size(); ++slot) {
        if (edge_used_[edges_.id(slot) - first_edge_] == 0) edges_.clear(slot);
    }
}

std::size_t BodyFeatures::edge_place(std::uint32_t a, std::uint32_t b) const {
    return static_cast<std::size_t>(std::lower_bound(edge_list_.begin(), edge_list_.end(), ascending(a, b)) -
                                    edge_list_.begin());
}

}  // namespace pliant::feature_tree
