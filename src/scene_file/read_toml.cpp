// The only file that knows toml++.
#include <algorithm>
#include <array>
#include <utility>

#include <pliant/io.hpp>

#include "scene_file/value.hpp"

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 1
// Its parser asserts what it then reports as an error of the text.
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>

namespace pliant::scene_file {
namespace {

std::uint32_t line_of(const toml::node& node) { return static_cast<std::uint32_t>(node.source().begin.line); }

/// Tables of toml++ are sorted by name; ours stand as in the file.
std::vector<std::pair<std::string, const toml::node*>> in_order(const toml::table& table) {
    std::vector<std::pair<std::string, const toml::node*>> entries;
    for (const auto& [key, node] : table) entries.emplace_back(std::string(key.str()), &node);
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
        const toml::source_position &p = a.second->source().begin, &q = b.second->source().begin;
        if (p.line != q.line) return p.line < q.line;
        return p.column != q.column ? p.column < q.column : a.first < b.first;
    });
    return entries;
}

Value value_of(const toml::node& node) {
    Value value;
    value.line = line_of(node);
    if (const auto* flag = node.as_boolean()) {
        value.kind = Value::Kind::flag;
        value.flag = flag->get();
    } else if (const auto* whole = node.as_integer()) {
        value.kind = Value::Kind::whole;
        value.whole = whole->get();
        value.real = static_cast<double>(whole->get());
    } else if (const auto* real = node.as_floating_point()) {
        value.kind = Value::Kind::real;
        value.real = real->get();
    } else if (const auto* text = node.as_string()) {
        value.kind = Value::Kind::text;
        value.text = text->get();
    } else if (const auto* list = node.as_array()) {
        value.kind = Value::Kind::list;
        for (const toml::node& item : *list) value.items.push_back(value_of(item));
    } else if (const auto* table = node.as_table()) {
        value.kind = Value::Kind::table;
        for (const auto& [key, item] : in_order(*table)) {
            value.names.push_back(key);
            value.items.push_back(value_of(*item));
        }
    }
    return value;
}

/// One line, whatever the document holds.
std::string one_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, ' ');
    return text;
}

}  // namespace

Value read_toml(std::string_view text, const std::string& name) {
    try {
        return value_of(toml::parse(text));
    } catch (const toml::parse_error& error) {
        throw io::FileError(name + ":" + std::to_string(error.source().begin.line) + ": " +
                            one_line(std::string(error.description())));
    }
}

}  // namespace pliant::scene_file
