#include "simulate/scripted_obstacle.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "numeric/vec.hpp"

namespace pliant::simulate {

ScriptedObstacle::ScriptedObstacle(const scene_file::SceneFile& scene, const scene_file::Body& body, BodySource& source)
    : scene_(&scene),
      plan_(&body),
      motion_(body.motion, body.position),
      start_(source.mesh.positions),
      now_(start_),
      sequence_(std::move(source.sequence)) {
    if (sequence_ == nullptr) return;
    read(0, before_);
    read(1, after_);
}

void ScriptedObstacle::read(std::size_t frame, std::vector<Point>& out) const {
    const auto refuse = [&](const char* why) {
        fail_at_line(*scene_, plan_->file_line, "file: frame " + std::to_string(frame) + why);
    };
    try {
        sequence_->positions(frame, out);
    } catch (const io::FileError& error) {
        fail_at_line(*scene_, plan_->file_line, std::string("file: ") + error.what());
    }
    if (out.size() != start_.size()) refuse(" has another number of vertices");
    if (!std::all_of(out.begin(), out.end(), [](const Point& p) { return finite(Vec3(p)); }))
        refuse(" holds a value that is not finite");
    place(*plan_, out);
}

/// Between two frames on straight lines.
void ScriptedObstacle::show_sequence(double time) {
    const std::size_t frames = sequence_->frames();
    const double last = double(frames - 1), number = std::max(time, 0.0) * plan_->frames_per_second;
    const double shown = plan_->repeat ? std::fmod(number, last + 1) : std::min(number, last);
    const auto frame = static_cast<std::size_t>(shown);
    if (frame != frame_) {
        read(frame, before_);
        read((frame + 1) % frames, after_);
        frame_ = frame;
    }
    const double share = shown - double(frame);
    for (std::size_t i = 0; i < now_.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k) now_[i][k] = (1 - share) * before_[i][k] + share * after_[i][k];
}

std::span<const Point> ScriptedObstacle::at(double time) {
    if (sequence_ != nullptr) {
        show_sequence(time);
    } else {
        now_ = start_;
    }
    if (motion_.is_still()) return now_;
    const RigidMotion::Pose pose = motion_.at(time);
    for (Point& p : now_) p = pose(p);
    return now_;
}

}  // namespace pliant::simulate
