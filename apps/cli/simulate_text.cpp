#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "median.hpp"
#include "simulate.hpp"
#include "table.hpp"
#include "tally.hpp"

namespace pliant::cli {
namespace {

std::string headline(const SimulateResult& result) {
    std::size_t tetrahedra = 0, triangles = 0, particles = 0;
    for (const SimulatedBody& body : result.bodies) {
        if (body.kind == BodyKind::particles) particles += body.vertices;
        if (body.kind == BodyKind::soft) tetrahedra += body.tetrahedra;
        triangles += body.triangles;
    }
    std::string text = fmt::format("scene {}: {}, {}", result.scene, counted(result.bodies.size(), "body", "bodies"),
                                   counted(triangles, "triangle", "triangles"));
    if (tetrahedra > 0) text += ", " + counted(tetrahedra, "soft tetrahedron", "soft tetrahedra");
    if (particles > 0) text += ", " + counted(particles, "particle", "particles");
    return text + fmt::format(", {} of {:.6g} s{}\n\n", counted(result.frames.size(), "step", "steps"),
                              result.seconds_per_frame, result.interrupted ? " (interrupted)" : "");
}

template <class Value>
std::vector<double> of_frames(const SimulateResult& result, Value value) {
    std::vector<double> values;
    for (const SimulatedFrame& frame : result.frames) values.push_back(value(frame));
    return values;
}

/// Median and largest over the frames.
template <class Value>
Row row(const char* what, const SimulateResult& result, const char* format, Value value) {
    std::vector<double> values = of_frames(result, value);
    return {what, fmt::format(fmt::runtime(format), median(values)),
            fmt::format(fmt::runtime(format), *std::max_element(values.begin(), values.end())),
            fmt::format(fmt::runtime(format), values.back())};
}

double size_of(const Point& p) { return std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]); }

std::string certificate(const SimulateResult& result) {
    std::size_t certified = 0, shortened = 0, repaired = 0;
    const SimulatedFrame* worst = nullptr;
    for (const SimulatedFrame& frame : result.frames) {
        certified += frame.step.certified;
        shortened += frame.step.share < 1;
        repaired += frame.step.repaired > 0;
        if (!frame.step.certified && (worst == nullptr || frame.step.intersections > worst->step.intersections))
            worst = &frame;
    }
    std::string text = fmt::format("certified: {} of {} have no intersection; {} shortened, {} repaired\n", certified,
                                   counted(result.frames.size(), "frame", "frames"), shortened, repaired);
    if (worst != nullptr)
        text += fmt::format("not certified: {}, at worst frame {} with {}\n",
                            counted(result.frames.size() - certified, "frame", "frames"), worst->frame,
                            counted(worst->step.intersections, "intersecting pair", "intersecting pairs"));
    return text;
}

/// Of the frames in which it was asked.
std::vector<double> answers_to(const SimulateResult& result, std::size_t question) {
    std::vector<double> answers;
    for (const SimulatedFrame& frame : result.frames)
        if (question < frame.answers.size() && !std::isnan(frame.answers[question]))
            answers.push_back(frame.answers[question]);
    return answers;
}

std::string kept_in_words(const SimulateResult& result, std::size_t number) {
    const simulate::Asked& question = result.questions[number];
    if (!question.at_least && !question.at_most) return "";
    std::size_t broken = 0, first = 0;
    for (const SimulatedFrame& frame : result.frames) {
        if (in_bounds(question, frame.answers[number])) continue;
        if (broken++ == 0) first = frame.frame;
    }
    std::string bounds;
    if (question.at_least) bounds += fmt::format("at least {:.6g}", *question.at_least);
    if (question.at_most) bounds += fmt::format("{}at most {:.6g}", bounds.empty() ? "" : ", ", *question.at_most);
    return broken == 0
               ? bounds + ": kept"
               : fmt::format("{}: broken in {}, first in frame {}", bounds, counted(broken, "frame", "frames"), first);
}

std::string table_of_questions(const SimulateResult& result) {
    if (result.questions.empty()) return "";
    std::vector<Row> rows{{"asked", "least", "median", "most", "last", "wanted"}};
    for (std::size_t i = 0; i < result.questions.size(); ++i) {
        const std::vector<double> all = answers_to(result, i);
        if (all.empty()) continue;
        const simulate::Asked& question = result.questions[i];
        const auto [least, most] = std::minmax_element(all.begin(), all.end());
        const auto shown = [](double value) { return fmt::format("{:.4g}", value); };
        rows.push_back({question.name + (question.unit.empty() ? "" : ", " + question.unit), shown(*least),
                        shown(median(all)), shown(*most), shown(all.back()), kept_in_words(result, i)});
    }
    constexpr std::array columns{Align::left, Align::right, Align::right, Align::right, Align::right, Align::left};
    return "\n" + table(rows, columns);
}

