// Plays the frames of `pliant check` and asks its questions of each.
#pragma once

#include "check.hpp"
#include "frame_range.hpp"
#include "known.hpp"

namespace pliant::cli {

std::vector<CheckedBody> describe_bodies(const Stage& stage);

/// `found`, where given, gathers what is found in all frames.
CheckResult play(Stage& stage, FrameRange range, const CheckQuestions& questions, const Known& known,
                 FoundSoFar* found);

}  // namespace pliant::cli
