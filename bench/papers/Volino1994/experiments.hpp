// The measurements of [Volino1994, section 3], and what the paper claims about growth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "stage.hpp"

namespace pliant::bench {

/// The paper's A and B.
struct Calls {
    std::uint64_t hierarchical = 0;  // visits of regions and of pairs of regions
    std::uint64_t elementary = 0;    // pairs of triangles tested
    std::uint64_t contours = 0;      // ours only
};

struct CallCounts {
    std::string scene;
    std::size_t triangles = 0, pairs = 0, colliding = 0;
    Calls without_rules, with_rules;
};

/// Tables 1a to 2b. Throws std::logic_error where the rules change the answer.
CallCounts count_calls(std::string_view scene, std::size_t triangles);

/// Processor milliseconds of the median frame, each frame at its fastest repetition.
struct GarmentTimes {
    std::size_t cloth = 0, body = 0;               // triangles
    double pairs_between = 0, pairs_of_cloth = 0;  // of the mean frame
    double update = 0;                             // normals and boxes of both
    double between = 0;                            // body with cloth
    double cloth_without_rules = 0, cloth_with_rules = 0;
    double cloth_contours_assumed = 0, pairs_contours_assumed = 0;  // the rules as the paper uses them: not a proof
};

/// Section 3.3.
GarmentTimes time_garment(std::size_t cloth, std::size_t body, std::size_t repetitions);

struct Growth {
    std::string scene;
    std::size_t triangles = 0;
    double pairs = 0;  // of the mean frame
    double update = 0, find_without_rules = 0, find_with_rules = 0;
};

Growth time_growth(std::string_view scene, std::size_t triangles, std::size_t repetitions);

/// How many frames are timed, evenly spread over the motion.
inline constexpr std::size_t timed_frames = 4;

/// The cloth of the catalogue's figure, of about this many triangles, and the figure itself.
Actor garment(std::size_t triangles);
Actor figure(std::size_t triangles);

/// The frame at which calls are counted: some way from the first, at which the hierarchy was made.
inline constexpr std::size_t counted_frame = 5;

}  // namespace pliant::bench
