// What border control has found in a frame, as the report names it.
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/report.hpp>

namespace pliant::frame {

class Bodies;

/// Every flaw of the frame, in order. `unsound` holds the usable triangles that a detector set aside because of their
/// corners, in any order; it is sorted.
void collect_flaws(const Bodies& bodies, std::vector<std::uint32_t>& unsound, std::vector<Flaw>& out);

}  // namespace pliant::frame
