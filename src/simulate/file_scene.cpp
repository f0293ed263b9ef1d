#include "simulate/file_scene.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shapes/meshes.hpp"
#include "simulate/body_source.hpp"
#include "simulate/frame_questions.hpp"
#include "simulate/pinned_vertices.hpp"
#include "simulate/scripted_obstacle.hpp"

namespace pliant::simulate {
namespace {

using scene_file::Body;
using scene_file::Pin;
using scene_file::SceneFile;

double longest_side(std::span<const Point> points) {
    double longest = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto [low, high] = std::minmax_element(points.begin(), points.end(),
                                                     [k](const Point& a, const Point& b) { return a[k] < b[k]; });
        longest = std::max(longest, (*high)[k] - (*low)[k]);
    }
    return longest;
}

class FileScene final : public LivingScene {
public:
    FileScene(SceneFile file, const SimulationOptions& options) : LivingScene(options), file_(std::move(file)) {
        for (const Body& body : file_.bodies) {
            BodySource source = body_source(file_, body);
            require_solid(body, source);
            require_inside(body, source);
            measure(body, source.mesh.positions);
            add_or_fail(body, source);
        }
        if (!file_.questions.empty()) questions_.emplace(file_.questions, simulation(), options.threads);
    }

    void drive(double time, double seconds) override {
        for (auto& [number, obstacle] : moved_) simulation().move_obstacle(number, obstacle.at(time));
        for (PinnedVertices& pin : pins_) pin.drive(simulation(), time, seconds);
    }

    [[nodiscard]] double body_size() const override { return size_; }
    [[nodiscard]] View view() const override { return {file_.view.from, file_.view.zoom}; }

    [[nodiscard]] std::vector<Asked> asked() const override {
        std::vector<Asked> all;
        for (const scene_file::Question& q : file_.questions)
            all.push_back({q.name, std::string(unit_of(q.ask)), q.at_least, q.at_most});
        return all;
    }
    void ask(std::size_t frame, std::vector<double>& answers) override {
        if (questions_) questions_->ask(frame, answers);
    }

private:
    /// What is filled with nothing is felt by cloth alone.
    void require_solid(const Body& body, const BodySource& source) const {
        if (body.kind != BodyKind::obstacle || !source.mesh.tetrahedra.empty()) return;
        const bool felt_by_cloth_alone = std::none_of(file_.bodies.begin(), file_.bodies.end(), [](const Body& other) {
            return other.kind == BodyKind::soft || other.kind == BodyKind::particles;
        });
        if (felt_by_cloth_alone) return;
        fail_at_line(
            file_, body.line,
            "body '" + body.name +
                "': soft bodies and particles would pass through a surface; `fill = 0.02` makes tetrahedra of it, "
                "whose edges are 0.02 m long");
    }

    /// Particles are led out by distances from the surface, which are 0 at all of its vertices.
    void require_inside(const Body& body, const BodySource& source) const {
        const bool any_particles = std::any_of(file_.bodies.begin(), file_.bodies.end(),
                                               [](const Body& other) { return other.kind == BodyKind::particles; });
        if (!any_particles || source.mesh.tetrahedra.empty()) return;
        std::vector<std::uint8_t> outside(source.mesh.positions.size(), 0);
        for (const Triangle& t : source.mesh.triangles)
            for (const std::uint32_t v : t) outside[v] = 1;
        const auto inner = [&](const Tetrahedron& t) {
            return std::any_of(t.begin(), t.end(), [&](std::uint32_t v) { return outside[v] == 0; });
        };
        if (std::any_of(source.mesh.tetrahedra.begin(), source.mesh.tetrahedra.end(), inner)) return;
        fail_at_line(file_, body.line,
                     "body '" + body.name +
                         "': particles would pass through, since no vertex is inside of it: more `cells`, "
                         "or a smaller `fill`");
    }

    void add_or_fail(const Body& body, BodySource& source) {
        try {
            add(body, source);
            for (const Pin& pin : body.pins)
                pins_.emplace_back(simulation(), simulation().bodies() - 1, pin, source.mesh.positions);
        } catch (const std::invalid_argument& error) {
            std::string_view why = error.what();
            if (why.starts_with("pliant: ")) why.remove_prefix(8);
            fail_at_line(file_, body.line, "body '" + body.name + "': " + std::string(why));
        }
    }

    void add(const Body& body, BodySource& source) {
        const shapes::Mesh& mesh = source.mesh;
        switch (body.kind) {
            case BodyKind::soft:
                simulation().add_soft(body.name, VolumeView{mesh.positions, mesh.tetrahedra},
                                      {body.material, body.friction, body.velocity, body.contact_stiffness});
                return;
            case BodyKind::cloth: return add_cloth(body, SurfaceView{mesh.positions, mesh.triangles});
            case BodyKind::particles: {
                const std::vector<Point> velocities(mesh.positions.size(), body.velocity);
                simulation().add_particles(body.name, mesh.positions,
                                           {body.mass, body.friction, velocities, body.contact_stiffness});
                return;
            }
            case BodyKind::obstacle: return add_obstacle(body, source);
        }
    }

    void add_cloth(const Body& body, const SurfaceView& surface) {
        ClothMaterial material = body.cloth_material;
        const shapes::Placement turned(shapes::unit(Vec3(body.rotation.axis)), body.rotation.degrees / 360, {});
        material.warp = shapes::position(turned(Vec3(material.warp)));
        simulation().add_cloth(body.name, surface, {material, body.thickness, body.friction, body.velocity});
    }

    void add_obstacle(const Body& body, BodySource& source) {
        const shapes::Mesh& mesh = source.mesh;
        const ObstacleSettings settings{.friction = body.friction};
        const std::uint32_t number =
            mesh.tetrahedra.empty()
                ? simulation().add_obstacle(body.name, SurfaceView{mesh.positions, mesh.triangles}, settings)
                : simulation().add_obstacle(body.name, VolumeView{mesh.positions, mesh.tetrahedra}, settings);
        ScriptedObstacle obstacle(file_, body, source);
        if (!obstacle.is_still()) moved_.emplace_back(number, std::move(obstacle));
    }

    /// The smallest body that deforms, or else the smallest of all.
    void measure(const Body& body, std::span<const Point> positions) {
        const bool deforms = body.kind == BodyKind::soft || body.kind == BodyKind::cloth;
        if (deforms && !size_of_deforming_) size_ = 0;
        size_of_deforming_ |= deforms;
        const double side = longest_side(positions);
        if (deforms == size_of_deforming_ && side > 0 && (size_ == 0 || side < size_)) size_ = side;
    }

    SceneFile file_;
    std::vector<std::pair<std::uint32_t, ScriptedObstacle>> moved_;  // with the numbers of their bodies
    std::vector<PinnedVertices> pins_;
    std::optional<FrameQuestions> questions_;
    double size_ = 0;  // m
    bool size_of_deforming_ = false;
};

}  // namespace

SimulationOptions options_of(const SceneFile& file) {
    SimulationOptions options;
    options.gravity = file.gravity;
    options.tolerance = file.tolerance;
    options.cloth_substeps = file.cloth_substeps;
    options.certify = file.certify;
    use_detector(options, file.detector);
    if (file.budget) options.detection_budget = std::chrono::nanoseconds(std::llround(*file.budget * 1e9));
    return options;
}

std::unique_ptr<LivingScene> make_file_scene(SceneFile file, const SimulationOptions& options) {
    return std::make_unique<FileScene>(std::move(file), options);
}

}  // namespace pliant::simulate
