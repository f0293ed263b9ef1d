#include "check_clearance.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <system_error>

#include <fmt/format.h>

#include "check.hpp"
#include "frame_range.hpp"
#include "names.hpp"
#include "table.hpp"

namespace pliant::cli {
namespace {

struct Unit {
    std::string_view name;
    std::int64_t micrometres;
};
constexpr std::array units{Unit{"um", 1},        Unit{"mm", 1'000},         Unit{"cm", 10'000},
                           Unit{"m", 1'000'000}, Unit{"km", 1'000'000'000}, Unit{"in", 25'400},
                           Unit{"ft", 304'800}};

const Unit* unit_named(std::string_view name) {
    for (const Unit& unit : units) {
        if (unit.name == name) return &unit;
    }
    return nullptr;
}

std::string unit_names() {
    std::string text;
    for (const Unit& unit : units) text.append(text.empty() ? "" : ", ").append(unit.name);
    return text;
}

/// One rounding: most ratios of units are whole, or one over a whole number.
double converted(double value, const Unit& from, const Unit& to) {
    const std::int64_t divisor = std::gcd(from.micrometres, to.micrometres);
    const std::int64_t up = from.micrometres / divisor, down = to.micrometres / divisor;
    return value * double(up) / double(down);
}

Json proximity_as_json(const Proximity& found) {
    Json json = feature_as_json(found);
    json["distance"] = number(found.near.distance);
    json["weights"] = found.near.weights;
    json["point_a"] = point(found.near.point_a);
    json["point_b"] = point(found.near.point_b);
    json["normal"] = point(found.near.normal);
    return json;
}

}  // namespace

Clearance clearance_of(std::string_view text, std::string_view unit) {
    const Unit* files = unit_named(unit);
    if (!unit.empty() && files == nullptr) {
        throw UsageError(fmt::format("--unit: '{}' is not one of {}", unit, unit_names()));
    }
    Clearance clearance{0, std::string(unit)};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), clearance.distance);
    if (error != std::errc() || !std::isfinite(clearance.distance) || clearance.distance < 0) {
        throw UsageError(fmt::format("--clearance: '{}' is not a distance of zero or more", text));
    }
    const std::string_view typed = text.substr(static_cast<std::size_t>(end - text.data()));
    if (typed.empty()) return clearance;
    const Unit* own = unit_named(typed);
    if (own == nullptr) {
        throw UsageError(fmt::format("--clearance: '{}' ends in none of the units {}", text, unit_names()));
    }
    if (files == nullptr) {
        throw UsageError(
            fmt::format("--clearance: '{}' needs --unit, which says what the numbers in the files are", text));
    }
    clearance.distance = converted(clearance.distance, *own, *files);
    return clearance;
}

CheckedProximities describe(const Proximities& answer, const Clearance& clearance, bool keep_list) {
    CheckedProximities result{counts_of(answer), clearance, {}, {}};
    for (const Proximity& found : answer) {
        if (!result.nearest || found.near.distance < result.nearest->near.distance) result.nearest = found;
    }
    if (keep_list) result.list = answer.items;
    return result;
}

std::string proximities_as_json(const CheckedProximities& proximities, bool list) {
    Json json;
    json["clearance"] = number(proximities.clearance.distance);
    set_counts(json, proximities);
    json["least"] = proximities.nearest ? number(proximities.nearest->near.distance) : Json(nullptr);
    json["milliseconds"] = update_and_find(proximities.milliseconds);
    return list ? with_list(json, proximities.list, proximity_as_json) : dump(json);
}

std::string proximities_in_words(const CheckResult& result) {
    const CheckedFrame* worst = nullptr;
    std::size_t frames = 0;
    const auto least = [](const CheckedFrame& frame) {
        return frame.proximities->nearest ? frame.proximities->nearest->near.distance : HUGE_VAL;
    };
    for (const CheckedFrame& frame : result.frames) {
        if (!frame.proximities) continue;
        frames += frame.proximities->number() > 0;
        if (worst == nullptr || least(frame) < least(*worst)) worst = &frame;
    }
    if (worst == nullptr) return "";
    const CheckedProximities& p = *worst->proximities;
    const std::string unit = p.clearance.unit.empty() ? "" : " " + p.clearance.unit;
    const std::string within = fmt::format("{:.6g}{}", p.clearance.distance, unit);
    if (frames == 0) return fmt::format("clearance: nothing is as near as {}\n", within);
    std::string text = fmt::format("clearance: as near as {}: {}", within, counts_in_words(p));
    if (result.frames.size() > 1) {
        text += fmt::format(" in frame {}, the worst of {}", frame_in_words(worst->frame, worst->name),
                            counted(frames, "frame", "frames"));
    }
    return text + fmt::format("; least {:.6g}{}: {}, at {}\n", least(*worst), unit,
                              features_in_words(*p.nearest, result), triple(p.nearest->near.point_b));
}

}  // namespace pliant::cli
