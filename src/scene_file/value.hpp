// A document as a tree of values that know where they stand.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pliant::scene_file {

struct Value {
    enum class Kind : std::uint8_t { flag, whole, real, text, list, table, other };
    Kind kind = Kind::other;
    std::uint32_t line = 0;  // from 1
    bool flag = false;
    std::int64_t whole = 0;
    double real = 0;  // of a whole number, too
    std::string text;
    std::vector<Value> items;        // of a list or a table, in the order of the file
    std::vector<std::string> names;  // of each item of a table

    /// nullptr where a table has no such key.
    [[nodiscard]] const Value* find(std::string_view name) const {
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == name) return &items[i];
        return nullptr;
    }
};

/// TOML. Throws io::FileError with `name` and the line where it is none.
Value read_toml(std::string_view text, const std::string& name);

}  // namespace pliant::scene_file
