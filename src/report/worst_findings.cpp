#include "report/worst_findings.hpp"

#include <algorithm>
#include <cmath>

#include "report/frame_chunk.hpp"

namespace pliant::report {
namespace {

constexpr std::size_t most_kept = 100;

}  // namespace

void WorstFindings::add(std::size_t frame, std::span<const Finding> findings) {
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const double weight = std::isnan(findings[i].weight) ? 0 : findings[i].weight;
        if (kept_.size() == most_kept && weight <= kept_.back().weight) continue;
        const auto place = std::upper_bound(kept_.begin(), kept_.end(), weight,
                                            [](double value, const Kept& other) { return value > other.weight; });
        kept_.insert(place, Kept{weight, frame, i, finding_as_json(findings[i])});
        if (kept_.size() > most_kept) kept_.pop_back();
    }
}

Json WorstFindings::as_json() const {
    Json list = Json::array();
    for (const Kept& kept : kept_) {
        Json entry{{"at", kept.frame}, {"finding", kept.number}};
        entry.update(kept.json);
        list.push_back(std::move(entry));
    }
    return list;
}

}  // namespace pliant::report
