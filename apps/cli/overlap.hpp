// Results of `pliant overlap`, written as text, JSON and CSV.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

#include "play.hpp"

namespace pliant::cli {

struct MeasuredPair {
    BodyPair bodies;  // self(): the body with itself
    Overlap overlap;

    /// More than rounding and what the tolerance leaves open; of samples, any.
    [[nodiscard]] bool shares_volume() const { return overlap.volume > (overlap.sampled ? 0 : overlap.error); }
    /// Null where no vertex is inside, or depths were not asked for.
    [[nodiscard]] const VertexPenetration* deepest() const;
};

struct MeasuredFrame {
    std::size_t frame = 0;
    std::string name;  // of its file; empty where frames have none
    std::vector<MeasuredPair> pairs;
};

struct OverlapResult {
    std::vector<NamedBody> bodies;
    std::vector<MeasuredFrame> frames;
    std::vector<Flaw> set_aside;  // in any frame, sorted
    bool depths = false;          // as asked
    std::string sampled_by;       // the renderer of a producer of layers; empty: measured

    [[nodiscard]] bool found() const;
    [[nodiscard]] bool all_examined() const;
    /// The place in `frames` of the largest volume; the first of equals.
    [[nodiscard]] std::size_t peak() const;
};

std::string overlap_as_text(const OverlapResult& result);
/// One line a frame.
std::string overlap_as_json(const OverlapResult& result, const Json& bodies);
std::string overlap_as_csv(const OverlapResult& result);

}  // namespace pliant::cli
