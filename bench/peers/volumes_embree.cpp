// Embree 3.13: the parity of the hits of a ray from each point.
#include <embree3/rtcore.h>

#include <stdexcept>

#include "volumes.hpp"

namespace pliant::bench {

namespace {

struct Mode {
    const char* name;
    RTCBuildQuality quality;
    RTCSceneFlags flags;
};

constexpr Mode modes[] = {
    {"Embree refit", RTC_BUILD_QUALITY_REFIT, RTC_SCENE_FLAG_DYNAMIC},
    {"Embree rebuild, low", RTC_BUILD_QUALITY_LOW, RTC_SCENE_FLAG_DYNAMIC},
    {"Embree rebuild, medium", RTC_BUILD_QUALITY_MEDIUM, RTC_SCENE_FLAG_NONE},
};

constexpr unsigned rays = 16;  // in a packet

class Embree final : public Container {
public:
    Embree(std::span<const Triangle> triangles, std::size_t vertices, const Mode& mode)
        : device_(rtcNewDevice("threads=1")), scene_(rtcNewScene(device_)), vertices_(vertices) {
        if (device_ == nullptr) throw std::runtime_error("Embree cannot be started");
        rtcSetSceneFlags(scene_, static_cast<RTCSceneFlags>(mode.flags | RTC_SCENE_FLAG_ROBUST));
        rtcSetSceneBuildQuality(scene_, mode.flags == RTC_SCENE_FLAG_NONE ? mode.quality : RTC_BUILD_QUALITY_LOW);
        geometry_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
        rtcSetGeometryBuildQuality(geometry_, mode.quality);
        rtcSetSharedGeometryBuffer(geometry_, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, triangles.data(), 0,
                                   sizeof(Triangle), triangles.size());
        rtcSetGeometryOccludedFilterFunction(geometry_, count);
        rtcAttachGeometry(scene_, geometry_);
    }
    Embree(const Embree&) = delete;
    Embree& operator=(const Embree&) = delete;
    ~Embree() override {
        rtcReleaseGeometry(geometry_);
        rtcReleaseScene(scene_);
        rtcReleaseDevice(device_);
    }

    void find(std::span<const float> positions, std::span<const Place> points,
              std::vector<std::uint8_t>& inside) override {
        rtcSetSharedGeometryBuffer(geometry_, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, positions.data(), 0,
                                   3 * sizeof(float), vertices_);
        rtcUpdateGeometryBuffer(geometry_, RTC_BUFFER_TYPE_VERTEX, 0);
        rtcCommitGeometry(geometry_);
        rtcCommitScene(scene_);
        inside.assign(points.size(), 0);
        for (std::size_t first = 0; first < points.size(); first += rays) shoot(points, first, inside);
    }

private:
    struct Context {
        RTCIntersectContext embree;  // first: Embree hands this address on
        std::uint8_t* parity;
    };

    static void count(const RTCFilterFunctionNArguments* at) {
        std::uint8_t* parity = reinterpret_cast<Context*>(at->context)->parity;
        for (unsigned i = 0; i < at->N; ++i) {
            if (at->valid[i] == 0) continue;
            parity[RTCRayN_id(at->ray, at->N, i)] ^= 1;
            at->valid[i] = 0;  // go on to the next hit
        }
    }

    void shoot(std::span<const Place> points, std::size_t first, std::vector<std::uint8_t>& inside) const {
        Context context;
        rtcInitIntersectContext(&context.embree);
        // The points are anywhere: taking their rays for alike makes Embree about half as fast.
        context.embree.flags = RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT;
        context.parity = inside.data();
        alignas(64) RTCRay16 packet = {};
        alignas(64) int valid[rays];
        for (unsigned i = 0; i < rays; ++i) {
            valid[i] = first + i < points.size() ? -1 : 0;
            const Place& p = points[valid[i] != 0 ? first + i : first];
            packet.org_x[i] = p[0], packet.org_y[i] = p[1], packet.org_z[i] = p[2];
            packet.dir_z[i] = 1;
            packet.tfar[i] = 1e30f;
            packet.mask[i] = ~0u;
            packet.id[i] = static_cast<unsigned>(first + i);
        }
        rtcOccluded16(valid, scene_, &context.embree, &packet);
    }

    RTCDevice device_;
    RTCScene scene_;
    RTCGeometry geometry_ = nullptr;
    std::size_t vertices_;
};

}  // namespace

std::vector<NamedContainer> embree_containers(std::span<const Triangle> triangles, std::size_t vertices) {
    std::vector<NamedContainer> all;
    for (const Mode& mode : modes) all.push_back({mode.name, std::make_unique<Embree>(triangles, vertices, mode)});
    return all;
}

}  // namespace pliant::bench
