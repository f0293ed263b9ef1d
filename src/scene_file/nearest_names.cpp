#include "scene_file/nearest_names.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <vector>

namespace pliant::scene_file {
namespace {

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
    constexpr std::size_t longest = 200;  // nothing resembles what is longer, and the distance costs its square
    if (name.size() > longest) return "";
    std::vector<std::string_view> near;
    std::copy_if(known.begin(), known.end(), std::back_inserter(near),
                 [&](std::string_view candidate) { return candidate.size() <= longest && resembles(name, candidate); });
    std::stable_sort(near.begin(), near.end(), [&](std::string_view a, std::string_view b) {
        return edit_distance(name, a) < edit_distance(name, b);
    });
    if (near.size() > 3) near.resize(3);
    std::string text;
    for (const std::string_view candidate : near)
        text += (text.empty() ? ", did you mean " : " or ") + std::string(candidate);
    return text.empty() ? "" : text + "?";
}

}  // namespace pliant::scene_file
