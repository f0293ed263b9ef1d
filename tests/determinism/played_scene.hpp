// A scene of the catalogue, played frame by frame.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <pliant/scene.hpp>

#include "shapes/catalogue.hpp"

namespace pliant::determinism {

/// Every body of an animation in one Scene; `threads` as in SceneOptions.
class PlayedScene {
public:
    PlayedScene(std::string_view name, std::size_t triangles, unsigned threads)
        : scene({.threads = threads}),
          animation_(shapes::make_scene(name, {triangles, {}, 1})),
          positions_(animation_->bodies()) {
        for (std::size_t b = 0; b < positions_.size(); ++b) {
            const shapes::Mesh& mesh = animation_->body(b);
            positions_[b] = mesh.positions;
            ids_.push_back(mesh.tetrahedra.empty() ? scene.add(SurfaceView{positions_[b], mesh.triangles})
                                                   : scene.add(VolumeView{positions_[b], mesh.tetrahedra}));
        }
    }

    [[nodiscard]] std::size_t frames() const { return animation_->frames(); }

    void go_to(std::size_t frame) {
        for (std::size_t b = 0; b < positions_.size(); ++b) {
            animation_->positions(frame, b, positions_[b]);
            scene.move(ids_[b], positions_[b]);
        }
    }

    Scene scene;

private:
    std::unique_ptr<shapes::AnimatedScene> animation_;
    std::vector<std::vector<shapes::Position>> positions_;
    std::vector<BodyId> ids_;
};

}  // namespace pliant::determinism
