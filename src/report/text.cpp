#include "report/text.hpp"

#include <cmath>

namespace pliant::report {

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json point(const Position& p) { return Json::array({number(p[0]), number(p[1]), number(p[2])}); }

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string script_text(const Json& json) {
    std::string result;
    for (const char c : dump(json)) {
        if (c == '<') {
            result += "\\u003c";
        } else {
            result += c;
        }
    }
    return result;
}

std::string html_text(std::string_view text) {
    const std::string valid = Json::parse(dump(Json(std::string(text)))).get<std::string>();
    std::string result;
    for (const char c : valid) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            case '\'': result += "&#39;"; break;
            default: result += c;
        }
    }
    return result;
}

}  // namespace pliant::report
