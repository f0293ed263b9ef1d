// Answers of a scene as bytes: equal bytes, equal answers.
#pragma once

#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <pliant/scene.hpp>

#include "soak/world.hpp"

namespace pliant::soak {

/// Answers byte by byte.
class Bytes {
public:
    template <class T>
    Bytes& operator<<(const T& value) {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
        char raw[sizeof(T)];
        std::memcpy(raw, &value, sizeof(T));
        all_.append(raw, sizeof(T));
        return *this;
    }
    Bytes& operator<<(const Position& p) { return *this << p[0] << p[1] << p[2]; }
    Bytes& operator<<(const TriangleRef& t) { return *this << t.body << t.triangle; }
    Bytes& operator<<(const std::vector<std::uint32_t>& list) {
        *this << list.size();
        for (const std::uint32_t i : list) *this << i;
        return *this;
    }
    Bytes& operator<<(const Report& report) {
        *this << report.complete << report.stopped_by << report.set_aside.size();
        for (const Flaw& flaw : report.set_aside) *this << flaw.body << flaw.kind << flaw.element;
        return *this;
    }
    [[nodiscard]] std::string take() { return std::move(all_); }

private:
    std::string all_;
};

inline std::string bytes_of(const Answer<TrianglePair>& answer) {
    Bytes bytes;
    bytes << answer.report;
    for (const TrianglePair& p : answer) bytes << p.a << p.b << p.kind;
    return bytes.take();
}

inline std::string bytes_of(const Overlap& overlap) {
    Bytes bytes;
    bytes << overlap.report << overlap.volume << overlap.error << overlap.centroid << overlap.columns
          << overlap.penetrations.size();
    for (const VertexPenetration& p : overlap.penetrations) bytes << p.body << p.vertex << p.depth << p.direction;
    for (const auto* gradient : {&overlap.gradient_a, &overlap.gradient_b}) {
        for (const Position& p : *gradient) bytes << p;
    }
    return bytes.take();
}

inline std::string bytes_of(const Penetrations& found) {
    Bytes bytes;
    bytes << found.report;
    for (const Penetration& p : found) {
        bytes << p.vertex.body << p.vertex.vertex << p.tetrahedron.body << p.tetrahedron.tetrahedron << p.kind
              << p.depth << p.direction;
    }
    for (const EdgePenetration& e : found.edges) bytes << e.body << e.vertices[0] << e.vertices[1];
    return bytes.take();
}

inline std::string bytes_of(const Containment& found) {
    Bytes bytes;
    bytes << found.report << found.inside << found.uncertain << found.on_surface << found.invalid << found.bound;
    return bytes.take();
}

inline std::string bytes_of(const Layers& found) {
    Bytes bytes;
    bytes << found.report << found.first;
    for (const LayerPoint& p : found.points) bytes << p.depth << p.triangle << p.turn;
    return bytes.take();
}

inline std::string bytes_of(const Curves& found) {
    Bytes bytes;
    bytes << found.report;
    for (const Curve& c : found) {
        bytes << c.a << c.b << c.closed << c.first << c.count << c.length << c.volume.value_or(-1);
        for (const CurveSide& side : c.sides) bytes << side.bounded << side.first << side.count << side.area;
    }
    for (const CurvePoint& p : found.points) bytes << p.position << p.error << p.edge[0] << p.edge[1] << p.triangle;
    for (const CurveSegment& s : found.segments) bytes << s.a << s.b << s.points[0] << s.points[1];
    for (const TriangleRef& t : found.enclosed) bytes << t;
    for (const CurveTouch& t : found.touches) bytes << t.a << t.b << t.kind << t.count << t.area;
    for (const CurveDepth& d : found.depths) bytes << d.vertex.body << d.vertex.vertex << d.depth << d.direction;
    return bytes.take();
}

inline Bytes& operator<<(Bytes& bytes, const FeaturePair& pair) {
    bytes << pair.kind << pair.body_a << pair.body_b << pair.triangle;
    for (const std::uint32_t vertex : pair.vertices) bytes << vertex;
    return bytes;
}

inline std::string bytes_of(const Proximities& found) {
    Bytes bytes;
    bytes << found.report << found.vertex_triangle << found.edge_edge;
    for (const Proximity& p : found) {
        bytes << static_cast<const FeaturePair&>(p) << p.near.distance << p.near.point_a << p.near.point_b
              << p.near.normal;
    }
    return bytes.take();
}

inline std::string bytes_of(const Impacts& found) {
    Bytes bytes;
    bytes << found.report << found.vertex_triangle << found.edge_edge;
    for (const FeatureImpact& i : found) {
        bytes << static_cast<const FeaturePair&>(i) << i.impact.time[0] << i.impact.time[1] << i.impact.point
              << i.impact.normal;
    }
    return bytes.take();
}

inline std::string bytes_of(const SafeStep& step) {
    Bytes bytes;
    bytes << step.time << step.met << step.report;
    return bytes.take();
}

inline std::string bytes_of(const BodyDistance& found) {
    Bytes bytes;
    bytes << found.a << found.b << found.distance[0] << found.distance[1] << found.triangle_a << found.triangle_b
          << found.point_a << found.point_b;
    return bytes.take();
}

inline std::string bytes_of(const Answer<BodyRelation>& found) {
    Bytes bytes;
    bytes << found.report;
    for (const BodyRelation& r : found) bytes << r.a << r.b << r.kind << r.pieces << r.pieces_of_a;
    return bytes.take();
}

inline std::string bytes_of(const Contacts& found) {
    Bytes bytes;
    bytes << found.report.complete << found.pairs.size();
    for (const TrianglePair& p : found.pairs) bytes << p.a << p.b << p.kind;
    return bytes.take();
}

/// All work done, which is the same for any number of threads.
inline std::string bytes_of(const Counters& counters) {
    Bytes bytes;
    bytes << counters.regions << counters.contours << counters.cuts << counters.box_tests << counters.candidates
          << counters.exact_tests << counters.sphere_tests;
    for (const std::uint64_t pairs : counters.pairs) bytes << pairs;
    return bytes.take();
}

}  // namespace pliant::soak
