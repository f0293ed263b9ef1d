#include "check_motion.hpp"

#include <fmt/format.h>

#include "check.hpp"
#include "frame_range.hpp"

namespace pliant::cli {
namespace {

Json impact_as_json(const FeatureImpact& found) {
    Json json = feature_as_json(found);
    json["time"] = found.impact.time;
    json["weights"] = found.impact.weights;
    json["point"] = point(found.impact.point);
    json["normal"] = point(found.impact.normal);
    return json;
}

/// A step between two meshes has no motion: no vertex of the one is known to be that of the other.
std::string steps_without_motion(const CheckResult& result) {
    std::vector<std::size_t> frames;
    for (const CheckedFrame& frame : result.frames) {
        if (frame.motion_unknown) frames.push_back(frame.frame);
    }
    if (frames.empty()) return "";
    return fmt::format("no motion on the way to {}: the connectivity is another than that of the frame before\n",
                       frames_in_words(frames));
}

}  // namespace

CheckedImpacts describe(const Impacts& answer, bool keep_list) {
    CheckedImpacts result{counts_of(answer), {}, {}};
    if (!answer.empty()) result.earliest = answer[0];
    if (keep_list) result.list = answer.items;
    return result;
}

std::string impacts_as_json(const CheckedImpacts& impacts, bool list) {
    Json json;
    set_counts(json, impacts);
    json["earliest"] = impacts.earliest ? Json(impacts.earliest->impact.time) : Json(nullptr);
    json["milliseconds"] = update_and_find(impacts.milliseconds);
    return list ? with_list(json, impacts.list, impact_as_json) : dump(json);
}

std::string impacts_in_words(const CheckResult& result) {
    const CheckedFrame* worst = nullptr;
    std::size_t frames = 0;
    for (const CheckedFrame& frame : result.frames) {
        if (!frame.impacts) continue;
        frames += frame.impacts->number() > 0;
        if (worst == nullptr || frame.impacts->number() > worst->impacts->number()) worst = &frame;
    }
    std::string unknown = steps_without_motion(result);
    if (worst == nullptr) return unknown;
    if (frames == 0)
        return (unknown.empty() ? "nothing meets between frames\n" : "nothing else meets between frames\n") + unknown;
    const CheckedImpacts& most = *worst->impacts;
    const FeatureImpact& first = *most.earliest;
    return fmt::format("impacts on the way to {}; most on that to {}: {}; the earliest after {:.6g} of the step: {}\n",
                       counted(frames, "frame", "frames"), frame_in_words(worst->frame, worst->name),
                       counts_in_words(most), first.impact.time[0], features_in_words(first, result)) +
           unknown;
}

}  // namespace pliant::cli
