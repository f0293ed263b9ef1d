#include "scene_file/key_tables.hpp"

#include <algorithm>

#include "scene_file/keys.hpp"

namespace pliant::scene_file {
namespace {

std::string when_left_out(const Key& key) {
    if (key.required) return "required";
    return otherwise_in_words(key);
}

/// Where the tables that a key holds are described.
std::string inner(const Key& key) {
    if (key.type == KeyType::of_type || key.section.empty()) return "";
    return ": `" + std::string(section(key.section).heading) + "`";
}

std::string rows_as_markdown(const Section& s) {
    std::string text = "| key | what it takes | when left out | meaning |\n|---|---|---|---|\n";
    for (const Key& key : s.keys) {
        const std::string usual = when_left_out(key);
        text += "| `" + std::string(key.name) + "` | " + wanted(key) + " | " +
                (key.required || usual.empty() ? usual : "`" + usual + "`") + " | " + key.about + inner(key) + " |\n";
    }
    return text;
}

}  // namespace

std::string keys_as_markdown() {
    std::string text;
    for (const Section& s : sections()) {
        text += "\n### " + std::string(s.name == "scene" ? "At the top" : "`" + std::string(s.heading) + "`") + "\n\n";
        text += s.about + "\n\n" + rows_as_markdown(s);
    }
    return text;
}

std::string keys_in_short() {
    constexpr std::size_t widest = 110;
    std::string text;
    for (const Section& s : sections()) {
        std::string line = "  " + std::string(s.heading) + ":";
        for (const Key& key : s.keys) {
            if (line.size() + key.name.size() + 2 > widest) {
                text += line + "\n";
                line = "     ";
            }
            line += " " + std::string(key.name);
        }
        text += line + "\n";
    }
    if (!text.empty()) text.pop_back();
    return text;
}

std::string keys_as_text() {
    std::size_t widest = 0;
    for (const Section& s : sections())
        for (const Key& key : s.keys) widest = std::max(widest, key.name.size());
    std::string text;
    for (const Section& s : sections()) {
        text += (text.empty() ? "" : "\n") + std::string(s.heading) + "  " + s.about + "\n";
        for (const Key& key : s.keys) {
            const std::string usual = when_left_out(key);
            text += "  " + std::string(key.name) + std::string(widest + 2 - key.name.size(), ' ') + wanted(key) +
                    (usual.empty() ? "" : " (" + usual + ")") + ": " + key.about + "\n";
        }
    }
    return text;
}

}  // namespace pliant::scene_file
