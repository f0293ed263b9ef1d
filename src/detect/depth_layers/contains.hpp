// Which points lie inside a body: by its layers along one axis, or where its surface is open along all three.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "detect/depth_layers/point_layers.hpp"

namespace pliant::depth_layers {

class Contains {
public:
    /// Makes layers. The bodies stay as they are until `find`.
    void update(const ContainsQuery& query) { layers_.update(query); }
    void find(const ContainsQuery& query, Containment& out);

private:
    /// Of an open surface what some axis says and none contradicts, where all three lines pass the openings: along a
    /// tube every line goes through both ends, so that nothing in it is certain.
    void find_along_other_axes(const ContainsQuery& query, Containment& out);
    void list_sides(Containment& out) const;
    void list_two(PointSide one, PointSide other, std::vector<std::uint32_t>& ones,
                  std::vector<std::uint32_t>& others) const;

    PointLayers layers_;
    std::array<PointLayers, 2> along_other_axes_;
    std::vector<PointSide> sides_;  // of an open surface
    std::span<const PointSide> found_;
};

}  // namespace pliant::depth_layers
