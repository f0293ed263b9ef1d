#include "volume_film.hpp"

#include <stdexcept>
#include <string>

#include <pliant/scene.hpp>

#include "boxes_floor.hpp"
#include "papers/Teschner2003/paper_scene.hpp"
#include "parallel/parallel.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::bench {

namespace {

/// Reads every tetrahedron and writes its box.
class VolumeFloor final : public Contestant {
public:
    VolumeFloor(const VolumeFilm& film, unsigned threads)
        : film_(film), workers_(threads), boxes_(film.tetrahedra.size()) {}

    void update(std::size_t frame) override {
        const parallel::Chunks chunks{boxes_.size(), 8192};
        const float* positions = film_.film.frames[frame].data();
        workers_.for_each(chunks.number(), [&](std::size_t chunk) {
            write_tetrahedron_boxes(positions, film_.tetrahedra.data(), chunks.begin(chunk), chunks.end(chunk),
                                    boxes_.data());
        });
    }

    void find() override {}
    void pairs(std::vector<IndexPair>& out) const override { out.clear(); }

private:
    const VolumeFilm& film_;
    parallel::Workers workers_;
    std::vector<FloorBox> boxes_;
};

PenetrationOptions asked_of(const VolumeFilm& film) {
    PenetrationOptions options;
    options.self = film.film.self;
    return options;
}

/// By a scene, ours or one with a variant of the paper.
template <class AnyScene>
class OurPenetrations final : public Contestant {
public:
    OurPenetrations(const VolumeFilm& film, unsigned threads, const PenetrationOptions& options, bool doubles = false)
        : film_(film), options_(options), scene_({threads}) {
        if (doubles) widen();
        for (std::size_t i = 0; i < film.film.bodies.size(); ++i) {
            ids_.push_back(scene_.add(VolumeView{points(0, i), film.own_tetrahedra(i)}));
        }
        answer_ = &scene_.penetrations(options_);
    }

    void update(std::size_t frame) override {
        for (std::size_t i = 0; i < ids_.size(); ++i) scene_.move(ids_[i], points(frame, i));
    }

    void find() override { answer_ = &scene_.penetrations(options_); }

    void pairs(std::vector<IndexPair>& out) const override {
        out.clear();
        for (const Penetration& p : *answer_) {
            out.push_back({film_.film.bodies[static_cast<std::uint32_t>(p.vertex.body)].first_vertex + p.vertex.vertex,
                           film_.first[static_cast<std::uint32_t>(p.tetrahedron.body)] + p.tetrahedron.tetrahedron});
        }
    }

    [[nodiscard]] std::optional<std::uint64_t> tested() const override { return answer_->report.counters.candidates; }
    [[nodiscard]] std::optional<Stages> stages() const override { return answer_->report.milliseconds; }

private:
    void widen() {
        for (const std::vector<float>& frame : film_.film.frames) frames_.emplace_back(frame.begin(), frame.end());
    }

    [[nodiscard]] Points points(std::size_t frame, std::size_t body) const {
        const Film::Body& of = film_.film.bodies[body];
        if (frames_.empty()) return film_.film.points(frame, of);
        return {frames_[frame].data() + 3 * std::size_t{of.first_vertex}, of.vertices};
    }

    const VolumeFilm& film_;
    PenetrationOptions options_;
    std::vector<std::vector<double>> frames_;  // where doubles are asked about
    AnyScene scene_;
    std::vector<BodyId> ids_;
    const Penetrations* answer_ = nullptr;
};

}  // namespace

std::vector<Tetrahedron> VolumeFilm::own_tetrahedra(std::size_t body) const {
    std::vector<Tetrahedron> own(tetrahedra.begin() + first[body], tetrahedra.begin() + first[body + 1]);
    for (Tetrahedron& t : own) {
        for (std::uint32_t& v : t) v -= film.bodies[body].first_vertex;
    }
    return own;
}

VolumeFilm play_volumes(std::string_view choice, std::size_t frames) {
    VolumeFilm result;
    result.film = play(choice, frames);
    const FilmChoice parts = split(choice);
    shapes::SceneSize size;
    size.triangles = parts.triangles;
    const auto scene = shapes::make_scene(parts.scene, size);
    for (std::size_t i = 0; i < scene->bodies(); ++i) {
        result.first.push_back(static_cast<std::uint32_t>(result.tetrahedra.size()));
        for (Tetrahedron t : scene->body(i).tetrahedra) {
            for (std::uint32_t& v : t) v += result.film.bodies[i].first_vertex;
            result.tetrahedra.push_back(t);
            result.body_of_tetrahedron.push_back(static_cast<std::uint32_t>(i));
        }
        result.body_of_vertex.insert(result.body_of_vertex.end(), result.film.bodies[i].vertices,
                                     static_cast<std::uint32_t>(i));
    }
    result.first.push_back(static_cast<std::uint32_t>(result.tetrahedra.size()));
    if (result.tetrahedra.empty()) throw std::invalid_argument("no tetrahedra in " + std::string(choice));
    return result;
}

FloatBox4 box_of(const float* positions, const Tetrahedron& t) {
    FloatBox4 box{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto at = [&](std::size_t i) { return positions[3 * std::size_t{t[i]} + axis]; };
        box.lo[axis] = std::min({at(0), at(1), at(2), at(3)});
        box.hi[axis] = std::max({at(0), at(1), at(2), at(3)});
    }
    return box;
}

void add_our_penetrations(const VolumeFilm& film, unsigned threads, std::vector<Entry>& out) {
    const PenetrationOptions plain = asked_of(film);
    PenetrationOptions deep = plain;
    deep.depth = true;
    const auto add = [&](const char* name, const PenetrationOptions& options, bool doubles) {
        out.push_back({name, Role::ours, threads, true, [=, &film] {
                           return std::make_unique<OurPenetrations<Scene>>(film, threads, options, doubles);
                       }});
    };
    add("pliant spatial_hash", plain, false);
    add("pliant spatial_hash of doubles", plain, true);
    add("pliant spatial_hash with depth", deep, false);
    if (!film.film.self) return;
    out.push_back({"pliant spatial_hash, as printed", Role::ours, threads, true, [=, &film] {
                       return std::make_unique<OurPenetrations<teschner2003::PaperScene>>(film, threads, plain);
                   }});
}

void add_volume_floor(const VolumeFilm& film, unsigned threads, std::vector<Entry>& out) {
    out.push_back({"floor", Role::yardstick, threads, false,
                   [threads, &film] { return std::make_unique<VolumeFloor>(film, threads); }});
}

}  // namespace pliant::bench
