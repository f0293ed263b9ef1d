#include "detect/regularity/own_directions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::regularity {

namespace {

constexpr std::uint32_t fewest_leaves = 4;   // below, a search of the piece costs no more
constexpr std::size_t pieces_per_frame = 4;  // looked at, of those without a direction
constexpr unsigned most_tries = 5;           // of a piece in one frame: each bounds its leaves once
constexpr unsigned most_failures = 10;       // a piece waits for up to 2^10 frames
constexpr std::size_t most_samples = 64, most_refuting = 16;
constexpr double least_product = 2 * direction_margin;  // of direction and normals: some room for the next frames

/// Nothing where there is no area, or too large a one.
std::optional<Vec3> unit_normal(const geometry::TriangleCorners& t) {
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    const double length = std::sqrt(dot(normal, normal));
    if (!(length > 0) || !std::isfinite(length)) return std::nullopt;
    return (1 / length) * normal;
}

/// The leaves of a build.
struct FacingLeaves {
    const frame::Bodies& bodies;
    const LeafBlocks& blocks;
    const LeafUpdate& update;

    /// Of the triangle in a place, turned over where that makes neighbours face one way.
    [[nodiscard]] std::optional<Vec3> normal(std::size_t leaf, std::size_t place) const {
        const auto normal = unit_normal(bodies.corners(blocks.triangles(leaf)[place]));
        const bool turned = (update.turned_triangles(leaf) >> place & 1) != 0;
        return normal && turned ? -1.0 * *normal : normal;
    }
};

/// Of all normals of a leaf, the one that a direction faces least.
std::optional<Vec3> least_faced(const FacingLeaves& leaves, std::size_t leaf, const Vec3& direction) {
    std::optional<Vec3> worst;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t place = 0; place < leaves.blocks.size(leaf); ++place) {
        const auto normal = leaves.normal(leaf, place);
        if (!normal || dot(*normal, direction) >= least) continue;
        least = dot(*normal, direction);
        worst = normal;
    }
    return worst;
}

}  // namespace

void OwnDirectionSearch::build(const Regions& regions) {
    pieces_.clear();
    for (const std::uint32_t root : regions.hierarchy.roots) {
        const bool has_contour = !regions.contours.loops(root).vertices.empty();
        const bool large = regions.hierarchy.regions[root].leaves() >= fewest_leaves;
        if (large && has_contour && regions.contours.regular(root)) pieces_.push_back({root});
    }
    taken_.fill(false);
    frames_ = cursor_ = looked_at_ = 0;
    trying_.reset();
    normals_.reserve(most_samples + most_tries * most_refuting);
}

void OwnDirectionSearch::begin_frame() {
    ++frames_;
    looked_at_ = 0;
    trying_.reset();  // after an exception
}

std::optional<Region> OwnDirectionSearch::next(const frame::Bodies& bodies, const LeafBlocks& blocks, Regions& regions,
                                               LeafUpdate& leaf_update) {
    for (;;) {
        if (!trying_) {
            trying_ = piece_to_try(bodies, regions);
            if (!trying_) return std::nullopt;
            const Piece& piece = pieces_[*trying_];
            tries_ = 0;
            leaves_follow_ = piece.number != OwnAxes::none;
            sample_normals(bodies, blocks, leaf_update, regions.hierarchy.regions[piece.root]);
        } else {
            Piece& piece = pieces_[*trying_];
            if (piece.number == OwnAxes::none) {  // given up, and its leaves bounded as before
                trying_.reset();
                continue;
            }
            if (regions.bounds[piece.root].directions.contains(sampled_directions + piece.number)) {
                piece.failures = 0;
                trying_.reset();
                continue;
            }
            add_refuting_normals(bodies, blocks, leaf_update, regions, piece);
        }
        if (const auto again = try_piece(regions, leaf_update)) return again;
    }
}

/// First those that have lost their direction; then a few of those that have none.
std::optional<std::size_t> OwnDirectionSearch::piece_to_try(const frame::Bodies& bodies, const Regions& regions) {
    const auto faces = [&](const Piece& piece) {
        const DirectionSet& set = regions.bounds[piece.root].directions;
        return piece.number == OwnAxes::none ? !set.empty() : set.contains(sampled_directions + piece.number);
    };
    for (std::size_t i = 0; i < pieces_.size() && looked_at_ == 0; ++i) {
        if (pieces_[i].number != OwnAxes::none && !faces(pieces_[i])) return i;
    }
    while (looked_at_ < std::min(pieces_per_frame, pieces_.size())) {
        ++looked_at_;
        const std::size_t i = cursor_++ % pieces_.size();
        Piece& piece = pieces_[i];
        const std::uint32_t body = regions.hierarchy.regions[piece.root].body;
        if (piece.number != OwnAxes::none || frames_ < piece.next_frame || faces(piece)) continue;
        if (!bodies.all()[body].set_aside && take_number(piece)) return i;
    }
    return std::nullopt;
}

