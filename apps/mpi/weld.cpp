#include "weld.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

namespace pliant::mpi_cli {
namespace {

constexpr const char* stage = "joining vertices";

struct Claim {
    Point position;
    std::uint64_t number;  // the answer: the least of all
    std::uint64_t place;   // for the rank that asks
};

/// The rank that knows all vertices there.
std::size_t rank_for(const Point& p, std::size_t ranks) {
    std::uint64_t hash = 1469598103934665603ull;
    for (const double x : p) hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 1099511628211ull;
    return std::size_t((hash >> 20) % ranks);
}

void settle(std::vector<std::vector<Claim>>& claims) {
    std::vector<Claim*> order;
    for (auto& list : claims) {
        for (Claim& claim : list) order.push_back(&claim);
    }
    std::ranges::sort(order, {}, [](const Claim* c) { return std::tie(c->position, c->number); });
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (order[i]->position == order[i - 1]->position) order[i]->number = order[i - 1]->number;
    }
}

}  // namespace

std::vector<std::uint64_t> welded(mpi::Communicator& communicator, std::span<const Point> positions,
                                  std::span<const std::uint64_t> numbers) {
    const auto size = std::size_t(communicator.size());
    std::vector<std::uint64_t> result(numbers.begin(), numbers.end());
    std::vector<std::vector<Claim>> claims(size);
    communicator.together(stage, [&] {
        for (std::size_t i = 0; i < positions.size(); ++i) {
            Point p = positions[i];
            if (!std::isfinite(p[0]) || !std::isfinite(p[1]) || !std::isfinite(p[2])) continue;
            for (double& x : p) x += 0.0;  // -0 becomes 0
            claims[rank_for(p, size)].push_back({p, numbers[i], i});
        }
    });
    claims = communicator.exchange(stage, std::move(claims));
    communicator.together(stage, [&] { settle(claims); });
    claims = communicator.exchange(stage, std::move(claims));
    for (const auto& list : claims) {
        for (const Claim& claim : list) result[claim.place] = claim.number;
    }
    return result;
}

}  // namespace pliant::mpi_cli
