// Every rank plays whole frames, in a scene of its own.
#include <algorithm>
#include <stdexcept>
#include <thread>

#include <pliant/pliant.hpp>

#include "check.hpp"
#include "frame_queue.hpp"

namespace pliant::mpi_cli {
namespace {

class Player {
public:
    Player(const CheckOptions& options, unsigned threads) : options_(options), scene_(SceneOptions{threads}) {
        for (const std::string& file : options.files) {
            for (auto& body : io::open_bodies(file, options.reading)) {
                if (body->frames() > 1 && frames_ > 1 && body->frames() != frames_) {
                    throw std::runtime_error(file + ": sequences must be of one length");
                }
                frames_ = std::max(frames_, body->frames());
                bodies_.push_back(std::move(body));
            }
        }
        positions_.resize(bodies_.size());
        for (std::size_t b = 0; b < bodies_.size(); ++b) {
            const io::Mesh& mesh = bodies_[b]->mesh();
            positions_[b] = mesh.positions;
            if (mesh.tetrahedra.empty())
                scene_.add(SurfaceView{positions_[b], mesh.triangles});
            else
                scene_.add(VolumeView{positions_[b], mesh.tetrahedra});
        }
    }

    [[nodiscard]] std::size_t frames() const { return frames_; }

    FrameTotals check(std::size_t frame) {
        const auto start = std::chrono::steady_clock::now();
        for (std::size_t b = 0; b < bodies_.size(); ++b) {
            if (bodies_[b]->frames() == 1) continue;
            if (bodies_[b]->read(frame, positions_[b])) {
                throw std::runtime_error(bodies_[b]->mesh().name +
                                         ": connectivity changes, which pliant-mpi does not follow");
            }
            scene_.move(BodyId(b), positions_[b]);
        }
        IntersectionOptions asked;
        asked.self = options_.asks_self();
        asked.between = options_.asks_between();
        const auto& pairs = scene_.intersections(asked);
        FrameTotals totals{.frame = frame, .all_examined = pairs.report.all_examined()};
        for (const TrianglePair& pair : pairs) {
            ++(pair.a.body == pair.b.body ? totals.self : totals.between);
            ++totals.kinds[std::size_t(pair.kind)];
        }
        totals.milliseconds =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        return totals;
    }

    [[nodiscard]] std::vector<BodyTotals> bodies() const {
        std::vector<BodyTotals> list;
        for (const auto& body : bodies_) {
            const io::Mesh& mesh = body->mesh();
            const bool solid = !mesh.tetrahedra.empty();
            list.push_back(
                {mesh.name, mesh.positions.size(), solid ? mesh.tetrahedra.size() : mesh.triangles.size(), solid});
        }
        return list;
    }

private:
    const CheckOptions& options_;
    Scene scene_;
    std::vector<std::unique_ptr<io::Sequence>> bodies_;
    std::vector<std::vector<Point>> positions_;
    std::size_t frames_ = 1;
};

struct Share {
    std::uint64_t frames, stolen;
};

}  // namespace

Answer check_by_frames(mpi::Communicator& communicator, const CheckOptions& options, const std::vector<Json>& done) {
    std::vector<std::vector<std::uint64_t>> known(std::size_t(communicator.size()));
    for (const Json& frame : done) {
        for (auto& list : known) list.push_back(frame.at("frame"));
    }
    known = communicator.exchange("resuming", std::move(known));
    std::unique_ptr<Player> player;
    std::vector<std::size_t> open;
    communicator.together("reading files", [&] {
        const unsigned cores = std::max(1u, std::thread::hardware_concurrency() / unsigned(communicator.neighbours()));
        player = std::make_unique<Player>(options, options.threads > 0 ? options.threads : cores);
        for (std::size_t frame = 0; frame < player->frames(); ++frame) {
            if (std::ranges::find(known[0], frame) == known[0].end()) open.push_back(frame);
        }
    });
    std::vector<FrameTotals> own;
    FrameQueue queue(communicator, open);
    communicator.together("checking frames", [&] {
        while (const auto frame = queue.next()) own.push_back(player->check(*frame));
    });
    const auto to_first = [&]<class T>(std::vector<T> list) {
        std::vector<std::vector<T>> out(std::size_t(communicator.size()));
        out[0] = std::move(list);
        return communicator.exchange("summing up", std::move(out));
    };
    Answer answer{player->bodies(), done, {}};
    for (const auto& list : to_first(own)) {
        for (const FrameTotals& totals : list) answer.frames.push_back(frame_as_json(totals));
    }
    std::ranges::sort(answer.frames, {}, [](const Json& frame) { return frame.at("frame").get<std::size_t>(); });
    const auto shares = to_first(std::vector{Share{own.size(), queue.stolen()}});
    for (std::size_t r = 0; r < shares.size() && communicator.rank() == 0; ++r) {
        answer.ranks.push_back({{"rank", r}, {"frames", shares[r][0].frames}, {"stolen", shares[r][0].stolen}});
    }
    return answer;
}

}  // namespace pliant::mpi_cli
