// The host program's floating-point mode changes no answer, and is as it was after every question.
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <pliant/io.hpp>
#include <pliant/meshing.hpp>
#include <pliant/pliant.hpp>
#include <pliant/simulation.hpp>

#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"
#include "soak/every_question.hpp"

#if defined(__x86_64__)
#include <fenv.h>
#include <xmmintrin.h>

namespace pliant::scene_test {
namespace {

/// Bits of MXCSR.
struct Mode {
    const char* name;
    unsigned clear, set;
};
constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040, all_masks = 0x1f80;
constexpr Mode modes[] = {
    {"flush_to_zero", 0, flush_to_zero},
    {"denormals_are_zero", 0, denormals_are_zero},
    {"both", 0, flush_to_zero | denormals_are_zero},
    {"down", 0, 0x2000},
    {"up", 0, 0x4000},
    {"toward_zero", 0, 0x6000},
    {"traps", all_masks & ~0x1000u, 0},  // all but the inexact result, which no program can live with
};

constexpr unsigned exception_flags = 0x3f;

template <class T>
void append(std::string& bytes, const T& value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    bytes.append(raw, sizeof(T));
}

void append(std::string& bytes, const std::array<double, 3>& p) {
    for (const double x : p) append(bytes, x);
}

void append(std::string& bytes, const TrianglePair& p) {
    for (const TriangleRef& t : {p.a, p.b}) {
        append(bytes, t.body);
        append(bytes, t.triangle);
    }
    append(bytes, p.kind);
}

shapes::Mesh scaled(shapes::Mesh mesh, double factor, double shift) {
    for (auto& p : mesh.positions) p = {factor * (p[0] + shift), factor * p[1], factor * p[2]};
    return mesh;
}

/// Every question about two balls of a size, on two threads, byte by byte.
class Questions {
public:
    explicit Questions(double size)
        : left_(scaled(shapes::icosphere(size < 1e-30 ? 2 : 7), size, 0)), right_(scaled(left_, 1, 1.2 * size)) {
        a_ = scene_.add(SurfaceView{left_.positions, left_.triangles});
        b_ = scene_.add(SurfaceView{right_.positions, right_.triangles});
        c_ = scene_.add(VolumeView{tetrahedron_, one_});
        for (auto& p : tetrahedron_) p = {size * p[0], size * p[1], size * p[2]};
        scene_.move(c_, tetrahedron_);
    }

    std::string ask(IntersectionMethod method) {
        std::string bytes;
        for (const TrianglePair& p : scene_.intersections({.method = method})) append(bytes, p);
        return bytes;
    }

