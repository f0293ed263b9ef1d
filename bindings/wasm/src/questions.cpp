// Each question of a scene: options in, a reply out. Translates, decides nothing.
#include <algorithm>
#include <limits>
#include <string>

#include <pliant/distance.hpp>

#include "module.hpp"
#include "module_scene.hpp"

using namespace pliant;
using pliant::wasm::ModuleScene;
using pliant::wasm::Options;
using pliant::wasm::Reply;

namespace {

/// Runs a question and returns the head of its reply.
template <class Question>
const char* ask(ModuleScene& module, const Question& question) {
    return wasm::guarded<const char*>(nullptr, [&] {
        module.reply.clear();
        question(module.scene, module.reply);
        return module.reply.finish();
    });
}

void write_pairs(Reply& reply, std::span<const TrianglePair> pairs) {
    auto out = reply.column<std::uint32_t>("pairs", 5 * pairs.size()).begin();
    for (const TrianglePair& pair : pairs) {
        *out++ = std::uint32_t(pair.a.body);
        *out++ = pair.a.triangle;
        *out++ = std::uint32_t(pair.b.body);
        *out++ = pair.b.triangle;
        *out++ = std::uint32_t(pair.kind);
    }
}

/// kind, body_a, body_b, four vertices, triangle
template <class Items>
void write_features(Reply& reply, const Items& items) {
    auto out = reply.column<std::uint32_t>("features", 8 * items.size()).begin();
    for (const FeaturePair& pair : items) {
        *out++ = std::uint32_t(pair.kind);
        *out++ = std::uint32_t(pair.body_a);
        *out++ = std::uint32_t(pair.body_b);
        for (const std::uint32_t vertex : pair.vertices) *out++ = vertex;
        *out++ = pair.triangle;
    }
}

template <class Items, class Numbers>
void write_numbers(Reply& reply, std::string_view name, std::size_t each, const Items& items, const Numbers& numbers) {
    auto out = reply.column<double>(name, each * items.size()).begin();
    for (const auto& item : items) {
        numbers(item, [&](const auto& values) {
            for (const double value : values) *out++ = value;
        });
    }
}

std::array<double, 1> one(double value) { return {value}; }

void write_overlap(Reply& reply, const Overlap& overlap) {
    reply.value("volume", overlap.volume);
    reply.value("error", overlap.error);
    reply.values("centroid", overlap.centroid);
    reply.value("centroidError", overlap.centroid_error);
    reply.value("axis", name(overlap.axis));
    reply.values("boxLow", overlap.box_lo);
    reply.values("boxHigh", overlap.box_hi);
    reply.value("resolution", double(overlap.resolution));
    reply.value("columnsMeasured", double(overlap.columns));
    reply.value("inconsistentPixels", double(overlap.inconsistent_pixels));
    reply.value("spanResolution", double(overlap.span_resolution));
    const auto& spans = overlap.spans;
    auto columns = reply.column<std::uint32_t>("spanColumns", spans.size());
    for (std::size_t i = 0; i < spans.size(); ++i) columns[i] = spans[i].column;
    write_numbers(reply, "spans", 2, spans, [](const OverlapSpan& s, auto put) {
        put(std::array{s.enter, s.leave});
    });
    const auto& inside = overlap.penetrations;
    auto ids = reply.column<std::uint32_t>("penetrations", 3 * inside.size()).begin();
    for (const VertexPenetration& p : inside) {
        *ids++ = std::uint32_t(p.body);
        *ids++ = p.vertex;
        *ids++ = p.triangle;
    }
    write_numbers(reply, "penetrationNumbers", 7, inside, [](const VertexPenetration& p, auto put) {
        put(one(p.depth));
        put(p.direction);
        put(p.closest);
    });
    reply.report(overlap.report);
}

OverlapOptions overlap_options(Options o) {
    OverlapOptions options;
    options.tolerance = o.number(options.tolerance);
    if (const auto resolution = o.count()) options.resolution = std::uint32_t(*resolution);
    if (const auto axis = o.count()) options.axis = Axis(*axis);
    options.all_axes = o.flag();
    options.rule = InsideRule(o.whole());
    options.spans = o.flag();
    options.depths = o.flag();
    options.budget = {o.time(), o.count()};
    return options;
}

ImpactOptions impact_options(Options o) {
    ImpactOptions options;
    options.self = o.flag();
    options.between = o.flag();
    options.selection = ImpactSelection(o.whole());
    options.minimum_separation = o.number();
    options.budget = {o.time(), o.count(), o.count()};
    return options;
}

void write_distances(Reply& reply, std::span<const BodyDistance> distances) {
    auto ids = reply.column<std::uint32_t>("distances", 4 * distances.size()).begin();
    for (const BodyDistance& d : distances) {
        *ids++ = std::uint32_t(d.a);
        *ids++ = std::uint32_t(d.b);
        *ids++ = d.triangle_a.triangle;
        *ids++ = d.triangle_b.triangle;
    }
    write_numbers(reply, "distanceNumbers", 8, distances, [](const BodyDistance& d, auto put) {
        put(d.distance);
        put(d.point_a);
        put(d.point_b);
    });
}

}  // namespace

