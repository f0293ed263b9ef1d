// The clearance of `pliant check`: which features are as near as a distance, in words and JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pliant/proximities.hpp>

#include "check_features.hpp"

namespace pliant::cli {

/// A distance as it was typed, in the unit of the files.
struct Clearance {
    double distance = 0;
    std::string unit;  // of the files; empty where it was not said
};

/// "0.002", or "2mm" where `unit`, that of the files, is not empty. UsageError for anything else.
Clearance clearance_of(std::string_view text, std::string_view unit);

struct CheckedProximities : CheckedFeatures {
    Clearance clearance;
    std::optional<Proximity> nearest;  // the first of equals
    std::vector<Proximity> list;       // left empty unless they are to be listed
};

CheckedProximities describe(const Proximities& answer, const Clearance& clearance, bool keep_list);

std::string proximities_as_json(const CheckedProximities& proximities, bool list);

/// The frame with the least distance; empty where clearance was not asked for.
std::string proximities_in_words(const CheckResult& result);

}  // namespace pliant::cli
