// One body from frame to frame: when it needs a new grid or new triangles, and the residuals of its positions,
// predicted from the frames before.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pliant/views.hpp>

#include "report/grid.hpp"

namespace pliant::report {

/// What a position is predicted by.
enum class Prediction : std::uint8_t {
    vertex,  // the vertex before: nothing else has to be known
    rest,    // its place in the frame before
    line,    // as it moved from the frame before that one
    same,    // nothing has moved; nothing is written
};
std::string_view name(Prediction prediction);

class BodyTrack {
public:
    /// `moves`: leaves room in the grid for later frames.
    explicit BodyTrack(bool moves) : room_(moves ? 1.25 : 1.001) {}

    /// Whether these triangles are others than the last ones taken.
    [[nodiscard]] bool has_other_triangles(std::span<const Triangle> triangles, std::size_t vertices) const;
    void take_triangles(std::span<const Triangle> triangles, std::size_t vertices);
    /// The triangles taken as numbers to write. Those that name a vertex which is not there are a point.
    [[nodiscard]] std::vector<std::uint32_t> corners() const;

    /// `anew`: nothing that was written before may be needed to read this.
    void move(std::span<const Position> positions, bool anew);
    [[nodiscard]] const Grid& grid() const { return grid_; }
    [[nodiscard]] Prediction prediction() const { return prediction_; }
    [[nodiscard]] bool any_missing() const { return any_missing_; }
    void append_positions(std::string& bytes) const;

private:
    [[nodiscard]] bool fits(std::span<const Position> positions) const;
    [[nodiscard]] Prediction best() const;
    [[nodiscard]] std::uint16_t residual(Prediction by, std::size_t vertex, std::size_t axis) const;
    [[nodiscard]] std::uint64_t cost(Prediction by) const;

    double room_;
    std::vector<Triangle> triangles_;
    std::optional<std::size_t> vertices_;  // unset: none were taken yet
    Grid grid_;
    std::vector<Cell> now_, before_, long_before_;  // empty where they are no use for prediction
    Prediction prediction_ = Prediction::vertex;
    bool any_missing_ = false;
};

}  // namespace pliant::report
