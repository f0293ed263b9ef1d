// Wavefront OBJ: v, f, o and g statements; of all others those are counted that may be geometry. What follows x y z
// (weight, colour) is ignored.
#include <algorithm>
#include <string_view>
#include <vector>

#include "io/formats.hpp"
#include "io/mesh_builder.hpp"
#include "io/obj_parts.hpp"
#include "io/scanner.hpp"

namespace pliant::io {

namespace {

/// Statements that are no shapes, or belong to those that are dropped. [Wavefront, "Advanced Visualizer manual",
/// appendix B1]
constexpr std::string_view no_shapes[] = {
    "vt",       "vn",   "vp",       "s",          "mg",        "usemtl", "mtllib", "usemap", "maplib", "bevel",
    "c_interp", "lod",  "d_interp", "shadow_obj", "trace_obj", "ctech",  "stech",  "cstype", "deg",    "bmat",
    "step",     "parm", "trim",     "hole",       "scrv",      "sp",     "end",    "con",    "g",      "o"};

struct FreeForm {
    std::string_view statement, what;
    bool has_surface;
};

constexpr FreeForm other_shapes[] = {
    {"l", "lines", false},     {"p", "points", false},        {"curv", "curves", false}, {"curv2", "curves", false},
    {"cdc", "curves", false},  {"surf", "surfaces", true},    {"cdp", "surfaces", true}, {"bzp", "surfaces", true},
    {"bsp", "surfaces", true}, {"call", "other files", true}, {"csh", "commands", true}};

class ObjReader {
public:
    explicit ObjReader(const Source& source) : text_(source, {.comment = '#', .continuations = true}) {}

    Mesh read() {
        for (; !text_.at_file_end(); text_.next_line()) {
            const std::string_view statement = text_.token("a statement");
            if (statement == "v") {
                read_vertex();
            } else if (statement == "f" || statement == "fo") {
                read_face();
            } else if (statement == "o") {
                parts_.start_object(rest_of_statement());
            } else if (statement == "g") {
                parts_.start_group(rest_of_statement());
            } else {
                note_dropped(statement);
            }
        }
        if (builder_.mesh.positions.empty() && builder_.mesh.polygons == 0) text_.fail("no vertex in this OBJ file");
        Mesh mesh = builder_.finish();
        mesh.parts = std::move(parts_).of(mesh);
        return mesh;
    }

private:
    std::string_view rest_of_statement() { return text_.at_line_end() ? std::string_view() : text_.rest_of_line(); }

    void note_dropped(std::string_view statement) {
        const auto* shape = std::find_if(std::begin(other_shapes), std::end(other_shapes),
                                         [&](const FreeForm& known) { return known.statement == statement; });
        if (shape != std::end(other_shapes)) return builder_.drop(shape->what, shape->statement, shape->has_surface);
        if (std::find(std::begin(no_shapes), std::end(no_shapes), statement) != std::end(no_shapes)) return;
        const bool word = (statement[0] | 0x20) >= 'a' && (statement[0] | 0x20) <= 'z';
        builder_.drop(word ? "unknown statements" : "lines without a keyword", "", word);
    }

    void read_vertex() {
        constexpr std::string_view expected = "a coordinate";
        const double x = text_.number(expected), y = text_.number(expected), z = text_.number(expected);
        builder_.mesh.positions.push_back({x, y, z});
    }

    void read_face() {
        corners_.clear();
        while (!text_.at_line_end()) corners_.push_back(read_corner());
        if (corners_.size() < 3) {
            text_.fail("a face needs 3 vertices or more, this one has " + std::to_string(corners_.size()));
        }
        parts_.before_triangle(builder_.mesh.triangles.size());
        builder_.add_polygon(corners_);
    }

    // 1, 1/2, 1//3 or 1/2/3: vertex, texture coordinate, normal; only the first is used.
    std::uint32_t read_corner() {
        const std::size_t start = text_.position();
        std::int64_t vertex = 0, unused = 0;
        const bool numbered = text_.leading_integer(vertex);
        for (int i = 0; i < 2 && text_.take('/'); ++i) text_.leading_integer(unused);
        if (!numbered || !text_.at_token_end()) {
            text_.rewind(start);
            text_.fail_expected("a face vertex such as 1, 1/2 or 1/2/3");
        }
        return resolve(vertex);
    }

    // Numbers count from 1; negative ones count back from the latest vertex.
    [[nodiscard]] std::uint32_t resolve(std::int64_t vertex) const {
        if (vertex < 0) return vertex_number(std::int64_t(builder_.mesh.positions.size()) + vertex);
        return vertex_number(vertex - 1);
    }

    Scanner text_;
    MeshBuilder builder_;
    ObjParts parts_;
    std::vector<std::uint32_t> corners_;
};

}  // namespace

Mesh read_obj(const Source& source) { return ObjReader(source).read(); }

}  // namespace pliant::io
