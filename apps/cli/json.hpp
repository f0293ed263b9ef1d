// JSON as every command writes it: keys in the order they are set, no NaN, names that are not UTF-8 made so.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <pliant/version.hpp>

namespace pliant::cli {

using Json = nlohmann::ordered_json;

constexpr int json_schema = 1;

inline std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// The opening of every document, up to and without the comma behind the command.
inline std::string head(std::string_view command) {
    return fmt::format(R"({{"pliant":"{}","schema":{},"command":"{}")", PLIANT_VERSION, json_schema, command);
}

/// JSON has no word for NaN and infinity; null stands for them.
inline Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

}  // namespace pliant::cli
