// The bodies named on the command line, put on a scene and played frame by frame.
#pragma once

#include <array>
#include <cstddef>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

#include "io/io.hpp"

namespace pliant::cli {

using Position = std::array<double, 3>;

/// How the files of a command line are read.
struct Reading : io::SequenceOptions {
    bool merge = false;   // objects and groups of OBJ and nodes of glTF are one body
    bool motion = false;  // meshes named one by one are frames of one body
};

/// One body: a mesh file or a sequence, or an object in it. Its BodyId is its place on the command line.
class Source {
public:
    Source(std::string file, std::unique_ptr<io::Sequence> sequence);

    std::string file;                     // as it was typed
    std::string name;                     // for people: the file without folders, and which object of it
    std::span<const Position> positions;  // of the frame shown; the scene borrows them

    /// Of the frame shown. A single mesh leaves its triangles to the scene.
    [[nodiscard]] const io::Mesh& mesh() const { return own_ ? *own_ : sequence_->mesh(); }
    [[nodiscard]] std::size_t frames() const { return sequence_ ? sequence_->frames() : 1; }
    /// The file of a frame; empty where frames have no files of their own.
    [[nodiscard]] std::string frame_name(std::size_t frame) const {
        return sequence_ ? sequence_->frame_name(frame) : std::string();
    }
    /// The polygon in the file that a triangle was cut from; the triangle's own number where all were triangles.
    [[nodiscard]] std::uint32_t polygon(std::uint32_t triangle) const;

    BodyId add_to(Scene& scene);
    /// Reads a frame beside the one that is shown. On any thread, one at a time.
    void read(std::size_t frame);
    /// Shows what was read. True where the connectivity is another than before.
    bool turn();

private:
    std::unique_ptr<io::Sequence> sequence_;  // none for a single mesh
    std::optional<io::Mesh> own_;             // a single mesh, or a frame with a connectivity of its own
    std::vector<Position> shown_, read_;
    std::optional<io::Mesh> read_own_;
};

/// Throws UsageError where - stands twice.
void require_standard_input_once(std::span<const std::string> files);

class Stage {
public:
    /// Throws io::FileError, and UsageError for sequences of different length.
    Stage(std::span<const std::string> files, const Reading& reading, unsigned threads);

    /// 1 when every body is a single mesh.
    [[nodiscard]] std::size_t frames() const { return frames_; }
    /// `next` is read meanwhile; what is wrong with it is said when it is shown.
    void show(std::size_t frame, std::optional<std::size_t> next = {});
    /// The file of a frame; empty where frames have no files of their own.
    [[nodiscard]] std::string frame_name(std::size_t frame) const;

    [[nodiscard]] Scene& scene() { return scene_; }
    [[nodiscard]] std::span<const Source> sources() const { return sources_; }
    [[nodiscard]] std::span<const Triangle> triangles(std::size_t body) const { return scene_.triangles(BodyId(body)); }
    /// Frames shown one behind the other that join other vertices than the frame before.
    [[nodiscard]] std::size_t changes_of_connectivity() const { return changes_; }

private:
    void read(std::size_t frame);
    void fetch(std::size_t frame);
    void build_anew();

    unsigned threads_;
    Scene scene_;
    std::vector<Source> sources_;
    std::size_t frames_ = 1;
    std::optional<std::size_t> latest_;  // the latest frame shown
    std::size_t changes_ = 0;
    std::size_t coming_frame_ = 0;
    std::future<void> coming_;  // last, so that its thread has ended before the sources do
};

}  // namespace pliant::cli
