// The library's own copy of all positions, read from the caller's memory once per frame, batch by batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "frame/body.hpp"
#include "frame/copy_points.hpp"
#include "numeric/vec.hpp"
#include "simd/vertices.hpp"

namespace pliant::frame {

/// What one thread has read so far: whatever of [begin, end) belongs to bodies that have moved, [first_new, end) with
/// the last batch, which is still in its L2.
struct Batch {
    std::uint32_t begin, first_new, end;
};

/// `start`, then every batch of every span, spans in parallel and the batches of one in order, then `finish`.
class PositionReader {
public:
    /// Floats take half the memory; a single body of doubles makes all of them doubles. A change marks all bodies as
    /// moved, to be read again.
    void choose_precision(std::span<Body> bodies, std::size_t vertex_count);

    /// Lists the batches of all bodies that have moved.
    void start(std::span<Body> bodies, unsigned threads);
    [[nodiscard]] std::size_t spans() const { return spans_; }
    [[nodiscard]] std::size_t batches(std::size_t span) const { return first_batch(span + 1) - first_batch(span); }
    Batch read(std::size_t span, std::size_t batch);
    /// Boxes of the bodies read, and their vertices that are not finite.
    void finish();

    /// How often `start` was called.
    [[nodiscard]] std::uint64_t times_read() const { return times_read_; }
    [[nodiscard]] Vec3 position(std::uint32_t vertex) const {
        if (doubles_) return {double_vertices_[vertex].x, double_vertices_[vertex].y, double_vertices_[vertex].z};
        return {float_vertices_[vertex].x, float_vertices_[vertex].y, float_vertices_[vertex].z};
    }
    [[nodiscard]] simd::Vertices vertices() const {
        return doubles_ ? simd::Vertices{nullptr, double_vertices_.data()}
                        : simd::Vertices{float_vertices_.data(), nullptr};
    }

private:
    /// Vertices [begin, end) of a body, in its own numbering.
    struct Reading {
        Body* body;
        std::size_t begin, end;
        PointsRead read{};

        // In the common numbering.
        [[nodiscard]] std::uint32_t first_vertex() const {
            return body->first_vertex + static_cast<std::uint32_t>(begin);
        }
        [[nodiscard]] std::uint32_t end_vertex() const { return body->first_vertex + static_cast<std::uint32_t>(end); }
    };

    [[nodiscard]] std::size_t first_batch(std::size_t span) const { return span * (batches_.size() - 1) / spans_; }
    void list_readings(std::span<Body> bodies, std::size_t most);
    [[nodiscard]] PointsRead read(const Reading& reading);
    void list_not_finite(const Reading& reading) const;

    bool doubles_ = false;  // which of the two arrays is in use
    std::vector<simd::FloatVertex> float_vertices_;
    std::vector<simd::DoubleVertex> double_vertices_;
    std::vector<Reading> readings_;
    std::vector<std::size_t> batches_;  // of readings: where each begins; one more
    std::size_t spans_ = 0;             // each is read by one thread, from its first batch to its last
    std::uint64_t times_read_ = 0;
};

}  // namespace pliant::frame
