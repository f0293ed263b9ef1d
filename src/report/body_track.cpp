#include "report/body_track.hpp"

#include <algorithm>

#include "report/encode.hpp"

namespace pliant::report {

std::string_view name(Prediction prediction) {
    switch (prediction) {
        case Prediction::vertex: return "vertex";
        case Prediction::rest: return "rest";
        case Prediction::line: return "line";
        case Prediction::same: return "same";
    }
    return "";
}

bool BodyTrack::has_other_triangles(std::span<const Triangle> triangles, std::size_t vertices) const {
    return vertices_ != vertices ||
           !std::equal(triangles.begin(), triangles.end(), triangles_.begin(), triangles_.end());
}

void BodyTrack::take_triangles(std::span<const Triangle> triangles, std::size_t vertices) {
    triangles_.assign(triangles.begin(), triangles.end());
    vertices_ = vertices;
    now_.clear();
}

std::vector<std::uint32_t> BodyTrack::corners() const {
    std::vector<std::uint32_t> result;
    result.reserve(3 * triangles_.size());
    for (const Triangle& t : triangles_) {
        const bool there = std::all_of(t.begin(), t.end(), [&](std::uint32_t v) { return v < *vertices_; });
        for (const std::uint32_t v : t) result.push_back(there ? v : 0);
    }
    return result;
}

void BodyTrack::move(std::span<const Position> positions, bool anew) {
    long_before_.swap(before_);
    before_.swap(now_);
    if (anew || before_.size() != positions.size()) before_.clear();
    if (before_.empty() || !fits(positions)) {
        Bounds bounds;
        bounds.add(positions);
        grid_ = Grid(bounds, room_);
        before_.clear();
    }
    if (before_.size() != long_before_.size()) long_before_.clear();
    now_ = cells(grid_, positions);
    any_missing_ = std::any_of(now_.begin(), now_.end(), [](const Cell& c) { return c[0] == missing; });
    prediction_ = best();
}

/// A position that is not finite has no place in any grid.
bool BodyTrack::fits(std::span<const Position> positions) const {
    Bounds bounds;
    bounds.add(positions);
    if (bounds.empty()) return true;
    return grid_.cell(bounds.low)[0] != missing && grid_.cell(bounds.high)[0] != missing;
}

Prediction BodyTrack::best() const {
    if (before_.empty()) return Prediction::vertex;
    if (before_ == now_) return Prediction::same;
    if (long_before_.empty()) return Prediction::rest;
    return cost(Prediction::line) < cost(Prediction::rest) ? Prediction::line : Prediction::rest;
}

std::uint16_t BodyTrack::residual(Prediction by, std::size_t vertex, std::size_t axis) const {
    const auto at = [&](const std::vector<Cell>& cells, std::size_t v) { return std::uint16_t(cells[v][axis]); };
    std::uint32_t guess = 0;
    if (by == Prediction::vertex && vertex > 0) guess = at(now_, vertex - 1);
    if (by == Prediction::rest) guess = at(before_, vertex);
    if (by == Prediction::line) guess = 2u * at(before_, vertex) - at(long_before_, vertex);
    return folded(std::uint16_t(at(now_, vertex) - guess));
}

/// Of every eighth vertex: enough to tell which is smaller.
std::uint64_t BodyTrack::cost(Prediction by) const {
    std::uint64_t sum = 0;
    for (std::size_t v = 0; v < now_.size(); v += 8) {
        for (std::size_t axis = 0; axis < 3; ++axis) sum += residual(by, v, axis);
    }
    return sum;
}

void BodyTrack::append_positions(std::string& bytes) const {
    if (prediction_ == Prediction::same) return;
    std::vector<std::uint16_t> residuals;
    residuals.reserve(3 * now_.size());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t v = 0; v < now_.size(); ++v) residuals.push_back(residual(prediction_, v, axis));
    }
    append_residuals(bytes, residuals);
}

}  // namespace pliant::report
