#include "race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
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
    Entry* entry;
    Timings total, update, find;
    double pairs = 0, tested = 0;
    std::size_t frames = 0;
    bool counts_tests = false;

    Lane(Entry& e, std::size_t film_frames)
        : entry(&e), total(film_frames), update(film_frames), find(film_frames) {}

    void play(std::size_t frame) {
        Contestant& contestant = *entry->contestant;
        Stopwatch watch;
        contestant.update(frame);
        double updated = watch.lap();
        contestant.find();
        double found = watch.lap();
        total.add(frame, updated + found);
        if (const auto stages = contestant.stages()) {
            const double own = stages->build + stages->update;
            updated += own;
            found -= own;
        }
        update.add(frame, updated);
        find.add(frame, found);
    }

    void count() {
        std::vector<IndexPair> found;
        entry->contestant->pairs(found);
        pairs += static_cast<double>(found.size());
        const auto looked_at = entry->contestant->tested();
        counts_tests = looked_at.has_value();
        tested += static_cast<double>(looked_at.value_or(0));
        ++frames;
    }

    [[nodiscard]] Result result() const {
        Result r;
        r.name = entry->name;
        r.role = entry->role;
        r.threads = entry->threads;
        r.median = total.quantile(0.5);
        r.low = total.quantile(0.1);
        r.high = total.quantile(0.9);
        r.undisturbed = total.undisturbed();
        r.update = update.undisturbed();
        r.find = find.undisturbed();
        r.pairs = pairs / static_cast<double>(frames);
        if (counts_tests) r.tested = tested / static_cast<double>(frames);
        return r;
    }
};

}  // namespace

Truth find_truth(const Film& film) {
    std::vector<Entry> ours;
    add_ours(film, 1, ours);
    Contestant& contestant = *ours.front().contestant;
    Truth truth;
    for (std::size_t frame = 0; frame < film.frames.size(); ++frame) {
        contestant.update(frame);
        contestant.find();
        truth.push_back(sorted_pairs(contestant));
    }
    return truth;
}

std::vector<std::string> disagreements(const Film& film, const Truth& truth, std::vector<Entry>& entries) {
    std::vector<std::string> lines;
    for (Entry& entry : entries) {
        if (!entry.same_pairs) continue;
        for (std::size_t frame = 0; frame < film.frames.size(); ++frame) {
            entry.contestant->update(frame);
            entry.contestant->find();
            const auto found = sorted_pairs(*entry.contestant);
            if (found == truth[frame]) continue;
            lines.push_back(fmt::format("{}, {} threads, {}, frame {}: {}", entry.name, entry.threads, film.name, frame,
                                        difference(truth[frame], found)));
            break;
        }
    }
    return lines;
}

std::vector<Result> race(const Film& film, std::vector<Entry>& entries, std::size_t repetitions) {
    std::vector<Lane> lanes;
    for (Entry& entry : entries) lanes.emplace_back(entry, film.frames.size());
    for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
        for (Lane& lane : lanes) {
            for (std::size_t frame = 0; frame < film.frames.size(); ++frame) {
                lane.play(frame);
                if (repetition == 0) lane.count();
            }
        }
    }
    std::vector<Result> results;
    for (const Lane& lane : lanes) results.push_back(lane.result());
    return results;
}

}  // namespace pliant::bench
