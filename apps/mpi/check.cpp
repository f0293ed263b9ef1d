#include "check.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include <pliant/mpi.hpp>
#include <pliant/version.hpp>

#include "file_part.hpp"
#include "pairs_file.hpp"

namespace pliant::mpi_cli {
namespace {

constexpr const char* stage = "summing up";

/// What a rank tells rank 0 about itself.
struct RankTotals {
    std::uint64_t elements = 0, halo = 0, halo_sent = 0, border_elements = 0, messages = 0, bytes = 0, halo_bytes = 0;
    std::uint64_t repartitions = 0;
    double imbalance = 1;
    mpi::RankStages milliseconds;

    void add(const mpi::RankReport& report) {
        elements = report.elements;
        halo = std::max(halo, report.halo);
        halo_sent = std::max(halo_sent, report.halo_sent);
        border_elements = std::max(border_elements, report.border_elements);
        messages += report.messages;
        bytes += report.bytes;
        halo_bytes += report.halo_bytes;
        repartitions += report.repartitioned;
        imbalance = std::max(imbalance, report.imbalance);
        const mpi::RankStages& own = report.milliseconds;
        milliseconds.partition += own.partition;
        milliseconds.positions += own.positions;
        milliseconds.halo += own.halo;
        milliseconds.own += own.own;
        milliseconds.border += own.border;
        milliseconds.deliver += own.deliver;
    }
};

Json rank_as_json(std::size_t rank, const RankTotals& t) {
    return {{"rank", rank},
            {"elements", t.elements},
            {"halo", t.halo},
            {"halo_sent", t.halo_sent},
            {"border_elements", t.border_elements},
            {"messages", t.messages},
            {"bytes", t.bytes},
            {"halo_bytes", t.halo_bytes},
            {"imbalance", t.imbalance},
            {"repartitions", t.repartitions},
            {"milliseconds",
             {{"partition", t.milliseconds.partition},
              {"positions", t.milliseconds.positions},
              {"halo", t.milliseconds.halo},
              {"own", t.milliseconds.own},
              {"border", t.milliseconds.border},
              {"deliver", t.milliseconds.deliver}}}};
}

/// All parts of this rank, as bodies of one scene.
class Play {
public:
    Play(mpi::Communicator& communicator, const CheckOptions& options)
        : communicator_(communicator),
          options_(options),
          scene_(communicator.handle(), {.threads = options.threads, .timeout = options.patience()}) {
        for (const std::string& file : options.files) {
            for (FilePart& part : read_parts(communicator, file, options.reading)) parts_.push_back(std::move(part));
        }
        communicator.together("reading files", [&] { frames_ = common_length(); });
        for (const FilePart& part : parts_) {
            if (part.solid) {
                scene_.add(mpi::VolumePart{part.positions, part.tetrahedra, part.vertex_numbers, part.element_numbers});
            } else {
                scene_.add(mpi::SurfacePart{part.positions, part.triangles, part.vertex_numbers, part.element_numbers});
            }
        }
    }

    [[nodiscard]] std::size_t frames() const { return frames_; }
    [[nodiscard]] const RankTotals& totals() const { return totals_; }

    FrameTotals check(std::size_t frame, PairsFile* pairs_file) {
        const auto start = std::chrono::steady_clock::now();
        for (std::size_t b = 0; b < parts_.size(); ++b) {
            if (parts_[b].frames == 1) continue;
            communicator_.together("reading a frame", [&] { parts_[b].show(frame); });
            scene_.move(BodyId(b), parts_[b].positions);
        }
        IntersectionOptions asked;
        asked.self = options_.asks_self();
        asked.between = options_.asks_between();
        const auto& pairs = scene_.intersections(asked);
        totals_.add(scene_.report());
        const FrameTotals totals = summed(frame, pairs, start);
        if (pairs_file != nullptr) pairs_file->write(frame, pairs);
        return totals;
    }

