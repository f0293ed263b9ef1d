#include "check_curves.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

#include <fmt/format.h>

#include "tally.hpp"

namespace pliant::cli {
namespace {

/// A name that is one word in an OBJ file.
std::string word(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isspace(c) != 0 || c < 32; }, '_');
    return name;
}

Json side_as_json(const CurveSide& side) {
    return {{"bounded", side.bounded}, {"triangles", side.count}, {"area", number(side.area)}};
}

}  // namespace

std::string curves_as_obj(const Curves& curves, const std::vector<std::string>& names) {
    std::string text = fmt::format("# {}\n", curves_in_words({curves.items}));
    auto out = std::back_inserter(text);
    for (const CurvePoint& p : curves.points) {
        fmt::format_to(out, "v {} {} {}\n", p.position[0], p.position[1], p.position[2]);
    }
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const Curve& curve = curves[i];
        fmt::format_to(out, "g curve_{} {} {}\nl {}", i, word(names[std::size_t(curve.a)]),
                       word(names[std::size_t(curve.b)]), curves.segments[curve.first].points[0] + 1);
        for (std::uint32_t k = 0; k < curve.count; ++k) {
            fmt::format_to(out, " {}", curves.segments[curve.first + k].points[1] + 1);
        }
        text += '\n';
    }
    return text;
}

Json curves_as_json(const CheckedCurves& curves) {
    Json list = Json::array();
    for (const Curve& curve : curves.list) {
        list.push_back({{"closed", curve.closed},
                        {"length", number(curve.length)},
                        {"bodies", {std::uint32_t(curve.a), std::uint32_t(curve.b)}},
                        {"segments", curve.count},
                        {"ends", {name(curve.ends[0]), name(curve.ends[1])}},
                        {"sides", {side_as_json(curve.sides[0]), side_as_json(curve.sides[1])}},
                        {"volume", curve.volume ? number(*curve.volume) : Json(nullptr)}});
    }
    return list;
}

std::string curves_in_words(const CheckedCurves& curves) {
    if (curves.list.empty()) return "no curves";
    std::size_t closed = 0;
    double longest = 0;
    for (const Curve& curve : curves.list) {
        closed += curve.closed ? 1 : 0;
        longest = std::max(longest, curve.length);
    }
    return fmt::format("{}: {} closed, longest {:.6g}", counted(curves.list.size(), "curve", "curves"), closed,
                       longest);
}

}  // namespace pliant::cli
