// Stage 3b of [Heidelberger2003, 3.4]: which points lie inside a body, by its layers along one axis.
//
// Departure: a layer has a thickness, that of all the surface in its column, so that a point between two layers is
// certainly inside or outside; a point within a layer is left uncertain, or settled by exact arithmetic.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pliant/contains.hpp>
#include <pliant/points.hpp>

#include "frame/query.hpp"
#include "surfaces/cell_image.hpp"
#include "surfaces/point_settler.hpp"
#include "surfaces/surface_of_body.hpp"

namespace pliant::depth_layers {

using surfaces::PointSide;

struct ContainsQuery : frame::Query<ContainsOptions> {
    BodyId body;
    Points points;
};

class PointLayers {
public:
    /// Makes the layers of a body that has moved since, along `axis` or along its longest side. The bodies stay as they
    /// are until `find`.
    void update(const ContainsQuery& query, std::optional<Axis> axis = {});
    /// The sides of the points of the query; uncertain where a budget ends first. Returns what stopped it.
    Limit find(const ContainsQuery& query);

    [[nodiscard]] std::span<const PointSide> sides() const { return sides_; }
    /// Whether the surface has borders: what one direction says about it need not be true.
    [[nodiscard]] bool is_open() const { return !empty_ && !closed_; }
    /// Its connected borders.
    [[nodiscard]] std::uint32_t openings_count() const {
        return empty_ ? 0 : static_cast<std::uint32_t>(surface_.borders().size());
    }
    /// Whether the line of a point goes through the box of a border. Points beyond the box of the surface have no such
    /// line: however it is closed within that box, they are outside.
    [[nodiscard]] bool through_opening(const Vec3& point) const;
    [[nodiscard]] Axis axis() const { return image_.box().axis; }
    [[nodiscard]] std::uint32_t resolution() const { return empty_ ? made_->resolution : image_.layout().columns; }
    [[nodiscard]] std::uint64_t inconsistent_columns() const { return empty_ ? 0 : image_.inconsistent_columns(); }
    /// Uncertain points of a closed surface are no farther from it.
    [[nodiscard]] double bound() const { return empty_ ? 0 : image_.reach_of_layers(); }

private:
    /// What the layers were made from.
    struct Source {
        BodyId body{};
        std::uint64_t version = 0, topology_version = 0;
        std::uint32_t resolution = 0;
        InsideRule rule = InsideRule::winding;
        std::optional<Axis> axis;
        bool operator==(const Source&) const = default;
    };

    void make(const ContainsQuery& query, const Source& source);
    [[nodiscard]] surfaces::CellSurface cell_surface() const;
    [[nodiscard]] surfaces::Openings openings() const { return {closed_, surface_.borders()}; }
    Limit find_in_cells(const ContainsQuery& query, std::size_t asked);
    Limit settle(const ContainsQuery& query, std::span<PointSide> sides);
    void doubt_points_at_holes(std::span<PointSide> sides, Points points) const;

    surfaces::SurfaceOfBody surface_;
    surfaces::CellImage image_;
    surfaces::PointSettler settler_;
    std::vector<PointSide> sides_;
    std::optional<Source> made_;
    bool empty_ = true, closed_ = true;
    bool coarser_than_asked_ = false;  // for want of time
};

}  // namespace pliant::depth_layers
