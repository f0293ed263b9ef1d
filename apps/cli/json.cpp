#include "json.hpp"

#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include <pliant/version.hpp>

#include "not_read.hpp"

namespace pliant::cli {
namespace {

/// The opening of every document, up to and without the comma behind the command.
std::string head(std::string_view command) {
    return fmt::format(R"({{"pliant":"{}","schema":{},"command":"{}")", PLIANT_VERSION, json_schema, command);
}

Json not_read_as_json() {
    Json list = Json::array();
    for (const NotRead& file : not_read()) {
        for (const io::Dropped& kind : file.dropped) {
            list.push_back({{"file", file.file},
                            {"what", kind.what},
                            {"name", name_or_null(kind.name)},
                            {"count", kind.count},
                            {"has_surface", kind.has_surface}});
        }
    }
    return list;
}

}  // namespace

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json name_or_null(const std::string& name) { return name.empty() ? Json(nullptr) : Json(name); }

Json point(const std::array<double, 3>& p) { return Json::array({number(p[0]), number(p[1]), number(p[2])}); }

std::string document(std::string_view command, const Json& fields) {
    Json whole = fields;
    if (!not_read().empty()) whole["not_read"] = not_read_as_json();
    return head(command).append(",").append(dump(whole).substr(1)).append("\n");
}

std::string document_by_lines(std::string_view command, std::span<const Member> members) {
    std::string text = head(command);
    for (const auto& [key, json] : members) text.append(fmt::format(",\n\"{}\":", key)).append(json);
    if (!not_read().empty()) text.append(",\n\"not_read\":").append(dump(not_read_as_json()));
    return text.append("}\n");
}

std::string document_by_lines(std::string_view command, std::initializer_list<Member> members) {
    return document_by_lines(command, std::span(members.begin(), members.size()));
}

std::string list_by_lines(std::span<const Json> entries) {
    std::string text = "[";
    for (const Json& entry : entries) text.append(text.size() > 1 ? ",\n" : "\n").append(dump(entry));
    return text + "]";
}

void set_completeness(Json& json, const Report& report) {
    json["complete"] = report.complete;
    json["all_examined"] = report.all_examined();
    json["stopped_by"] = name(report.stopped_by);
}

Json update_and_find(const Stages& milliseconds) {
    return {{"update", number(milliseconds.build + milliseconds.update)}, {"find", number(milliseconds.find)}};
}

Json flaws_as_json(std::span<const Flaw> flaws) {
    Json list = Json::array();
    for (const Flaw& flaw : flaws) list.push_back({{"kind", name(flaw.kind)}, {"element", flaw.element}});
    return list;
}

Json flaws_of_bodies_as_json(std::span<const Flaw> flaws) {
    Json list = Json::array();
    for (const Flaw& flaw : flaws) {
        list.push_back({{"body", std::uint32_t(flaw.body)}, {"kind", name(flaw.kind)}, {"element", flaw.element}});
    }
    return list;
}

}  // namespace pliant::cli
