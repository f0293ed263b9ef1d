#include "picture/view_choice.hpp"

#include <map>

namespace pliant::picture {

namespace {

constexpr std::size_t trial_width = 160, trial_height = 120;

/// The direction from which most is seen. `turn_costs`: what it costs to look from the other side than the first of
/// them, as a share of what is seen.
Position best_of(std::span<const Position> directions, const Surfaces& surfaces, Camera camera, double turn_costs,
                 parallel::Workers& workers) {
    Position best = directions[0];
    double most = -1;
    const Vec3 usual = direction_of(directions[0]);
    for (const Position& from : directions) {
        camera.from = from;
        const auto seen = static_cast<double>(hits_in_front(surfaces, camera, trial_width, trial_height, workers));
        const double turn = (1 - dot(usual, direction_of(from))) / 2;
        const double worth = seen * (1 - turn_costs * turn);
        if (worth <= most) continue;
        best = from;
        most = worth;
    }
    return best;
}

Position middle(const Position& a, const Position& b) {
    return {0.5 * a[0] + 0.5 * b[0], 0.5 * a[1] + 0.5 * b[1], 0.5 * a[2] + 0.5 * b[2]};
}

double half_distance(const Position& a, const Position& b) {
    const double x = 0.5 * a[0] - 0.5 * b[0], y = 0.5 * a[1] - 0.5 * b[1], z = 0.5 * a[2] - 0.5 * b[2];
    const double largest = std::max({std::abs(x), std::abs(y), std::abs(z)});
    if (!(largest > 0)) return 0;  // scaled, since squares of the largest doubles overflow
    return largest *
           std::sqrt((x / largest) * (x / largest) + (y / largest) * (y / largest) + (z / largest) * (z / largest));
}

bool within(const Position& p, const Position& low, const Position& high) {
    for (std::size_t k = 0; k < 3; ++k)
        if (!(p[k] >= low[k] && p[k] <= high[k])) return false;
    return true;
}

}  // namespace

HitPlaces::HitPlaces(const Subject& subject, double scale) : scale_(scale) {
    for (const Drawable& d : subject.drawables)
        for (std::size_t i = 0; i < d.triangles.size() && !d.hits.empty(); ++i) {
            const Triangle& t = d.triangles[i];
            const std::size_t n = d.positions.size();
            if (d.hits[i < d.hits.size() ? i : 0] == 0 || t[0] >= n || t[1] >= n || t[2] >= n) continue;
            const Position &a = d.positions[t[0]], &b = d.positions[t[1]], &c = d.positions[t[2]];
            Position place{};
            for (std::size_t k = 0; k < 3; ++k) place[k] = a[k] / 3 + b[k] / 3 + c[k] / 3;
            places_.push_back(place);
        }
    for (const Marker& marker : subject.markers) places_.push_back(marker.at);
    for (const Polyline& line : subject.lines) places_.insert(places_.end(), line.points.begin(), line.points.end());
}

CloseUp HitPlaces::ball(const Position& low, const Position& high) const {
    constexpr double largest_share = 0.22, focus_share = 0.14, smallest_share = 1e-9, room = 1.25;
    const double radius = room * half_distance(low, high);
    if (radius <= largest_share * scale_) return {middle(low, high), std::max(radius, smallest_share * scale_)};
    const double cell = focus_share * scale_;
    std::map<std::array<long, 3>, std::vector<std::size_t>> cells;
    for (std::size_t i = 0; i < places_.size(); ++i) {
        if (!within(places_[i], low, high)) continue;
        std::array<long, 3> key{};
        for (std::size_t k = 0; k < 3; ++k) key[k] = std::lround((places_[i][k] - low[k]) / cell);
        cells[key].push_back(i);
    }
    if (cells.empty()) return {middle(low, high), focus_share * scale_};
    const auto fullest = std::max_element(
        cells.begin(), cells.end(), [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    return {places_[most_central(fullest->second)], cell};
}

/// The one nearest to the mean of them.
std::size_t HitPlaces::most_central(std::span<const std::size_t> members) const {
    Position mean{};
    for (const std::size_t i : members)
        for (std::size_t k = 0; k < 3; ++k) mean[k] += places_[i][k] / static_cast<double>(members.size());
    return *std::min_element(members.begin(), members.end(), [&](std::size_t a, std::size_t b) {
        return half_distance(places_[a], mean) < half_distance(places_[b], mean);
    });
}

Position best_corner(const Surfaces& surfaces, const Camera& camera, parallel::Workers& workers) {
    constexpr std::array<Position, 4> corners{
        {{0.6, -1.0, 0.55}, {-0.6, -1.0, 0.55}, {0.6, 1.0, 0.55}, {-0.6, 1.0, 0.55}}};
    if (surfaces.hits.empty()) return corners[0];
    return best_of(corners, surfaces, camera, 0.25, workers);
}

Position best_direction(const Surfaces& close_up, const Camera& camera, parallel::Workers& workers) {
    if (close_up.hits.empty()) return camera.from;
    std::vector<Position> directions{camera.from};
    for (const double z : {0.5, -0.5, 0.0})
        for (const Position& level : {Position{0.6, -1, 0},
                                      {-0.6, -1, 0},
                                      {1, -0.2, 0},
                                      {-1, -0.2, 0},
                                      {0, -1, 0},
                                      {0.6, 1, 0},
                                      {-0.6, 1, 0},
                                      {0, 1, 0}})
            directions.push_back({level[0], level[1], z});
    directions.push_back({0.1, -0.3, 1});
    directions.push_back({0.1, -0.3, -1});
    return best_of(directions, close_up, camera, 0.85, workers);
}

}  // namespace pliant::picture
