// One frame as the page reads it: a head in JSON, then arrays of bytes in the order that the head names them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/body_track.hpp"
#include "report/report.hpp"
#include "report/text.hpp"

namespace pliant::report {

/// A body as a frame shows it.
struct TrackedBody {
    const BodyTrack& track;
    std::size_t mesh = 0;  // number of its triangles in the file
    std::size_t vertices = 0;
};

Json finding_as_json(const Finding& finding);

/// Length of the head, as four bytes, the head, the arrays.
std::string frame_chunk(const Frame& frame, std::span<const TrackedBody> bodies);

/// Triangles of a body, as a chunk of the same form.
std::string mesh_chunk(std::size_t body, const BodyTrack& track);

}  // namespace pliant::report
