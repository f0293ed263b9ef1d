// Embree 3.13: rtcCollide over boxes that hold a step; then the cubic of coplanarity in doubles, as most programs do
// it.
#include <embree3/rtcore.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "motion.hpp"
#include "statistics.hpp"

namespace pliant::bench {

namespace {

struct V {
    double x, y, z;
};
V operator-(const V& a, const V& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
V operator+(const V& a, const V& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
V operator*(double s, const V& a) { return {s * a.x, s * a.y, s * a.z}; }
double dot(const V& a, const V& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
V cross(const V& a, const V& b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

using Box = SweptBox;
bool overlap(const Box& a, const Box& b) {
    for (std::size_t k = 0; k < 3; ++k) {
        if (a.lo[k] > b.hi[k] || b.lo[k] > a.hi[k]) return false;
    }
    return true;
}

/// c[0] + c[1] t + c[2] t^2 + c[3] t^3.
struct Cubic {
    std::array<double, 4> c;
    [[nodiscard]] double at(double t) const { return ((c[3] * t + c[2]) * t + c[1]) * t + c[0]; }
    [[nodiscard]] double slope(double t) const { return (3 * c[3] * t + 2 * c[2]) * t + c[1]; }
};

double bracketed_root(const Cubic& f, double lo, double hi) {
    const bool falls = f.at(lo) > 0;
    double t = 0.5 * (lo + hi);
    for (int i = 0; i < 50; ++i) {
        const double value = f.at(t);
        ((value > 0) == falls ? lo : hi) = t;
        double next = t - value / f.slope(t);
        if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
        if (std::abs(next - t) < 1e-14) return next;
        t = next;
    }
    return t;
}

/// Calls look(t) for roots in [0, 1], ascending, until it is content.
template <class Look>
bool any_root(const Cubic& f, const Look& look) {
    std::array<double, 4> ends{0, 1, 1, 1};
    std::size_t count = 1;
    const double a = 3 * f.c[3], b = f.c[2], d = b * b - a * f.c[1];  // a t^2 + 2 b t + c1
    if (d > 0) {
        const double q = -(b + std::copysign(std::sqrt(d), b));
        const double first = std::min(q / a, f.c[1] / q), second = std::max(q / a, f.c[1] / q);
        if (first > 0 && first < 1) ends[count++] = first;
        if (second > 0 && second < 1) ends[count++] = second;
    }
    ends[count] = 1;
    for (std::size_t i = 0; i < count; ++i) {
        const double lo = f.at(ends[i]), hi = f.at(ends[i + 1]);
        if (lo == 0 && look(ends[i])) return true;
        if ((lo < 0) != (hi < 0) && look(bracketed_root(f, ends[i], ends[i + 1]))) return true;
    }
    return f.at(1) == 0 && look(1.0);
}

class Scenes {
public:
    explicit Scenes(const MotionStep& step) : step_(step), arena_(1), device_(rtcNewDevice("threads=1")) {
        if (device_ == nullptr) throw std::runtime_error("Embree cannot be started");
        add(vertices_, step.start.size());
        add(edges_, step.edges.size());
        add(triangles_, step.triangles.size());
    }
    Scenes(const Scenes&) = delete;
    Scenes& operator=(const Scenes&) = delete;
    ~Scenes() {
        for (Kind* kind : {&vertices_, &edges_, &triangles_}) {
            rtcReleaseGeometry(kind->geometry);
            rtcReleaseScene(kind->scene);
        }
        rtcReleaseDevice(device_);
    }

    void update() {
        for (std::size_t i = 0; i < step_.start.size(); ++i)
            vertices_.boxes[i] = swept_box(step_, std::array{static_cast<std::uint32_t>(i)});
        for (std::size_t i = 0; i < step_.edges.size(); ++i) edges_.boxes[i] = swept_box(step_, step_.edges[i]);
        for (std::size_t i = 0; i < step_.triangles.size(); ++i)
            triangles_.boxes[i] = swept_box(step_, step_.triangles[i]);
        arena_.execute([&] {
            for (Kind* kind : {&vertices_, &edges_, &triangles_}) {
                rtcCommitGeometry(kind->geometry);
                rtcCommitScene(kind->scene);
            }
        });
    }

    void find(MotionResult& out) {
        out_ = &out;
        arena_.execute([&] {
            rtcCollide(vertices_.scene, triangles_.scene, vertices_and_triangles, this);
            rtcCollide(edges_.scene, edges_.scene, two_edges, this);
        });
    }

private:
    struct Kind {
        RTCScene scene = nullptr;
        RTCGeometry geometry = nullptr;
        std::vector<Box> boxes;
    };

    static void bounds(const RTCBoundsFunctionArguments* at) {
        const Box& box = static_cast<const Kind*>(at->geometryUserPtr)->boxes[at->primID];
        RTCBounds& out = *at->bounds_o;
        out.lower_x = box.lo[0], out.lower_y = box.lo[1], out.lower_z = box.lo[2];
        out.upper_x = box.hi[0], out.upper_y = box.hi[1], out.upper_z = box.hi[2];
    }

    void add(Kind& kind, std::size_t count) {
        kind.boxes.resize(count);
        kind.scene = rtcNewScene(device_);
        rtcSetSceneFlags(kind.scene, RTC_SCENE_FLAG_DYNAMIC);
        rtcSetSceneBuildQuality(kind.scene, RTC_BUILD_QUALITY_LOW);
        kind.geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
        rtcSetGeometryUserPrimitiveCount(kind.geometry, static_cast<unsigned>(count));
        rtcSetGeometryUserData(kind.geometry, &kind);
        rtcSetGeometryBoundsFunction(kind.geometry, bounds, nullptr);
        rtcSetGeometryBuildQuality(kind.geometry, RTC_BUILD_QUALITY_REFIT);
        rtcAttachGeometry(kind.scene, kind.geometry);
    }

    static void vertices_and_triangles(void* user, RTCCollision* found, unsigned count) {
        Scenes& self = *static_cast<Scenes*>(user);
        for (const RTCCollision* c = found; c != found + count; ++c) {
            const Triangle& t = self.step_.triangles[c->primID1];
            const std::uint32_t v = c->primID0;
            if (v == t[0] || v == t[1] || v == t[2]) continue;
            if (!overlap(self.vertices_.boxes[v], self.triangles_.boxes[c->primID1])) continue;
            ++self.out_->candidates;
            self.out_->vertex_triangle += self.meet({t[0], t[1], t[0], t[2], t[0], v}, false);
        }
    }

    static void two_edges(void* user, RTCCollision* found, unsigned count) {
        Scenes& self = *static_cast<Scenes*>(user);
        for (const RTCCollision* c = found; c != found + count; ++c) {
            if (c->primID0 >= c->primID1) continue;  // a scene collided with itself reports each pair in both orders
            const auto &a = self.step_.edges[c->primID0], &b = self.step_.edges[c->primID1];
            if (a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1]) continue;
            if (!overlap(self.edges_.boxes[c->primID0], self.edges_.boxes[c->primID1])) continue;
            ++self.out_->candidates;
            self.out_->edge_edge += self.meet({a[0], a[1], b[0], b[1], a[0], b[0]}, true);
        }
    }

    [[nodiscard]] V difference(const std::vector<std::array<float, 3>>& p, std::uint32_t from, std::uint32_t to) const {
        return {double(p[to][0]) - p[from][0], double(p[to][1]) - p[from][1], double(p[to][2]) - p[from][2]};
    }

    /// Three vectors by their ends; det(u, v, w) = 0 in one plane.
    [[nodiscard]] bool meet(const std::array<std::uint32_t, 6>& ids, bool edges) const {
        std::array<V, 3> s, d;
        for (std::size_t i = 0; i < 3; ++i) {
            s[i] = difference(step_.start, ids[2 * i], ids[2 * i + 1]);
            d[i] = difference(step_.end, ids[2 * i], ids[2 * i + 1]) - s[i];
        }
        const V n0 = cross(s[0], s[1]), n1 = cross(s[0], d[1]) + cross(d[0], s[1]), n2 = cross(d[0], d[1]);
        const Cubic f{{dot(n0, s[2]), dot(n0, d[2]) + dot(n1, s[2]), dot(n1, d[2]) + dot(n2, s[2]), dot(n2, d[2])}};
        return any_root(f, [&](double t) {
            const V u = s[0] + t * d[0], v = s[1] + t * d[1], w = s[2] + t * d[2], n = cross(u, v);
            const double one = dot(n, n), beta = dot(n, cross(w, v));
            const double gamma = edges ? dot(n, cross(w, u)) : dot(n, cross(u, w));
            if (!(one > 0) || beta < 0 || gamma < 0) return false;
            return edges ? beta <= one && gamma <= one : beta + gamma <= one;
        });
    }

    const MotionStep& step_;
    tbb::task_arena arena_;
    RTCDevice device_;
    Kind vertices_, edges_, triangles_;
    MotionResult* out_ = nullptr;
};

}  // namespace

MotionResult embree_and_cubic(const MotionStep& step, int repetitions) {
    Scenes scenes(step);
    scenes.update();  // built once
    MotionResult best;
    for (int i = 0; i < repetitions; ++i) {
        MotionResult now{"Embree and a cubic solver", 0, 0, 0, 0};
        Stopwatch watch;
        scenes.update();
        scenes.find(now);
        now.milliseconds = watch.lap().processor;
        if (i == 0 || now.milliseconds < best.milliseconds) best = now;
    }
    return best;
}

}  // namespace pliant::bench
