#include "detect/gjk_cut/gjk_cut.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>

#include "narrow_phase/waves.hpp"
#include "numeric/box.hpp"

namespace pliant::gjk_cut {

using frame::Bodies;
using frame::Body;
using narrow_phase::Findings;

namespace {

constexpr std::size_t triangles_per_chunk = 4096;
constexpr std::size_t pairs_per_part = 8;
// Jobs larger than this are spread, level by level, so that there is enough for many threads.
constexpr std::size_t triangles_per_job = 2048;
// Jobs between two looks at the budget.
constexpr std::size_t jobs_per_wave = 4;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A region without the sides that nothing in `box` is beyond.
Box<double> open(Box<double> region, const Box<double>& box) {
    for (std::size_t k = 0; k < 3; ++k) {
        if (region.lo[k] <= box.lo[k]) region.lo[k] = -infinity;
        if (region.hi[k] >= box.hi[k]) region.hi[k] = infinity;
    }
    return region;
}

bool all_finite(const Body& body) {
    return std::none_of(body.flaws.begin(), body.flaws.end(),
                        [](const Flaw& f) { return f.kind == FlawKind::not_finite; });
}

Box<double> bounds_of_finite(const Bodies& bodies, const Body& body) {
    Box<double> box = Box<double>::empty();
    for (std::uint32_t v = body.first_vertex; v < body.first_vertex + body.vertices; ++v) {
        const Vec3 p = bodies.position(v);
        if (!(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z))) continue;
        box = united(box, {{p.x, p.y, p.z}, {p.x, p.y, p.z}});
    }
    return box;
}

/// All triangles of a body, or those to be considered.
Lookup triangles_to_look_at(const Bodies& bodies, const Body& body) {
    const std::uint32_t* corners = bodies.triangles().data()->data();
    const auto count = static_cast<std::uint32_t>(body.triangles.size());
    if (bodies.considers_all()) return {corners, nullptr, body.first_triangle, count};
    const auto considered = bodies.considered();
    const auto begin = std::lower_bound(considered.begin(), considered.end(), body.first_triangle);
    const auto end = std::lower_bound(begin, considered.end(), body.first_triangle + count);
    return {corners, std::to_address(begin), 0, static_cast<std::size_t>(end - begin)};
}

Lookup part_of(const Lookup& all, std::size_t begin, std::size_t count) {
    return {all.corners, all.numbers != nullptr ? all.numbers + begin : nullptr,
            all.first + static_cast<std::uint32_t>(begin), count};
}

template <class Number>
Number largest_magnitude(const Box<Number>& box) {
    auto largest = 0 * box.lo[0];
    for (std::size_t k = 0; k < 3; ++k) largest = std::max({largest, std::abs(box.lo[k]), std::abs(box.hi[k])});
    return largest;
}

/// Centre and scale in which floats describe `region` well, and can hold whatever lies in `all`.
Frame frame_of(const Box<double>& region, const Box<double>& all, bool floats) {
    Frame frame{};
    double half = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        frame.centre[k] = 0.5 * region.lo[k] + 0.5 * region.hi[k];
        half = std::max(half, 0.5 * region.hi[k] - 0.5 * region.lo[k]);
    }
    const double magnitude = largest_magnitude(all);
    int exponent = magnitude > 0 ? 60 - std::ilogb(magnitude) : 0;
    if (half > 0) exponent = std::min(exponent, -std::ilogb(half));
    const int limit = floats ? 120 : 1000;
    frame.scale = std::ldexp(1.0, std::clamp(exponent, -limit, limit));
    return frame;
}

}  // namespace

void GjkCut::update(const Bodies& bodies, parallel::Workers&, Report&) {
    parts_.resize(bodies.all().size());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Body& body = bodies.all()[i];
        Part& part = parts_[i];
        if (part.body == body.id && part.version == body.version) continue;
        part.body = body.id;
        part.version = body.version;
        part.box = all_finite(body) ? body.box : bounds_of_finite(bodies, body);
    }
}

