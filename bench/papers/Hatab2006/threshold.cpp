#include "as_printed.hpp"
#include "waving_pair.hpp"

namespace pliant::hatab2006 {

Json threshold_of_the_cut(Experiment& experiment) {
    const int steps = experiment.quick ? 4 : 24;
    WavingPair pair(experiment.body("bull_12k.off", ball(13000)));
    Json curves = Json::array();
    for (const double threshold : {0.4, 0.55, 0.7, 0.85, 1.0}) {
        parallel::Workers workers(1);
        frame::Bodies bodies;
        pair.show(0, 1);
        const BodyId a = bodies.add(pair.a, pair.triangles()), b = bodies.add(pair.b, pair.triangles());
        const AsPrinted probe(threshold);
        Detection detection(&probe);
        Json curve{{"threshold", threshold}, {"milliseconds", Json::array()}, {"cuts", Json::array()}};
        for (int step = 0; step < steps; ++step) {
            pair.show(0.2 * step, apart_at(step, steps));
            bodies.move(a, pair.a);
            bodies.move(b, pair.b);
            bodies.update(workers);
            std::size_t pairs = 0;
            std::uint64_t cuts = 0;
            const double time = fastest(3, [&] {
                const Answer<TrianglePair>& answer = detection.find(bodies, workers);
                pairs = answer.size();
                cuts = answer.report.counters.cuts;
            });
            curve["milliseconds"].push_back(time);
            curve["cuts"].push_back(cuts);
            if (threshold == 1.0) curve["pairs"].push_back(pairs);
        }
        curves.push_back(curve);
    }
    return curves;
}

}  // namespace pliant::hatab2006