    [[nodiscard]] std::vector<BodyTotals> bodies() const {
        std::vector<BodyTotals> list;
        for (const FilePart& part : parts_) list.push_back({part.name, part.vertices, part.elements, part.solid});
        return list;
    }

private:
    [[nodiscard]] std::size_t common_length() const {
        std::size_t frames = 1;
        for (const FilePart& part : parts_) {
            if (part.frames == 1 || part.frames == frames) continue;
            if (frames > 1) throw std::runtime_error(part.name + ": sequences must be of one length");
            frames = part.frames;
        }
        return frames;
    }

    FrameTotals summed(std::size_t frame, std::span<const mpi::TrianglePair> pairs,
                       std::chrono::steady_clock::time_point start) {
        FrameTotals totals{.frame = frame};
        std::uint64_t self = 0;
        std::array<std::uint64_t, 4> kinds{};
        for (const mpi::TrianglePair& pair : pairs) {
            self += pair.a.body == pair.b.body;
            ++kinds[std::size_t(pair.kind)];
        }
        const bool left_out = std::ranges::any_of(scene_.report().set_aside, [](const mpi::Flaw& flaw) {
            return flaw.kind != FlawKind::degenerate && flaw.kind != FlawKind::inverted_tetrahedron;
        });
        totals.self = communicator_.sum(stage, self);
        totals.between = communicator_.sum(stage, pairs.size()) - totals.self;
        for (std::size_t k = 0; k < kinds.size(); ++k) totals.kinds[k] = communicator_.sum(stage, kinds[k]);
        totals.all_examined = communicator_.most(stage, left_out ? 1 : 0) == 0;
        totals.milliseconds =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        return totals;
    }

