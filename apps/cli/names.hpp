// Names that a user types: methods and scenes, with the nearest ones suggested when a name is not known.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <pliant/overlap.hpp>
#include <pliant/report.hpp>
#include <pliant/scene.hpp>

namespace pliant::cli {

/// Options or names that make no sense; what() is one line for the user.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// "box_tree" or "box-tree". Throws UsageError for a name that is no method.
IntersectionMethod method_named(std::string_view name, std::string_view option = "--method");

/// "winding" or "parity". Throws UsageError for another name.
InsideRule rule_named(std::string_view name);

std::vector<std::string_view> all_method_names();
/// "automatic, brute_force, box_tree, ..."
std::string method_names();

/// ", did you mean X or Y?" with up to three of `known` that resemble `name`; empty where none does.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> known);

/// Control characters, which would move the cursor of a terminal or begin a line of their own, become '?'.
std::string printable(std::string text);

/// Throws UsageError unless the file name ends as it must: an output's ending says its format.
void require_ending(const std::string& file, std::string_view ending, std::string_view option);

}  // namespace pliant::cli
