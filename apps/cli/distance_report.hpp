// The report of `pliant distance`, and its picture: written while the frames are played.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "distance.hpp"
#include "frame_range.hpp"
#include "image_options.hpp"
#include "report_parts.hpp"

namespace pliant::cli {

class DistanceReport {
public:
    /// Throws where the file cannot be written.
    DistanceReport(const std::string& file, const Stage& stage, FrameRange range, std::span<const BodyPair> pairs);

    /// The stage shows the frame.
    void add(const DistanceFrame& measured, const std::string& name);
    void finish(const DistanceResult& result, const std::string& text, std::string picture);

private:
    [[nodiscard]] std::vector<double> values_of(const DistanceFrame& measured) const;

    const Stage& stage_;
    std::vector<BodyPair> each_pair_;  // that has a line of its own in a chart
    report::Writer writer_;
};

/// The stage shows the frame. `image.file`: what is written; `files`: as they were typed.
void draw_distances(const ImageOptions& image, const Stage& stage, const DistanceFrame& measured,
                    std::span<const std::string> files);

}  // namespace pliant::cli
