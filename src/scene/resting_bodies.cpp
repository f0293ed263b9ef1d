#include "scene/resting_bodies.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pliant {

namespace {

/// Index of a body by its id. Consecutive pairs are mostly of the same bodies: tries the last one before a search.
class IndexOfBody {
public:
    explicit IndexOfBody(std::span<const frame::Body> bodies) : bodies_(bodies) {}
    std::size_t operator()(BodyId id) {
        if (bodies_[last_].id == id) return last_;
        const auto found = std::lower_bound(bodies_.begin(), bodies_.end(), id,
                                            [](const frame::Body& body, BodyId wanted) { return body.id < wanted; });
        return last_ = static_cast<std::size_t>(found - bodies_.begin());
    }

private:
    std::span<const frame::Body> bodies_;
    std::size_t last_ = 0;
};

/// What is set aside as a duplicate depends on the other bodies.
bool any_set_aside(const frame::Bodies& bodies) {
    return std::any_of(bodies.all().begin(), bodies.all().end(), [](const frame::Body& b) { return b.set_aside; });
}

}  // namespace

void unite(Answer<TrianglePair>& answer, std::span<const TrianglePair> more, std::vector<TrianglePair>& scratch) {
    if (more.empty()) return;
    scratch.clear();
    std::set_union(more.begin(), more.end(), answer.items.begin(), answer.items.end(), std::back_inserter(scratch));
    answer.items.swap(scratch);
    auto& counts = answer.report.counters.pairs = {};
    for (const TrianglePair& pair : answer.items) ++counts[static_cast<std::size_t>(pair.kind)];
}

bool RestingBodies::is_asked_for_all(const IntersectionOptions& options) {
    return options.budget == IntersectionBudget{} && !options.only && !options.watch &&
           options.contours == ContourTest::exact;
}

std::optional<RestingBodies::Asked> RestingBodies::all_that_is_asked(const IntersectionOptions& options) {
    // The oracle looks at everything, and a choice by the clock is not to be misled by searches that had nothing to do.
    const bool searches_anew =
        options.method == IntersectionMethod::brute_force || options.method == IntersectionMethod::tuned;
    if (searches_anew || !is_asked_for_all(options)) return std::nullopt;
    return Asked{options.method, options.self, options.between, options.neighbours};
}

std::span<const std::uint8_t> RestingBodies::start(const frame::Bodies& bodies, const IntersectionOptions& options,
                                                   const Answer<TrianglePair>& last) {
    kept_.clear();
    const std::optional<Asked> asked = all_that_is_asked(options), before = std::exchange(asked_, std::nullopt);
    if (!asked || asked != before || topology_version_ != bodies.topology_version() || any_set_aside(bodies)) return {};
    resting_.resize(versions_.size());
    for (std::size_t i = 0; i < resting_.size(); ++i) resting_[i] = versions_[i] == bodies.all()[i].version ? 1 : 0;
    if (std::count(resting_.begin(), resting_.end(), 1) == 0) return {};
    take_pairs(bodies, last.items);
    return resting_;
}

void RestingBodies::take_pairs(const frame::Bodies& bodies, std::span<const TrianglePair> pairs) {
    IndexOfBody index_a(bodies.all()), index_b(bodies.all());
    for (const TrianglePair& pair : pairs) {
        if (resting_[index_a(pair.a.body)] != 0 && resting_[index_b(pair.b.body)] != 0) kept_.push_back(pair);
    }
}

void RestingBodies::finish(const frame::Bodies& bodies, const IntersectionOptions& options,
                           Answer<TrianglePair>& answer) {
    const std::optional<Asked> asked = all_that_is_asked(options);
    if (!asked || any_set_aside(bodies)) return;
    unite(answer, kept_, united_);
    versions_.clear();
    for (const frame::Body& body : bodies.all()) versions_.push_back(body.version);
    topology_version_ = bodies.topology_version();
    asked_ = asked;  // last: what throws before leaves no body at rest
}

}  // namespace pliant
