// What `pliant check` learned, for its two voices: text and JSON.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

#include "source.hpp"
#include "tally.hpp"

namespace pliant::cli {

struct CheckedBody {
    std::string name;
    std::size_t vertices = 0;
    std::size_t triangles = 0;   // of the boundary, for tetrahedra
    std::size_t tetrahedra = 0;  // 0: a surface
    std::size_t polygons = 0;    // 0: every face in the file is a triangle
    bool closed = false;
    std::vector<Flaw> set_aside;  // in any of the frames; sorted
    std::vector<Flaw> noted;      // the same, of what was looked at nevertheless
};

/// Of a frame with tetrahedra.
struct CheckedPenetrations {
    std::size_t inside = 0;
    std::size_t on_boundary = 0;
    std::optional<std::size_t> edges;  // unless not asked for
    std::optional<double> deepest;     // the same
    Stages milliseconds;
    std::vector<Penetration> list;            // left empty unless they are to be listed
    std::vector<EdgePenetration> edges_list;  // the same
};

struct CheckedFrame {
    std::size_t frame = 0;
    Tally tally;
    bool complete = true, all_examined = true;
    Limit stopped_by = Limit::none;
    bool any_left_out = false;
    Detector detector = Detector::none;
    Stages milliseconds;
    std::vector<TrianglePair> pairs;  // left empty unless they are to be listed
    std::vector<std::array<std::uint32_t, 2>>
        polygons;  // of the pairs; empty where the triangles are those of the files
    std::optional<CheckedPenetrations> penetrations;
};

struct CheckResult {
    std::vector<CheckedBody> bodies;
    std::vector<CheckedFrame> frames;
    std::size_t worst = 0;                  // the frame, by place in `frames`, with most pairs; the first of equals
    std::vector<TrianglePair> worst_pairs;  // its pairs
    bool any_penetration = false;           // in any frame

    [[nodiscard]] bool clean() const { return worst_pairs.empty() && !any_penetration; }
};

/// Schema 1, one line a frame. `list_pairs`: CheckedFrame::pairs are filled and wanted.
std::string check_as_json(const CheckResult& result, const Stage& stage, bool list_pairs);

/// For people. The stage shows the worst frame. `welded`: equal positions are joined already.
std::string check_as_text(const CheckResult& result, const Stage& stage, bool welded);

}  // namespace pliant::cli