PLIANT_MODULE_FUNCTION const char* pliant_triangles(ModuleScene* module, std::uint32_t body) {
    return ask(*module, [&](Scene& scene, Reply& reply) {
        const auto triangles = scene.triangles(BodyId(body));
        auto out = reply.column<std::uint32_t>("triangles", 3 * triangles.size()).begin();
        for (const Triangle& triangle : triangles) out = std::copy(triangle.begin(), triangle.end(), out);
    });
}

PLIANT_MODULE_FUNCTION const char* pliant_intersections(ModuleScene* module, const double* numbers) {
    return ask(*module, [&](Scene& scene, Reply& reply) {
        Options o(numbers);
        IntersectionOptions options;
        options.method = IntersectionMethod(o.whole());
        options.self = o.flag();
        options.between = o.flag();
        options.neighbours = Neighbours(o.whole());
        options.contours = ContourTest(o.whole());
        options.budget = {o.time(), o.count(), o.count(), o.count()};
        const auto& answer = scene.intersections(options);
        write_pairs(reply, answer.items);
        std::array<double, 4> kinds{};
        for (std::size_t k = 0; k < kinds.size(); ++k) kinds[k] = double(answer.report.counters.pairs[k]);
        reply.values("kinds", kinds);
        reply.report(answer.report);
    });
}

PLIANT_MODULE_FUNCTION const char* pliant_curves(ModuleScene* module, const double* numbers) {
    return ask(*module, [&](Scene& scene, Reply& reply) {
        Options o(numbers);
        CurveOptions options;
        options.self = o.flag();
        options.between = o.flag();
        options.sides = o.flag();
        options.depth = o.flag();
        options.budget = {o.time(), o.count(), o.count()};
        const Curves& curves = scene.curves(options);
        auto out = reply.column<std::uint32_t>("curves", 7 * curves.size()).begin();
        for (const Curve& c : curves) {
            for (const std::uint32_t number : {std::uint32_t(c.a), std::uint32_t(c.b), std::uint32_t(c.closed),
                                               std::uint32_t(c.ends[0]), std::uint32_t(c.ends[1]), c.first, c.count}) {
                *out++ = number;
            }
        }
        write_numbers(reply, "curveNumbers", 4, curves, [](const Curve& c, auto put) {
            put(std::array{c.length, c.sides[0].area, c.sides[1].area,
                           c.volume.value_or(std::numeric_limits<double>::quiet_NaN())});
        });
        auto segments = reply.column<std::uint32_t>("segments", 6 * curves.segments.size()).begin();
        for (const CurveSegment& s : curves.segments) {
            for (const std::uint32_t number : {std::uint32_t(s.a.body), s.a.triangle, std::uint32_t(s.b.body),
                                               s.b.triangle, s.points[0], s.points[1]}) {
                *segments++ = number;
            }
        }
        write_numbers(reply, "points", 3, curves.points, [](const CurvePoint& p, auto put) { put(p.position); });
        auto depths = reply.column<std::uint32_t>("depths", 4 * curves.depths.size()).begin();
        for (const CurveDepth& d : curves.depths) {
            for (const std::uint32_t number :
                 {std::uint32_t(d.vertex.body), d.vertex.vertex, std::uint32_t(d.body), d.curve}) {
                *depths++ = number;
            }
        }
        write_numbers(reply, "depthNumbers", 4, curves.depths, [](const CurveDepth& d, auto put) {
            put(one(d.depth));
            put(d.direction);
        });
        reply.report(curves.report);
    });
}

