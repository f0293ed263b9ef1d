// The bodies named on the command line, put on a scene and played frame by frame.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

#include "io/io.hpp"

namespace pliant::cli {

using Position = std::array<double, 3>;

/// How the files of a command line are read.
struct Reading : io::SequenceOptions {
    bool merge = false;  // objects and groups of OBJ and nodes of glTF are one body
};

/// One body: a mesh file or a sequence, or an object in it. Its BodyId is its place on the command line.
struct Source {
    std::string file;  // as it was typed
    std::unique_ptr<io::Sequence> sequence;
    std::vector<Position> positions;  // of the frame shown; the scene borrows them

    [[nodiscard]] const io::Mesh& mesh() const { return sequence->mesh(); }
    /// The polygon in the file that a triangle was cut from; the triangle's own number where all were triangles.
    [[nodiscard]] std::uint32_t polygon(std::uint32_t triangle) const;
};

class Stage {
public:
    /// Throws io::FileError, and UsageError for sequences of different length.
    Stage(std::span<const std::string> files, const Reading& reading, unsigned threads);

    /// 1 when every body is a single mesh.
    [[nodiscard]] std::size_t frames() const { return frames_; }
    void show(std::size_t frame);
    /// The file of a frame; empty where frames have no files of their own.
    [[nodiscard]] std::string frame_name(std::size_t frame) const;

    [[nodiscard]] Scene& scene() { return scene_; }
    [[nodiscard]] std::span<const Source> sources() const { return sources_; }
    [[nodiscard]] std::span<const Triangle> triangles(std::size_t body) const { return scene_.triangles(BodyId(body)); }

private:
    Scene scene_;
    std::vector<Source> sources_;
    std::size_t frames_ = 1;
};

}  // namespace pliant::cli
