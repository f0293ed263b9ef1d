// Gmsh MSH 1, 2 and 4.1: text; binary of both byte orders for 2 and 4.1. Sections in any order; those without nodes or
// elements are skipped. [Gmsh reference manual, "MSH file format" and its legacy versions]
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "io/formats.hpp"
#include "io/mesh_builder.hpp"
#include "io/node_numbers.hpp"
#include "io/scanner.hpp"
#include "io/solid_cells.hpp"

namespace pliant::io {

namespace {

enum class ElementShape : std::uint8_t { line, triangle, second_order_triangle, quadrilateral, solid, dropped };

struct ElementType {
    std::int64_t number;
    ElementShape shape;
    std::size_t nodes;
    const char* name;
    SolidCell solid = SolidCell::tetrahedron;
};

// [Gmsh reference manual, "Node ordering"]. What is dropped has curved faces.
constexpr ElementType element_types[] = {
    {1, ElementShape::line, 2, "lines"},
    {2, ElementShape::triangle, 3, "triangles"},
    {3, ElementShape::quadrilateral, 4, "quadrilaterals"},
    {4, ElementShape::solid, 4, "tetrahedra", SolidCell::tetrahedron},
    {5, ElementShape::solid, 8, "hexahedra", SolidCell::hexahedron},
    {6, ElementShape::solid, 6, "prisms", SolidCell::prism},
    {7, ElementShape::solid, 5, "pyramids", SolidCell::pyramid},
    {8, ElementShape::line, 3, "curved lines"},
    {9, ElementShape::second_order_triangle, 6, "triangles of second order"},
    {10, ElementShape::dropped, 9, "quadrilaterals of second order"},
    {11, ElementShape::solid, 10, "tetrahedra of second order", SolidCell::tetrahedron_of_ten},
    {12, ElementShape::dropped, 27, "hexahedra of second order"},
    {13, ElementShape::dropped, 18, "prisms of second order"},
    {14, ElementShape::dropped, 14, "pyramids of second order"},
    {15, ElementShape::line, 1, "points"},
    {16, ElementShape::dropped, 8, "quadrilaterals of second order"},
    {17, ElementShape::dropped, 20, "hexahedra of second order"},
    {18, ElementShape::dropped, 15, "prisms of second order"},
    {19, ElementShape::dropped, 13, "pyramids of second order"},
    {26, ElementShape::line, 4, "curved lines"},
};

class MshReader {
public:
    explicit MshReader(const Source& source) : input_(source, {.lines_matter = false}) {}

    Mesh read() {
        input_.expect_more("$MeshFormat");
        if (input_.peek() != "$MeshFormat" && input_.peek() != "$NOD") input_.fail_expected("$MeshFormat or $NOD");
        while (!input_.at_file_end()) read_section();
        if (!has_nodes_) input_.fail("no section of nodes");
        numbers_.resolve(builder_.mesh);
        return builder_.finish();
    }

private:
    void read_section() {
        const std::string_view name = input_.token("a section such as $Nodes");
        if (name.front() != '$') input_.fail_expected("a section such as $Nodes", name);
        if (name == "$MeshFormat") {
            read_format();
        } else if (name == "$NOD" || name == "$Nodes") {
            read_nodes();
        } else if (name == "$ELM" || name == "$Elements") {
            read_elements();
        } else {
            return skip_section(name);
        }
        const bool old_names = name == "$NOD" || name == "$ELM";
        input_.expect_word((old_names ? "$END" : "$End") + std::string(name.substr(1)));
    }

    void skip_section(std::string_view name) {
        if (!input_.skip_past("$End" + std::string(name.substr(1)))) {
            input_.fail_from(name.data(), "the section " + std::string(name.substr(0, 32)) + " does not end");
        }
    }

    void read_format() {
        version_ = input_.number("a format version");
        const bool supported = (version_ >= 2 && version_ < 3) || version_ == 4.1;
        if (!supported) input_.fail("this version of the MSH format is not supported; 1, 2 and 4.1 are");
        binary_ = input_.integer("a file type of 0 or 1") == 1;
        const std::int64_t size = input_.integer("the size of a number");
        if (size != 4 && size != 8) input_.fail("numbers of " + std::to_string(size) + " bytes are not supported");
        wide_ = size == 8;
        if (!binary_) return;
        begin_bytes();
        // The integer 1, in the byte order of the file.
        const auto one = input_.raw<std::int32_t>(std::endian::little, "the number 1 in binary");
        order_ = one == 1 ? std::endian::little : std::endian::big;
    }

    // Binary data begins behind the line end.
    void begin_bytes() {
        input_.expect_bytes();
        input_.next_line();
    }

    void read_nodes() {
        has_nodes_ = true;
        if (version_ == 4.1) return read_node_blocks();
        const std::size_t count = input_.count("nodes", binary_ ? 16 : 8);
        if (binary_) begin_bytes();
        reserve_nodes(count);
        for (std::size_t i = 0; i < count; ++i) {
            numbers_.add(number32("a node number"));
            read_position();
        }
    }

    void reserve_nodes(std::size_t count) {
        numbers_.reserve(count);
        builder_.mesh.positions.reserve(count);
    }

    void read_position() {
        constexpr std::string_view expected = "a coordinate";
        const double x = real(expected), y = real(expected), z = real(expected);
        builder_.mesh.positions.push_back({x, y, z});
    }

    void read_node_blocks() {
        if (binary_) begin_bytes();
        const std::size_t blocks = size("entity blocks", 8);
        reserve_nodes(size("nodes", 8));
        skip_tag_range();
        for (std::size_t i = 0; i < blocks; ++i) read_node_block();
    }

    void skip_tag_range() {
        number64("the smallest tag");
        number64("the largest tag");
    }

