// Results of `pliant contains`, written as text, JSON and CSV.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

#include "play.hpp"

namespace pliant::cli {

struct ContainedPoints {
    std::size_t body = 0;
    std::size_t points = 0, inside = 0, on_surface = 0, uncertain = 0, invalid = 0;
    Containment lists;  // of points: left empty unless they are to be listed

    [[nodiscard]] std::size_t outside() const { return points - inside - on_surface - uncertain - invalid; }
    [[nodiscard]] bool found() const { return inside + on_surface > 0; }
    /// No point may be inside but those said to be.
    [[nodiscard]] bool all_known() const {
        return uncertain + invalid == 0 && !lists.sampled && lists.report.all_examined();
    }
};

struct ContainedFrame {
    std::size_t frame = 0;
    std::string name;  // of its file; empty where frames have none
    std::vector<ContainedPoints> bodies;
};

struct ContainsResult {
    std::vector<NamedBody> bodies;
    std::vector<ContainedFrame> frames;
    std::vector<Flaw> set_aside;  // in any frame, sorted
    bool exact = true;            // as asked
    std::string sampled_by;       // the renderer of a producer of layers; empty: looked up in columns

    [[nodiscard]] bool found() const;
    [[nodiscard]] bool all_known() const;
};

std::string contains_as_text(const ContainsResult& result);
/// One line a frame.
std::string contains_as_json(const ContainsResult& result, const Json& bodies);
std::string contains_as_csv(const ContainsResult& result);

}  // namespace pliant::cli
