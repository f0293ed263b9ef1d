// Embree 3.13: rtcCollide over user geometry, whose bounds are those of the triangles.
#include <embree3/rtcore.h>
#include <tbb/task_arena.h>

#include <stdexcept>
#include <string>

#include "exact_pair.hpp"

namespace pliant::bench {

namespace {

struct EmbreeMode {
    const char* name;
    RTCBuildQuality scene, geometry;
};

// The quality of a geometry, and with it refitting, counts only in a scene of low quality.
constexpr EmbreeMode modes[] = {
    {"Embree refit", RTC_BUILD_QUALITY_LOW, RTC_BUILD_QUALITY_REFIT},
    {"Embree rebuild, low", RTC_BUILD_QUALITY_LOW, RTC_BUILD_QUALITY_LOW},
    {"Embree rebuild, medium", RTC_BUILD_QUALITY_MEDIUM, RTC_BUILD_QUALITY_MEDIUM},
};

class Embree final : public Contestant {
public:
    Embree(const Film& film, unsigned threads, const EmbreeMode& mode)
        : film_(film),
          arena_(static_cast<int>(threads)),
          device_(rtcNewDevice(("threads=" + std::to_string(threads)).c_str())),
          bodies_(film.bodies.size()),
          by_thread_(threads) {
        if (device_ == nullptr) throw std::runtime_error("Embree cannot be started");
        positions_ = film.frames[0].data();
        for (std::size_t i = 0; i < bodies_.size(); ++i) add(bodies_[i], film.bodies[i], mode);
        commit();
    }

    Embree(const Embree&) = delete;
    Embree& operator=(const Embree&) = delete;

    ~Embree() override {
        for (const Body& body : bodies_) {
            rtcReleaseGeometry(body.geometry);
            rtcReleaseScene(body.scene);
        }
        rtcReleaseDevice(device_);
    }

    void update(std::size_t frame) override {
        positions_ = film_.frames[frame].data();
        commit();
    }

    void find() override {
        for (Padded& own : by_thread_) own.collected.clear();
        arena_.execute([&] {
            for (std::size_t i = 0; i < bodies_.size(); ++i) {
                for (std::size_t k = film_.self ? i : i + 1; k < bodies_.size(); ++k) {
                    Search search{this, film_.bodies[i].first_triangle, film_.bodies[k].first_triangle, i == k};
                    rtcCollide(bodies_[i].scene, bodies_[k].scene, test, &search);
                }
            }
        });
    }

    void pairs(std::vector<IndexPair>& out) const override {
        out.clear();
        for (const Padded& own : by_thread_) {
            out.insert(out.end(), own.collected.pairs.begin(), own.collected.pairs.end());
        }
    }

    [[nodiscard]] std::optional<std::uint64_t> tested() const override {
        std::uint64_t sum = 0;
        for (const Padded& own : by_thread_) sum += own.collected.tested;
        return sum;
    }

private:
    struct Body {
        RTCScene scene;
        RTCGeometry geometry;
        const Embree* owner;
        std::uint32_t first_triangle;
    };

    struct alignas(128) Padded {
        Collected collected;
    };

    struct Search {
        Embree* self;
        std::uint32_t first_a, first_b;
        bool within;
    };

    static void bounds(const RTCBoundsFunctionArguments* at) {
        const Body& body = *static_cast<const Body*>(at->geometryUserPtr);
        const Box box = box_of(body.owner->positions_, body.owner->film_.triangles[body.first_triangle + at->primID]);
        RTCBounds& out = *at->bounds_o;
        out.lower_x = box.lo[0], out.lower_y = box.lo[1], out.lower_z = box.lo[2];
        out.upper_x = box.hi[0], out.upper_y = box.hi[1], out.upper_z = box.hi[2];
    }

    static void test(void* user, RTCCollision* collisions, unsigned count) {
        const Search& search = *static_cast<const Search*>(user);
        Embree& self = *search.self;
        Collected& own = self.by_thread_[std::size_t(tbb::this_task_arena::current_thread_index())].collected;
        for (const RTCCollision* c = collisions; c != collisions + count; ++c) {
            // A scene collided with itself reports each pair in both orders.
            if (search.within && c->primID0 >= c->primID1) continue;
            // Leaves that were built for refitting hold several triangles, and Embree reports all pairs of two leaves.
            own.test_boxes_first(self.film_, self.positions_, search.first_a + c->primID0, search.first_b + c->primID1);
        }
    }

    void add(Body& body, const Film::Body& of, const EmbreeMode& mode) {
        body.owner = this;
        body.first_triangle = of.first_triangle;
        body.scene = rtcNewScene(device_);
        rtcSetSceneFlags(body.scene, RTC_SCENE_FLAG_DYNAMIC);
        rtcSetSceneBuildQuality(body.scene, mode.scene);
        body.geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
        rtcSetGeometryUserPrimitiveCount(body.geometry, of.triangles);
        rtcSetGeometryUserData(body.geometry, &body);
        rtcSetGeometryBoundsFunction(body.geometry, bounds, nullptr);
        rtcSetGeometryBuildQuality(body.geometry, mode.geometry);
        rtcAttachGeometry(body.scene, body.geometry);
    }

    void commit() {
        arena_.execute([&] {
            for (const Body& body : bodies_) {
                rtcCommitGeometry(body.geometry);
                rtcCommitScene(body.scene);
            }
        });
    }

    const Film& film_;
    tbb::task_arena arena_;
    RTCDevice device_;
    const float* positions_ = nullptr;
    std::vector<Body> bodies_;
    std::vector<Padded> by_thread_;
};

}  // namespace

void add_embree(const Film& film, unsigned threads, std::vector<Entry>& out) {
    for (const EmbreeMode& mode : modes) {
        out.push_back({mode.name, Role::peer, threads, true,
                       [threads, &film, &mode] { return std::make_unique<Embree>(film, threads, mode); }});
    }
}

}  // namespace pliant::bench
