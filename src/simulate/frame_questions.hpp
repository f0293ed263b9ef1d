// Questions of a scene file, asked about the bodies of a simulation.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include "scene_file/scene_file.hpp"

namespace pliant::simulate {

class FrameQuestions {
public:
    /// Borrowed: both must outlive this.
    FrameQuestions(std::span<const scene_file::Question> questions, const Simulation& simulation, unsigned threads);

    /// An answer for each question about the present positions; NaN where it is not its turn.
    void ask(std::size_t frame, std::vector<double>& answers);

private:
    double answer(const scene_file::Question& question);
    double intersections(const scene_file::Question& question);
    double curves(const scene_file::Question& question);
    double depth(const scene_file::Question& question);
    double inside(const scene_file::Question& question);
    double overlap(const scene_file::Question& question);

    std::span<const scene_file::Question> questions_;
    const Simulation& simulation_;
    Scene scene_;
};

}  // namespace pliant::simulate
