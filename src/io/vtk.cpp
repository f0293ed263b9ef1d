// VTK legacy files, text and binary (big-endian): UNSTRUCTURED_GRID and POLYDATA, with cells as in versions 1 to 4
// (size-prefixed) and 5.1 (offsets and connectivity). [VTK file formats, "Simple legacy formats"]
#include <algorithm>
#include <vector>

#include "io/formats.hpp"
#include "io/mesh_builder.hpp"
#include "io/scanner.hpp"
#include "io/vtk_cells.hpp"

namespace pliant::io {

namespace {

enum class Number : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };

struct NamedNumber {
    std::string_view name;
    Number number;
    std::size_t bytes;
};

constexpr NamedNumber number_types[] = {{"float", Number::f32, 4},
                                        {"double", Number::f64, 8},
                                        {"int", Number::i32, 4},
                                        {"unsigned_int", Number::u32, 4},
                                        {"long", Number::i64, 8},
                                        {"unsigned_long", Number::u64, 8},
                                        {"vtktypeint64", Number::i64, 8},
                                        {"vtktypeuint64", Number::u64, 8},
                                        {"vtktypeint32", Number::i32, 4},
                                        {"vtktypeuint32", Number::u32, 4},
                                        {"vtkidtype", Number::i32, 4},
                                        {"short", Number::i16, 2},
                                        {"unsigned_short", Number::u16, 2},
                                        {"vtktypeint16", Number::i16, 2},
                                        {"vtktypeuint16", Number::u16, 2},
                                        {"char", Number::i8, 1},
                                        {"signed_char", Number::i8, 1},
                                        {"unsigned_char", Number::u8, 1},
                                        {"vtktypeint8", Number::i8, 1},
                                        {"vtktypeuint8", Number::u8, 1}};

/// Cells of any size (CSR), with vertices numbered from 0.
struct Cells {
    std::vector<std::size_t> starts{0};  // one more than cells
    std::vector<std::uint32_t> vertices;

    [[nodiscard]] std::size_t size() const { return starts.size() - 1; }
    [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t i) const {
        return std::span(vertices).subspan(starts[i], starts[i + 1] - starts[i]);
    }
};

class VtkReader {
public:
    explicit VtkReader(const Source& source) : input_(source, {.lines_matter = false}) {}

    Mesh read() {
        read_header();
        while (!input_.at_file_end() && read_section()) {
        }
        if (!has_points_) input_.fail_cut_off("POINTS");
        unstructured_ ? add_grid() : add_surfaces();
        return builder_.finish();
    }

private:
    void read_header() {
        constexpr std::string_view magic = "# vtk DataFile Version";
        const std::string_view first = input_.rest_of_line();
        if (first.substr(0, magic.size()) != magic) {
            input_.fail_from(first.data(), "expected \"# vtk DataFile Version\"");
        }
        input_.next_line();
        input_.next_line();  // a title, which may hold anything
        binary_ = input_.next_is("BINARY");
        input_.expect_word(binary_ ? "BINARY" : "ASCII");
        input_.expect_word("DATASET");
        unstructured_ = input_.next_is("UNSTRUCTURED_GRID");
        if (!unstructured_ && !input_.next_is("POLYDATA")) input_.fail_expected("UNSTRUCTURED_GRID or POLYDATA");
        input_.token("a data set");
        if (binary_) input_.expect_bytes();
    }

    // False: what follows is data at points and cells, which stands behind all geometry.
    bool read_section() {
        if (take("POINTS")) {
            read_points();
        } else if (take("CELLS")) {
            read_cells(cells_);
        } else if (take("CELL_TYPES")) {
            read_cell_types();
        } else if (take("POLYGONS")) {
            read_cells(polygons_);
        } else if (take("TRIANGLE_STRIPS")) {
            read_cells(strips_);
        } else if (take("VERTICES")) {
            read_dropped("points", "VERTICES");
        } else if (take("LINES")) {
            read_dropped("lines", "LINES");
        } else if (take("FIELD")) {
            skip_field();
        } else if (take("METADATA")) {
            skip_metadata();
        } else if (input_.next_is("POINT_DATA") || input_.next_is("CELL_DATA")) {
            return false;
        } else {
            input_.fail_expected("POINTS, CELLS, CELL_TYPES, POLYGONS or another section");
        }
        return true;
    }

