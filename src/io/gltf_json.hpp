// A JSON value with its path, so that every error says where: "meshes[0].primitives[2]".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace pliant::io {

/// Borrowed: the document must outlive it.
class JsonPlace {
public:
    JsonPlace(const nlohmann::json& value, const std::string& file, std::string path)
        : value_(&value), file_(&file), path_(std::move(path)) {}

    /// Throws FileError "file: place: reason".
    [[noreturn]] void fail(std::string_view reason) const;

    [[nodiscard]] std::optional<JsonPlace> find(const char* key) const;
    [[nodiscard]] JsonPlace at(const char* key) const;
    [[nodiscard]] bool has(const char* key) const { return find(key).has_value(); }
    /// The elements of an array; none where the key is missing.
    [[nodiscard]] std::vector<JsonPlace> list(const char* key) const;
    [[nodiscard]] std::size_t size_of(const char* key) const;
    /// Element `index` of the array `key`; `whose` names who asks, for the message where it is missing.
    [[nodiscard]] JsonPlace element(const char* key, std::size_t index, const JsonPlace& whose) const;

    [[nodiscard]] double number() const;
    [[nodiscard]] std::size_t whole() const;
    [[nodiscard]] const std::string& text() const;
    [[nodiscard]] bool truth() const;

    [[nodiscard]] std::size_t whole(const char* key, std::size_t otherwise) const;
    [[nodiscard]] std::optional<std::size_t> index(const char* key) const;
    /// The numbers of an array of exactly `count`; empty where the key is missing.
    [[nodiscard]] std::vector<double> numbers(const char* key, std::size_t count) const;

    [[nodiscard]] const nlohmann::json& value() const { return *value_; }

private:
    const nlohmann::json* value_;
    const std::string* file_;
    std::string path_;
};

}  // namespace pliant::io
