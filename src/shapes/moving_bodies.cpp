#include "shapes/moving_bodies.hpp"

namespace pliant::shapes {

MovingBodies::MovingBodies(std::string name, std::size_t frames, std::size_t loop, Bodies bodies)
    : name_(std::move(name)), frames_(frames), loop_(loop), bodies_(std::move(bodies)) {
    for (MovingBody& body : bodies_) {
        rest_.push_back(body.mesh.positions);
        body.motion(0, rest_.back(), body.mesh.positions);
    }
}

void MovingBodies::positions(std::size_t frame, std::size_t body, std::vector<Position>& out) const {
    const std::vector<Position>& rest = rest_.at(body);
    out.resize(rest.size());
    bodies_[body].motion(phase(frame), rest, out);
}

const Skin* MovingBodies::skin(std::size_t body) const {
    const auto& cage = bodies_.at(body).cage;
    return cage ? &cage->skin : nullptr;
}

void MovingBodies::cage(std::size_t frame, std::size_t body, std::vector<Position>& out) const {
    const auto& cage = bodies_.at(body).cage;
    out.resize(cage ? cage->skin.cage.size() : 0);
    if (cage) cage->motion(phase(frame), cage->skin.cage, out);
}

}  // namespace pliant::shapes
