#include "known.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "io/formats.hpp"
#include "json.hpp"
#include "mesh/regions.hpp"
#include "mesh/union_find.hpp"
#include "names.hpp"

namespace pliant::cli {
namespace {

/// [[first, last], ...] of ascending numbers, each once.
Json ranges_of(std::span<const std::uint32_t> numbers) {
    Json list = Json::array();
    for (const std::uint32_t n : numbers) {
        if (!list.empty() && list.back()[1].get<std::uint32_t>() + 1 == n) {
            list.back()[1] = n;
        } else {
            list.push_back({n, n});
        }
    }
    return list;
}

void sort_once(std::vector<std::uint32_t>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

/// The triangles of a region, by body: one body where it meets itself.
Json region_as_json(const mesh::Region& region, std::span<const TrianglePair> pairs,
                    std::span<const CheckedBody> bodies) {
    std::map<BodyId, std::vector<std::uint32_t>> triangles;
    for (const std::uint32_t i : region) {
        for (const TriangleRef& side : {pairs[i].a, pairs[i].b}) triangles[side.body].push_back(side.triangle);
    }
    Json json = Json::object();
    for (auto& [body, numbers] : triangles) {
        sort_once(numbers);
        json[bodies[std::size_t(body)].name] = ranges_of(numbers);
    }
    return json;
}

FeatureElements elements_of(const FeaturePair& features) {
    using Kind = FeatureElement::Kind;
    const auto& v = features.vertices;
    if (features.kind == FeatureKind::vertex_triangle) {
        return {FeatureElement{features.body_a, Kind::vertex, {v[0], 0}},
                FeatureElement{features.body_b, Kind::triangle, {features.triangle, 0}}};
    }
    return {FeatureElement{features.body_a, Kind::edge, {v[0], v[1]}},
            FeatureElement{features.body_b, Kind::edge, {v[2], v[3]}}};
}

/// The elements of one body in one region, ascending.
Json elements_as_json(std::span<const FeatureElement> elements, const std::string& name) {
    std::vector<std::uint32_t> vertices, triangles;
    Json edges = Json::array();
    for (const FeatureElement& e : elements) {
        if (e.kind == FeatureElement::Kind::edge) edges.push_back(e.numbers);
        if (e.kind == FeatureElement::Kind::vertex) vertices.push_back(e.numbers[0]);
        if (e.kind == FeatureElement::Kind::triangle) triangles.push_back(e.numbers[0]);
    }
    return {{"body", name}, {"vertices", ranges_of(vertices)}, {"edges", edges}, {"triangles", ranges_of(triangles)}};
}

/// Regions of features that are joined by being near each other, or by meeting; each by body.
Json features_as_json(const std::set<FeatureElements>& features, std::span<const CheckedBody> bodies) {
    std::map<FeatureElement, std::uint32_t> numbers;
    for (const FeatureElements& both : features) {
        for (const FeatureElement& e : both) numbers.try_emplace(e, std::uint32_t(numbers.size()));
    }
    mesh::UnionFind regions(numbers.size());
    for (const auto& [a, b] : features) regions.join(numbers.at(a), numbers.at(b));
    std::map<std::uint32_t, std::map<BodyId, std::vector<FeatureElement>>> by_region;
    for (const auto& [element, number] : numbers) by_region[regions.root(number)][element.body].push_back(element);
    Json list = Json::array();
    for (const auto& [root, by_body] : by_region) {
        Json& region = list.emplace_back(Json::array());
        for (const auto& [body, elements] : by_body) {
            region.push_back(elements_as_json(elements, bodies[std::size_t(body)].name));
        }
    }
    return list;
}

/// Reads one list. What is missing or of another type throws nlohmann's exceptions, which the caller words.
class KnownReader {
public:
    KnownReader(const std::string& file, std::span<const CheckedBody> bodies) : file_(file), bodies_(bodies) {}

    /// Accepted bodies that are not looked at now are passed over.
    [[nodiscard]] std::optional<BodyId> body(const std::string& name) const {
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            if (bodies_[i].name == name) return BodyId(i);
        }
        return std::nullopt;
    }

    void require_same(const Json& body) const {
        const auto id = this->body(body.at("name"));
        if (!id) return;
        const std::size_t then = body.at("triangles"), now = bodies_[std::size_t(*id)].triangles;
        if (then == now) return;
        throw UsageError(
            fmt::format("{}: {} had {} triangles when this list was written, and has {} now: "
                        "write it anew with --write-known",
                        file_, bodies_[std::size_t(*id)].name, then, now));
    }

    [[nodiscard]] KnownFeatures features(const Json& regions) const {
        using Kind = FeatureElement::Kind;
        KnownFeatures known;
        std::uint32_t number = 0;
        for (const Json& region : regions) {
            for (const Json& own : region) {
                const auto body = this->body(own.at("body"));
                if (!body) continue;
                const CheckedBody& checked = bodies_[std::size_t(*body)];
                const auto add = [&](Kind kind) {
                    return [&, kind](std::uint32_t n) { known.add({*body, kind, {n, 0}}, number); };
                };
                each(own.at("vertices"), checked.vertices, add(Kind::vertex));
                each(own.at("triangles"), checked.triangles, add(Kind::triangle));
                for (const Json& ends : own.at("edges")) known.add({*body, Kind::edge, ends}, number);
            }
            ++number;
        }
        return known;
    }

    template <class Take>
    void each(const Json& ranges, std::size_t end, const Take& take) const {
        for (const Json& range : ranges) {
            const std::uint32_t first = range.at(0), last = range.at(1);
            if (first > last || last >= end)
                throw UsageError(fmt::format("{}: {} to {} is no range of numbers below {}", file_, first, last, end));
            for (std::uint32_t n = first; n <= last; ++n) take(n);
        }
    }

private:
    const std::string& file_;
    std::span<const CheckedBody> bodies_;
};

/// Findings go by the names of bodies.
void require_unique_names(std::span<const CheckedBody> bodies) {
    std::set<std::string> names;
    for (const CheckedBody& body : bodies) {
        if (!names.insert(body.name).second)
            throw UsageError(
                fmt::format("--known: two bodies are called {}, so that a list cannot tell them apart", body.name));
    }
}

RelationKind relation_named(const std::string& text) {
    return text == name(RelationKind::inside) ? RelationKind::inside : RelationKind::coincident;
}

}  // namespace

void FoundSoFar::add(std::span<const TrianglePair> pairs) {
    std::vector<TrianglePair> both;
    both.reserve(pairs_.size() + pairs.size());
    const auto by_triangles = [](const TrianglePair& p, const TrianglePair& q) {
        return std::pair(p.a, p.b) < std::pair(q.a, q.b);
    };
    std::set_union(pairs_.begin(), pairs_.end(), pairs.begin(), pairs.end(), std::back_inserter(both), by_triangles);
    pairs_ = std::move(both);
}

void FoundSoFar::add(std::span<const Penetration> penetrations) {
    for (const Penetration& p : penetrations) vertices_.emplace(p.vertex.body, p.tetrahedron.body, p.vertex.vertex);
}

void FoundSoFar::add(std::span<const EdgePenetration> edges) {
    for (const EdgePenetration& e : edges) edges_.emplace(e.body, e.tetrahedron.body, e.vertices);
}

void FoundSoFar::add(std::span<const BodyRelation> relations) {
    for (const BodyRelation& r : relations) {
        if (r.kind != RelationKind::undecided) relations_.emplace(r.kind, r.a, r.b);
    }
}

void FoundSoFar::add(std::span<const Proximity> proximities) {
    for (const Proximity& found : proximities) proximities_.insert(elements_of(found));
}

void FoundSoFar::add(std::span<const FeatureImpact> impacts) {
    for (const FeatureImpact& found : impacts) impacts_.insert(elements_of(found));
}

std::string FoundSoFar::as_json(std::span<const CheckedBody> bodies, const Stage& stage) const {
    require_unique_names(bodies);
    const auto name_of = [&](BodyId body) { return bodies[std::size_t(body)].name; };
    Json named = Json::array(), regions = Json::array(), relations = Json::array(), inside = Json::array(),
         edges = Json::array();
    std::vector<std::span<const Triangle>> triangles;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        named.push_back({{"name", bodies[i].name}, {"triangles", bodies[i].triangles}});
        triangles.push_back(stage.triangles(i));
    }
    for (const mesh::Region& region : mesh::regions(pairs_, triangles)) {
        regions.push_back(region_as_json(region, pairs_, bodies));
    }
    for (const auto& [kind, a, b] : relations_) {
        relations.push_back({{"kind", name(kind)}, {"a", name_of(a)}, {"b", name_of(b)}});
    }
    for (auto first = vertices_.begin(); first != vertices_.end();) {
        const auto [a, b, vertex] = *first;
        std::vector<std::uint32_t> numbers;
        for (; first != vertices_.end() && std::get<0>(*first) == a && std::get<1>(*first) == b; ++first)
            numbers.push_back(std::get<2>(*first));
        inside.push_back({{"a", name_of(a)}, {"b", name_of(b)}, {"vertices", ranges_of(numbers)}});
    }
    for (const auto& [a, b, ends] : edges_) edges.push_back({{"a", name_of(a)}, {"b", name_of(b)}, {"ends", ends}});
    return document_by_lines("known", {{"bodies", dump(named)},
                                       {"regions", dump(regions)},
                                       {"relations", dump(relations)},
                                       {"penetrations", dump(inside)},
                                       {"edges", dump(edges)},
                                       {"proximities", dump(features_as_json(proximities_, bodies))},
                                       {"impacts", dump(features_as_json(impacts_, bodies))}});
}

