// PLY: text, and binary of both byte orders. Elements and properties in any order; unknown ones are skipped. Faces are
// lists named vertex_indices or vertex_index; tristrips are split.
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "io/formats.hpp"
#include "io/mesh_builder.hpp"
#include "io/ply_header.hpp"
#include "io/scanner.hpp"

namespace pliant::io {

namespace {

class PlyReader {
public:
    explicit PlyReader(const Source& source) : input_(source, {}), header_(read_ply_header(input_)) {
        if (!is_text()) input_.expect_bytes();
    }

    Mesh read() {
        const auto is_vertex = [](const PlyElement& element) { return element.name == "vertex"; };
        if (std::none_of(header_.elements.begin(), header_.elements.end(), is_vertex)) {
            input_.fail("the header has no element vertex");
        }
        for (const PlyElement& element : header_.elements) read_element(element);
        return builder_.finish();
    }

private:
    enum class Use : std::uint8_t { none, x, y, z, face, strip };

    void read_element(const PlyElement& element) {
        if (element.properties.empty()) return;
        note_dropped(element);
        const std::string things = element.name + " elements";
        input_.check_count(element.count, things, least_bytes(element));
        const std::vector<Use> uses = uses_of(element);
        if (element.name == "vertex") builder_.mesh.positions.reserve(std::size_t(element.count));
        if (element.name == "face") builder_.mesh.triangles.reserve(std::size_t(element.count));
        if (is_plain_vertex(element)) return read_plain_vertices(element, uses);
        const bool plain = is_plain_face(element);
        for (std::uint64_t i = 0; i < element.count; ++i) {
            if (plain && read_plain_triangle(element.properties[0].type)) continue;
            if (is_text()) input_.expect_more(things);
            read_properties(element, uses);
            if (is_text()) input_.expect_line_end("the last property");
        }
    }

    /// Elements that name vertices, and are not read.
    void note_dropped(const PlyElement& element) {
        if (element.name == "vertex" || element.name == "face" || element.name == "tristrips") return;
        const auto names_some = [](const PlyProperty& property, bool list) {
            return property.list_size.has_value() == list && is_integer(property.type) &&
                   property.name.find("vert") != std::string::npos;
        };
        const auto has = [&](bool list) {
            return std::any_of(element.properties.begin(), element.properties.end(),
                               [&](const PlyProperty& property) { return names_some(property, list); });
        };
        if (has(true) || has(false)) builder_.drop("elements", element.name, has(true), element.count);
    }

    void read_properties(const PlyElement& element, const std::vector<Use>& uses) {
        std::array<double, 3> xyz{};
        for (std::size_t i = 0; i < uses.size(); ++i) {
            const PlyProperty& property = element.properties[i];
            if (uses[i] >= Use::face) {
                read_corners(property);
                add_faces(uses[i]);
            } else if (property.list_size) {
                skip_list(property);
            } else if (uses[i] == Use::none) {
                real(property.type, "a number");
            } else {
                xyz[std::size_t(uses[i]) - std::size_t(Use::x)] = real(property.type, "a coordinate");
            }
        }
        if (element.name == "vertex") builder_.mesh.positions.push_back(xyz);
    }

    [[nodiscard]] bool bytes_are_numbers() const { return !is_text() && order() == std::endian::native; }

    /// Fast path for elements of fixed size, as in nearly every binary file.
    [[nodiscard]] bool is_plain_vertex(const PlyElement& element) const {
        const auto plain = [](const PlyProperty& property) {
            const bool coordinate = property.name == "x" || property.name == "y" || property.name == "z";
            const bool real = property.type == PlyType::float32 || property.type == PlyType::float64;
            return !property.list_size && (!coordinate || real);
        };
        return bytes_are_numbers() && element.name == "vertex" &&
               std::all_of(element.properties.begin(), element.properties.end(), plain);
    }

    void read_plain_vertices(const PlyElement& element, const std::vector<Use>& uses) {
        const std::size_t stride = least_bytes(element);
        std::array<std::size_t, 3> offsets{};
        std::array<bool, 3> doubles{};
        for (std::size_t i = 0, offset = 0; i < uses.size(); offset += byte_size(element.properties[i++].type)) {
            if (uses[i] == Use::none) continue;
            const std::size_t k = std::size_t(uses[i]) - std::size_t(Use::x);
            offsets[k] = offset;
            doubles[k] = element.properties[i].type == PlyType::float64;
        }
        const char* at = input_.take_bytes(stride * std::size_t(element.count), "a coordinate");
        auto& positions = builder_.mesh.positions;
        const std::size_t first = positions.size();
        positions.resize(first + std::size_t(element.count));
        for (std::size_t i = 0; i < element.count; ++i, at += stride) {
            for (std::size_t k = 0; k < 3; ++k) {
                const char* coordinate = at + offsets[k];
                positions[first + i][k] = doubles[k] ? native<double>(coordinate) : double{native<float>(coordinate)};
            }
        }
    }

    /// Fast path for faces with an 8-bit count and 32-bit vertex numbers.
    [[nodiscard]] bool is_plain_face(const PlyElement& element) const {
        if (!bytes_are_numbers() || element.name != "face" || element.properties.size() != 1) return false;
        const PlyProperty& list = element.properties[0];
        return list.list_size == PlyType::uint8 && (list.type == PlyType::int32 || list.type == PlyType::uint32);
    }

