// The worst findings of all frames.
#pragma once

#include <span>
#include <vector>

#include "report/report.hpp"
#include "report/text.hpp"

namespace pliant::report {

class WorstFindings {
public:
    void add(std::size_t frame, std::span<const Finding> findings);
    [[nodiscard]] Json as_json() const;

private:
    struct Kept {
        double weight;
        std::size_t frame, number;
        Json json;
    };
    std::vector<Kept> kept_;  // worst first; of equals, the earlier frame
};

}  // namespace pliant::report
