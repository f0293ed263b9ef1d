// The report of `pliant check`: written while the frames are played.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "check.hpp"
#include "check_play.hpp"
#include "report_parts.hpp"

namespace pliant::cli {

class CheckReport {
public:
    /// Throws where the file cannot be written. `questions` is borrowed.
    CheckReport(const std::string& file, const Stage& stage, std::size_t frames, const CheckQuestions& questions);

    /// The stage shows the frame.
    void add(const WatchedFrame& watched);
    /// The stage shows the worst frame. `text`: the answer for people.
    void finish(const CheckResult& result, const std::string& text, std::string picture);

private:
    std::vector<report::Finding> findings(const WatchedFrame& watched) const;
    std::vector<WayOut> ways_out_of_tetrahedra(const WatchedFrame& watched) const;

    const Stage& stage_;
    const CheckQuestions& asked_;
    bool volumes_;
    report::Writer writer_;
};

}  // namespace pliant::cli
