// Which vector target Highway dispatches to.
#pragma once

namespace pliant::simd {

/// Name of the vector target in use, for reports.
const char* target_name();

}  // namespace pliant::simd
