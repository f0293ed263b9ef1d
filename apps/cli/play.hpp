// What `overlap`, `contains` and `contacts` have in common: bodies from files, played frame by frame, every pair of
// them asked about, the answers written as text, JSON and CSV.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "csv.hpp"
#include "frame_range.hpp"
#include "json.hpp"
#include "set_aside.hpp"
#include "source.hpp"

namespace pliant::cli {

/// Rows of a table of the worst frames.
constexpr std::size_t worst_shown = 5;

struct PlayOptions {
    std::vector<std::string> files;
    std::string frames;                // as --frames; empty: all
    std::optional<std::size_t> frame;  // that one
    Reading reading;
    bool quiet = false;
    unsigned threads = 0;
    std::string json, csv;
};

/// Everything but the files. `more_formats`: that --format takes beside those of meshes.
void add_play_options(CLI::App& command, PlayOptions& options, std::span<const std::string_view> more_formats = {});

/// The bodies, on a stage.
Stage stage_of(const PlayOptions& options);

/// A single mesh has every frame. Throws UsageError for frames that are not there.
FrameRange frames_asked(const PlayOptions& options, std::size_t frames);

/// Shows every frame, with a bar for those who wait.
void play_frames(Stage& stage, FrameRange range, const std::string& label,
                 const std::function<void(std::size_t frame)>& look);

/// Bodies by their places on the stage.
struct BodyPair {
    std::size_t a = 0;
    std::size_t b = 0;

    [[nodiscard]] bool self() const { return a == b; }
};
/// Each with each, sorted.
std::vector<BodyPair> pairs_of_bodies(std::size_t bodies);

std::vector<NamedBody> named_bodies(const Stage& stage);

/// "a.obj and b.obj"; "a.obj" for a body and itself.
std::string names_of(const BodyPair& pair, std::span<const NamedBody> bodies);

/// The fields that every row about a pair begins with: frame, a, b, name_a, name_b.
CsvRow csv_pair(std::size_t frame, const BodyPair& pair, std::span<const NamedBody> bodies);

/// {"name", "vertices", "triangles"} of each, and what leads back to the vertices and polygons of the file.
Json bodies_as_json(const Stage& stage);

/// "12 of 40 frames, 3 of 6 pairs of bodies": of what is more than one. `found`: by frame, then by pair.
std::string found_in(std::span<const std::vector<bool>> found, std::string_view pairs = "pairs of bodies");

/// Adds the flaws that are not known yet; both are sorted.
void add_flaws(std::vector<Flaw>& known, std::span<const Flaw> flaws);

/// 1 found, 3 nothing found but not everything examined, 0 nothing.
int exit_code_of(bool found, bool all_examined);

/// Refuses to write over what is read; `others` are written too. Throws UsageError.
void require_outputs(const PlayOptions& options, const std::vector<std::string>& read,
                     const std::vector<std::string>& others = {});

struct Voices {
    std::function<std::string()> csv, json, text;
};
/// CSV and JSON where they were asked for; text unless one of them goes to standard output. `others` were written
/// before.
void write_voices(const PlayOptions& options, const Voices& voices, std::vector<std::string> others = {});

}  // namespace pliant::cli