void GjkCut::find(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                  Answer<TrianglePair>& answer) {
    started_ = Clock::now();
    choose_bodies(bodies);
    pair_up(options);
    look_at_triangles(bodies, options, workers);
    start(bodies, options, workers);
    spread(bodies, options, workers, answer.report);
    run(bodies, options, workers, answer.report);
    frame::collect_flaws(bodies, unsound_, answer.report.set_aside);
    narrow_phase::write_answer(bodies, found_, options.budget, answer);
}

void GjkCut::choose_bodies(const Bodies& bodies) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Body& body = bodies.all()[i];
        parts_[i].takes_part = !body.set_aside && body.vertices > 0 && !body.triangles.empty();
        parts_[i].partners = 0;
        parts_[i].wanted = Box<double>::empty();
        parts_[i].count = 0;
    }
}

/// Sorts the bodies' boxes along x and compares each with those that begin before it ends.
void GjkCut::pair_up(const IntersectionOptions& options) {
    pairs_.clear();
    by_x_.clear();
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
        if (!parts_[i].takes_part) continue;
        by_x_.push_back(i);
        if (!options.self) continue;
        parts_[i].wanted = Box<double>::everything();
        pairs_.push_back({i, i});
    }
    if (!options.between) return;
    std::sort(by_x_.begin(), by_x_.end(), [&](std::uint32_t p, std::uint32_t q) {
        return parts_[p].box.lo[0] != parts_[q].box.lo[0] ? parts_[p].box.lo[0] < parts_[q].box.lo[0] : p < q;
    });
    for (std::size_t i = 0; i < by_x_.size(); ++i) {
        Part& p = parts_[by_x_[i]];
        for (std::size_t k = i + 1; k < by_x_.size() && parts_[by_x_[k]].box.lo[0] <= p.box.hi[0]; ++k) {
            Part& q = parts_[by_x_[k]];
            if (!overlap(p.box, q.box)) continue;
            const Box<double> both = intersection(p.box, q.box);
            for (Part* part : {&p, &q}) {
                part->wanted = united(part->wanted, both);
                ++part->partners;
            }
            pairs_.push_back({std::min(by_x_[i], by_x_[k]), std::max(by_x_[i], by_x_[k])});
        }
    }
}

void GjkCut::look_at_triangles(const Bodies& bodies, const IntersectionOptions&, parallel::Workers& workers) {
    cut_into_chunks(bodies);
    unsound_.clear();
    workers.for_each(chunks_.size(), [&](std::size_t i) {
        Chunk& chunk = chunks_[i];
        const Body& body = bodies.all()[chunk.body];
        const Part& part = parts_[chunk.body];
        chunk.looked = look(bodies.vertices(), chunk.triangles, all_finite(body), open(part.wanted, part.box),
                            kept_.data() + chunk.first, suspects_.data() + chunk.first);
    });
    for (Chunk& chunk : chunks_) {
        if (chunk.looked.suspects > 0) set_aside_unsound(bodies, chunk);
    }
    join_chunks();
}

void GjkCut::cut_into_chunks(const Bodies& bodies) {
    chunks_.clear();
    std::size_t room = 0;
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
        if (!parts_[i].takes_part) continue;
        const Body& body = bodies.all()[i];
        const Lookup all = triangles_to_look_at(bodies, body);
        const parallel::Chunks pieces{all.count, triangles_per_chunk};
        for (std::size_t k = 0; k < pieces.number(); ++k) {
            const std::size_t begin = pieces.begin(k), count = pieces.end(k) - begin;
            chunks_.push_back({i, part_of(all, begin, count), room, {}});
            room += count + look_padding;
        }
    }
    if (suspects_.size() < room) {  // the one that grows last, even if the other could not
        kept_.resize(room);
        suspects_.resize(room);
    }
}

