// Curves along which surfaces meet, for `pliant check --curves`.
#pragma once

#include <string>
#include <vector>

#include <pliant/curves.hpp>

#include "json.hpp"
#include "source.hpp"

namespace pliant::cli {

/// Of one frame.
struct CheckedCurves {
    std::vector<Curve> list;
};

/// Polylines: a vertex line for every point of a curve, and a group with one `l` element for every curve, named by its
/// bodies. `names[i]` is that of body i.
std::string curves_as_obj(const Curves& curves, const std::vector<std::string>& names);

Json curves_as_json(const CheckedCurves& curves);

/// "3 curves: 2 closed, longest 0.41"
std::string curves_in_words(const CheckedCurves& curves);

}  // namespace pliant::cli
