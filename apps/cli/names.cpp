#include "names.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace pliant::cli {
namespace {

constexpr std::array methods{IntersectionMethod::automatic,   IntersectionMethod::tuned,
                             IntersectionMethod::brute_force, IntersectionMethod::box_tree,
                             IntersectionMethod::regularity,  IntersectionMethod::gjk_cut,
                             IntersectionMethod::spatial_hash};

/// Insertions, deletions and replacements that make one word of the other [Levenshtein 1966].
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

bool resembles(std::string_view typed, std::string_view known) {
    if (typed.size() >= 3 && known.find(typed) != std::string_view::npos) return true;
    return edit_distance(typed, known) <= 1 + std::min(typed.size(), known.size()) / 3;
}

}  // namespace

std::string did_you_mean(std::string_view name, std::span<const std::string_view> known) {
    std::vector<std::string_view> near;
    std::copy_if(known.begin(), known.end(), std::back_inserter(near),
                 [&](std::string_view candidate) { return resembles(name, candidate); });
    std::stable_sort(near.begin(), near.end(), [&](std::string_view a, std::string_view b) {
        return edit_distance(name, a) < edit_distance(name, b);
    });
    if (near.size() > 3) near.resize(3);
    return near.empty() ? "" : fmt::format(", did you mean {}?", fmt::join(near, " or "));
}

std::vector<std::string_view> all_method_names() {
    std::vector<std::string_view> names;
    for (const IntersectionMethod method : methods) names.push_back(name(method));
    return names;
}

std::string method_names() { return fmt::format("{}", fmt::join(all_method_names(), ", ")); }

IntersectionMethod method_named(std::string_view typed) {
    std::string wanted(typed);
    std::replace(wanted.begin(), wanted.end(), '-', '_');
    std::vector<std::string_view> names;
    for (const IntersectionMethod method : methods) {
        if (name(method) == wanted) return method;
        names.push_back(name(method));
    }
    throw UsageError(
        fmt::format("--method: '{}' is not one of {}{}", typed, method_names(), did_you_mean(wanted, names)));
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
