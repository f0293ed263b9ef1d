#include "race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <span>

#include "statistics.hpp"

namespace pliant::bench {

namespace {

std::vector<IndexPair> sorted_pairs(const Contestant& contestant) {
    std::vector<IndexPair> pairs;
    contestant.pairs(pairs);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

std::string first_few(std::span<const IndexPair> pairs) {
    std::string text;
    for (const IndexPair& pair : pairs.first(std::min<std::size_t>(pairs.size(), 8))) {
        text += fmt::format(" ({}, {})", pair.a, pair.b);
    }
    return text + (pairs.size() > 8 ? " ..." : "");
}

std::string difference(std::span<const IndexPair> truth, std::span<const IndexPair> found) {
    std::vector<IndexPair> missed, invented;
    std::set_difference(truth.begin(), truth.end(), found.begin(), found.end(), std::back_inserter(missed));
    std::set_difference(found.begin(), found.end(), truth.begin(), truth.end(), std::back_inserter(invented));
    return fmt::format("misses {}{}, adds {}{}", missed.size(), first_few(missed), invented.size(),
                       first_few(invented));
}

/// One contestant and its times.
struct Lane {
    const Entry* entry;
    std::unique_ptr<Contestant> contestant;
    Timings wall, processor, update, find;
    double pairs = 0, tested = 0;
    std::size_t frames = 0;
    bool counts_tests = false;
    std::string disagreement;

    Lane(const Entry& e, std::size_t film_frames)
        : entry(&e),
          contestant(e.make()),
          wall(film_frames),
          processor(film_frames),
          update(film_frames),
          find(film_frames) {}

    void play(std::size_t frame) {
        Stopwatch watch;
        contestant->update(frame);
        const Time updated = watch.lap();
        contestant->find();
        const Time found = watch.lap();
        const Time total{updated.wall + found.wall, updated.processor + found.processor};
        wall.add(frame, total.wall);
        processor.add(frame, total.processor);
        if (const auto stages = contestant->stages()) {
            update.add(frame, stages->build + stages->update);
            find.add(frame, stages->find);
        } else {
            const bool alone = entry->threads == 1;
            update.add(frame, alone ? updated.processor : updated.wall);
            find.add(frame, alone ? found.processor : found.wall);
        }
    }

    void check(const Film& film, const Truth& truth, std::size_t frame) {
        const std::vector<IndexPair> found = sorted_pairs(*contestant);
        pairs += static_cast<double>(found.size());
        const auto looked_at = contestant->tested();
        counts_tests = looked_at.has_value();
        tested += static_cast<double>(looked_at.value_or(0));
        ++frames;
        if (!entry->same_pairs || !disagreement.empty() || found == truth[frame]) return;
        disagreement = fmt::format("{}, {} threads, {}, frame {}: {}", entry->name, entry->threads, film.name, frame,
                                   difference(truth[frame], found));
    }

    [[nodiscard]] Result result() const {
        Result r;
        r.name = entry->name;
        r.role = entry->role;
        r.threads = entry->threads;
        r.median = wall.quantile(0.5);
        r.low = wall.quantile(0.1);
        r.high = wall.quantile(0.9);
        r.wall = wall.undisturbed();
        r.processor = processor.undisturbed();
        r.first_wall = wall.first();
        r.first_processor = processor.first();
        r.update = update.undisturbed();
        r.find = find.undisturbed();
        r.pairs = pairs / static_cast<double>(frames);
        if (counts_tests) r.tested = tested / static_cast<double>(frames);
        return r;
    }
};

// Slower than the best peer by this factor: further repetitions would tell nothing.
constexpr double hopeless = 4;

double best_peer(const std::vector<Lane>& lanes) {
    double best = std::numeric_limits<double>::infinity();
    for (const Lane& lane : lanes) {
        if (lane.entry->role == Role::peer) best = std::min(best, lane.processor.undisturbed());
    }
    return best;
}

}  // namespace

Truth find_truth(const Film& film) {
    std::vector<Entry> ours;
    add_ours(film, 1, ours);
    const auto contestant = ours.front().make();
    Truth truth;
    for (std::size_t frame = 0; frame < film.frames.size(); ++frame) {
        contestant->update(frame);
        contestant->find();
        truth.push_back(sorted_pairs(*contestant));
    }
    return truth;
}

Outcome race(const Film& film, const Truth& truth, const std::vector<Entry>& entries, std::size_t repetitions) {
    std::vector<Lane> lanes;
    for (const Entry& entry : entries) lanes.emplace_back(entry, film.frames.size());
    double limit = std::numeric_limits<double>::infinity();
    for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
        for (Lane& lane : lanes) {
            if (repetition > 0 && lane.processor.undisturbed() > limit) continue;
            for (std::size_t frame = 0; frame < film.frames.size(); ++frame) {
                lane.play(frame);
                if (repetition == 0) lane.check(film, truth, frame);
            }
        }
        limit = hopeless * best_peer(lanes);
    }
    Outcome outcome;
    for (const Lane& lane : lanes) {
        outcome.results.push_back(lane.result());
        if (!lane.disagreement.empty()) outcome.disagreements.push_back(lane.disagreement);
    }
    return outcome;
}

}  // namespace pliant::bench
