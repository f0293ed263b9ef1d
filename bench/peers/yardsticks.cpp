// Yardsticks, lower bounds of any detector: floor, and ideal = floor + the exact test on the true pairs alone.
#include <algorithm>

#include "boxes_floor.hpp"
#include "exact_pair.hpp"
#include "parallel/parallel.hpp"

namespace pliant::bench {

namespace {

class Floor : public Contestant {
public:
    Floor(const Film& film, unsigned threads) : film_(film), workers_(threads), boxes_(film.triangles.size()) {}

    void update(std::size_t frame) override {
        frame_ = frame;
        const parallel::Chunks chunks{boxes_.size(), 8192};
        workers_.for_each(chunks.number(), [&](std::size_t chunk) {
            write_boxes(film_.frames[frame].data(), film_.triangles.data(), chunks.begin(chunk), chunks.end(chunk),
                        boxes_.data());
        });
    }

    void find() override {}
    void pairs(std::vector<IndexPair>& out) const override { out.clear(); }

protected:
    const Film& film_;
    parallel::Workers workers_;
    std::size_t frame_ = 0;

private:
    std::vector<FloorBox> boxes_;
};

class Ideal final : public Floor {
public:
    Ideal(const Film& film, const Truth& truth, unsigned threads) : Floor(film, threads), truth_(truth) {}

    void find() override {
        const std::vector<IndexPair>& pairs = truth_[frame_];
        met_.resize(pairs.size());
        const parallel::Chunks chunks{pairs.size(), 256};
        const float* positions = film_.frames[frame_].data();
        workers_.for_each(chunks.number(), [&](std::size_t chunk) {
            for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
                met_[i] = meet(positions, film_.triangles[pairs[i].a], film_.triangles[pairs[i].b]) ? 1 : 0;
            }
        });
    }

    void pairs(std::vector<IndexPair>& out) const override {
        out.clear();
        for (std::size_t i = 0; i < met_.size(); ++i) {
            if (met_[i] != 0) out.push_back(truth_[frame_][i]);
        }
    }

    [[nodiscard]] std::optional<std::uint64_t> tested() const override { return met_.size(); }

private:
    const Truth& truth_;
    std::vector<std::uint8_t> met_;
};

}  // namespace

void add_yardsticks(const Film& film, const Truth& truth, unsigned threads, std::vector<Entry>& out) {
    out.push_back({"floor", Role::yardstick, threads, false,
                   [threads, &film] { return std::make_unique<Floor>(film, threads); }});
    out.push_back({"ideal", Role::yardstick, threads, true,
                   [threads, &film, &truth] { return std::make_unique<Ideal>(film, truth, threads); }});
}

}  // namespace pliant::bench
