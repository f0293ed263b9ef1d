#include "race_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace pliant::bench {

namespace {

/// What the others are compared with. A peer that knows one thread only runs as it is where two are allowed.
struct Yardsticks {
    unsigned threads;
    const Result *best_peer = nullptr, *floor = nullptr, *ideal = nullptr;

    Yardsticks(const std::vector<Result>& results, unsigned allowed) : threads(allowed) {
        for (const Result& r : results) {
            if (r.role == Role::peer && r.threads <= threads) {
                if (best_peer == nullptr || r.fair(threads) < best_peer->fair(threads)) best_peer = &r;
            }
            if (r.threads != threads) continue;
            if (r.name == "floor") floor = &r;
            if (r.name == "ideal") ideal = &r;
        }
    }

    [[nodiscard]] double ratio(const Result& r, const Result* to) const {
        return to == nullptr ? 0 : r.fair(threads) / to->fair(threads);
    }
};

const char* name(Role role) {
    switch (role) {
        case Role::ours: return "ours";
        case Role::peer: return "peer";
        case Role::yardstick: return "yardstick";
    }
    return "";
}

std::set<unsigned> thread_counts(const std::vector<Result>& results) {
    std::set<unsigned> counts;
    for (const Result& r : results) counts.insert(r.threads);
    return counts;
}

}  // namespace

void print_table(const Film& film, const std::vector<Result>& results, std::size_t repetitions) {
    fmt::print("\n{}: {} triangles, {} bodies, {} frames, {} repetitions\n", film.name, film.triangles.size(),
               film.bodies.size(), film.frames.size(), repetitions);
    for (const unsigned threads : thread_counts(results)) {
        const Yardsticks to(results, threads);
        fmt::print("{:<32} {:>3} {:>8} {:>8} {:>17} {:>8} {:>8} {:>9} {:>8} {:>8} {:>9} {:>8}\n", "", "thr",
                   threads == 1 ? "cpu ms" : "wall ms", "median", "10 % - 90 %", "update", "find", "x peer", "x floor",
                   "x ideal", "tested", "pairs");
        std::vector<Result> rows;
        std::copy_if(results.begin(), results.end(), std::back_inserter(rows),
                     [&](const Result& r) { return r.threads == threads; });
        std::sort(rows.begin(), rows.end(),
                  [&](const Result& a, const Result& b) { return a.fair(threads) < b.fair(threads); });
        for (const Result& r : rows) {
            fmt::print("{:<32} {:>3} {:>8.2f} {:>8.2f} {:>8.2f} {:>8.2f} {:>8.2f} {:>8.2f} {:>9.2f} {:>8.1f} {:>8.1f} ",
                       r.name, r.threads, r.fair(threads), r.median, r.low, r.high, r.update, r.find,
                       to.ratio(r, to.best_peer), to.ratio(r, to.floor), to.ratio(r, to.ideal));
            fmt::print("{:>9} {:>8.0f}\n", r.tested ? fmt::format("{:.0f}", *r.tested) : "", r.pairs);
        }
    }
    std::fflush(stdout);
}

nlohmann::ordered_json to_json(const Film& film, const std::vector<Result>& results, std::size_t repetitions) {
    nlohmann::ordered_json scene{{"scene", film.name},
                                 {"triangles", film.triangles.size()},
                                 {"bodies", film.bodies.size()},
                                 {"frames", film.frames.size()},
                                 {"repetitions", repetitions}};
    for (const Result& r : results) {
        const Yardsticks to(results, r.threads);
        nlohmann::ordered_json row{{"name", r.name},
                                   {"role", name(r.role)},
                                   {"threads", r.threads},
                                   {"milliseconds", r.fair(r.threads)},
                                   {"wall", r.wall},
                                   {"processor", r.processor},
                                   {"first_wall", r.first_wall},
                                   {"first_processor", r.first_processor},
                                   {"median", r.median},
                                   {"low", r.low},
                                   {"high", r.high},
                                   {"update", r.update},
                                   {"find", r.find},
                                   {"to_best_peer", to.ratio(r, to.best_peer)},
                                   {"to_floor", to.ratio(r, to.floor)},
                                   {"to_ideal", to.ratio(r, to.ideal)},
                                   {"pairs", r.pairs}};
        if (r.tested) row["tested"] = *r.tested;
        scene["results"].push_back(row);
    }
    return scene;
}

}  // namespace pliant::bench
