// Every key that may stand in a scene file: what is read, what is said of a wrong one, and what the documents list are
// all made of these tables.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene_file/value.hpp"

namespace pliant::scene_file {

enum class KeyType : std::uint8_t {
    flag,
    whole,
    real,
    text,
    choice,    // a text, one of Key::choices
    duration,  // a text such as "1ms"
    vector,    // three numbers
    wholes,    // whole numbers
    box,       // two vectors: opposite corners
    texts,
    table,    // of Key::section
    tables,   // a list of such
    by_name,  // a table of such
    of_type,  // a table whose `type`, one of Key::choices, says which section: "SECTION.TYPE"
};

struct Key {
    std::string_view name;
    KeyType type = KeyType::real;
    std::string about;
    std::string_view unit = {};
    bool required = false;
    std::optional<double> at_least = {}, above = {}, at_most = {}, below = {};  // also of every number of a list
    std::size_t count = 0;                                                      // of a list; 0: any
    std::vector<std::string_view> choices = {};
    std::string_view section = {};
    std::optional<Value> otherwise = {};  // where the key is left out
};

struct Section {
    std::string_view name;     // "cloth"
    std::string_view heading;  // "[[cloth]]"
    std::string about;
    std::vector<Key> keys;
};

std::span<const Section> sections();
/// std::logic_error where there is none.
const Section& section(std::string_view name);

/// "a number of at least 0, in m"
std::string wanted(const Key& key);
/// "" where it has none.
std::string otherwise_in_words(const Key& key);

/// Seconds of "1ms", "500us" or "0.01s"; nothing for any other text, or a time that is not positive.
std::optional<double> seconds_of(std::string_view text);

}  // namespace pliant::scene_file
