// Divides the pieces of a sphere among the medial spheres that fit them best.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/sphere_tree/fit_error.hpp"
#include "detect/sphere_tree/hierarchy.hpp"
#include "medial_axis/merge_burst.hpp"

namespace pliant::medial_axis {

class MedialDivider : public sphere_tree::Divider {
public:
    /// All are borrowed.
    MedialDivider(const sphere_tree::DividedPieces& pieces, const sphere_tree::Solid& solid, std::uint32_t branching,
                  std::uint32_t levels)
        : pieces_(pieces), solid_(solid), medians_(pieces.middles, branching), branching_(branching), levels_(levels) {}

    std::vector<sphere_tree::Part> divide(std::span<std::uint32_t> pieces, std::uint32_t level) override;

private:
    struct Division {
        std::vector<std::uint32_t> order;
        std::vector<sphere_tree::Part> parts;
        double worst = 0;
    };

    [[nodiscard]] std::vector<Vec3> sample(std::span<const std::uint32_t> pieces) const;
    [[nodiscard]] std::vector<MedialSphere> medial_spheres(std::vector<Vec3>& samples) const;
    [[nodiscard]] Division by_medial_axis(std::span<const std::uint32_t> pieces) const;
    [[nodiscard]] Division by_medians(std::span<const std::uint32_t> pieces, std::uint32_t level);
    [[nodiscard]] Division share_out(std::span<const std::uint32_t> pieces,
                                     const std::vector<MedialSphere>& spheres) const;
    [[nodiscard]] sphere_tree::Part fitted(std::span<const std::uint32_t> pieces, std::uint32_t end, const Vec3& centre,
                                           double& error) const;
    [[nodiscard]] double reach(std::span<const std::uint32_t> pieces, const Vec3& centre) const;

    const sphere_tree::DividedPieces& pieces_;
    const sphere_tree::Solid& solid_;
    sphere_tree::MedianDivider medians_;
    std::uint32_t branching_, levels_;
};

}  // namespace pliant::medial_axis
