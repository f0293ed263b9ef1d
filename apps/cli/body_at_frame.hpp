// One body from a file or a frame of a sequence.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

#include "add_body.hpp"
#include "io/io.hpp"
#include "source.hpp"

namespace pliant::cli {

struct BodyAtFrame {
    io::Mesh mesh;  // connectivity
    std::vector<Position> positions;

    BodyId add_to(Scene& scene) const { return add_body(scene, mesh, positions); }
};

/// A single mesh has every frame. Throws io::FileError, and UsageError for a frame that is not there.
BodyAtFrame body_at_frame(const std::string& source, std::size_t frame, const io::SequenceOptions& reading);

/// A box for every span.
struct SpanBoxes {
    std::vector<Position> positions;
    std::vector<Triangle> triangles;
};
SpanBoxes boxes_of(const Overlap& overlap);

}  // namespace pliant::cli
