#include "names.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "scene_file/nearest_names.hpp"

namespace pliant::cli {
namespace {

constexpr std::array methods{IntersectionMethod::automatic,   IntersectionMethod::tuned,
                             IntersectionMethod::brute_force, IntersectionMethod::box_tree,
                             IntersectionMethod::regularity,  IntersectionMethod::gjk_cut,
                             IntersectionMethod::spatial_hash};

}  // namespace

std::string did_you_mean(std::string_view name, std::span<const std::string_view> known) {
    return scene_file::did_you_mean(name, known);
}

std::vector<std::string_view> all_method_names() {
    std::vector<std::string_view> names;
    for (const IntersectionMethod method : methods) names.push_back(name(method));
    return names;
}

std::string method_names() { return fmt::format("{}", fmt::join(all_method_names(), ", ")); }

IntersectionMethod method_named(std::string_view typed, std::string_view option) {
    std::string wanted(typed);
    std::replace(wanted.begin(), wanted.end(), '-', '_');
    std::vector<std::string_view> names;
    for (const IntersectionMethod method : methods) {
        if (name(method) == wanted) return method;
        names.push_back(name(method));
    }
    throw UsageError(
        fmt::format("{}: '{}' is not one of {}{}", option, typed, method_names(), did_you_mean(wanted, names)));
}

InsideRule rule_named(std::string_view typed) {
    if (typed == "winding") return InsideRule::winding;
    if (typed == "parity") return InsideRule::parity;
    throw UsageError(fmt::format("--rule: '{}' is not winding or parity", typed));
}

std::string printable(std::string text) {
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
    }
    return text;
}

void require_ending(const std::string& file, std::string_view ending, std::string_view option) {
    if (file.size() > ending.size() && file.ends_with(ending)) return;
    throw UsageError(fmt::format("{}: '{}' does not end in {}", option, file, ending));
}

}  // namespace pliant::cli
