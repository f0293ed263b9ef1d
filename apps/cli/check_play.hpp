// Plays the frames of `pliant check` and asks its questions of each.
#pragma once

#include <functional>
#include <span>

#include "check.hpp"
#include "known.hpp"
#include "shard.hpp"

namespace pliant::cli {

std::vector<CheckedBody> describe_bodies(const Stage& stage);

/// A vertex in a closed surface, which is that of `other`.
struct WatchedWayOut {
    BodyId other{};
    VertexPenetration penetration;
};

/// Everything that was found in the frame on the stage. Borrowed.
struct WatchedFrame {
    const CheckedFrame& frame;
    std::span<const TrianglePair> pairs;
    std::span<const Penetration> penetrations;
    std::span<const WatchedWayOut> ways_out;  // with CheckQuestions::depth
    const DrawnFeatures& features;
};
using FrameWatcher = std::function<void(const WatchedFrame&)>;

/// `found`, where given, gathers what is found in all frames; `watch`, where given, is called for each.
CheckResult play(Stage& stage, const FrameList& list, const CheckQuestions& questions, const Known& known,
                 FoundSoFar* found, const FrameWatcher& watch = {});

}  // namespace pliant::cli
