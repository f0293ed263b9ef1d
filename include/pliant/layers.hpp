// A layered depth image: where parallel lines enter and leave a body.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <pliant/export.hpp>
#include <pliant/overlap.hpp>
#include <pliant/report.hpp>
#include <pliant/views.hpp>

namespace pliant {

/// Limits of `layers`. What runs out is said in the report.
struct LayersBudget {
    std::optional<std::chrono::nanoseconds> time{};  ///< of the search, by the clock
    std::optional<std::uint64_t> triangles{};        ///< looked at; what lines cross of the others is missing
    bool operator==(const LayersBudget&) const = default;
};

/// Which crossings of a line are kept: those of the whole body, or of what lies within the box along the axis, too,
/// seen from outside of a closed body through one end of the box, where nothing of the body may lie beyond that end
/// [Heidelberger2003, 3.1]. What is not left before the other end is inside up to there.
enum class LayersView : std::uint8_t { whole, from_below, from_above };

/// Which lines `layers` follows.
struct LayersOptions {
    std::uint32_t resolution = 128;  ///< lines along each side
    Axis axis = Axis::z;             ///< of the lines
    /// The box that the lines go through. Unset: that of the body.
    std::optional<std::array<std::array<double, 3>, 2>> box{};
    LayersView view = LayersView::whole;  ///< with a box
    LayersBudget budget{};                ///< when the search ends
};

/// A line crosses the surface.
struct LayerPoint {
    double depth = 0;            ///< coordinate along the axis
    std::uint32_t triangle = 0;  ///< the one that is crossed
    std::int32_t turn = 0;       ///< +1: the body is entered on the way up the axis, -1: it is left
};

/// Line (i, j) goes through the middle of pixel (i, j): along the two axes that come behind `axis` in the order x, y,
/// z, x, y it lies at lo + (i + 0.5) * ((hi - lo) / resolution) and likewise j. A line through an edge or a vertex
/// crosses as many triangles as its neighbours, so that a closed surface has an even number of layers everywhere.
struct Layers {
    Axis axis = Axis::z;                    ///< of the lines
    std::array<double, 3> box_lo{};         ///< of the box that the lines go through
    std::array<double, 3> box_hi{};         ///< its other corner
    std::uint32_t resolution = 0;           ///< lines along each side
    LayersView view = LayersView::whole;    ///< what was kept
    std::vector<std::uint32_t> first;       ///< by pixel, resolution * j + i; one more at the end
    std::vector<LayerPoint> points;         ///< by pixel, then by depth
    std::uint32_t most = 0;                 ///< points of the pixel that has most: the depth complexity
    std::uint64_t inconsistent_pixels = 0;  ///< in which the body is not left as often as it is entered; 0 of a part
    Report report;                          ///< how the search ended

    /// The points of one pixel, by depth.
    [[nodiscard]] std::span<const LayerPoint> at(std::size_t pixel) const {
        return std::span(points).subspan(first[pixel], first[pixel + 1] - first[pixel]);
    }
};

/// Makes layers in place of the library: on a graphics card, for instance (pliant/opengl.hpp). `overlap` and `contains`
/// take one.
class PLIANT_EXPORT LayerProducer {
public:
    LayerProducer() = default;
    LayerProducer(const LayerProducer&) = delete;
    LayerProducer& operator=(const LayerProducer&) = delete;
    LayerProducer(LayerProducer&&) = default;
    LayerProducer& operator=(LayerProducer&&) = default;
    virtual ~LayerProducer() = default;

    /// The surface is read during the call only; the answer stays valid until the next.
    virtual const Layers& produce(const SurfaceView& surface, const LayersOptions& options) = 0;
    /// What does the work, as its driver calls it.
    [[nodiscard]] virtual std::string_view renderer() const = 0;
};

}  // namespace pliant
