// Pliant itself, through its public interface.
#include "contestant.hpp"

#include <pliant/scene.hpp>

namespace pliant::bench {

namespace {

class Ours final : public Contestant {
public:
    Ours(const Film& film, unsigned threads, const IntersectionOptions& options)
        : film_(film), scene_(SceneOptions{threads}), options_(options) {
        for (const Film::Body& body : film.bodies) {
            ids_.push_back(scene_.add(SurfaceView{film.points(0, body), film.own_triangles(body)}));
        }
        answer_ = &scene_.intersections(options_);
        if (options.method == IntersectionMethod::automatic) settle();
    }

    void update(std::size_t frame) override {
        for (std::size_t i = 0; i < ids_.size(); ++i) scene_.move(ids_[i], film_.points(frame, film_.bodies[i]));
    }

    void find() override { answer_ = &scene_.intersections(options_); }

    void pairs(std::vector<IndexPair>& out) const override {
        out.clear();
        for (const TrianglePair& pair : *answer_) out.push_back({common(pair.a), common(pair.b)});
    }

    [[nodiscard]] std::optional<std::uint64_t> tested() const override { return answer_->report.counters.candidates; }
    [[nodiscard]] std::optional<Stages> stages() const override { return answer_->report.milliseconds; }

private:
    /// Asks until `automatic` has moved on to what it stays with.
    void settle() {
        constexpr std::size_t questions = 200;
        for (std::size_t i = 0; i < questions && answer_->report.detector != Detector::regularity; ++i) {
            for (std::size_t b = 0; b < ids_.size(); ++b) scene_.move(ids_[b], film_.points(0, film_.bodies[b]));
            answer_ = &scene_.intersections(options_);
        }
    }

    [[nodiscard]] std::uint32_t common(const TriangleRef& ref) const {
        return film_.bodies[static_cast<std::uint32_t>(ref.body)].first_triangle + ref.triangle;
    }

    const Film& film_;
    Scene scene_;
    IntersectionOptions options_;
    std::vector<BodyId> ids_;
    const Answer<TrianglePair>* answer_ = nullptr;
};

/// By the common definition of a pair: triangles that share no vertex.
IntersectionOptions unconnected(IntersectionMethod method, bool self) {
    IntersectionOptions options;
    options.method = method;
    options.neighbours = Neighbours::ignored;
    options.self = self;
    return options;
}

IntersectionOptions with_neighbours() {
    IntersectionOptions options;
    options.method = IntersectionMethod::box_tree;
    return options;
}

/// Asks for no pairs at all: what remains is reading positions and refitting.
IntersectionOptions nothing() {
    IntersectionOptions options;
    options.method = IntersectionMethod::box_tree;
    options.self = options.between = false;
    return options;
}

}  // namespace

void add_ours(const Film& film, unsigned threads, std::vector<Entry>& out) {
    const auto add = [&](const char* name, const IntersectionOptions& options, bool same_pairs) {
        out.push_back({name, Role::ours, threads, same_pairs,
                       [threads, &film, options] { return std::make_unique<Ours>(film, threads, options); }});
    };
    add("pliant box_tree", unconnected(IntersectionMethod::box_tree, film.self), true);
    if (film.self) add("pliant regularity", unconnected(IntersectionMethod::regularity, true), true);
    add("pliant automatic", unconnected(IntersectionMethod::automatic, film.self), true);
    if (film.self) add("pliant box_tree, neighbours too", with_neighbours(), false);
    add("pliant box_tree, refit alone", nothing(), false);
}

}  // namespace pliant::bench