    void read_node_block() {
        const std::int64_t dimension = number32("the dimension of an entity");
        number32("the tag of an entity");
        const bool parametric = number32("0 or 1 for parametric") != 0;
        const std::size_t count = size("nodes", 8);
        for (std::size_t i = 0; i < count; ++i) numbers_.add(number64("a node number"));
        for (std::size_t i = 0; i < count; ++i) {
            read_position();
            for (std::int64_t j = 0; parametric && j < dimension && j < 3; ++j) real("a parameter");
        }
    }

    void read_elements() {
        if (version_ == 4.1) return read_element_blocks();
        std::size_t count = input_.count("elements", binary_ ? 4 : 6);
        if (binary_) begin_bytes();
        while (count > 0) count -= binary_ ? read_binary_elements(count) : read_element_line();
    }

    // MSH 1: number, type, physical and elementary region, number of nodes, nodes.
    // MSH 2: number, type, number of tags, tags, nodes.
    std::size_t read_element_line() {
        input_.integer("an element number");
        const ElementType type = element_type(input_.integer("an element type"));
        std::size_t tags = version_ == 1 ? 3 : input_.count("tags", 2);
        for (; tags > 0; --tags) input_.integer("a tag");
        read_element(type);
        return 1;
    }

    // Elements of one type follow one header.
    std::size_t read_binary_elements(std::size_t left) {
        const ElementType type = element_type(number32("an element type"));
        const std::int64_t count = number32("the number of elements");
        const std::int64_t tags = number32("the number of tags");
        if (count <= 0 || std::uint64_t(count) > left) input_.fail("a block of " + std::to_string(count) + " elements");
        if (tags < 0) input_.fail("an element with " + std::to_string(tags) + " tags");
        for (std::int64_t i = 0; i < count; ++i) {
            input_.skip_bytes(std::size_t(1 + tags) * sizeof(std::int32_t), "an element number and its tags");
            read_element(type);
        }
        return std::size_t(count);
    }

    void read_element_blocks() {
        if (binary_) begin_bytes();
        const std::size_t blocks = size("entity blocks", 8);
        size("elements", 4);
        skip_tag_range();
        for (std::size_t i = 0; i < blocks; ++i) read_element_block();
    }

    void read_element_block() {
        number32("the dimension of an entity");
        number32("the tag of an entity");
        const ElementType type = element_type(number32("an element type"));
        const std::size_t count = size("elements", 4);
        for (std::size_t i = 0; i < count; ++i) {
            number64("an element number");
            read_element(type);
        }
    }

    ElementType element_type(std::int64_t type) {
        for (const ElementType& known : element_types) {
            if (known.number == type) return known;
        }
        input_.fail("element type " + std::to_string(type) + " is not supported; those of first and second order are");
    }

    void read_element(ElementType type) {
        std::array<std::uint32_t, 27> all{};
        for (std::size_t i = 0; i < type.nodes; ++i) all[i] = vertex_number(node_reference());
        const auto n = std::span(all).first(type.nodes);
        switch (type.shape) {
            case ElementShape::triangle: return builder_.add_triangle(n[0], n[1], n[2]);
            case ElementShape::second_order_triangle: return add_second_order_triangle(n);
            case ElementShape::quadrilateral: return builder_.add_polygon(n);
            case ElementShape::solid: return add_solid(type.solid, n);
            case ElementShape::line:
            case ElementShape::dropped: break;
        }
        builder_.drop(type.name, "element type " + std::to_string(type.number), type.shape == ElementShape::dropped);
    }

    /// Four triangles, which meet in its middles.
    void add_second_order_triangle(std::span<const std::uint32_t> n) {
        builder_.add_triangle(n[0], n[3], n[5]);
        builder_.add_triangle(n[3], n[1], n[4]);
        builder_.add_triangle(n[5], n[4], n[2]);
        builder_.add_triangle(n[3], n[4], n[5]);
    }

    void add_solid(SolidCell solid, std::span<std::uint32_t> n) {
        if (solid == SolidCell::tetrahedron_of_ten) std::swap(n[8], n[9]);  // otherwise than VTK
        cut(solid, n, builder_.mesh.tetrahedra);
    }

    std::int64_t node_reference() {
        constexpr std::string_view expected = "a node number";
        return version_ == 4.1 ? number64(expected) : number32(expected);
    }

    std::int64_t number32(std::string_view expected) {
        return binary_ ? input_.raw<std::int32_t>(order_, expected) : input_.integer(expected);
    }

    // Numbers that MSH 4.1 stores as size_t.
    std::int64_t number64(std::string_view expected) {
        if (!binary_) return input_.integer(expected);
        return wide_ ? input_.raw<std::int64_t>(order_, expected) : input_.raw<std::uint32_t>(order_, expected);
    }

    std::size_t size(std::string_view things, std::size_t least_bytes) {
        if (!binary_) return input_.count(things, least_bytes);
        const std::int64_t count = number64(things);
        input_.check_count(std::uint64_t(count), things, least_bytes);
        return std::size_t(count);
    }

    double real(std::string_view expected) {
        if (!binary_) return input_.number(expected);
        return wide_ || version_ == 4.1 ? input_.raw<double>(order_, expected) : input_.raw<float>(order_, expected);
    }

    Scanner input_;
    MeshBuilder builder_;
    NodeNumbers numbers_;
    double version_ = 1;  // until $MeshFormat says otherwise
    bool binary_ = false;
    bool wide_ = true;  // numbers of 8 bytes
    std::endian order_ = std::endian::little;
    bool has_nodes_ = false;
};

}  // namespace

Mesh read_msh(const Source& source) { return MshReader(source).read(); }

}  // namespace pliant::io
