// What `pliant distance` learned, for its voices.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <pliant/proximities.hpp>

#include "play.hpp"

namespace pliant::cli {

struct DistanceFrame {
    std::size_t frame = 0;
    std::vector<BodyDistance> pairs;  // sorted by bodies
    double milliseconds = 0;          // of update and search

    /// nullptr: there is none with a distance.
    [[nodiscard]] const BodyDistance* nearest() const;
};

struct DistanceResult {
    std::vector<NamedBody> bodies;
    std::vector<DistanceFrame> frames;
    std::vector<Flaw> set_aside;  // in any frame, sorted

    /// The frame with the nearest two bodies, by its place; of equals the first.
    [[nodiscard]] std::size_t nearest() const;
    /// Some surfaces meet.
    [[nodiscard]] bool meet() const;
    [[nodiscard]] bool all_examined() const;
};

std::string distance_as_text(const DistanceResult& result);
/// One line a frame.
std::string distance_as_json(const DistanceResult& result, const Json& bodies);
std::string distance_as_csv(const DistanceResult& result);

}  // namespace pliant::cli