Known::Known(const std::string& file, std::span<const CheckedBody> bodies) {
    require_unique_names(bodies);
    const KnownReader reader(file, bodies);
    try {
        const std::vector<std::byte> bytes = io::load_file(file);
        const auto* text = reinterpret_cast<const char*>(bytes.data());
        const Json json = Json::parse(text, text + bytes.size());
        if (json.at("command") != "known") throw UsageError(file + ": is not a list written by --write-known");
        if (json.at("schema") > json_schema)
            throw UsageError(file + ": was written by a later version of pliant: write it anew with --write-known");
        for (const Json& body : json.at("bodies")) reader.require_same(body);
        std::uint32_t number = 0;
        for (const Json& region : json.at("regions")) {
            for (const auto& [body_name, ranges] : region.items()) {
                const auto body = reader.body(body_name);
                if (!body) continue;
                reader.each(ranges, bodies[std::size_t(*body)].triangles, [&](std::uint32_t t) {
                    regions_of_[{*body, t}].push_back(number);
                });
            }
            ++number;
        }
        proximities_ = reader.features(json.value("proximities", Json::array()));
        impacts_ = reader.features(json.value("impacts", Json::array()));
        for (const Json& edge : json.value("edges", Json::array())) {
            const auto a = reader.body(edge.at("a")), b = reader.body(edge.at("b"));
            if (a && b) edges_.emplace(*a, *b, edge.at("ends"));
        }
        for (const Json& relation : json.at("relations")) {
            const auto a = reader.body(relation.at("a")), b = reader.body(relation.at("b"));
            if (a && b) relations_.emplace(relation_named(relation.at("kind")), *a, *b);
        }
        for (const Json& inside : json.at("penetrations")) {
            const auto a = reader.body(inside.at("a")), b = reader.body(inside.at("b"));
            if (!a || !b) continue;
            reader.each(inside.at("vertices"), bodies[std::size_t(*a)].vertices,
                        [&](std::uint32_t v) { vertices_.emplace(*a, *b, v); });
        }
    } catch (const Json::parse_error& error) {
        throw UsageError(
            fmt::format("{}: byte {}: is not JSON, so no list written by --write-known", file, error.byte));
    } catch (const Json::exception&) {
        throw UsageError(
            fmt::format("{}: is not a list written by --write-known: something is missing or misplaced", file));
    }
}

