// Embree 3.13 as a user would ask it which vertices are inside which tetrahedra: a point query for each vertex, or
// rtcCollide of points against boxes. User geometry, whose bounds are those of the tetrahedra.
#include <embree3/rtcore.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <stdexcept>
#include <string>

#include "volume_film.hpp"

namespace pliant::bench {

namespace {

struct Mode {
    const char* name;
    RTCBuildQuality scene, geometry;
    bool collide;
};

constexpr Mode modes[] = {
    {"Embree point query, refit", RTC_BUILD_QUALITY_LOW, RTC_BUILD_QUALITY_REFIT, false},
    {"Embree point query, fast rebuild", RTC_BUILD_QUALITY_LOW, RTC_BUILD_QUALITY_LOW, false},
    {"Embree collide, refit", RTC_BUILD_QUALITY_LOW, RTC_BUILD_QUALITY_REFIT, true},
};

class EmbreePenetrations final : public Contestant {
public:
    EmbreePenetrations(const VolumeFilm& film, unsigned threads, const Mode& mode)
        : film_(film), mode_(mode), arena_(static_cast<int>(threads)), by_thread_(threads) {
        device_ = rtcNewDevice(("threads=" + std::to_string(threads)).c_str());
        if (device_ == nullptr) throw std::runtime_error("Embree gives no device");
        positions_ = film.film.frames[0].data();
        boxes_ = add(static_cast<unsigned>(film.tetrahedra.size()), tetrahedron_bounds);
        if (mode.collide) points_ = add(static_cast<unsigned>(film.film.vertices()), point_bounds);
        commit();
    }

    EmbreePenetrations(const EmbreePenetrations&) = delete;
    EmbreePenetrations& operator=(const EmbreePenetrations&) = delete;

    ~EmbreePenetrations() override {
        for (const Part& part : {boxes_, points_}) {
            if (part.scene == nullptr) continue;
            rtcReleaseGeometry(part.geometry);
            rtcReleaseScene(part.scene);
        }
        rtcReleaseDevice(device_);
    }

    void update(std::size_t frame) override {
        positions_ = film_.film.frames[frame].data();
        commit();
    }

    void find() override {
        for (Own& own : by_thread_) {
            own.pairs.clear();
            own.tested = 0;
        }
        arena_.execute([&] { mode_.collide ? rtcCollide(points_.scene, boxes_.scene, collided, this) : ask_points(); });
    }

    void pairs(std::vector<IndexPair>& out) const override {
        out.clear();
        for (const Own& own : by_thread_) out.insert(out.end(), own.pairs.begin(), own.pairs.end());
    }

    [[nodiscard]] std::optional<std::uint64_t> tested() const override {
        std::uint64_t sum = 0;
        for (const Own& own : by_thread_) sum += own.tested;
        return sum;
    }

private:
    struct Part {
        RTCScene scene = nullptr;
        RTCGeometry geometry = nullptr;
    };
    struct alignas(128) Own {
        std::vector<IndexPair> pairs;
        std::uint64_t tested = 0;
    };
    struct Asked {
        EmbreePenetrations* self;
        std::uint32_t vertex;
    };

    Own& own() { return by_thread_[std::size_t(tbb::this_task_arena::current_thread_index())]; }

    void test(std::uint32_t vertex, std::uint32_t tetrahedron) {
        if (!film_.asks(vertex, tetrahedron)) return;
        Own& mine = own();
        const Tetrahedron& t = film_.tetrahedra[tetrahedron];
        const FloatBox4 box = box_of(positions_, t);
        const float* p = positions_ + 3 * std::size_t{vertex};
        // Leaves hold several boxes, and Embree may report all of them.
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (p[axis] < box.lo[axis] || p[axis] > box.hi[axis]) return;
        }
        ++mine.tested;
        if (contains(positions_, t, vertex)) mine.pairs.push_back({vertex, tetrahedron});
    }

    void ask_points() {
        const std::size_t count = film_.film.vertices();
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 1024), [&](const auto& range) {
            for (std::size_t v = range.begin(); v != range.end(); ++v) {
                Asked asked{this, static_cast<std::uint32_t>(v)};
                RTCPointQueryContext context;
                rtcInitPointQueryContext(&context);
                RTCPointQuery query{};
                query.x = positions_[3 * v], query.y = positions_[3 * v + 1], query.z = positions_[3 * v + 2];
                query.radius = 0;
                rtcPointQuery(boxes_.scene, &query, &context, answered, &asked);
            }
        });
    }

    static bool answered(RTCPointQueryFunctionArguments* at) {
        const Asked& asked = *static_cast<const Asked*>(at->userPtr);
        asked.self->test(asked.vertex, at->primID);
        return false;
    }

    static void collided(void* user, RTCCollision* collisions, unsigned count) {
        for (const RTCCollision* c = collisions; c != collisions + count; ++c) {
            static_cast<EmbreePenetrations*>(user)->test(c->primID0, c->primID1);
        }
    }

    static void write(RTCBounds& out, const float* lo, const float* hi) {
        out.lower_x = lo[0], out.lower_y = lo[1], out.lower_z = lo[2];
        out.upper_x = hi[0], out.upper_y = hi[1], out.upper_z = hi[2];
    }

    static void tetrahedron_bounds(const RTCBoundsFunctionArguments* at) {
        const auto& self = *static_cast<const EmbreePenetrations*>(at->geometryUserPtr);
        const FloatBox4 box = box_of(self.positions_, self.film_.tetrahedra[at->primID]);
        write(*at->bounds_o, box.lo, box.hi);
    }

    static void point_bounds(const RTCBoundsFunctionArguments* at) {
        const auto& self = *static_cast<const EmbreePenetrations*>(at->geometryUserPtr);
        const float* p = self.positions_ + 3 * std::size_t{at->primID};
        write(*at->bounds_o, p, p);
    }

    Part add(unsigned count, RTCBoundsFunction bounds) {
        Part part;
        part.scene = rtcNewScene(device_);
        rtcSetSceneFlags(part.scene, RTC_SCENE_FLAG_DYNAMIC);
        rtcSetSceneBuildQuality(part.scene, mode_.scene);
        part.geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
        rtcSetGeometryUserPrimitiveCount(part.geometry, count);
        rtcSetGeometryUserData(part.geometry, this);
        rtcSetGeometryBoundsFunction(part.geometry, bounds, nullptr);
        rtcSetGeometryBuildQuality(part.geometry, mode_.geometry);
        rtcAttachGeometry(part.scene, part.geometry);
        return part;
    }

    void commit() {
        arena_.execute([&] {
            for (const Part& part : {boxes_, points_}) {
                if (part.scene == nullptr) continue;
                rtcCommitGeometry(part.geometry);
                rtcCommitScene(part.scene);
            }
        });
    }

    const VolumeFilm& film_;
    const Mode& mode_;
    tbb::task_arena arena_;
    RTCDevice device_;
    const float* positions_ = nullptr;
    Part boxes_, points_;
    std::vector<Own> by_thread_;
};

}  // namespace

void add_embree_penetrations(const VolumeFilm& film, unsigned threads, std::vector<Entry>& out) {
    for (const Mode& mode : modes) {
        out.push_back({mode.name, Role::peer, threads, true,
                       [threads, &film, &mode] { return std::make_unique<EmbreePenetrations>(film, threads, mode); }});
    }
}

}  // namespace pliant::bench