    /// False, without consuming anything, where the next face is not a triangle or is truncated.
    bool read_plain_triangle(PlyType type) {
        constexpr std::size_t bytes = 1 + 3 * sizeof(std::uint32_t);
        if (input_.next_byte() != 3 || input_.bytes_left() < bytes) return false;
        const char* at = input_.take_bytes(bytes, "a face") + 1;
        const auto corner = [&](std::size_t k) {
            const auto number = native<std::uint32_t>(at + k * sizeof(std::uint32_t));
            return type == PlyType::int32 && (number >> 31) != 0 ? no_vertex : number;  // below 0
        };
        builder_.add_triangle(corner(0), corner(1), corner(2));
        return true;
    }

    template <class T>
    static T native(const char* at) {
        T value;
        std::memcpy(&value, at, sizeof value);
        return value;
    }

    std::vector<Use> uses_of(const PlyElement& element) {
        std::vector<Use> uses;
        for (const PlyProperty& property : element.properties) uses.push_back(use_of(element, property));
        const auto require = [&](const char* name, Use use) {
            if (std::count(uses.begin(), uses.end(), use) == 1) return;
            input_.fail("the element " + element.name + " needs one " + name);
        };
        if (element.name == "vertex") {
            require("property x", Use::x);
            require("property y", Use::y);
            require("property z", Use::z);
        }
        if (element.name == "face") require("list vertex_indices of an integer type", Use::face);
        if (element.name == "tristrips") require("list vertex_indices of an integer type", Use::strip);
        return uses;
    }

    static Use use_of(const PlyElement& element, const PlyProperty& property) {
        if (property.list_size) {
            const bool corners = property.name == "vertex_indices" || property.name == "vertex_index";
            if (!corners || !is_integer(property.type)) return Use::none;
            if (element.name == "face") return Use::face;
            return element.name == "tristrips" ? Use::strip : Use::none;
        }
        if (element.name != "vertex") return Use::none;
        if (property.name == "x") return Use::x;
        if (property.name == "y") return Use::y;
        return property.name == "z" ? Use::z : Use::none;
    }

    // A number in text takes a digit and a blank at least.
    [[nodiscard]] std::size_t least_bytes(const PlyElement& element) const {
        if (is_text()) return 2 * element.properties.size();
        std::size_t bytes = 0;
        for (const PlyProperty& property : element.properties) {
            bytes += byte_size(property.list_size.value_or(property.type));
        }
        return bytes;
    }

    std::size_t list_size(const PlyProperty& property) {
        const std::int64_t size = integer(*property.list_size, "the size of a list");
        if (size < 0) input_.fail("a list of " + std::to_string(size) + " values");
        input_.check_count(std::uint64_t(size), "values of a list", is_text() ? 2 : byte_size(property.type));
        return std::size_t(size);
    }

    void skip_list(const PlyProperty& property) {
        const std::size_t size = list_size(property);
        if (!is_text()) return input_.skip_bytes(size * byte_size(property.type), "the values of a list");
        for (std::size_t i = 0; i < size; ++i) input_.number("a number");
    }

    void read_corners(const PlyProperty& property) {
        corners_.resize(list_size(property));
        for (std::uint32_t& corner : corners_) corner = vertex_number(integer(property.type, "a vertex number"));
    }

    void add_faces(Use use) {
        if (use == Use::face) return builder_.add_polygon(corners_);
        // -1 separates strips.
        for (auto from = corners_.begin(); from != corners_.end();) {
            const auto stop = std::find(from, corners_.end(), no_vertex);
            builder_.add_strip(
                std::span(corners_).subspan(std::size_t(from - corners_.begin()), std::size_t(stop - from)));
            from = stop == corners_.end() ? stop : stop + 1;
        }
    }

    double real(PlyType type, std::string_view expected) {
        if (is_text()) return input_.number(expected);
        if (type == PlyType::float32) return input_.raw<float>(order(), expected);
        if (type == PlyType::float64) return input_.raw<double>(order(), expected);
        return double(integer(type, expected));
    }

    std::int64_t integer(PlyType type, std::string_view expected) {
        if (is_text()) return input_.integer(expected);
        switch (type) {
            case PlyType::int8: return input_.raw<std::int8_t>(order(), expected);
            case PlyType::uint8: return input_.raw<std::uint8_t>(order(), expected);
            case PlyType::int16: return input_.raw<std::int16_t>(order(), expected);
            case PlyType::uint16: return input_.raw<std::uint16_t>(order(), expected);
            case PlyType::int32: return input_.raw<std::int32_t>(order(), expected);
            default: return input_.raw<std::uint32_t>(order(), expected);
        }
    }

    [[nodiscard]] bool is_text() const { return header_.format == PlyFormat::ascii; }
    [[nodiscard]] std::endian order() const {
        return header_.format == PlyFormat::big_endian ? std::endian::big : std::endian::little;
    }

    Scanner input_;
    PlyHeader header_;
    MeshBuilder builder_;
    std::vector<std::uint32_t> corners_;
};

}  // namespace

Mesh read_ply(const Source& source) { return PlyReader(source).read(); }

}  // namespace pliant::io