PLIANT_MODULE_FUNCTION const char* pliant_proximities(ModuleScene* module, const double* numbers) {
    return ask(*module, [&](Scene& scene, Reply& reply) {
        Options o(numbers);
        ProximityOptions options;
        options.distance = o.number();
        options.self = o.flag();
        options.between = o.flag();
        options.nearest = o.whole();
        options.budget = {o.time(), o.count(), o.count()};
        const Proximities& answer = scene.proximities(options);
        write_features(reply, answer);
        write_numbers(reply, "numbers", 14, answer, [](const Proximity& p, auto put) {
            put(one(p.near.distance));
            put(p.near.weights);
            put(p.near.point_a);
            put(p.near.point_b);
            put(p.near.normal);
        });
        reply.report(answer.report);
    });
}

PLIANT_MODULE_FUNCTION const char* pliant_distances(ModuleScene* module, const double* numbers) {
    return ask(*module, [&](Scene& scene, Reply& reply) {
        Options o(numbers);
        const auto most = o.optional();
        if (most) return write_distances(reply, scene.distances(*most));
        const std::uint32_t a = o.whole(), b = o.whole();
        const BodyDistance distance = scene.distance(BodyId(a), BodyId(b));
        write_distances(reply, {&distance, 1});
    });
}

/// Of the convex hulls of two bodies, with every step of the search: a simplex of pairs of points each.
PLIANT_MODULE_FUNCTION const char* pliant_hull_distance(ModuleScene* module, std::uint32_t a, std::uint32_t b) {
    return ask(*module, [&](Scene&, Reply& reply) {
        const auto points = [&](std::uint32_t body) { return module->positions.at(body).points(); };
        const Distance found = distance(points(a), points(b), {.record = true});
        reply.value("distance", found.distance);
        reply.value("lowerBound", found.lower_bound);
        reply.value("overlap", found.overlap);
        reply.values("pointA", found.point_a);
        reply.values("pointB", found.point_b);
        write_numbers(reply, "steps", 30, found.steps, [](const DistanceStep& step, auto put) {
            put(one(step.size));
            for (const Point& p : step.a) put(p);
            for (const Point& p : step.b) put(p);
            put(step.direction);
            put(std::array{step.distance, step.lower_bound});
        });
    });
}

PLIANT_MODULE_FUNCTION const char* pliant_penetrations(ModuleScene* module, const double* numbers) {
    return ask(*module, [&](Scene& scene, Reply& reply) {
        Options o(numbers);
        PenetrationOptions options;
        options.method = PenetrationMethod(o.whole());
        options.self = o.flag();
        options.between = o.flag();
        options.once_per_body = o.flag();
        options.depth = o.flag();
        options.edges = o.flag();
        options.hash.cell_size = o.optional();
        options.budget = {o.time(), o.count(), o.count()};
        const Penetrations& answer = scene.penetrations(options);
        auto out = reply.column<std::uint32_t>("penetrations", 6 * answer.size()).begin();
        for (const Penetration& p : answer) {
            for (const std::uint32_t number :
                 {std::uint32_t(p.vertex.body), p.vertex.vertex, std::uint32_t(p.tetrahedron.body),
                  p.tetrahedron.tetrahedron, std::uint32_t(p.kind), std::uint32_t(p.depth_source)}) {
                *out++ = number;
            }
        }
        write_numbers(reply, "numbers", 8, answer, [](const Penetration& p, auto put) {
            put(p.barycentric);
            put(one(p.depth));
            put(p.direction);
        });
        auto edges = reply.column<std::uint32_t>("edges", 5 * answer.edges.size()).begin();
        for (const EdgePenetration& e : answer.edges) {
            for (const std::uint32_t number : {std::uint32_t(e.body), e.vertices[0], e.vertices[1],
                                               std::uint32_t(e.tetrahedron.body), e.tetrahedron.tetrahedron}) {
                *edges++ = number;
            }
        }
        reply.report(answer.report);
    });
}

PLIANT_MODULE_FUNCTION const char* pliant_overlap(ModuleScene* module, std::uint32_t a, std::uint32_t b,
                                                  const double* numbers) {
    return ask(*module, [&](Scene& scene, Reply& reply) {
        const OverlapOptions options = overlap_options(Options(numbers));
        write_overlap(reply, a == b ? scene.self_overlap(BodyId(a), options)
                                    : scene.overlap(BodyId(a), BodyId(b), options));
    });
}

PLIANT_MODULE_FUNCTION void pliant_start_step(ModuleScene* module) {
    wasm::guarded(0, [&] {
        module->scene.start_step();
        return 0;
    });
}

