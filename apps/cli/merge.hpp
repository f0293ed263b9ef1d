// The JSON of all shards of one sequence, joined.
#pragma once

#include <span>
#include <string>

#include "check.hpp"
#include "json.hpp"

namespace pliant::cli {

/// One shard as its file has it.
struct Part {
    std::string file;
    Json json;
};

/// The document that `pliant check` would have written for all frames at once, but for times. Throws UsageError, which
/// names the file, where a shard is missing, there twice, of another question or not whole.
std::string merged_json(std::span<const Part> parts);

/// What a document of `check` tells, without the lists of single findings.
CheckResult check_from_json(const Json& document);

}  // namespace pliant::cli
