#include "io/gltf_json.hpp"

#include <cmath>

#include "io/io.hpp"

namespace pliant::io {

void JsonPlace::fail(std::string_view reason) const {
    throw FileError(*file_ + ": " + (path_.empty() ? "" : path_ + ": ") + std::string(reason));
}

std::optional<JsonPlace> JsonPlace::find(const char* key) const {
    if (!value_->is_object()) fail("an object is expected");
    const auto found = value_->find(key);
    if (found == value_->end()) return std::nullopt;
    return JsonPlace(*found, *file_, path_.empty() ? key : path_ + "." + key);
}

JsonPlace JsonPlace::at(const char* key) const {
    const auto found = find(key);
    if (!found) fail(std::string("\"") + key + "\" is missing");
    return *found;
}

std::vector<JsonPlace> JsonPlace::list(const char* key) const {
    std::vector<JsonPlace> elements;
    const auto found = find(key);
    if (!found) return elements;
    if (!found->value_->is_array()) found->fail("an array is expected");
    elements.reserve(found->value_->size());
    for (const auto& element : *found->value_) {
        elements.emplace_back(element, *file_, found->path_ + "[" + std::to_string(elements.size()) + "]");
    }
    return elements;
}

std::size_t JsonPlace::size_of(const char* key) const {
    const auto found = find(key);
    return found && found->value_->is_array() ? found->value_->size() : 0;
}

JsonPlace JsonPlace::element(const char* key, std::size_t index, const JsonPlace& whose) const {
    const auto found = find(key);
    if (!found || !found->value_->is_array() || index >= found->value_->size()) {
        whose.fail("refers to " + std::string(key) + "[" + std::to_string(index) + "], which is not there");
    }
    return JsonPlace((*found->value_)[index], *file_, found->path_ + "[" + std::to_string(index) + "]");
}

double JsonPlace::number() const {
    if (!value_->is_number()) fail("a number is expected");
    return value_->get<double>();
}

std::size_t JsonPlace::whole() const {
    if (value_->is_number_unsigned()) return value_->get<std::size_t>();
    const double value = number();
    constexpr double largest_exact = 9007199254740992.0;  // 2^53
    if (!(value >= 0 && value <= largest_exact) || value != std::floor(value)) fail("a whole number is expected");
    return static_cast<std::size_t>(value);
}

const std::string& JsonPlace::text() const {
    if (!value_->is_string()) fail("a string is expected");
    return value_->get_ref<const std::string&>();
}

bool JsonPlace::truth() const {
    if (!value_->is_boolean()) fail("true or false is expected");
    return value_->get<bool>();
}

std::size_t JsonPlace::whole(const char* key, std::size_t otherwise) const {
    const auto found = find(key);
    return found ? found->whole() : otherwise;
}

std::optional<std::size_t> JsonPlace::index(const char* key) const {
    const auto found = find(key);
    return found ? std::optional(found->whole()) : std::nullopt;
}

std::vector<double> JsonPlace::numbers(const char* key, std::size_t count) const {
    std::vector<double> values;
    for (const auto& element : list(key)) values.push_back(element.number());
    if (has(key) && values.size() != count) at(key).fail(std::to_string(count) + " numbers are expected");
    return values;
}

}  // namespace pliant::io
