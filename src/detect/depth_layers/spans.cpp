#include "detect/depth_layers/spans.hpp"

#include <span>

#include "detect/depth_layers/column.hpp"
#include "detect/depth_layers/layer_image.hpp"

namespace pliant::depth_layers {

void common_spans(const Layers& a, const Layers& b, InsideRule rule, std::vector<OverlapSpan>& out) {
    out.clear();
    for (std::size_t pixel = 0; pixel + 1 < a.first.size(); ++pixel) {
        const auto of_a = a.at(pixel), of_b = b.at(pixel);
        if (of_a.empty() || of_b.empty() || !is_consistent(a, pixel) || !is_consistent(b, pixel)) continue;
        int winding_a = winding_at_start(a, pixel), winding_b = winding_at_start(b, pixel);
        double entered = a.box_lo[static_cast<std::size_t>(a.axis)];  // where the line begins inside both
        for (std::size_t i = 0, k = 0; i < of_a.size() || k < of_b.size();) {
            const bool next_is_a = k == of_b.size() || (i < of_a.size() && of_a[i].depth <= of_b[k].depth);
            const LayerPoint& point = next_is_a ? of_a[i++] : of_b[k++];
            const bool before = is_inside(winding_a, rule) && is_inside(winding_b, rule);
            (next_is_a ? winding_a : winding_b) += point.turn;
            const bool after = is_inside(winding_a, rule) && is_inside(winding_b, rule);
            if (!before && after) entered = point.depth;
            if (before && !after && point.depth > entered) {
                out.push_back({static_cast<std::uint32_t>(pixel), entered, point.depth});
            }
        }
    }
}

}  // namespace pliant::depth_layers
