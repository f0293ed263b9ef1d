#include "scene_file/checked_table.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <pliant/io.hpp>

#include "scene_file/nearest_names.hpp"

namespace pliant::scene_file {
namespace {

using Kind = Value::Kind;

std::array<double, 3> as_vector(const Value& value) {
    return {value.items[0].real, value.items[1].real, value.items[2].real};
}

bool is_vector(const Value& value) {
    return value.kind == Kind::list && value.items.size() == 3 &&
           std::all_of(value.items.begin(), value.items.end(), [](const Value& item) {
               return (item.kind == Kind::whole || item.kind == Kind::real) && std::isfinite(item.real);
           });
}

/// On one line and not too long, as messages quote it.
std::string quoted(const std::string& text) {
    constexpr std::size_t longest = 60;
    std::string shown = text.substr(0, longest);
    for (char& c : shown)
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
    return "'" + shown + (text.size() > longest ? "...'" : "'");
}

std::string in_words(const Value& value) {
    switch (value.kind) {
        case Kind::flag: return value.flag ? "true" : "false";
        case Kind::whole: return std::to_string(value.whole);
        case Kind::real: {
            Key written{"", KeyType::real, ""};
            written.otherwise = value;
            return otherwise_in_words(written);
        }
        case Kind::text: return quoted(value.text);
        case Kind::list: return "a list of " + std::to_string(value.items.size());
        case Kind::table: return "a table";
        case Kind::other: return "a date or time";
    }
    return "";
}

/// Where a key that is not of this section belongs.
std::string other_home(std::string_view name, const Section& here) {
    std::string homes;
    for (const Section& s : sections()) {
        const bool has = std::any_of(s.keys.begin(), s.keys.end(), [&](const Key& key) { return key.name == name; });
        if (has && &s != &here) homes += (homes.empty() ? "" : ", ") + std::string(s.heading);
    }
    return homes.empty() ? "" : " (it is one of " + homes + ")";
}

}  // namespace

CheckedTable::CheckedTable(const std::string& file, const Section& section, const Value& table)
    : file_(&file), section_(&section), table_(&table), asked_(section.keys.size(), 0) {
    check_names();
    for (const Key& key : section.keys) {
        if (const Value* value = table.find(key.name)) {
            check(key, *value);
        } else if (key.required) {
            fail(key.name, "is missing in " + std::string(section.heading) + ": " + wanted(key));
        }
    }
}

void CheckedTable::check_names() const {
    std::vector<std::string_view> known;
    for (const Key& key : section_->keys) known.push_back(key.name);
    for (std::size_t i = 0; i < table_->names.size(); ++i) {
        const std::string& name = table_->names[i];
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        const std::string near = did_you_mean(name, known);
        throw io::FileError(*file_ + ":" + std::to_string(table_->items[i].line) + ": there is no key " + quoted(name) +
                            (section_->name == "scene" ? " at the top" : " in " + std::string(section_->heading)) +
                            (near.empty() ? other_home(name, *section_) : near));
    }
}

void CheckedTable::check(const Key& key, const Value& value) const {
    const auto is = [&](Kind kind) {
        if (value.kind != kind) refuse(key, value);
    };
    switch (key.type) {
        case KeyType::flag: return is(Kind::flag);
        case KeyType::whole: return check_number(key, value, true);
        case KeyType::real: return check_number(key, value, false);
        case KeyType::text: return is(Kind::text);
        case KeyType::choice:
            is(Kind::text);
            if (std::find(key.choices.begin(), key.choices.end(), value.text) == key.choices.end())
                fail(key.name, quoted(value.text) + " is not " + wanted(key) + did_you_mean(value.text, key.choices));
            return;
        case KeyType::duration:
            if (value.kind != Kind::text || !seconds_of(value.text)) refuse(key, value);
            return;
        case KeyType::table:
        case KeyType::by_name:
        case KeyType::of_type: return is(Kind::table);
        case KeyType::vector:
        case KeyType::wholes:
        case KeyType::box:
        case KeyType::texts:
        case KeyType::tables: return check_list(key, value);
    }
}

void CheckedTable::check_number(const Key& key, const Value& value, bool whole) const {
    const bool number = value.kind == Kind::whole || (value.kind == Kind::real && !whole);
    const double x = value.real;
    const bool outside = !std::isfinite(x) || (key.at_least && x < *key.at_least) || (key.above && x <= *key.above) ||
                         (key.at_most && x > *key.at_most) || (key.below && x >= *key.below);
    if (!number || outside) refuse(key, value);
}

void CheckedTable::check_list(const Key& key, const Value& value) const {
    if (value.kind != Kind::list || (key.count > 0 && value.items.size() != key.count)) refuse(key, value);
    if (key.type == KeyType::box && value.items.size() != 2) refuse(key, value);
    for (const Value& item : value.items) {
        if (key.type == KeyType::vector || key.type == KeyType::wholes)
            check_number(key, item, key.type == KeyType::wholes);
        if (key.type == KeyType::box && !is_vector(item)) refuse(key, item);
        if (key.type == KeyType::texts && item.kind != Kind::text) refuse(key, item);
        if (key.type == KeyType::tables && item.kind != Kind::table) refuse(key, item);
    }
}

void CheckedTable::refuse(const Key& key, const Value& value) const {
    fail_at(value.line, key.name, in_words(value) + " is not " + wanted(key));
}

void CheckedTable::fail_at(std::uint32_t line, std::string_view key, const std::string& why) const {
    throw io::FileError(*file_ + ":" + std::to_string(line) + ": " + std::string(key) + ": " + why);
}

void CheckedTable::fail(std::string_view key, const std::string& why) const { fail_at(line(key), key, why); }

std::uint32_t CheckedTable::line(std::string_view key) const {
    const Value* value = table_->find(key);
    return value == nullptr ? table_->line : value->line;
}

void CheckedTable::finish() const {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
        if (asked_[i] == 0)
            throw std::logic_error("pliant: nobody reads " + std::string(section_->keys[i].name) + " of " +
                                   std::string(section_->heading));
    }
}