bool OwnDirectionSearch::take_number(Piece& piece) {
    const auto free = std::find(taken_.begin(), taken_.end(), false);
    if (free == taken_.end()) return false;
    *free = true;
    piece.number = static_cast<std::uint8_t>(free - taken_.begin());
    return true;
}

/// Bounds the leaves about the next guess, or as before where there is none.
std::optional<Region> OwnDirectionSearch::try_piece(Regions& regions, LeafUpdate& leaf_update) {
    const auto direction = tries_ < most_tries ? direction_within_normals() : std::nullopt;
    if (!direction) return give_up(regions, leaf_update);
    ++tries_;
    leaves_follow_ = true;
    const Piece& piece = pieces_[*trying_];
    const Region& leaves = regions.hierarchy.regions[piece.root];
    regions.own_directions[piece.number] = direction_along(*direction);
    leaf_update.bound_about(piece.number, leaves);
    return leaves;
}

std::optional<Region> OwnDirectionSearch::give_up(const Regions& regions, LeafUpdate& leaf_update) {
    Piece& piece = pieces_[*trying_];
    taken_[piece.number] = false;
    piece.number = OwnAxes::none;
    piece.failures = static_cast<std::uint8_t>(std::min<unsigned>(piece.failures + 1u, most_failures));
    piece.next_frame = frames_ + (std::uint64_t{1} << piece.failures);
    if (!leaves_follow_) {
        trying_.reset();
        return std::nullopt;
    }
    leaf_update.bound_about(OwnAxes::none, regions.hierarchy.regions[piece.root]);
    return regions.hierarchy.regions[piece.root];
}

void OwnDirectionSearch::sample_normals(const frame::Bodies& bodies, const LeafBlocks& blocks,
                                        const LeafUpdate& leaf_update, const Region& piece) {
    normals_.clear();
    const FacingLeaves leaves{bodies, blocks, leaf_update};
    const std::size_t samples = std::min<std::size_t>(most_samples, piece.leaves());
    for (std::size_t i = 0; i < samples; ++i) {
        const std::size_t leaf = piece.first_leaf + i * piece.leaves() / samples;
        // Odd steps through the places of a leaf, so that they are all over it.
        const auto normal = leaves.normal(leaf, 37 * i % blocks.size(leaf));
        if (normal) normals_.push_back(*normal);
    }
}

void OwnDirectionSearch::add_refuting_normals(const frame::Bodies& bodies, const LeafBlocks& blocks,
                                              const LeafUpdate& leaf_update, const Regions& regions,
                                              const Piece& piece) {
    const Region& leaves = regions.hierarchy.regions[piece.root];
    const auto refutes = [&](std::size_t leaf) {
        return !regions.of_leaf(leaf).directions.contains(sampled_directions + piece.number);
    };
    std::size_t refuting = 0;
    for (std::size_t leaf = leaves.first_leaf; leaf < leaves.last_leaf; ++leaf) refuting += refutes(leaf) ? 1 : 0;
    const std::size_t every = (refuting + most_refuting - 1) / most_refuting;
    std::size_t number = 0;
    for (std::size_t leaf = leaves.first_leaf; leaf < leaves.last_leaf; ++leaf) {
        if (!refutes(leaf) || number++ % every != 0) continue;
        const auto worst = least_faced({bodies, blocks, leaf_update}, leaf, regions.own_directions[piece.number].along);
        if (worst) normals_.push_back(*worst);
    }
}

/// The axis of the narrowest cone around the normals: the centre of the smallest ball around these points of the unit
/// sphere, by steps towards the farthest of them. Nothing where some normals do not face the best one found.
std::optional<Vec3> OwnDirectionSearch::direction_within_normals() const {
    constexpr int steps = 100;
    Vec3 centre, best;
    for (const Vec3& normal : normals_) centre = centre + (1 / double(normals_.size())) * normal;
    double most = 0;
    for (int step = 1; step <= steps; ++step) {
        double least = std::numeric_limits<double>::infinity();
        Vec3 farthest;
        for (const Vec3& normal : normals_) {
            const double product = dot(normal, centre);
            if (product < least) {
                least = product;
                farthest = normal;
            }
        }
        const double length = std::sqrt(dot(centre, centre));
        if (least > most * length) {
            most = least / length;
            best = (1 / length) * centre;
        }
        centre = centre + (1.0 / (step + 1)) * (farthest - centre);
    }
    if (most < least_product) return std::nullopt;
    return best;
}

}  // namespace pliant::regularity
