#include "not_read.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "output.hpp"

namespace pliant::cli {
namespace {

std::vector<NotRead>& all() {
    static std::vector<NotRead> files;
    return files;
}

NotRead& of_file(const std::string& file) {
    auto at = std::find_if(all().begin(), all().end(), [&](const NotRead& known) { return known.file == file; });
    return at != all().end() ? *at : all().emplace_back(NotRead{file, {}});
}

/// "lines" to "line", "nodes with meshes" to "node with meshes".
std::string singular(std::string words) {
    const std::size_t end = std::min(words.find("s "), words.size() - 1);
    if (words[end] == 's') words.erase(end, 1);
    return words;
}

}  // namespace

void note_not_read(const std::string& file, std::span<const io::Dropped> dropped) {
    if (dropped.empty()) return;
    NotRead& known = of_file(file);
    std::vector<io::Dropped> told;
    for (const io::Dropped& kind : dropped) {
        const auto same = std::find_if(known.dropped.begin(), known.dropped.end(), [&](const io::Dropped& other) {
            return other.what == kind.what && other.name == kind.name;
        });
        if (same != known.dropped.end()) {
            same->count = std::max(same->count, kind.count);
        } else {
            told.push_back(kind);
            known.dropped.push_back(kind);
        }
    }
    if (!told.empty()) write_error(fmt::format("{}: {} not read\n", file, dropped_in_words(told)));
}

std::span<const NotRead> not_read() { return all(); }

bool surfaces_not_read() {
    return std::any_of(all().begin(), all().end(), [](const NotRead& file) {
        return std::any_of(file.dropped.begin(), file.dropped.end(), [](const auto& kind) { return kind.has_surface; });
    });
}

std::string dropped_in_words(std::span<const io::Dropped> dropped) {
    std::string words;
    for (const io::Dropped& kind : dropped) {
        if (!words.empty()) words += &kind == &dropped.back() ? " and " : ", ";
        words += fmt::format("{} {}", kind.count, kind.count == 1 ? singular(kind.what) : kind.what);
        if (!kind.name.empty()) words += fmt::format(" ({})", kind.name);
    }
    return words;
}

}  // namespace pliant::cli