const Key& CheckedTable::key_named(std::string_view name) const {
    for (const Key& key : section_->keys)
        if (key.name == name) return key;
    throw std::logic_error("pliant: " + std::string(section_->heading) + " has no key " + std::string(name));
}

/// As given, or as it is otherwise; nullptr where it is left out altogether.
const Value* CheckedTable::ask(std::string_view name) {
    const Key& key = key_named(name);
    asked_[std::size_t(&key - section_->keys.data())] = 1;
    if (const Value* value = table_->find(name)) return value;
    return key.otherwise ? &*key.otherwise : nullptr;
}

const Value& CheckedTable::required(std::string_view name) {
    const Value* value = ask(name);
    if (value == nullptr) fail(name, "is missing in " + std::string(section_->heading));
    return *value;
}

bool CheckedTable::has(std::string_view key) const { return table_->find(key) != nullptr; }
bool CheckedTable::flag(std::string_view key) { return required(key).flag; }
std::uint64_t CheckedTable::whole(std::string_view key) { return static_cast<std::uint64_t>(required(key).whole); }
double CheckedTable::real(std::string_view key) { return required(key).real; }
std::string CheckedTable::text(std::string_view key) { return required(key).text; }
std::array<double, 3> CheckedTable::vector(std::string_view key) { return as_vector(required(key)); }

std::optional<double> CheckedTable::real_if_given(std::string_view key) {
    const Value* value = ask(key);
    return value == nullptr ? std::nullopt : std::optional(value->real);
}

std::optional<double> CheckedTable::seconds_if_given(std::string_view key) {
    const Value* value = ask(key);
    return value == nullptr ? std::nullopt : seconds_of(value->text);
}

std::optional<std::array<double, 3>> CheckedTable::vector_if_given(std::string_view key) {
    const Value* value = ask(key);
    return value == nullptr ? std::nullopt : std::optional(as_vector(*value));
}

std::vector<std::uint32_t> CheckedTable::wholes(std::string_view key) {
    std::vector<std::uint32_t> numbers;
    if (const Value* value = ask(key))
        for (const Value& item : value->items) numbers.push_back(static_cast<std::uint32_t>(item.real));
    return numbers;
}

std::vector<std::string> CheckedTable::texts(std::string_view key) {
    std::vector<std::string> all;
    if (const Value* value = ask(key))
        for (const Value& item : value->items) all.push_back(item.text);
    return all;
}

std::vector<std::array<double, 3>> CheckedTable::corners(std::string_view key) {
    std::vector<std::array<double, 3>> both;
    if (const Value* value = ask(key))
        for (const Value& item : value->items) both.push_back(as_vector(item));
    return both;
}

const Section& CheckedTable::section_of(const Key& key, const Value& table) const {
    if (key.type != KeyType::of_type) return section(key.section);
    const Value* type = table.find("type");
    const bool known = type != nullptr && type->kind == Kind::text &&
                       std::find(key.choices.begin(), key.choices.end(), type->text) != key.choices.end();
    if (known) return section(std::string(key.section) + "." + type->text);
    const bool text = type != nullptr && type->kind == Kind::text;
    fail_at(type != nullptr ? type->line : table.line, key.name,
            (text ? "type " + quoted(type->text) + " is none here: it wants " : "it wants ") + wanted(key) +
                (text ? did_you_mean(type->text, key.choices) : ""));
}

std::optional<CheckedTable> CheckedTable::table(std::string_view name) {
    const Value* value = ask(name);
    if (value == nullptr) return std::nullopt;
    return CheckedTable(*file_, section_of(key_named(name), *value), *value);
}

std::vector<CheckedTable> CheckedTable::tables(std::string_view name) {
    std::vector<CheckedTable> all;
    if (const Value* value = ask(name))
        for (const Value& item : value->items) all.emplace_back(*file_, section(key_named(name).section), item);
    return all;
}

std::vector<CheckedTable::Named> CheckedTable::by_name(std::string_view name) {
    std::vector<Named> all;
    const Value* value = ask(name);
    if (value == nullptr) return all;
    for (std::size_t i = 0; i < value->items.size(); ++i) {
        if (value->items[i].kind != Kind::table) refuse(key_named(name), value->items[i]);
        all.push_back({value->names[i], CheckedTable(*file_, section(key_named(name).section), value->items[i])});
    }
    return all;
}

}  // namespace pliant::scene_file