bool KnownFeatures::has(const FeaturePair& features) const {
    const FeatureElements both = elements_of(features);
    const auto a = region_of_.find(both[0]), b = region_of_.find(both[1]);
    return a != region_of_.end() && b != region_of_.end() && a->second == b->second;
}

bool Known::has(const TrianglePair& pair) const {
    const auto a = regions_of_.find(pair.a), b = regions_of_.find(pair.b);
    if (a == regions_of_.end() || b == regions_of_.end()) return false;
    return std::any_of(a->second.begin(), a->second.end(), [&](std::uint32_t region) {
        return std::binary_search(b->second.begin(), b->second.end(), region);
    });
}

bool Known::has(const Penetration& p) const {
    return vertices_.count({p.vertex.body, p.tetrahedron.body, p.vertex.vertex}) > 0;
}

bool Known::has(const EdgePenetration& e) const { return edges_.count({e.body, e.tetrahedron.body, e.vertices}) > 0; }

bool Known::has(const BodyRelation& r) const { return relations_.count({r.kind, r.a, r.b}) > 0; }

std::vector<char> Known::flags(std::span<const TrianglePair> pairs) const {
    std::vector<char> result;
    if (regions_of_.empty()) return result;
    for (const TrianglePair& pair : pairs) result.push_back(has(pair) ? 1 : 0);
    return result;
}

}  // namespace pliant::cli