    bool take(std::string_view word) {
        if (!input_.next_is(word)) return false;
        input_.expect_word(word);
        return true;
    }

    void read_points() {
        has_points_ = true;
        const std::size_t count = input_.count("points", 6);
        const NamedNumber type = read_type();
        begin_data(count, 3 * type.bytes, "points");
        builder_.mesh.positions.reserve(count);
        constexpr std::string_view expected = "a coordinate";
        for (std::size_t i = 0; i < count; ++i) {
            const double x = real(type, expected), y = real(type, expected), z = real(type, expected);
            builder_.mesh.positions.push_back({x, y, z});
        }
    }

    void read_dropped(std::string_view what, std::string_view section) {
        Cells cells;
        read_cells(cells);
        builder_.drop(what, section, false, cells.size());
    }

    void read_cells(Cells& cells) {
        const std::size_t first = input_.count("cells", 2);
        const std::size_t second = input_.count("numbers in cells", binary_ ? 4 : 2);
        cells = {};
        const std::size_t line = input_.position();
        if (take("OFFSETS")) {
            read_offsets(cells, first);
            read_connectivity(cells, second);
        } else {
            input_.rewind(line);  // the look-ahead passed the line end, behind which the bytes begin
            read_sized_cells(cells, first, second);
        }
    }

    // Each cell is led by its size; `total` counts sizes and vertices.
    void read_sized_cells(Cells& cells, std::size_t count, std::size_t total) {
        const NamedNumber type{"int", Number::i32, 4};
        begin_data(total, type.bytes, "numbers in cells");
        if (count > total) input_.fail(std::to_string(count) + " cells in " + std::to_string(total) + " numbers");
        cells.starts.reserve(count + 1);
        cells.vertices.reserve(total - count);
        for (std::size_t left = total; count > 0; --count) {
            const std::int64_t size = integer(type, "the size of a cell");
            if (size < 0 || std::uint64_t(size) >= left) input_.fail("a cell of " + std::to_string(size) + " vertices");
            for (std::int64_t i = 0; i < size; ++i) {
                cells.vertices.push_back(vertex_number(integer(type, "a vertex number")));
            }
            cells.starts.push_back(cells.vertices.size());
            left -= std::size_t(size) + 1;
        }
    }

    void read_offsets(Cells& cells, std::size_t count) {
        const NamedNumber type = read_type();
        begin_data(count, type.bytes, "offsets");
        cells.starts.clear();
        cells.starts.reserve(count + 1);
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t offset = integer(type, "an offset");
            const std::int64_t least = cells.starts.empty() ? 0 : std::int64_t(cells.starts.back());
            if (offset < least)
                input_.fail("an offset of " + std::to_string(offset) + " after " + std::to_string(least));
            cells.starts.push_back(std::size_t(offset));
        }
        if (cells.starts.empty()) cells.starts.push_back(0);
    }

