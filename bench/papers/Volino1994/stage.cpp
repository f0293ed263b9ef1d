#include "stage.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace pliant::bench {

Actor actor(std::string_view scene, std::size_t triangles, std::size_t body) {
    shapes::SceneSize size;
    size.triangles = triangles;
    std::shared_ptr<const shapes::AnimatedScene> made = shapes::make_scene(scene, size);
    if (!made) throw std::invalid_argument("no scene " + std::string(scene) + " in the catalogue");
    return {std::move(made), body};
}

Stage::Stage(std::vector<Actor> actors) : actors_(std::move(actors)), positions_(actors_.size()) {
    for (std::size_t i = 0; i < actors_.size(); ++i) {
        positions_[i].resize(actors_[i].mesh().positions.size());
        ids_.push_back(bodies_.add(positions_[i], actors_[i].mesh().triangles));
    }
    detector_.use(&probe_);
    pose(0);
    update();
}

void Stage::pose(std::size_t frame) {
    for (std::size_t i = 0; i < actors_.size(); ++i) {
        actors_[i].scene->positions(frame, actors_[i].body, posed_);
        for (std::size_t v = 0; v < posed_.size(); ++v) {
            for (std::size_t axis = 0; axis < 3; ++axis) positions_[i][v][axis] = static_cast<float>(posed_[v][axis]);
        }
        bodies_.move(ids_[i], positions_[i]);
    }
}

void Stage::update() {
    if (bodies_.start_reading(workers_)) {
        detector_.start_update(bodies_);
        workers_.for_each(bodies_.spans(), [&](std::size_t span) {
            for (std::size_t batch = 0; batch < bodies_.batches(span); ++batch) {
                detector_.update_batch(bodies_, bodies_.read(span, batch));
            }
        });
        bodies_.finish_reading();
    }
    detector_.update(bodies_, workers_, answer_.report);
}

const Answer<TrianglePair>& Stage::find(const IntersectionOptions& options) {
    answer_.report.counters = {};
    detector_.find({bodies_, options, workers_, answer_.report}, answer_);
    return answer_;
}

std::size_t Stage::triangles() const {
    std::size_t sum = 0;
    for (const Actor& actor : actors_) sum += actor.triangles();
    return sum;
}

std::vector<std::uint8_t> colliding(const Stage& stage, const Answer<TrianglePair>& answer) {
    std::vector<std::uint8_t> out(stage.triangles(), 0);
    for (const TrianglePair& pair : answer) {
        for (const TriangleRef& side : {pair.a, pair.b}) {
            out[stage.bodies().at(side.body).first_triangle + side.triangle] = 1;
        }
    }
    return out;
}

}  // namespace pliant::bench
