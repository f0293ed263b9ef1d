#include "experiments.hpp"

#include <numeric>
#include <stdexcept>

#include "peers/statistics.hpp"

namespace pliant::bench {

namespace {

std::size_t timed_frame(const Stage& stage, std::size_t i) {
    return i * stage.actors().front().scene->frames() / timed_frames;
}

struct Counted {
    Calls calls;
    std::vector<TrianglePair> pairs;
    std::size_t colliding;
};

Counted count(Stage& stage, bool rules) {
    stage.probe().rules = rules;
    const Answer<TrianglePair>& answer = stage.find({});
    const auto meets = colliding(stage, answer);
    const Counters& counters = answer.report.counters;
    return {{counters.regions, counters.candidates, counters.contours},
            answer.items,
            static_cast<std::size_t>(std::accumulate(meets.begin(), meets.end(), std::size_t{0}))};
}

struct Question {
    IntersectionOptions options;
    bool rules;
};

struct Times {
    double update = 0;
    std::vector<double> find, pairs;  // by question
};

/// Plays the film once more than `repetitions`, the first time to warm up, and asks every question at every frame.
Times play(Stage& stage, const std::vector<Question>& questions, std::size_t repetitions) {
    Timings updates(timed_frames);
    std::vector<Timings> finds(questions.size(), Timings(timed_frames));
    Times times;
    for (std::size_t repetition = 0; repetition <= repetitions; ++repetition) {
        times.pairs.assign(questions.size(), 0);
        for (std::size_t i = 0; i < timed_frames; ++i) {
            stage.pose(timed_frame(stage, i));
            Stopwatch watch;
            stage.update();
            const double update = watch.lap().processor;
            if (repetition > 0) updates.add(i, update);
            for (std::size_t q = 0; q < questions.size(); ++q) {
                stage.probe().rules = questions[q].rules;
                watch.lap();
                times.pairs[q] += static_cast<double>(stage.find(questions[q].options).size()) / timed_frames;
                const double find = watch.lap().processor;
                if (repetition > 0) finds[q].add(i, find);
            }
        }
    }
    times.update = updates.undisturbed();
    for (const Timings& find : finds) times.find.push_back(find.undisturbed());
    return times;
}

void demand_same(double a, double b, std::string_view scene) {
    if (a != b) throw std::logic_error("the rules change the answer of " + std::string(scene));
}

}  // namespace

CallCounts count_calls(std::string_view scene, std::size_t triangles) {
    Stage stage({actor(scene, triangles)});
    stage.pose(counted_frame);
    stage.update();
    const Counted plain = count(stage, false), ruled = count(stage, true);
    if (plain.pairs != ruled.pairs) demand_same(0, 1, scene);
    return {std::string(scene), stage.triangles(), ruled.pairs.size(), ruled.colliding, plain.calls, ruled.calls};
}

// The scene gives two parts of its triangles to the figure and three to the dress.
Actor figure(std::size_t triangles) { return actor("body_and_garment", triangles * 5 / 2, 0); }
Actor garment(std::size_t triangles) { return actor("body_and_garment", triangles * 5 / 3, 1); }

GarmentTimes time_garment(std::size_t cloth, std::size_t body, std::size_t repetitions) {
    IntersectionOptions between;
    between.self = false;
    Stage both({figure(body), garment(cloth)}), cloth_alone({garment(cloth)});
    GarmentTimes times;
    times.body = both.actors()[0].triangles();
    times.cloth = both.actors()[1].triangles();
    const Times across = play(both, {{between, true}}, repetitions);
    IntersectionOptions assuming;
    assuming.contours = ContourTest::assume_simple;
    const Times alone = play(cloth_alone, {{{}, true}, {{}, false}, {assuming, true}}, repetitions);
    demand_same(alone.pairs[0], alone.pairs[1], "body_and_garment");
    times.update = across.update;
    times.between = across.find[0];
    times.pairs_between = across.pairs[0];
    times.cloth_with_rules = alone.find[0];
    times.cloth_without_rules = alone.find[1];
    times.pairs_of_cloth = alone.pairs[0];
    times.cloth_contours_assumed = alone.find[2];
    times.pairs_contours_assumed = alone.pairs[2];
    return times;
}

Growth time_growth(std::string_view scene, std::size_t triangles, std::size_t repetitions) {
    Stage stage({actor(scene, triangles)});
    const Times times = play(stage, {{{}, true}, {{}, false}}, repetitions);
    demand_same(times.pairs[0], times.pairs[1], scene);
    return {std::string(scene), stage.triangles(), times.pairs[0], times.update, times.find[1], times.find[0]};
}

}  // namespace pliant::bench