/// Suspects that are sound stay where they are; others, and those that are not there at all, leave the list.
void GjkCut::set_aside_unsound(const Bodies& bodies, Chunk& chunk) {
    const auto suspects = suspects_.begin() + static_cast<std::ptrdiff_t>(chunk.first);
    const auto gone =
        std::remove_if(suspects, suspects + static_cast<std::ptrdiff_t>(chunk.looked.suspects), [&](std::uint32_t t) {
            if (!bodies.usable(t)) return false;
            if (bodies.soundness(t) == Bodies::Soundness::sound) return true;
            unsound_.push_back(t);
            return false;
        });
    if (gone == suspects) return;
    const auto kept = kept_.begin() + static_cast<std::ptrdiff_t>(chunk.first);
    auto next = suspects;  // both are in ascending order
    const auto left = std::remove_if(kept, kept + static_cast<std::ptrdiff_t>(chunk.looked.kept), [&](std::uint32_t t) {
        while (next != gone && *next < t) ++next;
        return next != gone && *next == t;
    });
    chunk.looked.kept = static_cast<std::size_t>(left - kept);
}

void GjkCut::join_chunks() {
    std::size_t end = 0;
    for (const Chunk& chunk : chunks_) {
        Part& part = parts_[chunk.body];
        if (part.count == 0) part.first = end;
        std::copy_n(kept_.begin() + static_cast<std::ptrdiff_t>(chunk.first), chunk.looked.kept,
                    kept_.begin() + static_cast<std::ptrdiff_t>(end));
        part.count += chunk.looked.kept;
        end += chunk.looked.kept;
    }
}

/// Loads the lists of all pairs of bodies.
void GjkCut::start(const Bodies& bodies, const IntersectionOptions&, parallel::Workers& workers) {
    workspaces_used_ = 0;
    const parallel::Chunks parts{pairs_.size(), pairs_per_part};
    while (workspaces_.size() < parts.number()) workspaces_.push_back(std::make_unique<Workspace>());
    workspaces_used_ = parts.number();
    if (left_.size() < parts.number()) left_.resize(parts.number());
    workers.for_each(parts.number(), [&](std::size_t part) {
        left_[part].clear();
        workspaces_[part]->lists.drop_to(0);
        for (std::size_t i = parts.begin(part); i < parts.end(part); ++i) {
            load(bodies, pairs_[i], *workspaces_[part], left_[part]);
        }
    });
    frontier_.clear();
    for (std::size_t part = 0; part < parts.number(); ++part) {
        frontier_.insert(frontier_.end(), left_[part].begin(), left_[part].end());
    }
}

void GjkCut::load(const Bodies& bodies, const BodyPair& pair, Workspace& workspace, std::vector<Job>& jobs) {
    const Part &a = parts_[pair.a], &b = parts_[pair.b];
    if (a.count == 0 || b.count == 0) return;
    const Box<double> region = intersection(a.box, b.box), all = united(a.box, b.box);
    const bool floats = bodies.vertices().doubles == nullptr;
    const Frame frame = frame_of(region, all, floats);
    const std::uint32_t* corners = bodies.triangles().data()->data();
    Job job;
    job.within = job.one_body = pair.a == pair.b;
    float largest = 0;
    const auto load_list = [&](const Part& part, std::uint32_t body) {
        std::span<const std::uint32_t> numbers(kept_.data() + part.first, part.count);
        const bool already_cut = job.within || (part.partners == 1 && part.wanted.lo[0] > -infinity);
        if (!already_cut) {
            const std::size_t room = part.count + look_padding;
            workspace.numbers.resize(std::max(workspace.numbers.size(), 2 * room));
            const auto looked =
                look(bodies.vertices(), {corners, numbers.data(), 0, numbers.size()}, all_finite(bodies.all()[body]),
                     region, workspace.numbers.data(), workspace.numbers.data() + room);
            numbers = {workspace.numbers.data(), looked.kept};
        }
        List list = workspace.lists.push(numbers.size());
        if (numbers.empty()) return list;
        TriangleList to = view(list);
        list.box = load_triangles(bodies.vertices(), corners, numbers.data(), numbers.size(), frame, to);
        list.count = to.count;
        largest = std::max(largest, largest_magnitude(list.box));
        return list;
    };
    job.a = load_list(a, pair.a);
    if (!job.within) job.b = load_list(b, pair.b);
    job.margins = Margins::for_magnitude(largest);
    if (job.a.count > 0 && (job.within || job.b.count > 0)) jobs.push_back(job);
}

