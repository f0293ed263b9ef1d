// Keys, one by one: what is documented is read, checked and listed in the guide.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "complaint.hpp"
#include "scene_file/key_tables.hpp"
#include "scene_file/keys.hpp"

namespace pliant::scene_file {
namespace {

/// A key that is given another value than the usual one, or left out.
struct Change {
    std::string_view section, key;
    std::string value;  // empty: left out
};

double number_in_range(const Key& key) {
    const double low = key.at_least ? *key.at_least : key.above ? *key.above + 0.25 : 0.25;
    const double high = key.at_most ? *key.at_most : key.below ? *key.below - 0.01 : low + 1;
    return std::min(std::max(low, 0.25), high);
}

/// What only goes together with other keys.
std::string particular(std::string_view section, std::string_view key) {
    static const std::map<std::string_view, std::string> values{
        {"material", "\"stuff\""}, {"bodies", "[\"cloth\"]"}, {"end", "9"}, {"outer_radius", "2"}};
    if (key == "file" && section != "output") return "";  // there is a shape
    if (key == "name") return "\"" + std::string(section) + "\"";
    const auto found = values.find(key);
    return found == values.end() ? "-" : found->second;
}

class SceneText {
public:
    explicit SceneText(Change change = {}) : change_(std::move(change)) {}

    /// A scene with every key of every section, one line for every key at the top.
    [[nodiscard]] std::string text() const {
        std::string text;
        for (const Key& key : section("scene").keys) {
            const std::string value = given("scene", key);
            if (!value.empty()) text += std::string(key.name) + " = " + value + "\n";
        }
        return text;
    }

private:
    [[nodiscard]] std::string given(std::string_view section_name, const Key& key) const {
        if (section_name == change_.section && key.name == change_.key) return change_.value;
        const std::string value = particular(section_name, key.name);
        return value == "-" ? usual(key) : value;
    }

    [[nodiscard]] std::string table(std::string_view name) const {
        std::string text;
        for (const Key& key : section(name).keys) {
            const std::string value = given(name, key);
            if (!value.empty()) text += (text.empty() ? "" : ", ") + std::string(key.name) + " = " + value;
        }
        return "{ " + text + " }";
    }

    /// That shape where the change is in one that the body takes.
    [[nodiscard]] std::string shape(const Key& key) const {
        const auto wanted = std::find_if(key.choices.begin(), key.choices.end(), [&](std::string_view type) {
            return "shape." + std::string(type) == change_.section;
        });
        return table("shape." + std::string(wanted == key.choices.end() ? key.choices.front() : *wanted));
    }

    [[nodiscard]] std::string usual(const Key& key) const {
        switch (key.type) {
            case KeyType::flag: return "true";
            case KeyType::whole: return std::to_string(std::max(8, int(number_in_range(key))));
            case KeyType::real: return std::to_string(number_in_range(key));
            case KeyType::text: return "\"word\"";
            case KeyType::choice: return "\"" + std::string(key.choices.front()) + "\"";
            case KeyType::duration: return "\"2ms\"";
            case KeyType::vector: return "[1, 2.5, 3]";
            case KeyType::wholes: return "[4, 5, 6]";
            case KeyType::box: return "[[0, 0, 0], [1, 1, 1]]";
            case KeyType::texts: return "[\"cloth\"]";
            case KeyType::table: return table(key.section);
            case KeyType::tables: return "[" + table(key.section) + "]";
            case KeyType::by_name: return "{ stuff = " + table(key.section) + " }";
            case KeyType::of_type: return shape(key);
        }
        return "";
    }

