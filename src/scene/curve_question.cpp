#include "scene/curve_question.hpp"

#include <span>

#include "frame/query.hpp"

namespace pliant {

const Curves& CurveQuestion::answer(frame::Bodies& bodies, const CurveOptions& options,
                                    IntersectionQuestion& intersections, parallel::Workers& workers) {
    std::span<const TrianglePair> pairs;
    if (options.pairs) {
        bodies.update(workers);
        pairs = *options.pairs;
        answer_.report = {};
    } else {
        IntersectionOptions asked;
        asked.self = options.self;
        asked.between = options.between;
        asked.budget = {options.budget.time, options.budget.candidates, options.budget.pairs};
        const Answer<TrianglePair>& found = intersections.answer(bodies, asked, workers);
        pairs = found.items;
        answer_.report = found.report;
    }
    const auto started = frame::Clock::now();
    finder_.find(bodies, pairs, options, workers, answer_);
    answer_.report.milliseconds.find += frame::milliseconds_since(started);
    return answer_;
}

}  // namespace pliant