/// Level by level, until all jobs are small or time is up.
void GjkCut::spread(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                    Report& report) {
    const bool with_neighbours = options.neighbours == Neighbours::beyond_shared;
    jobs_.clear();
    found_.all.clear();
    for (;;) {
        const auto small = [](const Job& job) { return job.triangles() <= triangles_per_job; };
        std::copy_if(frontier_.begin(), frontier_.end(), std::back_inserter(jobs_), small);
        std::erase_if(frontier_, small);
        const std::size_t count = frontier_.size();
        if (count == 0) return;
        if (options.budget.time && Clock::now() - started_ >= *options.budget.time) {
            report.stopped_by = Limit::time;
            return;
        }
        while (workspaces_.size() < workspaces_used_ + count) workspaces_.push_back(std::make_unique<Workspace>());
        if (left_.size() < count) left_.resize(count);
        if (findings_.size() < count) findings_.resize(count);
        workers.for_each(count, [&](std::size_t i) {
            Workspace& own = *workspaces_[workspaces_used_ + i];
            own.lists.drop_to(0);
            left_[i].clear();
            findings_[i].clear();
            RecursiveCheck(bodies, rules, with_neighbours, own, findings_[i]).spread(frontier_[i], left_[i]);
        });
        workspaces_used_ += count;
        frontier_.clear();
        for (std::size_t i = 0; i < count; ++i) {
            add(findings_[i], report);
            frontier_.insert(frontier_.end(), left_[i].begin(), left_[i].end());
        }
    }
}

void GjkCut::add(const Findings& findings, Report& report) {
    found_.all.insert(found_.all.end(), findings.pairs.begin(), findings.pairs.end());
    report.counters.regions += findings.counters.regions;
    report.counters.cuts += findings.counters.cuts;
    report.counters.box_tests += findings.counters.box_tests;
    report.counters.candidates += findings.counters.candidates;
    report.counters.exact_tests += findings.counters.exact_tests;
}

void GjkCut::run(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers, Report& report) {
    const frame::Query<IntersectionOptions> query{bodies, options, workers, report, started_};
    if (findings_.size() < jobs_.size()) findings_.resize(jobs_.size());
    narrow_phase::run_waves(
        query, jobs_.size(),
        [&](std::size_t first, std::size_t count) { run_wave(bodies, options, workers, first, count); },
        [&](std::size_t i) { add(findings_[i], report); }, [&] { return narrow_phase::limit_reached(query, found_); },
        jobs_per_wave);
}

/// Each worker takes the next job that nobody has; what is found goes by job.
void GjkCut::run_wave(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                      std::size_t first, std::size_t count) {
    const std::size_t number = std::min<std::size_t>(std::max(1u, workers.threads()), count);
    while (of_worker_.size() < number) of_worker_.push_back(std::make_unique<Workspace>());
    for (const auto& own : of_worker_) of_worker_[0]->grow_like(*own);
    for (const auto& own : of_worker_) own->grow_like(*of_worker_[0]);
    const bool with_neighbours = options.neighbours == Neighbours::beyond_shared;
    std::atomic<std::size_t> next = first;
    workers.for_each(number, [&](std::size_t worker) {
        Workspace& own = *of_worker_[worker];
        for (std::size_t i; (i = next++) < first + count;) {
            own.lists.drop_to(0);
            findings_[i].clear();
            RecursiveCheck(bodies, rules, with_neighbours, own, findings_[i]).check(jobs_[i]);
        }
    });
}

}  // namespace pliant::gjk_cut
