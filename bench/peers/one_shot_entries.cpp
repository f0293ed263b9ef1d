#include "one_shot_entries.hpp"

#include <pliant/scene.hpp>
#include <pliant/soup.hpp>

#include <array>
#include <cmath>
#include <string>

#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"

namespace pliant::bench {

namespace {

std::uint32_t common(const Film& film, const TriangleRef& ref) {
    return film.bodies[static_cast<std::uint32_t>(ref.body) % film.bodies.size()].first_triangle + ref.triangle;
}

/// A contestant whose answer is Pliant's own. Bodies added anew keep their order, so that numbers go round.
class Answering : public Contestant {
public:
    explicit Answering(const Film& film) : film_(film) {}

    void pairs(std::vector<IndexPair>& out) const override {
        out.clear();
        for (const TrianglePair& pair : *answer_) {
            const std::uint32_t a = common(film_, pair.a), b = common(film_, pair.b);
            out.push_back({std::min(a, b), std::max(a, b)});
        }
    }
    [[nodiscard]] std::optional<std::uint64_t> tested() const override { return answer_->report.counters.candidates; }

protected:
    const Film& film_;
    const Answer<TrianglePair>* answer_ = nullptr;
};

IntersectionOptions between(IntersectionMethod method) {
    IntersectionOptions options;
    options.method = method;
    options.self = false;
    options.neighbours = Neighbours::ignored;
    return options;
}

/// All bodies are removed and added again in every frame.
class BodiesAnew final : public Answering {
public:
    BodiesAnew(const Film& film, unsigned threads, IntersectionMethod method)
        : Answering(film), scene_(SceneOptions{threads}), method_(method) {
        for (const Film::Body& body : film.bodies) triangles_.push_back(film.own_triangles(body));
        update(0);
        find();
    }

    void update(std::size_t frame) override {
        for (const BodyId id : ids_) scene_.remove(id);
        ids_.clear();
        for (std::size_t i = 0; i < triangles_.size(); ++i) {
            ids_.push_back(scene_.add(SurfaceView{film_.points(frame, film_.bodies[i]), triangles_[i]}));
        }
    }
    void find() override { answer_ = &scene_.intersections(between(method_)); }

private:
    Scene scene_;
    IntersectionMethod method_;
    std::vector<std::vector<Triangle>> triangles_;
    std::vector<BodyId> ids_;
};

/// In every frame some of a hundred triangles are removed and come back under their old numbers.
class SomeExchanged final : public Answering {
public:
    SomeExchanged(const Film& film, unsigned threads, IntersectionMethod method, std::size_t of_a_hundred)
        : Answering(film), scene_(SceneOptions{threads}), method_(method), exchanged_(of_a_hundred) {
        for (const Film::Body& body : film.bodies) {
            triangles_.push_back(film.own_triangles(body));
            ids_.push_back(scene_.add(SurfaceView{film.points(0, body), triangles_.back()}));
        }
        find();
    }

    void update(std::size_t frame) override {
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            scene_.move(ids_[i], film_.points(frame, film_.bodies[i]));
            if (exchanged_ == 0) continue;
            gone_.clear();
            back_.clear();
            for (std::size_t t = frame % 100; t < triangles_[i].size(); t += 100 / exchanged_) {
                gone_.push_back(static_cast<std::uint32_t>(t));
                back_.push_back(triangles_[i][t]);
            }
            scene_.remove_triangles(ids_[i], gone_);
            scene_.insert_triangles(ids_[i], back_);
        }
    }
    void find() override { answer_ = &scene_.intersections(between(method_)); }

private:
    Scene scene_;
    IntersectionMethod method_;
    std::size_t exchanged_;
    std::vector<std::vector<Triangle>> triangles_;
    std::vector<BodyId> ids_;
    std::vector<std::uint32_t> gone_;
    std::vector<Triangle> back_;
};

class BareArrays final : public Answering {
public:
    BareArrays(const Film& film, unsigned threads) : Answering(film), threads_(threads) {
        for (const Film::Body& body : film.bodies) triangles_.push_back(film.own_triangles(body));
        answer_ = &found_;
    }

