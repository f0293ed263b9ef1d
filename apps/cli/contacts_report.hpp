// The report of `pliant contacts`: written while the frames are played.
#pragma once

#include <string>
#include <vector>

#include "contacts.hpp"
#include "frame_range.hpp"
#include "report_parts.hpp"

namespace pliant::cli {

class ContactsReport {
public:
    /// Throws where the file cannot be written.
    ContactsReport(const std::string& file, const Stage& stage, FrameRange range);

    /// What was found of one pair of bodies, before the next is asked about.
    void add_pair(Scene& scene, const BodyPair& bodies, const Contacts& contacts);
    /// The stage shows the frame; all its pairs of bodies were added.
    void add(const TouchingFrame& touching, const std::string& name);
    void finish(const ContactsResult& result, const std::string& text, std::string picture);
    /// The frame with most contacts, by its place, and its pairs of triangles.
    [[nodiscard]] std::size_t worst() const { return worst_; }
    [[nodiscard]] const std::vector<TrianglePair>& worst_pairs() const { return worst_pairs_; }

private:
    void add_spheres(Scene& scene, std::size_t body, std::span<const std::uint32_t> numbers);

    const Stage& stage_;
    std::vector<TrianglePair> pairs_;
    std::vector<report::Finding> open_;
    report::Layer spheres_;
    std::vector<double> totals_;  // error, gap, stages, counters of the frame
    Stages milliseconds_;
    Counters counters_;
    std::size_t frames_ = 0, worst_ = 0, most_ = 0;
    std::vector<TrianglePair> worst_pairs_;
    report::Writer writer_;
};

}  // namespace pliant::cli
