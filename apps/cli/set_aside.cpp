#include "set_aside.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "not_read.hpp"

namespace pliant::cli {

namespace {

constexpr std::size_t elements_shown = 5;

std::string_view element_word(FlawKind kind, bool volume) {
    switch (kind) {
        case FlawKind::not_finite: return "vertices";
        case FlawKind::duplicate_body: return "of body";
        case FlawKind::empty_body: return "";
        case FlawKind::index_out_of_range: return volume ? "tetrahedra" : "triangles";
        case FlawKind::repeated_vertex:
        case FlawKind::repeated_element:
        case FlawKind::flat_tetrahedron:
        case FlawKind::inverted_tetrahedron: return "tetrahedra";
        case FlawKind::degenerate: return "triangles";
    }
    return "";
}

}  // namespace

std::vector<Flaw> set_aside(Scene& scene) {
    IntersectionOptions border_control_only;
    border_control_only.self = border_control_only.between = false;
    return scene.intersections(border_control_only).report.set_aside;
}

std::string flaws_in_words(const std::string& body, bool volume, std::span<const Flaw> flaws) {
    std::string text;
    for (auto first = flaws.begin(); first != flaws.end();) {
        const auto last = std::find_if(first, flaws.end(), [&](const Flaw& flaw) { return flaw.kind != first->kind; });
        const auto count = std::size_t(last - first);
        text += fmt::format("  {}: {} {}", body, count, name(first->kind));
        if (first->kind != FlawKind::empty_body) {
            text += fmt::format(": {}", element_word(first->kind, volume));
            for (std::size_t i = 0; i < std::min(count, elements_shown); ++i)
                text += fmt::format(" {}", first[std::ptrdiff_t(i)].element);
            if (count > elements_shown) text += " ...";
        }
        text += "\n";
        first = last;
    }
    return text;
}

std::string set_aside_in_words(std::span<const NamedBody> bodies, std::span<const Flaw> flaws) {
    std::string text;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        std::vector<Flaw> own;
        std::copy_if(flaws.begin(), flaws.end(), std::back_inserter(own),
                     [&](const Flaw& flaw) { return std::size_t(flaw.body) == i; });
        text += flaws_in_words(bodies[i].file, bodies[i].volume, own);
    }
    return text.empty() ? text : "set aside\n" + text;
}

std::string not_looked_at(std::span<const Flaw> flaws) {
    Report report;
    report.set_aside.assign(flaws.begin(), flaws.end());
    if (report.anything_left_out()) return "; not complete: elements were set aside and not looked at";
    return surfaces_not_read() ? "; not complete: not all of the files was read" : "";
}

}  // namespace pliant::cli
