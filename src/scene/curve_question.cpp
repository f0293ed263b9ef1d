#include "scene/curve_question.hpp"

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>

#include "frame/query.hpp"

namespace pliant {

namespace {

/// Of pairs that the caller kept: bodies and triangles may have gone since.
void check(const frame::Bodies& bodies, std::span<const TrianglePair> pairs) {
    const frame::Body* body = nullptr;
    const auto is_there = [&](const TriangleRef& t) {
        if (body == nullptr || body->id != t.body) body = &bodies.at(t.body);  // throws
        if (t.triangle >= body->triangles.size()) return false;
        const std::uint32_t number = body->first_triangle + t.triangle;
        return bodies.there(number) && bodies.usable(number);
    };
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto& [a, b, kind] = pairs[i];
        const auto where = [i] { return "pair " + std::to_string(i) + " of those given to curves "; };
        if (!is_there(a) || !is_there(b)) throw std::out_of_range(where() + "has a triangle that is not there");
        if (!(a < b)) throw std::invalid_argument(where() + "has its larger triangle first");
        if (i > 0 && !(std::tie(pairs[i - 1].a, pairs[i - 1].b) < std::tie(a, b)))
            throw std::invalid_argument(where() + "is out of order");
    }
}

}  // namespace

const Curves& CurveQuestion::answer(frame::Bodies& bodies, const CurveOptions& options,
                                    IntersectionQuestion& intersections, parallel::Workers& workers) {
    std::span<const TrianglePair> pairs;
    if (options.pairs) {
        bodies.update(workers);
        pairs = *options.pairs;
        check(bodies, pairs);
        answer_.report = {};
    } else {
        IntersectionOptions asked;
        asked.self = options.self;
        asked.between = options.between;
        asked.budget = {options.budget.time, options.budget.candidates, options.budget.pairs};
        asked.watch = options.watch;
        const Answer<TrianglePair>& found = intersections.answer(bodies, asked, workers);
        if (found.report.stopped_by != Limit::caller) pairs = found.items;
        answer_.report = found.report;
    }
    const auto started = frame::Clock::now();
    finder_.find(bodies, pairs, options, workers, answer_);
    answer_.report.milliseconds.find += frame::milliseconds_since(started);
    return answer_;
}

}  // namespace pliant
