// A table of a scene file, held against its section: what gets through has known keys, right types and values in range.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene_file/keys.hpp"
#include "scene_file/value.hpp"

namespace pliant::scene_file {

/// Both are borrowed. All functions throw io::FileError with file, line and key, and std::logic_error for a key that
/// the section does not have.
class CheckedTable {
public:
    CheckedTable(const std::string& file, const Section& section, const Value& table);

    [[nodiscard]] bool has(std::string_view key) const;
    [[nodiscard]] bool flag(std::string_view key);
    [[nodiscard]] std::uint64_t whole(std::string_view key);
    [[nodiscard]] double real(std::string_view key);
    [[nodiscard]] std::optional<double> real_if_given(std::string_view key);
    [[nodiscard]] std::string text(std::string_view key);
    [[nodiscard]] std::optional<double> seconds_if_given(std::string_view key);
    [[nodiscard]] std::array<double, 3> vector(std::string_view key);
    [[nodiscard]] std::optional<std::array<double, 3>> vector_if_given(std::string_view key);
    [[nodiscard]] std::vector<std::uint32_t> wholes(std::string_view key);
    [[nodiscard]] std::vector<std::string> texts(std::string_view key);
    [[nodiscard]] std::vector<std::array<double, 3>> corners(std::string_view key);  // two, or none

    /// Empty where it is not there.
    [[nodiscard]] std::optional<CheckedTable> table(std::string_view key);
    [[nodiscard]] std::vector<CheckedTable> tables(std::string_view key);
    struct Named;
    [[nodiscard]] std::vector<Named> by_name(std::string_view key);

    [[nodiscard]] std::uint32_t line() const { return table_->line; }
    /// Of the key, or of the table where it is left out.
    [[nodiscard]] std::uint32_t line(std::string_view key) const;
    [[noreturn]] void fail(std::string_view key, const std::string& why) const;

    /// Every key of the section was asked for: nothing is documented that nobody reads. std::logic_error otherwise.
    void finish() const;

private:
    const Key& key_named(std::string_view name) const;
    const Value* ask(std::string_view name);
    const Value& required(std::string_view name);
    void check_names() const;
    void check(const Key& key, const Value& value) const;
    void check_number(const Key& key, const Value& value, bool whole) const;
    void check_list(const Key& key, const Value& value) const;
    [[noreturn]] void refuse(const Key& key, const Value& value) const;
    [[noreturn]] void fail_at(std::uint32_t line, std::string_view key, const std::string& why) const;
    [[nodiscard]] const Section& section_of(const Key& key, const Value& table) const;

    const std::string* file_;
    const Section* section_;
    const Value* table_;
    std::vector<std::uint8_t> asked_;  // by key of the section
};

struct CheckedTable::Named {
    std::string name;
    CheckedTable table;
};

}  // namespace pliant::scene_file