    mpi::Communicator& communicator_;
    const CheckOptions& options_;
    std::vector<FilePart> parts_;
    mpi::DistributedScene scene_;
    std::size_t frames_ = 1;
    RankTotals totals_;
};

Json question(const CheckOptions& options) {
    return {{"pliant", PLIANT_VERSION},          {"files", options.files},
            {"self", options.asks_self()},       {"between", options.asks_between()},
            {"weld", int(options.reading.weld)}, {"by_frames", options.by_frames},
            {"pairs_file", options.pairs_file}};
}

Answer check_together(mpi::Communicator& communicator, const CheckOptions& options, ProgressFile* progress) {
    Play play(communicator, options);
    Answer answer;
    if (progress != nullptr) answer.frames = progress->frames();
    const std::size_t done = communicator.most("resuming", answer.frames.size());
    const std::uint64_t bytes = communicator.most(
        "resuming", answer.frames.empty() ? 0 : answer.frames.back().value("pairs_bytes", std::uint64_t{0}));
    std::optional<PairsFile> pairs_file;
    if (!options.pairs_file.empty()) pairs_file.emplace(communicator, options.pairs_file, done > 0 ? bytes : 0);
    for (std::size_t frame = done; frame < play.frames(); ++frame) {
        Json json = frame_as_json(play.check(frame, pairs_file ? &*pairs_file : nullptr));
        if (pairs_file) json["pairs_bytes"] = pairs_file->bytes();
        communicator.together("noting progress", [&] {
            if (progress != nullptr) progress->add(json);
        });
        if (communicator.rank() == 0) answer.frames.push_back(std::move(json));
    }
    const std::vector<std::vector<RankTotals>> all = communicator.exchange(stage, [&] {
        std::vector<std::vector<RankTotals>> out(std::size_t(communicator.size()));
        out[0].push_back(play.totals());
        return out;
    }());
    for (std::size_t r = 0; r < all.size(); ++r) {
        for (const RankTotals& totals : all[r]) answer.ranks.push_back(rank_as_json(r, totals));
    }
    answer.bodies = play.bodies();
    return answer;
}

/// A line for each frame and rank.
std::string as_json(const Answer& answer) {
    Json bodies = Json::array();
    for (const BodyTotals& body : answer.bodies) {
        bodies.push_back({{"name", body.name},
                          {"vertices", body.vertices},
                          {body.solid ? "tetrahedra" : "triangles", body.elements}});
    }
    const auto lines = [](const std::vector<Json>& list) {
        std::string text = "[";
        for (const Json& entry : list) {
            text.append(text.size() > 1 ? ",\n" : "\n")
                .append(entry.dump(-1, ' ', false, Json::error_handler_t::replace));
        }
        return text + "]";
    };
    return fmt::format(
        "{{\"pliant\":\"{}\",\"schema\":2,\"command\":\"mpi check\",\n\"bodies\":{},\n\"frames\":{},\n\"ranks\":{}}}\n",
        PLIANT_VERSION, bodies.dump(-1, ' ', false, Json::error_handler_t::replace), lines(answer.frames),
        lines(answer.ranks));
}

std::string as_text(const Answer& answer) {
    std::string text;
    for (const BodyTotals& body : answer.bodies) {
        text += fmt::format("  {}: {} vertices, {} {}\n", body.name, body.vertices, body.elements,
                            body.solid ? "tetrahedra" : "triangles");
    }
    for (const Json& frame : answer.frames) {
        text += fmt::format("frame {}: {} pairs of intersecting triangles ({} self, {} between), {:.1f} ms\n",
                            frame.at("frame").dump(), frame.at("pairs").dump(), frame.at("self").dump(),
                            frame.at("between").dump(), frame.at("milliseconds").get<double>());
    }
    for (const Json& rank : answer.ranks) {
        if (rank.contains("elements")) {
            text += fmt::format("rank {}: {} elements, {} of other ranks, {} bytes sent\n", rank.at("rank").dump(),
                                rank.at("elements").dump(), rank.at("halo").dump(), rank.at("bytes").dump());
        } else {
            text += fmt::format("rank {}: {} frames, {} of them from other ranks\n", rank.at("rank").dump(),
                                rank.at("frames").dump(), rank.at("stolen").dump());
        }
    }
    return text;
}

void write(const CheckOptions& options, const Answer& answer) {
    const std::string json = options.json.empty() ? "" : as_json(answer);
    if (options.json == "-")
        std::fputs(json.c_str(), stdout);
    else if (!options.quiet)
        std::fputs(as_text(answer).c_str(), stdout);
    if (options.json.empty() || options.json == "-") return;
    std::ofstream out(options.json, std::ios::binary);
    out << json;
    out.close();
    if (!out) throw std::runtime_error(options.json + ": cannot be written");
}

int code_of(const Answer& answer) {
    bool found = false, examined = true;
    for (const Json& frame : answer.frames) {
        found = found || frame.at("pairs") > 0;
        examined = examined && frame.at("all_examined").get<bool>();
    }
    return found ? 1 : examined ? 0 : 3;
}

}  // namespace

Json frame_as_json(const FrameTotals& totals) {
    Json kinds;
    for (std::size_t k = 0; k < totals.kinds.size(); ++k) kinds[std::string(name(PairKind(k)))] = totals.kinds[k];
    return {{"frame", totals.frame}, {"pairs", totals.self + totals.between},
            {"self", totals.self},   {"between", totals.between},
            {"complete", true},      {"all_examined", totals.all_examined},
            {"kinds", kinds},        {"milliseconds", totals.milliseconds}};
}

int check(mpi::Communicator& communicator, const CheckOptions& options) {
    std::unique_ptr<ProgressFile> progress;
    communicator.together("opening outputs", [&] {
        const bool to_file = !options.json.empty() && options.json != "-";
        if (options.resume && !to_file) throw std::runtime_error("--resume needs --json FILE");
        if (options.by_frames && !options.pairs_file.empty()) {
            throw std::runtime_error("--pairs-file: is written by all ranks together, not --by frames");
        }
        if (communicator.rank() == 0 && to_file) {
            progress = std::make_unique<ProgressFile>(options.json + ".part", question(options), options.resume);
        }
    });
    const Answer answer =
        options.by_frames ? check_by_frames(communicator, options, progress ? progress->frames() : std::vector<Json>())
                          : check_together(communicator, options, progress.get());
    int code = 0;
    communicator.together("writing the answer", [&] {
        if (communicator.rank() != 0) return;
        write(options, answer);
        if (progress) progress->finish();
        code = code_of(answer);
    });
    return int(communicator.most("writing the answer", std::uint64_t(code)));
}

}  // namespace pliant::mpi_cli
