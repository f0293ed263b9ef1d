#include "source.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "add_body.hpp"
#include "names.hpp"
#include "not_read.hpp"
#include "terminal.hpp"

namespace pliant::cli {
namespace {

std::size_t common_length(std::span<const Source> sources) {
    std::size_t longest = 0;
    for (std::size_t i = 1; i < sources.size(); ++i) {
        if (sources[i].frames() > sources[longest].frames()) longest = i;
    }
    const std::size_t frames = sources[longest].frames();
    for (const Source& source : sources) {
        const std::size_t own = source.frames();
        if (own == frames || own == 1) continue;
        throw UsageError(fmt::format("{} has {} frames and {} has {}: sequences must be of one length",
                                     sources[longest].file, frames, source.file, own));
    }
    return frames;
}

std::vector<std::unique_ptr<io::Sequence>> open(const std::string& file, const Reading& reading) {
    if (!reading.merge) return io::open_bodies(file, reading);
    std::vector<std::unique_ptr<io::Sequence>> one;
    one.push_back(io::open_sequence(file, reading));
    return one;
}

/// Every name is a file with one mesh: none is a pattern, a folder, a cache or an animation.
bool are_single_meshes(std::span<const std::string> files) {
    return std::all_of(files.begin(), files.end(), [](const std::string& file) {
        std::error_code error;
        return std::filesystem::is_regular_file(file, error) && !file.ends_with(".glb") && !file.ends_with(".gltf");
    });
}

/// Without folders; where that begins with *, the one that it is in says more: "shirt/*.ply".
std::string short_pattern(const std::string& file) {
    std::size_t slash = file.rfind('/');
    if (slash != std::string::npos && slash > 0 && file[slash + 1] == '*') slash = file.rfind('/', slash - 1);
    return slash == std::string::npos ? file : file.substr(slash + 1);
}

/// What the name of a body begins with: of a sequence its pattern, not its first file; of /dev/fd/63 all of it.
std::string name_of(const std::string& file, const io::Sequence& sequence) {
    const std::string &name = sequence.mesh().name, first = sequence.frame_name(0);
    if (file.starts_with("/dev/") || file.starts_with("/proc/")) return file;
    if (first.empty() || sequence.frames() == 1 || !name.starts_with(first)) return name;
    return short_pattern(file) + name.substr(first.size());
}

/// All that was typed in place of the file's short name.
std::string name_with_folders(const Source& source) {
    for (const std::string& part : {short_pattern(source.file), source.file.substr(source.file.rfind('/') + 1)}) {
        if (source.name.starts_with(part)) return source.file + source.name.substr(part.size());
    }
    return source.name;
}

/// Bodies of one name get those of their folders too, and where that is no help, numbers.
void tell_apart(std::vector<Source>& sources) {
    std::vector<std::string> names;
    for (const Source& source : sources) {
        const bool shared = std::count_if(sources.begin(), sources.end(),
                                          [&](const Source& other) { return other.name == source.name; }) > 1;
        names.push_back(shared ? printable(name_with_folders(source)) : source.name);
    }
    for (std::size_t i = 0; i < sources.size(); ++i) sources[i].name = names[i];
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto before = std::count(names.begin(), names.begin() + std::ptrdiff_t(i), names[i]);
        if (before > 0) sources[i].name += fmt::format(" ({})", before + 1);
    }
}

bool same_connectivity(const io::Mesh& a, const io::Mesh& b) {
    return a.positions.size() == b.positions.size() && a.triangles == b.triangles && a.tetrahedra == b.tetrahedra;
}

}  // namespace

Source::Source(std::string file_typed, std::unique_ptr<io::Sequence> sequence)
    : file(std::move(file_typed)), name(printable(name_of(file, *sequence))), sequence_(std::move(sequence)) {
    if (sequence_->frames() == 1) own_ = io::take_mesh(std::move(sequence_));
    positions = mesh().positions;
}

std::uint32_t Source::polygon(std::uint32_t triangle) const {
    const auto& polygons = mesh().polygon_of_triangle;
    return triangle < polygons.size() ? polygons[triangle] : triangle;
}

BodyId Source::add_to(Scene& scene) {
    const BodyId body = add_body(scene, mesh(), positions);
    if (!sequence_) std::vector<Triangle>().swap(own_->triangles);
    return body;
}

void Source::read(std::size_t frame) {
    if (sequence_) read_own_ = sequence_->read(frame, read_);
}

bool Source::turn() {
    const bool changed =
        read_own_ ? !same_connectivity(mesh(), *read_own_) : own_ && !same_connectivity(*own_, sequence_->mesh());
    own_.swap(read_own_);
    read_own_.reset();
    if (!own_) shown_.swap(read_);
    positions = own_ ? own_->positions : shown_;
    return changed;
}

std::string Stage::frame_name(std::size_t frame) const {
    for (const Source& source : sources_) {
        std::string name = source.frame_name(frame);
        if (!name.empty()) return printable(name);
    }
    return "";
}

void require_standard_input_once(std::span<const std::string> files) {
    if (std::count(files.begin(), files.end(), "-") > 1) throw UsageError("-: standard input can be read once only");
}

Stage::Stage(std::span<const std::string> files, const Reading& reading, unsigned threads)
    : threads_(threads), scene_(SceneOptions{threads}) {
    require_standard_input_once(files);
    const bool frames_by_name = reading.motion && files.size() > 1 && are_single_meshes(files);
    if (frames_by_name) {
        const std::vector<std::filesystem::path> paths(files.begin(), files.end());
        sources_.emplace_back(files[0], io::open_frames(paths, reading));
        files = {};
    }
    for (const std::string& file : files) {
        const Status status("reading " + (file == "-" ? "standard input" : file));
        for (auto& body : open(file, reading)) sources_.emplace_back(file, std::move(body));
    }
    frames_ = common_length(sources_);
    tell_apart(sources_);
    for (const Source& source : sources_) note_not_read(source.file, source.mesh().dropped);
    for (Source& source : sources_) source.add_to(scene_);
}

void Stage::show(std::size_t frame, std::optional<std::size_t> next) {
    if (frames_ == 1) return;
    fetch(frame);
    bool changed = false;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        if (sources_[i].frames() == 1) continue;
        changed = sources_[i].turn() || changed;
        note_not_read(sources_[i].file, sources_[i].mesh().dropped);
        if (!changed) scene_.move(BodyId(i), sources_[i].positions);
    }
    if (changed) build_anew();
    changes_ += changed && latest_ && frame > *latest_;
    latest_ = std::max(frame, latest_.value_or(0));
    if (!next) return;
    coming_frame_ = *next;
    coming_ = std::async(std::launch::async, [this, frame = *next] { read(frame); });
}

/// A scene does not use the number of a body again, and here a number is a place on the command line.
void Stage::build_anew() {
    Scene fresh(SceneOptions{threads_});
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        const bool left_to_scene = sources_[i].frames() == 1 && sources_[i].mesh().tetrahedra.empty();
        if (left_to_scene) {
            fresh.add(SurfaceView{sources_[i].positions, triangles(i)});
        } else {
            sources_[i].add_to(fresh);
        }
    }
    scene_ = std::move(fresh);
}

void Stage::read(std::size_t frame) {
    for (Source& source : sources_) source.read(frame);
}

/// What was read ahead, where it is the frame that is asked for.
void Stage::fetch(std::size_t frame) {
    if (coming_.valid()) {
        coming_.wait();
        if (coming_frame_ == frame) return coming_.get();
        coming_ = {};
    }
    read(frame);
}

}  // namespace pliant::cli
