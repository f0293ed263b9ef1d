// pliant merge: the answers of all shards of one sequence become one.
#include "merge.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <set>
#include <vector>

#include <fmt/format.h>

#include <pliant/version.hpp>

#include "commands.hpp"
#include "io/formats.hpp"
#include "names.hpp"
#include "output.hpp"
#include "play.hpp"
#include "shard.hpp"
#include "shared_options.hpp"

namespace pliant::cli {
namespace {

struct MergeOptions {
    std::vector<std::string> files;
    std::string json;
    bool quiet = false;
};

/// A body without what differs from frame to frame.
Json described(Json body) {
    for (const char* key : {"set_aside", "noted"}) body.erase(key);
    return body;
}

Json described_bodies(const Json& part) {
    Json list = Json::array();
    for (const Json& body : part.at("bodies")) list.push_back(described(body));
    return list;
}

void require_shard(const Part& part) {
    if (part.json.value("command", "") != "check" || !part.json.contains("shard")) {
        throw UsageError(part.file + ": is not a part written by pliant check --shard K/N --json");
    }
    if (part.json.at("pliant") != PLIANT_VERSION || part.json.at("schema") != json_schema) {
        throw UsageError(fmt::format("{}: was written by pliant {}, this is {}", part.file,
                                     part.json.at("pliant").get<std::string>(), PLIANT_VERSION));
    }
}

/// Both are parts of one answer: the same question about the same meshes, cut the same way.
void require_like(const Part& part, const Part& first) {
    const Json &own = part.json.at("shard"), &other = first.json.at("shard");
    const auto refuse = [&](const std::string& what) {
        throw UsageError(fmt::format("{} and {} are not parts of one answer: {}", first.file, part.file, what));
    };
    if (own.at("count") != other.at("count")) {
        refuse(fmt::format("cut into {} and {} shards", other.at("count").dump(), own.at("count").dump()));
    }
    if (own.at("frames") != other.at("frames")) refuse("of other frames");
    for (const auto& [key, value] : own.at("asked").items()) {
        if (!other.at("asked").contains(key) || other.at("asked").at(key) != value) {
            refuse(fmt::format("'{}' is {} and {}", key, other.at("asked").value(key, Json()).dump(), value.dump()));
        }
    }
    if (described_bodies(part.json) != described_bodies(first.json)) refuse("the meshes are not the same");
}

void require_all_shards(std::span<const Part> parts) {
    const std::size_t count = parts[0].json.at("shard").at("count");
    std::vector<const Part*> seen(count, nullptr);
    for (const Part& part : parts) {
        const std::size_t number = part.json.at("shard").at("number");
        if (number < 1 || number > count) throw UsageError(fmt::format("{}: there is no shard {}", part.file, number));
        if (seen[number - 1] != nullptr) {
            throw UsageError(
                fmt::format("shard {} is there twice: {} and {}", number, seen[number - 1]->file, part.file));
        }
        seen[number - 1] = &part;
    }
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < count; ++i) {
        if (seen[i] == nullptr) missing.push_back(i + 1);
    }
    if (missing.empty()) return;
    missing.resize(std::min<std::size_t>(missing.size(), 20));
    throw UsageError(
        fmt::format("of {} shards {} are given; missing: {}", count, parts.size(), fmt::join(missing, ", ")));
}

/// A part whose writer ended early would have fewer frames.
void require_whole(const Part& part) {
    const Json& shard = part.json.at("shard");
    const FrameList expected =
        frames_of({shard.at("number"), shard.at("count")}, {shard.at("frames").at(0), shard.at("frames").at(1)},
                  shard.at("asked").at("motion"));
    std::vector<std::size_t> frames;
    for (const Json& frame : part.json.at("frames")) frames.push_back(frame.at("frame"));
    if (frames == expected.frames) return;
    throw UsageError(fmt::format("{}: has {} of the {} frames of shard {}", part.file, frames.size(),
                                 expected.frames.size(), shard.at("number").dump()));
}

std::size_t place_of_kind(const std::string& kind) {
    for (std::size_t i = 0; i <= std::size_t(FlawKind::inverted_tetrahedron); ++i) {
        if (name(FlawKind(i)) == kind) return i;
    }
    throw UsageError("there is no flaw '" + kind + "'");
}

/// What was set aside in any frame.
Json all_flaws(std::span<const Part> parts, std::size_t body, const char* key) {
    std::set<std::pair<std::size_t, std::size_t>> flaws;
    for (const Part& part : parts) {
        for (const Json& flaw : part.json.at("bodies").at(body).at(key)) {
            flaws.emplace(place_of_kind(flaw.at("kind")), flaw.at("element").get<std::size_t>());
        }
    }
    Json list = Json::array();
    for (const auto& [kind, element] : flaws) list.push_back({{"kind", name(FlawKind(kind))}, {"element", element}});
    return list;
}

Json merged_bodies(std::span<const Part> parts) {
    Json bodies = parts[0].json.at("bodies");
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (const char* key : {"set_aside", "noted"}) {
            if (bodies[i].contains(key)) bodies[i][key] = all_flaws(parts, i, key);
        }
    }
    return bodies;
}