PLIANT_MODULE_FUNCTION const char* pliant_impacts(ModuleScene* module, const double* numbers) {
    return ask(*module, [&](Scene& scene, Reply& reply) {
        const Impacts& answer = scene.impacts(impact_options(Options(numbers)));
        write_features(reply, answer);
        write_numbers(reply, "numbers", 12, answer, [](const FeatureImpact& f, auto put) {
            put(f.impact.time);
            put(f.impact.weights);
            put(f.impact.point);
            put(f.impact.normal);
        });
        reply.report(answer.report);
    });
}

PLIANT_MODULE_FUNCTION const char* pliant_safe_step(ModuleScene* module, const double* numbers) {
    return ask(*module, [&](Scene& scene, Reply& reply) {
        const SafeStep step = scene.safe_step(impact_options(Options(numbers)));
        reply.value("time", step.time);
        reply.value("met", step.met);
        reply.report(step.report);
    });
}

PLIANT_MODULE_FUNCTION const char* pliant_relations(ModuleScene* module) {
    return ask(*module, [&](Scene& scene, Reply& reply) {
        const auto& answer = scene.relations();
        auto out = reply.column<std::uint32_t>("relations", 5 * answer.size()).begin();
        for (const BodyRelation& r : answer) {
            for (const std::uint32_t number :
                 {std::uint32_t(r.a), std::uint32_t(r.b), std::uint32_t(r.kind), r.pieces, r.pieces_of_a}) {
                *out++ = number;
            }
        }
        reply.report(answer.report);
    });
}

PLIANT_MODULE_FUNCTION const char* pliant_contacts(ModuleScene* module, std::uint32_t a, std::uint32_t b,
                                                   const double* numbers) {
    return ask(*module, [&](Scene& scene, Reply& reply) {
        Options o(numbers);
        ContactOptions options;
        options.method = ContactMethod(o.whole());
        options.order = ContactOrder(o.whole());
        options.finest = Finest(o.whole(std::uint32_t(Finest::triangles)));
        options.resume = o.flag();
        options.interest = o.point();
        options.budget = {o.time(), o.count(), o.count()};
        const Contacts& answer = scene.contacts_within(BodyId(a), BodyId(b), options);
        auto out = reply.column<std::uint32_t>("contacts", 4 * answer.size()).begin();
        for (const Contact& c : answer) {
            for (const std::uint32_t number : {std::uint32_t(c.kind), c.sphere_a, c.sphere_b, c.pair}) *out++ = number;
        }
        write_numbers(reply, "numbers", 9, answer, [](const Contact& c, auto put) {
            put(c.position);
            put(c.normal);
            put(std::array{c.depth, c.error, c.gap});
        });
        write_pairs(reply, answer.pairs);
        reply.value("error", answer.error);
        reply.value("gap", answer.gap);
        reply.value("resumed", answer.resumed);
        reply.report(answer.report);
    });
}

/// x y z radius of every sphere; by level first, count and error.
PLIANT_MODULE_FUNCTION const char* pliant_sphere_tree(ModuleScene* module, std::uint32_t body) {
    return ask(*module, [&](Scene& scene, Reply& reply) {
        const SphereTreeView tree = scene.sphere_tree(BodyId(body));
        write_numbers(reply, "spheres", 4, tree.spheres, [](const Sphere& s, auto put) {
            put(s.centre);
            put(one(s.radius));
        });
        write_numbers(reply, "levels", 3, tree.levels, [](const SphereLevel& level, auto put) {
            put(std::array{double(level.first), double(level.count), level.error});
        });
    });
}

/// Crossings of lines along an axis (0, 1, 2) with a body: the lines' first crossings, then depth and turn of each.
PLIANT_MODULE_FUNCTION const char* pliant_layers(ModuleScene* module, std::uint32_t body, const double* numbers) {
    return ask(*module, [&](Scene& scene, Reply& reply) {
        Options o(numbers);
        LayersOptions options;
        options.resolution = o.whole(options.resolution);
        options.axis = Axis(o.whole(std::uint32_t(Axis::z)));
        if (const auto low = o.point()) options.box = {*low, o.point().value_or(*low)};
        const Layers& layers = scene.layers(BodyId(body), options);
        reply.values("boxLow", layers.box_lo);
        reply.values("boxHigh", layers.box_hi);
        reply.value("resolution", double(layers.resolution));
        reply.value("most", double(layers.most));
        auto first = reply.column<std::uint32_t>("first", layers.first.size());
        std::copy(layers.first.begin(), layers.first.end(), first.begin());
        write_numbers(reply, "points", 2, layers.points, [](const LayerPoint& p, auto put) {
            put(std::array{p.depth, double(p.turn)});
        });
        reply.report(layers.report);
    });
}