    void update(std::size_t frame) override { frame_ = frame; }
    void find() override {
        SoupOptions options;
        options.threads = threads_;
        options.neighbours = Neighbours::ignored;
        found_ = intersections({film_.points(frame_, film_.bodies[0]), triangles_[0]},
                               {film_.points(frame_, film_.bodies[1]), triangles_[1]}, options);
    }

private:
    unsigned threads_;
    std::size_t frame_ = 0;
    std::vector<std::vector<Triangle>> triangles_;
    Answer<TrianglePair> found_;
};

Vec3 waving(const Vec3& p, double time) {
    const double height = 1 + 0.02 * std::sin(9 * p.x + 4 * p.y + time) + 0.02 * std::sin(7 * p.z - 5 * p.x + 2 * time);
    return height * p;
}

/// Two balls of radius one, this far apart, with waves running over both.
Film two_balls(std::string_view name, std::size_t triangles, double apart, std::size_t frames) {
    const auto frequency = static_cast<std::uint32_t>(std::lround(std::sqrt(static_cast<double>(triangles) / 20)));
    const shapes::Mesh ball = shapes::icosphere(frequency);
    Film film;
    film.name = std::string(name);
    const auto vertices = static_cast<std::uint32_t>(ball.positions.size()),
               faces = static_cast<std::uint32_t>(ball.triangles.size());
    for (std::uint32_t i = 0; i < 2; ++i) {
        film.bodies.push_back({i * vertices, vertices, i * faces, faces});
        for (const Triangle& t : ball.triangles) {
            film.triangles.push_back({t[0] + i * vertices, t[1] + i * vertices, t[2] + i * vertices});
        }
    }
    const Vec3 way{0.48 * apart, 0.64 * apart, 0.6 * apart};  // along no axis
    for (std::size_t frame = 0; frame < frames; ++frame) {
        std::vector<float> all;
        for (int body = 0; body < 2; ++body) {
            const double time = 6.283 * static_cast<double>(frame) / static_cast<double>(frames) + body;
            for (const shapes::Position& at : ball.positions) {
                const Vec3 p = waving(at, time) + (body == 0 ? Vec3{} : way);
                for (const double c : {p.x, p.y, p.z}) all.push_back(static_cast<float>(c));
            }
        }
        all.push_back(0);
        film.frames.push_back(std::move(all));
    }
    return film;
}

}  // namespace

Film one_shot_film(std::string_view name, std::size_t frames) {
    const std::size_t colon = name.find(':');
    const std::string_view kind = name.substr(0, colon);
    if (kind != "touching" && kind != "deep") return play(std::string(name) + ":between", frames);
    Film film = two_balls(name, number_of_triangles(name.substr(colon + 1)), kind == "deep" ? 0.7 : 1.97, frames);
    film.self = false;
    return film;
}

void add_one_shot(const Film& film, unsigned threads, std::vector<Entry>& out) {
    out.push_back({"pliant gjk_cut, bodies anew", Role::ours, threads, true, [&film, threads] {
                       return std::make_unique<BodiesAnew>(film, threads, IntersectionMethod::gjk_cut);
                   }});
    for (const std::size_t exchanged : {0u, 1u}) {
        out.push_back({exchanged == 0 ? "pliant gjk_cut, moved only" : "pliant gjk_cut, 1 % exchanged", Role::ours,
                       threads, true, [&film, threads, exchanged] {
                           return std::make_unique<SomeExchanged>(film, threads, IntersectionMethod::gjk_cut,
                                                                  exchanged);
                       }});
    }
    out.push_back({"pliant gjk_cut, bare arrays", Role::ours, threads, true,
                   [&film, threads] { return std::make_unique<BareArrays>(film, threads); }});
    out.push_back({"pliant box_tree, built anew", Role::peer, threads, true, [&film, threads] {
                       return std::make_unique<BodiesAnew>(film, threads, IntersectionMethod::box_tree);
                   }});
}

}  // namespace pliant::bench