std::string incomplete_in_words(const SimulateResult& result) {
    const auto cut_short = std::count_if(result.frames.begin(), result.frames.end(),
                                         [](const SimulatedFrame& f) { return !f.step.complete; });
    if (cut_short == 0) return "";
    return fmt::format("the budget for detection ran out in {}: contacts may be missing there\n",
                       counted(std::size_t(cut_short), "step", "steps"));
}

}  // namespace

bool in_bounds(const simulate::Asked& question, double answer) {
    return !(question.at_least && answer < *question.at_least) && !(question.at_most && answer > *question.at_most);
}

bool SimulateResult::found() const {
    return std::any_of(frames.begin(), frames.end(), [&](const SimulatedFrame& frame) {
        bool kept = frame.finite && (!certify || frame.step.certified);
        for (std::size_t i = 0; kept && i < frame.answers.size(); ++i) kept = in_bounds(questions[i], frame.answers[i]);
        return !kept;
    });
}

std::string simulate_as_text(const SimulateResult& result) {
    std::string text = headline(result);
    if (result.frames.empty()) return text;
    using F = const SimulatedFrame&;
    const double size = result.body_size;
    std::vector<Row> rows{{"of a step", "median", "most", "last"}};
    rows.push_back(row("deform, ms", result, "{:.2f}", [](F f) { return f.step.milliseconds.deform; }));
    rows.push_back(row("detect, ms", result, "{:.2f}", [](F f) { return f.step.milliseconds.detect; }));
    rows.push_back(row("respond, ms", result, "{:.2f}", [](F f) { return f.step.milliseconds.respond; }));
    rows.push_back(row("all together, ms", result, "{:.2f}", [](F f) {
        return f.step.milliseconds.deform + f.step.milliseconds.detect + f.step.milliseconds.respond;
    }));
    rows.push_back(row("contacts", result, "{:.0f}", [](F f) { return double(f.step.contacts); }));
    rows.push_back(row("solver iterations", result, "{:.0f}", [](F f) { return double(f.step.iterations); }));
    const auto most = [&](auto value) {
        const std::vector<double> values = of_frames(result, value);
        return *std::max_element(values.begin(), values.end());
    };
    if (most([](F f) { return double(f.step.impacts); }) > 0) {
        rows.push_back(row("impacts met by contacts", result, "{:.0f}", [](F f) { return double(f.step.impacts); }));
        rows.push_back(row("vertices repaired", result, "{:.0f}", [](F f) { return double(f.step.repaired); }));
    }
    if (most([](F f) { return double(f.step.torn); }) > 0)
        rows.push_back(row("vertices torn", result, "{:.0f}", [](F f) { return double(f.step.torn); }));
    if (most([](F f) { return double(f.step.curves); }) > 0)
        rows.push_back(row("curves to be led out", result, "{:.0f}", [](F f) { return double(f.step.curves); }));
    rows.push_back(row("deepest penetration, mm", result, "{:.3f}", [](F f) { return 1000 * f.deepest; }));
    rows.push_back(row("... of a body's size, %", result, "{:.3f}", [&](F f) { return 100 * f.deepest / size; }));
    rows.push_back(row("kinetic energy, J", result, "{:.4g}", [](F f) { return f.energy.kinetic; }));
    rows.push_back(row("elastic energy, J", result, "{:.4g}", [](F f) { return f.energy.elastic; }));
    rows.push_back(row("total energy over the start, J", result, "{:.4g}",
                       [&](F f) { return f.energy.total() - result.start.total(); }));
    rows.push_back(row("momentum, kg m/s", result, "{:.4g}", [](F f) { return size_of(f.momentum); }));
    text += table(rows, std::array{Align::left, Align::right, Align::right, Align::right});
    text += table_of_questions(result);
    const double step = median(of_frames(result, [](F f) {
        return f.step.milliseconds.deform + f.step.milliseconds.detect + f.step.milliseconds.respond;
    }));
    const double real_time = 1000 * result.seconds_per_frame;  // ms
    text += fmt::format("\n{:.2f} times real time\n", real_time / step);
    text += fmt::format(
        "{} of {} ended within the time they simulate\n",
        std::count_if(result.frames.begin(), result.frames.end(), [&](F f) { return f.milliseconds <= real_time; }),
        counted(result.frames.size(), "step", "steps"));
    if (result.certify) text += certificate(result);
    text += incomplete_in_words(result);
    const auto lost = std::find_if(result.frames.begin(), result.frames.end(), [](F f) { return !f.finite; });
    if (lost != result.frames.end()) text += fmt::format("frame {} holds a value that is not finite\n", lost->frame);
    return text;
}

}  // namespace pliant::cli
