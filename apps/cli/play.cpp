#include "play.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "commands.hpp"
#include "names.hpp"
#include "not_read.hpp"
#include "number_checks.hpp"
#include "output.hpp"
#include "shared_options.hpp"
#include "tally.hpp"
#include "terminal.hpp"

namespace pliant::cli {

void add_play_options(CLI::App& command, PlayOptions& options, std::span<const std::string_view> more_formats) {
    CLI::Option* frames = command.add_option("--frames", options.frames,
                                             "Only frames A:B, that is A to B - 1; A, A: and :B work too (all)");
    frames->type_name("A:B");
    add_frame_option(command, options.frame, "Only this frame; worst: all, and pictures show the worst")
        ->excludes(frames);
    command.add_option("--fps", options.reading.frames_per_second, "Frames per second of glTF animations (24)")
        ->check(real_number(1e-3))
        ->type_name("X");
    add_reading_options(command, options.reading, more_formats);
    add_merge_flag(command, options.reading.merge);
    add_threads_option(command, options.threads);
    add_json_option(command, options.json);
    command.add_option("--csv", options.csv, "Write a table, one row per frame and pair; - is standard output")
        ->type_name("FILE");
    add_quiet_flag(command, options.quiet);
}

Stage stage_of(const PlayOptions& options) { return {options.files, options.reading, options.threads}; }

FrameRange frames_asked(const PlayOptions& options, std::size_t frames) {
    if (!options.frame) return frame_range(options.frames, frames);
    if (frames == 1) return {0, 1};
    if (*options.frame < frames) return {*options.frame, *options.frame + 1};
    throw UsageError(fmt::format("--frame: {} is not one of the {} frames, numbered from 0", *options.frame, frames));
}

void play_frames(Stage& stage, FrameRange range, const std::string& label,
                 const std::function<void(std::size_t frame)>& look) {
    Progress progress(label, range.end - range.first);
    for (std::size_t frame = range.first; frame < range.end; ++frame) {
        stage.show(frame, frame + 1 < range.end ? std::optional(frame + 1) : std::nullopt);
        look(frame);
        progress.advance();
    }
}

std::vector<BodyPair> pairs_of_bodies(std::size_t bodies) {
    std::vector<BodyPair> pairs;
    for (std::size_t a = 0; a < bodies; ++a) {
        for (std::size_t b = a + 1; b < bodies; ++b) pairs.push_back({a, b});
    }
    return pairs;
}

std::vector<NamedBody> named_bodies(const Stage& stage) {
    std::vector<NamedBody> bodies;
    for (const Source& source : stage.sources()) {
        bodies.push_back({source.name, !source.mesh().tetrahedra.empty()});
    }
    return bodies;
}

std::string names_of(const BodyPair& pair, std::span<const NamedBody> bodies) {
    return pair.self() ? bodies[pair.a].file : bodies[pair.a].file + " and " + bodies[pair.b].file;
}

CsvRow csv_pair(std::size_t frame, const BodyPair& pair, std::span<const NamedBody> bodies) {
    return {std::to_string(frame), std::to_string(pair.a), std::to_string(pair.b), csv_text(bodies[pair.a].file),
            csv_text(bodies[pair.b].file)};
}

Json bodies_as_json(const Stage& stage) {
    Json list = Json::array();
    for (std::size_t i = 0; i < stage.sources().size(); ++i) {
        const io::Mesh& mesh = stage.sources()[i].mesh();
        list.push_back({{"name", stage.sources()[i].name},
                        {"vertices", mesh.positions.size()},
                        {"triangles", stage.triangles(i).size()}});
        if (!mesh.vertex_in_file.empty()) list.back()["vertex_in_file"] = mesh.vertex_in_file;
        if (!mesh.polygon_of_triangle.empty()) list.back()["polygon_of_triangle"] = mesh.polygon_of_triangle;
    }
    return list;
}

std::string found_in(std::span<const std::vector<bool>> found, std::string_view pairs) {
    std::vector<bool> pair_found(found.front().size());
    std::size_t frames_found = 0;
    for (const std::vector<bool>& frame : found) {
        frames_found += std::find(frame.begin(), frame.end(), true) != frame.end();
        for (std::size_t i = 0; i < frame.size(); ++i) pair_found[i] = pair_found[i] || frame[i];
    }
    std::vector<std::string> parts;
    if (found.size() > 1) parts.push_back(fmt::format("{} of {} frames", frames_found, found.size()));
    if (pair_found.size() > 1) {
        const auto count = std::count(pair_found.begin(), pair_found.end(), true);
        parts.push_back(fmt::format("{} of {} {}", count, pair_found.size(), pairs));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

void add_flaws(std::vector<Flaw>& known, std::span<const Flaw> flaws) {
    std::vector<Flaw> all;
    std::set_union(known.begin(), known.end(), flaws.begin(), flaws.end(), std::back_inserter(all));
    known = std::move(all);
}

int exit_code_of(bool found, bool all_examined) {
    if (found) return exit_code::found;
    return all_examined && !surfaces_not_read() ? exit_code::clean : exit_code::incomplete;
}

void require_outputs(const PlayOptions& options, const std::vector<std::string>& read,
                     const std::vector<std::string>& others) {
    if (options.json == "-" && options.csv == "-") throw UsageError("--json and --csv cannot both go to -");
    std::vector<std::string> written{options.json, options.csv};
    written.insert(written.end(), others.begin(), others.end());
    require_distinct(read, written);
}

void write_voices(const PlayOptions& options, const Voices& voices, std::vector<std::string> others) {
    if (!options.csv.empty()) write_output(options.csv, voices.csv());
    others.push_back(options.csv);
    write_answer({options.json, options.quiet || options.csv == "-", std::move(others)}, voices.json, voices.text);
}

}  // namespace pliant::cli
