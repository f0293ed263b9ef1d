// Random bodies of many sorts, some with broken elements, and random ways to bend them.
#pragma once

#include "agreement/given_body.hpp"
#include "oracle/random.hpp"

namespace pliant::agreement {

/// A body of some dozens of triangles: a soup, a tangle on few vertices, a sheet, or a bent shape of the catalogue; in
/// general position or on a grid where degenerate cases are common.
GivenBody random_body(oracle::Random& random);

/// NaN, infinity, vertex numbers out of range, repeated and collinear corners.
void break_some_elements(GivenBody& body, oracle::Random& random);

/// Other positions for the same vertices.
void bend(GivenBody& body, oracle::Random& random);

/// Everything times one power of two, into the denormals or near the largest number, or far from the origin.
void rescale(std::vector<GivenBody>& bodies, oracle::Random& random);

}  // namespace pliant::agreement