    void read_connectivity(Cells& cells, std::size_t count) {
        input_.expect_word("CONNECTIVITY");
        const NamedNumber type = read_type();
        begin_data(count, type.bytes, "vertex numbers");
        if (cells.starts.back() > count) {
            input_.fail("an offset of " + std::to_string(cells.starts.back()) + " into " + std::to_string(count) +
                        " vertex numbers");
        }
        cells.vertices.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            cells.vertices.push_back(vertex_number(integer(type, "a vertex number")));
        }
    }

    void read_cell_types() {
        const std::size_t count = input_.count("cell types", binary_ ? 4 : 2);
        const NamedNumber type{"int", Number::i32, 4};
        begin_data(count, type.bytes, "cell types");
        types_.reserve(count);
        for (std::size_t i = 0; i < count; ++i) types_.push_back(integer(type, "a cell type"));
    }

    void skip_field() {
        input_.token("the name of a field");
        const std::size_t arrays = input_.count("arrays", 2);
        for (std::size_t i = 0; i < arrays; ++i) {
            if (take("METADATA")) skip_metadata();
            input_.token("the name of an array");
            const std::size_t components = input_.count("components", 0);
            const std::size_t tuples = input_.count("tuples", 0);
            skip_array(components, tuples);
        }
    }

    void skip_array(std::size_t components, std::size_t tuples) {
        const NamedNumber type = read_type();
        if (components == 0) return;
        if (tuples > input_.bytes_left() / components) input_.fail_cut_off("the values of a field");
        begin_data(components * tuples, type.bytes, "values");
        for (std::size_t i = 0; i < components * tuples; ++i) real(type, "a value");
    }

    // Names of components and the like, up to an empty line.
    void skip_metadata() {
        input_.next_line();
        while (!input_.at_line_end()) input_.next_line();
    }

    NamedNumber read_type() {
        constexpr std::string_view expected = "a type such as float or int";
        for (const NamedNumber& type : number_types) {
            if (take(type.name)) return type;
        }
        input_.fail_expected(expected);
    }

    // Binary numbers begin behind the line end.
    void begin_data(std::size_t count, std::size_t bytes_each, std::string_view things) {
        if (!binary_) return;
        input_.next_line();
        input_.check_count(count, things, bytes_each);
    }

    double real(const NamedNumber& type, std::string_view expected) {
        if (!binary_) return input_.number(expected);
        if (type.number == Number::f32) return input_.raw<float>(std::endian::big, expected);
        if (type.number == Number::f64) return input_.raw<double>(std::endian::big, expected);
        return double(integer(type, expected));
    }

    std::int64_t integer(const NamedNumber& type, std::string_view expected) {
        if (!binary_) return input_.integer(expected);
        switch (type.number) {
            case Number::i8: return input_.raw<std::int8_t>(std::endian::big, expected);
            case Number::u8: return input_.raw<std::uint8_t>(std::endian::big, expected);
            case Number::i16: return input_.raw<std::int16_t>(std::endian::big, expected);
            case Number::u16: return input_.raw<std::uint16_t>(std::endian::big, expected);
            case Number::i32: return input_.raw<std::int32_t>(std::endian::big, expected);
            case Number::u32: return input_.raw<std::uint32_t>(std::endian::big, expected);
            case Number::i64:
            case Number::u64: return input_.raw<std::int64_t>(std::endian::big, expected);
            default: input_.fail_expected("whole numbers");
        }
    }

    void add_surfaces() {
        for (std::size_t i = 0; i < polygons_.size(); ++i) builder_.add_polygon(polygons_[i]);
        for (std::size_t i = 0; i < strips_.size(); ++i) builder_.add_strip(strips_[i]);
    }

    void add_grid() {
        if (types_.size() != cells_.size()) {
            input_.fail(std::to_string(cells_.size()) + " cells, but " + std::to_string(types_.size()) + " cell types");
        }
        for (std::size_t i = 0; i < cells_.size(); ++i) add_cell(types_[i], cells_[i], i);
    }

    void add_cell(std::int64_t type, std::span<const std::uint32_t> v, std::size_t cell) {
        const std::string wrong = add_vtk_cell(builder_, type, v);
        if (!wrong.empty()) input_.fail("cell " + std::to_string(cell) + ": " + wrong);
    }

    Scanner input_;
    MeshBuilder builder_;
    bool binary_ = false, unstructured_ = false, has_points_ = false;
    Cells cells_, polygons_, strips_;
    std::vector<std::int64_t> types_;
};

}  // namespace

Mesh read_vtk(const Source& source) { return VtkReader(source).read(); }

}  // namespace pliant::io
