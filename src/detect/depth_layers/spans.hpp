// Stage 3a of [Heidelberger2003, 3.3] as in the paper: the pixelwise intersection of two layered depth images.
#pragma once

#include <vector>

#include <pliant/layers.hpp>
#include <pliant/overlap.hpp>

namespace pliant::depth_layers {

/// Stretches of the lines of two images of one grid that lie inside both bodies. Lines on which a body is not left as
/// often as it is entered are skipped.
void common_spans(const Layers& a, const Layers& b, InsideRule rule, std::vector<OverlapSpan>& out);

}  // namespace pliant::depth_layers