    Change change_;
};

std::string of_wrong_type(const Key& key) {
    const bool text = key.type == KeyType::text || key.type == KeyType::choice || key.type == KeyType::duration;
    return text ? "[1]" : "\"word\"";
}

template <class Check>
void for_every_key(const Check& check) {
    std::size_t keys = 0;
    for (const Section& s : sections()) {
        for (const Key& key : s.keys) {
            check(s, key);
            ++keys;
        }
    }
    EXPECT_GT(keys, 80u);
}

// Each key is asked for by whoever reads its section, or CheckedTable::finish() throws std::logic_error.
TEST(SceneKeys, OfAllSectionsAreReadTogether) {
    for (const Section& s : sections()) EXPECT_EQ(complaint(SceneText({s.name, "", ""}).text()), "") << s.name;
}

TEST(SceneKeys, OfAWrongTypeAreRefusedWithFileLineAndKey) {
    for_every_key([](const Section& s, const Key& key) {
        const std::string said = complaint(SceneText({s.name, key.name, of_wrong_type(key)}).text());
        EXPECT_TRUE(said.starts_with("scene.toml:")) << s.name << "." << key.name << ": " << said;
        // Of a shape, its type decides what the others mean.
        const std::string_view named = key.name == "type" ? "shape" : key.name;
        EXPECT_NE(said.find(": " + std::string(named) + ": "), std::string::npos) << s.name << ": " << said;
        EXPECT_EQ(said.find('\n'), std::string::npos);
    });
}

TEST(SceneKeys, OutOfRangeAreRefused) {
    std::size_t bounds = 0;
    for_every_key([&](const Section& s, const Key& key) {
        const auto refused = [&](const std::optional<double>& bound, double beyond) {
            if (!bound) return;
            ++bounds;
            std::string value = key.type == KeyType::whole || key.type == KeyType::wholes
                                    ? std::to_string(static_cast<long long>(*bound + beyond))
                                    : std::to_string(*bound + beyond);
            if (key.type == KeyType::vector) value = "[" + value + ", 1, 1]";
            if (key.type == KeyType::wholes) value = "[1, " + value + ", 1]";
            const std::string said = complaint(SceneText({s.name, key.name, value}).text());
            EXPECT_NE(said.find(std::string(key.name) + ": "), std::string::npos) << s.name << "." << key.name;
        };
        refused(key.at_least, -1);
        refused(key.above, 0);
        refused(key.at_most, 1);
        refused(key.below, 0);
    });
    EXPECT_GT(bounds, 40u);
}

TEST(SceneKeys, ThatAreRequiredAreMissed) {
    std::size_t required = 0;
    for_every_key([&](const Section& s, const Key& key) {
        if (!key.required) return;
        ++required;
        const std::string said = complaint(SceneText({s.name, key.name, ""}).text());
        EXPECT_NE(said.find(key.name == "type" ? "shape: " : std::string(key.name) + ": is missing"), std::string::npos)
            << s.name << ": " << said;
    });
    EXPECT_GT(required, 15u);
}

TEST(SceneKeys, ThatAreMisspeltAreNamedWithTheNearest) {
    for_every_key([](const Section& s, const Key& key) {
        // Without its type it is not known which shape it is.
        if (s.name == "scene" || key.name == "type" || key.name.size() < 4) return;
        const std::string misspelt = std::string(key.name) + "x";
        // In the place of another key: `of_wrong_type = 1, frictionx = 2`.
        const std::string said = complaint(SceneText({s.name, key.name, "0, " + misspelt + " = 2"}).text());
        EXPECT_NE(said.find("there is no key '" + misspelt + "'"), std::string::npos) << s.name << ": " << said;
        EXPECT_NE(said.find("did you mean " + std::string(key.name)), std::string::npos) << said;
    });
}

std::string content_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// PLIANT_UPDATE_DOCS=1 writes the tables of the guide anew.
TEST(SceneKeys, StandInTheGuideAsTheyAre) {
    const std::string file = PLIANT_DOCS "/guide/scene_files.md", page = content_of(file);
    const std::string begin = "<!-- keys:begin -->\n", end = "<!-- keys:end -->";
    const std::size_t from = page.find(begin), to = page.find(end);
    ASSERT_LT(from, to) << file << " has no place for them";
    const std::string wanted = keys_as_markdown() + "\n";
    if (std::getenv("PLIANT_UPDATE_DOCS") != nullptr) {
        std::ofstream(file, std::ios::binary) << page.substr(0, from + begin.size()) + wanted + page.substr(to);
        return;
    }
    EXPECT_EQ(page.substr(from + begin.size(), to - from - begin.size()), wanted)
        << "PLIANT_UPDATE_DOCS=1 writes it anew";
}

TEST(SceneKeys, AreAllNamedForTheTerminal) {
    const std::string all = keys_as_text(), in_short = keys_in_short();
    for_every_key([&](const Section& s, const Key& key) {
        EXPECT_NE(all.find("  " + std::string(key.name) + "  "), std::string::npos) << key.name;
        EXPECT_NE(in_short.find(" " + std::string(key.name)), std::string::npos) << key.name;
        EXPECT_FALSE(key.about.empty()) << s.name << "." << key.name;
    });
}

}  // namespace
}  // namespace pliant::scene_file
