#include "source.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "add_body.hpp"
#include "names.hpp"

namespace pliant::cli {
namespace {

std::size_t common_length(std::span<const Source> sources) {
    std::size_t longest = 0;
    for (std::size_t i = 1; i < sources.size(); ++i) {
        if (sources[i].sequence->frames() > sources[longest].sequence->frames()) longest = i;
    }
    const std::size_t frames = sources[longest].sequence->frames();
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const std::size_t own = sources[i].sequence->frames();
        if (own == frames || own == 1) continue;
        throw UsageError(fmt::format("{} has {} frames and {} has {}: sequences must be of one length",
                                     sources[longest].file, frames, sources[i].file, own));
    }
    return frames;
}

std::vector<std::unique_ptr<io::Sequence>> open(const std::string& file, const Reading& reading) {
    if (!reading.merge) return io::open_bodies(file, reading);
    std::vector<std::unique_ptr<io::Sequence>> one;
    one.push_back(io::open_sequence(file, reading));
    return one;
}

}  // namespace

std::uint32_t Source::polygon(std::uint32_t triangle) const {
    const auto& polygons = mesh().polygon_of_triangle;
    return triangle < polygons.size() ? polygons[triangle] : triangle;
}

Stage::Stage(std::span<const std::string> files, const Reading& reading, unsigned threads)
    : scene_(SceneOptions{threads}) {
    for (const std::string& file : files) {
        for (auto& body : open(file, reading)) sources_.push_back({file, std::move(body), {}});
    }
    frames_ = common_length(sources_);
    for (Source& source : sources_) {
        source.positions = source.mesh().positions;
        add_body(scene_, source.mesh(), source.positions);
    }
}

std::string Stage::frame_name(std::size_t frame) const {
    for (const Source& source : sources_) {
        std::string name = source.sequence->frame_name(frame);
        if (!name.empty()) return name;
    }
    return "";
}

void Stage::show(std::size_t frame) {
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        if (sources_[i].sequence->frames() == 1) continue;
        sources_[i].sequence->positions(frame, sources_[i].positions);
        scene_.move(BodyId(i), sources_[i].positions);
    }
}

}  // namespace pliant::cli
