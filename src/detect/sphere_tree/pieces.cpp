#include "detect/sphere_tree/pieces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "detect/sphere_tree/sphere.hpp"

namespace pliant::sphere_tree {

using geometry::TriangleCorners;

namespace {

constexpr double much_longer = 4;          // than the mean
constexpr double longest_part = 1.0 / 16;  // of the body's diagonal
constexpr std::size_t more_pieces = 4096;  // than twice as many as triangles

std::array<double, 3> edges(const TriangleCorners& t) {
    return {distance(t[1], t[2]), distance(t[2], t[0]), distance(t[0], t[1])};
}

double longest_edge(const TriangleCorners& t) {
    const auto e = edges(t);
    return std::max({e[0], e[1], e[2]});
}

Vec3 mix(const std::array<double, 3>& w, const TriangleCorners& t) { return w[0] * t[0] + w[1] * t[1] + w[2] * t[2]; }

TriangleCorners mix(const CutCorners& cut, const TriangleCorners& t) {
    return {mix(cut[0], t), mix(cut[1], t), mix(cut[2], t)};
}

double limit_of_length(const SurfaceNow& surface, std::span<const std::uint32_t> usable) {
    double sum = 0, count = 0;
    Vec3 lo{1e300, 1e300, 1e300}, hi{-1e300, -1e300, -1e300};
    for (const std::uint32_t t : usable) {
        const TriangleCorners corners = surface.corners(t);
        const double length = longest_edge(corners);
        if (!std::isfinite(length)) continue;
        sum += length;
        count += 1;
        for (const Vec3& p : corners) {
            lo = {std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z)};
            hi = {std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z)};
        }
    }
    const double limit = std::min(much_longer * sum / count, longest_part * distance(lo, hi));
    return limit > 0 ? limit : std::numeric_limits<double>::infinity();
}

class Cutter {
public:
    Cutter(Pieces& out, double limit, std::size_t most) : out_(out), limit_(limit), most_(most) {}

    /// Halves the longest edge of the longest piece until none is too long. All that is left goes to the list.
    void cut(std::uint32_t triangle, const TriangleCorners& corners) {
        if (!(longest_edge(corners) > limit_) || !std::isfinite(longest_edge(corners))) {
            out_.list.push_back({triangle, Piece::whole});
            return;
        }
        open_.assign(1, uncut);
        const std::size_t first = out_.cuts.size();
        while (!open_.empty()) {
            const CutCorners piece = open_.back();
            open_.pop_back();
            const auto lengths = edges(mix(piece, corners));
            const auto longest =
                static_cast<std::size_t>(std::max_element(lengths.begin(), lengths.end()) - lengths.begin());
            const bool small = !(lengths[longest] > limit_) || out_.cuts.size() + open_.size() >= most_;
            if (small) {
                out_.cuts.push_back(piece);
            } else {
                halve(piece, longest);
            }
        }
        for (std::size_t i = first; i < out_.cuts.size(); ++i) {
            out_.list.push_back({triangle, static_cast<std::uint32_t>(i)});
        }
    }

private:
    void halve(const CutCorners& piece, std::size_t across_from) {
        const std::size_t i = (across_from + 1) % 3, j = (across_from + 2) % 3;
        std::array<double, 3> middle{};
        for (std::size_t k = 0; k < 3; ++k) middle[k] = (piece[i][k] + piece[j][k]) / 2;
        open_.push_back(piece);
        open_.back()[i] = middle;
        open_.push_back(piece);
        open_.back()[j] = middle;
    }

    Pieces& out_;
    double limit_;
    std::size_t most_;  // cut pieces
    std::vector<CutCorners> open_;
};

}  // namespace

TriangleCorners corners_of(const Piece& piece, std::span<const CutCorners> cuts, const TriangleCorners& triangle) {
    return piece.cut == Piece::whole ? triangle : mix(cuts[piece.cut], triangle);
}

Pieces cut_long_triangles(const SurfaceNow& surface, std::span<const std::uint32_t> usable) {
    Pieces pieces;
    pieces.list.reserve(usable.size());
    Cutter cutter(pieces, limit_of_length(surface, usable), usable.size() + more_pieces);
    for (const std::uint32_t t : usable) cutter.cut(t, surface.corners(t));
    return pieces;
}

}  // namespace pliant::sphere_tree
