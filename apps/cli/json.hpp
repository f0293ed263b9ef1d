// JSON as every command writes it: keys in the order they are set, no NaN, names that are not UTF-8 made so; and the
// fields that the reports of several commands share. The keys are a promise: docs/json.md.
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include <pliant/report.hpp>

namespace pliant::cli {

/// Of the documents that are written; raised where a reader of the last one would misread.
inline constexpr int json_schema = 2;

using Json = nlohmann::ordered_json;

std::string dump(const Json& json);

/// JSON has no word for NaN and infinity; null stands for them.
Json number(double value);

/// Of the file of a frame; null where frames have none.
Json name_or_null(const std::string& name);

/// [x, y, z].
Json point(const std::array<double, 3>& p);

/// The whole document of a command, on one line.
std::string document(std::string_view command, const Json& fields);

/// A large part of a document; `json` is JSON already.
struct Member {
    std::string_view key;
    std::string json;
};
/// The whole document of a command, a line for each member.
std::string document_by_lines(std::string_view command, std::span<const Member> members);
std::string document_by_lines(std::string_view command, std::initializer_list<Member> members);

/// A list for such a member, a line for each entry.
std::string list_by_lines(std::span<const Json> entries);

/// Sets "complete", "all_examined" and "stopped_by".
void set_completeness(Json& json, const Report& report);

/// {"update", "find"}; building counts as updating.
Json update_and_find(const Stages& milliseconds);

/// A list of {"kind", "element"}, for the flaws of one body.
Json flaws_as_json(std::span<const Flaw> flaws);

/// A list of {"body", "kind", "element"}.
Json flaws_of_bodies_as_json(std::span<const Flaw> flaws);

}  // namespace pliant::cli
