// An obstacle that moves as a whole, by the frames of a sequence, or both.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "simulate/body_source.hpp"
#include "simulate/rigid_motion.hpp"

namespace pliant::simulate {

class ScriptedObstacle {
public:
    /// Borrowed: scene and body must outlive this. Takes the sequence of the source. Throws io::FileError.
    ScriptedObstacle(const scene_file::SceneFile& scene, const scene_file::Body& body, BodySource& source);

    [[nodiscard]] bool is_still() const { return sequence_ == nullptr && motion_.is_still(); }
    /// Where its vertices are. Valid until the next call. Throws io::FileError for a frame that cannot be read.
    std::span<const Point> at(double time);

private:
    void read(std::size_t frame, std::vector<Point>& out) const;
    void show_sequence(double time);

    const scene_file::SceneFile* scene_;
    const scene_file::Body* plan_;
    RigidMotion motion_;
    std::vector<Point> start_, now_;  // at time 0, and at the time shown
    std::unique_ptr<io::Sequence> sequence_;
    std::vector<Point> before_, after_;  // placed frames around the time shown
    std::size_t frame_ = 0;              // that `before_` is of
};

}  // namespace pliant::simulate