    std::string ask_all() {
        std::string bytes;
        for (const auto method :
             {IntersectionMethod::brute_force, IntersectionMethod::box_tree, IntersectionMethod::regularity,
              IntersectionMethod::gjk_cut, IntersectionMethod::spatial_hash}) {
            bytes += ask(method);
        }
        const Overlap& overlap = scene_.overlap(a_, b_);
        append(bytes, overlap.volume);
        append(bytes, overlap.error);
        append(bytes, scene_.self_overlap(a_).volume);
        for (const std::uint32_t i : scene_.contains(a_, right_.positions, {.exact = true}).inside) append(bytes, i);
        for (const Penetration& p : scene_.penetrations({.depth = true})) {
            append(bytes, p.vertex.vertex);
            append(bytes, p.depth);
            append(bytes, p.direction);
        }
        for (const Contact& c : scene_.contacts_within(a_, b_)) append(bytes, c.position);
        for (const BodyRelation& r : scene_.relations()) append(bytes, r.kind);
        const Distance apart = distance(Points(left_.positions), Points(tetrahedron_));
        append(bytes, apart.distance);
        for (const TrianglePair& p : intersections(SurfaceView{left_.positions, left_.triangles},
                                                   SurfaceView{right_.positions, right_.triangles})) {
            append(bytes, p);
        }
        return bytes;
    }

private:
    shapes::Mesh left_, right_;
    std::vector<std::array<double, 3>> tetrahedron_{{-1, -1, -1}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
    std::vector<Tetrahedron> one_{{0, 1, 2, 3}};
    Scene scene_{SceneOptions{2}};
    BodyId a_{}, b_{}, c_{};
};

class FloatingPointMode : public testing::TestWithParam<Mode> {
protected:
    /// What `question` answers in the mode of the test; the mode is the same afterwards, and so are the flags.
    static std::string in_mode(const std::function<std::string()>& question) {
        const Mode& mode = GetParam();
        const unsigned before = _mm_getcsr();
        const unsigned hosts = ((before & ~mode.clear) | mode.set) & ~exception_flags;
        _mm_setcsr(hosts);
        const std::string bytes = question();
        const unsigned after = _mm_getcsr();
        _mm_setcsr(before);
        EXPECT_EQ(after & ~exception_flags, hosts);
        return bytes;
    }
};

TEST_P(FloatingPointMode, ChangesNoAnswerOfAnyQuestion) {
    for (const double size : {1.0, 1e-20, 1e-38, 1e-300, 1e100}) {
        const std::string usual = Questions(size).ask_all();
        ASSERT_FALSE(usual.empty());
        // Bodies are made by the test's own arithmetic: outside of the mode.
        Questions questions(size);
        EXPECT_EQ(in_mode([&] { return questions.ask_all(); }) == usual, true) << "size " << size;
    }
}

/// With all that a question can tell, and around the smallest and the largest numbers.
TEST_P(FloatingPointMode, ChangesNothingThatAQuestionTells) {
    for (const double size : {1.0, 1e-38, 1e-300, 1e100}) {
        const soak::BarsAndBall bodies(size);
        for (const soak::Question& question : soak::every_question) {
            const std::string usual = question.ask(*bodies.scene(), nullptr);
            const auto scene = bodies.scene({2});
            EXPECT_TRUE(in_mode([&] { return question.ask(*scene, nullptr); }) == usual)
                << question.name << ", size " << size;
        }
    }
}

/// What moves bodies, cuts and meshes them computes in the same mode.
TEST_P(FloatingPointMode, ChangesNoMotionCutOrMesh) {
    const shapes::Mesh bar = shapes::tetra_box({3, 2, 2}), ball = shapes::icosphere(4);
    const auto all = [&] {
        std::string bytes;
        const auto append_all = [&](std::span<const Point> points) {
            for (const Point& p : points) append(bytes, p);
        };
        Simulation simulation;
        const std::uint32_t body = simulation.add_soft("bar", VolumeView{bar.positions, bar.tetrahedra});
        simulation.add_obstacle("ball", SurfaceView{ball.positions, ball.triangles});
        for (int i = 0; i < 3; ++i) simulation.step(1.0 / 60);
        simulation.cut(body, {{1.5, -1, -1}, {0, 9, 0}, {0.3, 0, 9}});
        simulation.step(1.0 / 60);
        append_all(simulation.positions(body));
        const meshing::SurfaceMesh fewer =
            meshing::simplify(SurfaceView{ball.positions, ball.triangles}, {.triangles = 100});
        append_all(fewer.positions);
        append_all(meshing::tetrahedralize(fewer.view(), {.resolution = 6}).positions);
        return bytes;
    };
    const std::string usual = all();
    EXPECT_TRUE(in_mode(all) == usual);
}

/// Text and floats are read to the same doubles, denormal ones as well.
TEST_P(FloatingPointMode, ChangesNothingThatIsRead) {
    const std::string obj = "v 0.1 1e-310 3\nv 1 0.3 2e-40\nv 0 1 1e22\nf 1 2 3\n";
    const auto read = [&] {
        std::string bytes;
        for (const Point& p : io::read_mesh_from_memory(std::as_bytes(std::span(obj)), ".obj", "a.obj").positions)
            append(bytes, p);
        return bytes;
    };
    const std::string usual = read();
    EXPECT_TRUE(in_mode(read) == usual);
}

TEST_P(FloatingPointMode, ComesBackAfterAnException) {
    Questions questions(1);
    in_mode([] {
        Scene scene;
        EXPECT_THROW(scene.remove(BodyId{7}), std::out_of_range);
        return std::string();
    });
}

INSTANTIATE_TEST_SUITE_P(Host, FloatingPointMode, testing::ValuesIn(modes),
                         [](const auto& mode) { return mode.param.name; });

/// Of the host's own computing nothing is lost: flags that were raised stay, and we raise none.
TEST(FloatingPointFlags, AreTheHostsOwn) {
    Questions questions(1e-300);
    std::feclearexcept(FE_ALL_EXCEPT);
    questions.ask(IntersectionMethod::box_tree);
    EXPECT_EQ(std::fetestexcept(FE_ALL_EXCEPT), 0);
    std::feraiseexcept(FE_OVERFLOW);
    questions.ask(IntersectionMethod::box_tree);
    EXPECT_EQ(std::fetestexcept(FE_OVERFLOW | FE_INVALID | FE_DIVBYZERO), FE_OVERFLOW);
}

}  // namespace
}  // namespace pliant::scene_test
#endif
