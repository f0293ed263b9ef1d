// The question `curves` of a scene: asks for pairs, then makes curves of them.
#pragma once

#include <pliant/curves.hpp>

#include "curves/curve_finder.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"
#include "scene/intersection_question.hpp"

namespace pliant {

/// The answer stays valid until the same is asked again.
class CurveQuestion {
public:
    const Curves& answer(frame::Bodies& bodies, const CurveOptions& options, IntersectionQuestion& intersections,
                         parallel::Workers& workers);

private:
    curves::CurveFinder finder_;
    Curves answer_;
};

}  // namespace pliant
