#include "shapes/moving_bodies.hpp"

namespace pliant::shapes {

MovingBodies::MovingBodies(std::string_view name, std::size_t frames, std::size_t loop, std::vector<MovingBody> bodies)
    : name_(name), frames_(frames), loop_(loop), bodies_(std::move(bodies)) {
    for (MovingBody& body : bodies_) {
        rest_.push_back(body.mesh.positions);
        body.motion(0, rest_.back(), body.mesh.positions);
    }
}

void MovingBodies::positions(std::size_t frame, std::size_t body, std::vector<Position>& out) const {
    const std::vector<Position>& rest = rest_.at(body);
    out.resize(rest.size());
    const double phase = static_cast<double>(frame % loop_) / static_cast<double>(loop_);
    bodies_[body].motion(phase, rest, out);
}

}  // namespace pliant::shapes
