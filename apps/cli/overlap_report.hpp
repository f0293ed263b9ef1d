// The report of `pliant overlap`: written while the frames are played.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "frame_range.hpp"
#include "overlap.hpp"
#include "report_parts.hpp"

namespace pliant::cli {

class OverlapReport {
public:
    /// Throws where the file cannot be written.
    OverlapReport(const std::string& file, const Stage& stage, FrameRange range, std::span<const BodyPair> pairs,
                  bool depths);

    /// A pair that shares volume, with spans to show it by.
    void add_spans(const Overlap& overlap);
    /// `bodies`: as they were measured, moved or not.
    void add(const MeasuredFrame& measured, const std::string& name, std::span<const report::ShownBody> bodies);
    void finish(const OverlapResult& result, const std::string& text, std::string picture);

private:
    [[nodiscard]] std::vector<double> values_of(const MeasuredFrame& measured) const;

    const Stage& stage_;
    bool each_pair_;  // has a series of its own
    bool depths_;
    report::Layer shared_;
    report::Writer writer_;
};

/// Columns along each side of the shared volume as a report draws it; what it prints does not depend on it.
constexpr std::uint32_t reported_columns = 72;

}  // namespace pliant::cli