std::string merged_frames(std::span<const Part> parts) {
    std::vector<const Json*> frames;
    for (const Part& part : parts) {
        for (const Json& frame : part.json.at("frames")) frames.push_back(&frame);
    }
    std::ranges::sort(frames, {}, [](const Json* frame) { return frame->at("frame").get<std::size_t>(); });
    std::string text = "[";
    for (const Json* frame : frames) text.append(text.size() > 1 ? ",\n" : "\n").append(dump(*frame));
    return text + "]";
}

/// What no reader took, of every part, each once.
Json merged_not_read(std::span<const Part> parts) {
    Json list = Json::array();
    for (const Part& part : parts) {
        for (const Json& entry : part.json.value("not_read", Json::array())) {
            if (std::ranges::find(list, entry) == list.end()) list.push_back(entry);
        }
    }
    return list;
}

Part load(const std::string& file) {
    const std::vector<std::byte> bytes = io::load_file(file);
    const auto* text = reinterpret_cast<const char*>(bytes.data());
    try {
        return {file, Json::parse(text, text + bytes.size())};
    } catch (const Json::parse_error& error) {
        throw UsageError(fmt::format("{}: byte {}: is not JSON", file, error.byte));
    }
}

int run(const MergeOptions& options) {
    require_distinct(options.files, {options.json});
    std::vector<Part> parts;
    for (const std::string& file : options.files) parts.push_back(load(file));
    std::string merged;
    CheckResult result;
    try {
        merged = merged_json(parts);
        result = check_from_json(Json::parse(merged));
    } catch (const Json::exception& error) {
        throw UsageError(fmt::format("a part is damaged: {}", error.what()));
    }
    write_answer(
        {options.json, options.quiet}, [&] { return merged; }, [&] { return merged_check_as_text(result); });
    return exit_code_of(result.found_news(), result.all_examined());
}

}  // namespace

std::string merged_json(std::span<const Part> parts) {
    for (const Part& part : parts) require_shard(part);
    for (const Part& part : parts) require_like(part, parts[0]);
    require_all_shards(parts);
    for (const Part& part : parts) require_whole(part);
    std::vector<Member> members{{"bodies", dump(merged_bodies(parts))}, {"frames", merged_frames(parts)}};
    const Json not_read = merged_not_read(parts);
    if (!not_read.empty()) members.push_back({"not_read", dump(not_read)});
    return document_by_lines("check", members);
}

void add_merge(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<MergeOptions>();
    CLI::App* command = app.add_subcommand("merge", "Joins what check --shard found in all parts of a sequence");
    command->footer(
        "The result is that of one check of all frames, but for times. A shard that is missing, there twice, not whole "
        "or\n"
        "of another question is refused.\n"
        "\n"
        "Examples:\n"
        "  pliant check 'shot/*.ply' --shard 1/2 --json part1.json\n"
        "  pliant check 'shot/*.ply' --shard 2/2 --json part2.json\n"
        "  pliant merge part1.json part2.json --json shot.json\n"
        "Exit code: as of check; 2 where parts do not fit together.");
    command->add_option("FILE", options->files, "JSON of every shard, in any order")->required()->type_name("");
    add_json_option(*command, options->json);
    add_quiet_flag(*command, options->quiet);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
