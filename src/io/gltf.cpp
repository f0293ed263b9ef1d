#include <cmath>

#include "io/gltf_animation.hpp"
#include "io/gltf_sequence.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant::io {
namespace {

Mesh mesh_in_pose(const GltfScene& scene, const GltfPose& pose, const Source& source) {
    Mesh mesh;
    mesh.name = std::filesystem::path(source.name).filename().string();
    mesh.triangles = scene.triangles();
    mesh.parts = scene.parts();
    mesh.polygons = mesh.triangles.size();
    mesh.dropped = scene.dropped();
    scene.positions(pose, mesh.positions);
    return mesh;
}

std::size_t frame_count(const GltfAnimation& animation, double frames_per_second, const JsonPlace& root) {
    if (!(frames_per_second > 0 && std::isfinite(frames_per_second))) root.fail("frames per second must be above 0");
    // Tolerance: key times in float at 24 keys per second fall slightly short of whole frames.
    const double frames = std::floor((animation.last - animation.first) * frames_per_second + 1e-3) + 1;
    constexpr double most = 1e7;
    if (!(frames <= most)) root.fail("the animation has more than ten million frames");
    return static_cast<std::size_t>(frames);
}

class GltfSequence final : public Sequence {
public:
    GltfSequence(GltfDocument& document, std::string_view which, double frames_per_second)
        : scene_(document),
          animation_(read_gltf_animation(document, scene_, which)),
          frames_per_second_(frames_per_second),
          frames_(frame_count(animation_, frames_per_second, document.root())),
          mesh_(mesh_in_pose(scene_, pose(0), document.source())) {
        if (animation_.unread > 0) mesh_.dropped.push_back({"animation channels", "", animation_.unread, true});
    }

    [[nodiscard]] const Mesh& mesh() const override { return mesh_; }
    [[nodiscard]] std::size_t frames() const override { return frames_; }
    void positions(std::size_t frame, std::vector<std::array<double, 3>>& out) const override {
        const parallel::FloatingPointMode mode;
        if (frame >= frames_) throw FileError(mesh_.name + ": there is no frame " + std::to_string(frame));
        scene_.positions(pose(frame), out);
    }

private:
    [[nodiscard]] GltfPose pose(std::size_t frame) const {
        GltfPose pose = scene_.rest_pose();
        animation_.apply(animation_.first + static_cast<double>(frame) / frames_per_second_, pose);
        return pose;
    }

    GltfScene scene_;
    GltfAnimation animation_;
    double frames_per_second_;
    std::size_t frames_;
    Mesh mesh_;
};

}  // namespace

Mesh read_gltf(const Source& source) {
    GltfDocument document(source);
    const GltfScene scene(document);
    return mesh_in_pose(scene, scene.rest_pose(), source);
}

std::unique_ptr<Sequence> open_gltf(const Source& source, std::string_view animation, double frames_per_second) {
    GltfDocument document(source);
    return std::make_unique<GltfSequence>(document, animation, frames_per_second);
}

}  // namespace pliant::io
