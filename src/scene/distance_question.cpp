#include "scene/distance_question.hpp"

#include <limits>
#include <stdexcept>

namespace pliant {

using frame::Bodies;

BodyDistance DistanceQuestion::distance(Bodies& bodies, BodyId a, BodyId b, parallel::Workers& workers) {
    const frame::Body &first = bodies.at(a), &second = bodies.at(b);
    if (a == b) throw std::invalid_argument("pliant: the distance of a body from itself");
    update(bodies, workers);
    const auto index = [&](const frame::Body& body) { return static_cast<std::uint32_t>(&body - bodies.all().data()); };
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (const auto found = surfaces_.find(bodies, index(first), index(second), infinity)) return *found;
    BodyDistance apart;
    apart.a = a;
    apart.b = b;
    apart.distance = {infinity, infinity};
    return apart;
}

std::vector<BodyDistance> DistanceQuestion::distances(Bodies& bodies, double most, parallel::Workers& workers) {
    if (!(most >= 0)) throw std::invalid_argument("pliant: the largest distance is negative or not a number");
    update(bodies, workers);
    std::vector<BodyDistance> out;
    surfaces_.find_all(bodies, most, workers, out);
    return out;
}

void DistanceQuestion::update(Bodies& bodies, parallel::Workers& workers) {
    bodies.update(workers);
    surfaces_.update(bodies, workers);
}

}  // namespace pliant
