#include "frame/position_reader.hpp"

#include <algorithm>

#include "parallel/parallel.hpp"

namespace pliant::frame {

namespace {

// A batch and what is made of it fit into L2; on several threads batches are smaller, so that spans of them are of much
// the same size.
constexpr std::size_t vertices_per_batch = 8192, vertices_per_small_batch = 4096;
constexpr std::size_t spans_per_thread = 2;

}  // namespace

void PositionReader::choose_precision(std::span<Body> bodies, std::size_t vertex_count) {
    const bool doubles = std::any_of(bodies.begin(), bodies.end(),
                                     [](const Body& b) { return b.positions.is_double() && b.vertices > 0; });
    const std::size_t ready = doubles ? double_vertices_.size() : float_vertices_.size();
    if (doubles == doubles_ && ready == vertex_count) return;
    doubles_ = doubles;
    float_vertices_.resize(doubles ? 0 : vertex_count);
    double_vertices_.resize(doubles ? vertex_count : 0);
    for (Body& body : bodies) body.moved = true;
}

void PositionReader::start(std::span<Body> bodies, unsigned threads) {
    const bool alone = threads == 1;
    list_readings(bodies, alone ? vertices_per_batch : vertices_per_small_batch);
    spans_ = std::min(batches_.size() - 1, alone ? 1 : spans_per_thread * threads);
    ++times_read_;
}

/// Batches of so many vertices at most. Many small bodies are as much work as a large one: they share batches.
void PositionReader::list_readings(std::span<Body> bodies, std::size_t most) {
    readings_.clear();
    batches_.assign(1, 0);
    std::size_t in_batch = 0;
    for (Body& body : bodies) {
        if (!body.moved) continue;
        body.flaws.clear();
        body.box = Box<double>::empty();
        const parallel::Chunks chunks{body.vertices, most};
        for (std::size_t chunk = 0; chunk < chunks.number(); ++chunk) {
            const std::size_t begin = chunks.begin(chunk), end = chunks.end(chunk);
            if (in_batch + (end - begin) > most) {
                batches_.push_back(readings_.size());
                in_batch = 0;
            }
            in_batch += end - begin;
            readings_.push_back({&body, begin, end});
        }
    }
    if (batches_.back() != readings_.size()) batches_.push_back(readings_.size());
}

Batch PositionReader::read(std::size_t span, std::size_t batch) {
    const std::size_t first = first_batch(span), number = first + batch;
    for (std::size_t i = batches_[number]; i < batches_[number + 1]; ++i) readings_[i].read = read(readings_[i]);
    const std::uint32_t begin = readings_[batches_[first]].first_vertex();
    return {begin, batch == 0 ? begin : readings_[batches_[number] - 1].end_vertex(),
            readings_[batches_[number + 1] - 1].end_vertex()};
}

PointsRead PositionReader::read(const Reading& reading) {
    const Body& body = *reading.body;
    const Points& points = body.positions;
    if (!doubles_) {
        return copy_points(points.data(), points.stride(), points.size(), reading.begin, reading.end,
                           float_vertices_.data() + body.first_vertex);
    }
    if (points.is_double()) {
        return copy_points(points.data(), points.stride(), points.size(), reading.begin, reading.end,
                           double_vertices_.data() + body.first_vertex);
    }
    PointsRead seen{true, Box<double>::empty()};
    for (std::size_t i = reading.begin; i < reading.end; ++i) {
        const Vec3 p = points[i];
        double_vertices_[body.first_vertex + i] = {p.x, p.y, p.z, 0};
        seen.finite &= finite(p);
        seen.box = united(seen.box, {{p.x, p.y, p.z}, {p.x, p.y, p.z}});
    }
    return seen;
}

void PositionReader::finish() {
    for (const Reading& reading : readings_) {
        reading.body->box = united(reading.body->box, reading.read.box);
        if (!reading.read.finite) list_not_finite(reading);
    }
}

void PositionReader::list_not_finite(const Reading& reading) const {
    Body& body = *reading.body;
    for (auto v = static_cast<std::uint32_t>(reading.begin); v < reading.end; ++v) {
        if (!finite(position(body.first_vertex + v))) body.flaws.push_back({body.id, FlawKind::not_finite, v});
    }
}

}  // namespace pliant::frame
