#include "body_at_frame.hpp"

#include <fmt/format.h>

#include "names.hpp"

namespace pliant::cli {

BodyAtFrame body_at_frame(const std::string& source, std::size_t frame, const io::SequenceOptions& reading) {
    const auto sequence = io::open_sequence(source, reading);
    BodyAtFrame body;
    body.mesh = sequence->mesh();
    body.positions = body.mesh.positions;
    if (sequence->frames() == 1) return body;
    if (frame >= sequence->frames()) {
        throw UsageError(fmt::format("--frame: {} has {} frames, numbered from 0", source, sequence->frames()));
    }
    if (std::optional<io::Mesh> own = sequence->read(frame, body.positions)) {
        body.mesh = std::move(*own);
        body.positions = body.mesh.positions;
    }
    return body;
}

SpanBoxes boxes_of(const Overlap& overlap) {
    constexpr std::array<Triangle, 12> faces{{{0, 2, 3},
                                              {0, 3, 1},
                                              {4, 5, 7},
                                              {4, 7, 6},
                                              {0, 1, 5},
                                              {0, 5, 4},
                                              {2, 6, 7},
                                              {2, 7, 3},
                                              {0, 4, 6},
                                              {0, 6, 2},
                                              {1, 3, 7},
                                              {1, 7, 5}}};
    SpanBoxes boxes;
    const auto axis = static_cast<std::size_t>(overlap.axis);
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    const double n = overlap.span_resolution;
    const double du = (overlap.box_hi[u] - overlap.box_lo[u]) / n, dv = (overlap.box_hi[v] - overlap.box_lo[v]) / n;
    for (const OverlapSpan& span : overlap.spans) {
        const auto first = static_cast<std::uint32_t>(boxes.positions.size());
        const std::uint32_t i = span.column % overlap.span_resolution, j = span.column / overlap.span_resolution;
        for (unsigned corner = 0; corner < 8; ++corner) {
            Position p{};
            p[u] = overlap.box_lo[u] + (i + (corner & 1)) * du;
            p[v] = overlap.box_lo[v] + (j + (corner >> 1 & 1)) * dv;
            p[axis] = (corner & 4) != 0 ? span.leave : span.enter;
            boxes.positions.push_back(p);
        }
        for (const Triangle& t : faces) boxes.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
    return boxes;
}

}  // namespace pliant::cli
