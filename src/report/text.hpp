// Text inside of HTML, and JSON inside of a script element.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "report/grid.hpp"

namespace pliant::report {

using Json = nlohmann::ordered_json;

/// JSON has no word for NaN and infinity; null stands for them.
Json number(double value);
Json point(const Position& p);

/// What is not UTF-8 made so.
std::string dump(const Json& json);

/// The same without a `<`: no name can end the element that it stands in.
std::string script_text(const Json& json);

/// `&`, `<`, `>` and quotes as characters, what is not UTF-8 made so.
std::string html_text(std::string_view text);

}  // namespace pliant::report
