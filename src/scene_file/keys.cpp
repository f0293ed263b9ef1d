#include "scene_file/keys.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "scene_file/body_keys.hpp"

namespace pliant::scene_file {
namespace {

std::vector<Section> all_sections() {
    std::vector<Section> all = scene_sections();
    for (std::vector<Section>& more : std::vector{body_sections(), shape_sections()})
        std::move(more.begin(), more.end(), std::back_inserter(all));
    return all;
}

std::string in_digits(double x) {
    if (x == std::floor(x) && std::abs(x) < 1e15) return std::to_string(static_cast<long long>(x));
    char digits[32];
    const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), x);
    return {digits, end};
}

std::string range(const Key& key) {
    std::string text;
    const auto add = [&](const char* words, const std::optional<double>& x) {
        if (x) text += (text.empty() ? " " : " and ") + std::string(words) + " " + in_digits(*x);
    };
    add("of at least", key.at_least);
    add("above", key.above);
    add("of at most", key.at_most);
    add("below", key.below);
    return text;
}

std::string choices(const Key& key) {
    std::string text;
    for (const std::string_view name : key.choices) text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

std::string base(const Key& key) {
    switch (key.type) {
        case KeyType::flag: return "true or false";
        case KeyType::whole: return "a whole number" + range(key);
        case KeyType::real: return "a number" + range(key);
        case KeyType::text: return "a text";
        case KeyType::choice: return "one of " + choices(key);
        case KeyType::duration: return "a time such as \"1ms\"";
        case KeyType::vector: return "a list of three numbers" + range(key);
        case KeyType::wholes:
            return (key.count == 3 ? "a list of three whole numbers" : "a list of whole numbers") + range(key);
        case KeyType::box: return "two corners, each a list of three numbers";
        case KeyType::texts: return "a list of texts";
        case KeyType::table: return "a table";
        case KeyType::tables: return "a list of tables";
        case KeyType::by_name: return "tables by name";
        case KeyType::of_type: return "a table whose type is one of " + choices(key);
    }
    return "";
}

}  // namespace

std::span<const Section> sections() {
    static const std::vector<Section> all = all_sections();
    return all;
}

const Section& section(std::string_view name) {
    for (const Section& s : sections())
        if (s.name == name) return s;
    throw std::logic_error("pliant: scene files have no section " + std::string(name));
}

std::string wanted(const Key& key) { return base(key) + (key.unit.empty() ? "" : ", in " + std::string(key.unit)); }

std::string otherwise_in_words(const Key& key) {
    if (!key.otherwise) return "";
    const Value& value = *key.otherwise;
    switch (value.kind) {
        case Value::Kind::flag: return value.flag ? "true" : "false";
        case Value::Kind::whole:
        case Value::Kind::real: return in_digits(value.real);
        case Value::Kind::text: return value.text.empty() ? "" : "\"" + value.text + "\"";
        default: break;
    }
    std::string text;
    for (const Value& item : value.items) text += (text.empty() ? "[" : ", ") + in_digits(item.real);
    return text + "]";
}

std::optional<double> seconds_of(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || !std::isfinite(number) || number <= 0) return std::nullopt;
    const std::string_view unit(end, std::size_t(text.data() + text.size() - end));
    constexpr std::pair<std::string_view, double> units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
    for (const auto& [name, seconds] : units) {
        const double time = number * seconds;
        if (unit == name && time > 0 && time <= 1e6) return time;
    }
    return std::nullopt;
}

}  // namespace pliant::scene_file
