// VTK XML unstructured grids (.vtu): tetrahedra, or the polygons of a surface.
#include <algorithm>
#include <charconv>
#include <limits>
#include <string>

#include "io/inflate.hpp"
#include "io/mesh_builder.hpp"
#include "io/vtk_cells.hpp"
#include "io/vtu_array.hpp"

namespace pliant::io {
namespace {

struct Piece {
    std::uint64_t points = 0, cells = 0;
    std::size_t byte = 0;
    std::optional<VtuArray> positions, connectivity, offsets, types;
};

class VtuReader {
public:
    explicit VtuReader(const Source& source)
        : source_(source), scanner_(source), numbers_(source, scanner_, encoding_) {}

    Mesh read() {
        find_arrays();
        builder_.mesh.name = source_.name;
        for (const Piece& piece : pieces_) add_piece(piece);
        return builder_.finish();
    }

private:
    void find_arrays();
    void read_file_attributes(const XmlTag& tag);
    void start_piece(const XmlTag& tag);
    void note_array(const XmlTag& tag, std::string_view parent);
    void find_appended(const XmlTag& tag);
    std::uint64_t count_attribute(const XmlTag& tag, std::string_view key) const;

    void add_piece(const Piece& piece);
    void add_positions(const Piece& piece);
    void add_cells(const Piece& piece, std::size_t first_vertex);
    void add_cell(std::int64_t type, std::span<const std::uint32_t> vertices, const Piece& piece, std::size_t cell);
    const VtuArray& needed(const std::optional<VtuArray>& array, const Piece& piece, std::string_view name) const;

    const Source& source_;
    XmlScanner scanner_;
    VtuEncoding encoding_;
    VtuNumbers numbers_;
    std::vector<Piece> pieces_;
    MeshBuilder builder_;
};

void VtuReader::find_arrays() {
    XmlTag tag;
    bool is_vtk = false;
    while (scanner_.next(tag)) {
        if (tag.kind == XmlTag::Kind::close) continue;
        if (!is_vtk) read_file_attributes(tag);
        is_vtk = true;
        if (tag.name == "Piece") start_piece(tag);
        if (tag.name == "DataArray") note_array(tag, scanner_.parent());
        if (tag.name == "AppendedData") return find_appended(tag);
    }
    if (!is_vtk) scanner_.fail(0, "not a VTK XML file");
}

void VtuReader::read_file_attributes(const XmlTag& tag) {
    if (tag.name != "VTKFile") scanner_.fail(tag.byte, "not a VTK XML file");
    if (tag.attribute("type") != "UnstructuredGrid") scanner_.fail(tag.byte, "only type UnstructuredGrid is read");
    const std::string_view order = tag.attribute("byte_order", "LittleEndian");
    if (order != "LittleEndian" && order != "BigEndian") scanner_.fail(tag.byte, "an unknown byte_order");
    encoding_.order = order == "BigEndian" ? std::endian::big : std::endian::little;
    const std::string_view header = tag.attribute("header_type", "UInt32");
    if (header != "UInt32" && header != "UInt64") scanner_.fail(tag.byte, "an unknown header_type");
    encoding_.header_bytes = header == "UInt64" ? 8 : 4;
    const std::string_view compressor = tag.attribute("compressor");
    encoding_.zlib = compressor == "vtkZLibDataCompressor";
    if (!compressor.empty() && !encoding_.zlib) scanner_.fail(tag.byte, "only vtkZLibDataCompressor is read");
    if (encoding_.zlib && !has_zlib()) scanner_.fail(tag.byte, "this pliant was built without zlib");
}

std::uint64_t VtuReader::count_attribute(const XmlTag& tag, std::string_view key) const {
    const std::string_view text = tag.attribute(key);
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || stop != text.data() + text.size()) {
        scanner_.fail(tag.byte, std::string(key) + " is not a number");
    }
    return value;
}

void VtuReader::start_piece(const XmlTag& tag) {
    Piece piece;
    piece.byte = tag.byte;
    piece.points = count_attribute(tag, "NumberOfPoints");
    piece.cells = count_attribute(tag, "NumberOfCells");
    pieces_.push_back(piece);
}

void VtuReader::note_array(const XmlTag& tag, std::string_view parent) {
    const std::string_view name = tag.attribute("Name");
    const bool is_points = parent == "Points";
    if (pieces_.empty() || (!is_points && parent != "Cells")) return;
    VtuArray array;
    array.byte = tag.byte;
    array.type = tag.attribute("type");
    const std::string_view format = tag.attribute("format", "ascii");
    if (format == "appended") {
        array.format = VtuArray::Format::appended;
        // Any that no file of this machine can have is beyond the end.
        array.offset = std::size_t(
            std::min<std::uint64_t>(count_attribute(tag, "offset"), std::numeric_limits<std::size_t>::max()));
    } else if (format == "binary" || format == "ascii") {
        array.format = format == "binary" ? VtuArray::Format::binary : VtuArray::Format::ascii;
        if (tag.kind == XmlTag::Kind::open) array.text = scanner_.text();
    } else {
        scanner_.fail(tag.byte, "an unknown format of a DataArray");
    }
    Piece& piece = pieces_.back();
    if (is_points) piece.positions = array;
    if (name == "connectivity") piece.connectivity = array;
    if (name == "offsets") piece.offsets = array;
    if (name == "types") piece.types = array;
}

void VtuReader::find_appended(const XmlTag& tag) {
    const std::string_view encoding = tag.attribute("encoding", "base64");
    if (encoding != "raw" && encoding != "base64") scanner_.fail(tag.byte, "an unknown encoding of AppendedData");
    const std::string_view file(reinterpret_cast<const char*>(source_.bytes.data()), source_.bytes.size());
    const std::size_t mark = file.find('_', scanner_.position());
    if (mark == std::string_view::npos) scanner_.fail(tag.byte, "AppendedData does not begin with _");
    encoding_.appended_is_raw = encoding == "raw";
    encoding_.appended = file.substr(mark + 1);
}

const VtuArray& VtuReader::needed(const std::optional<VtuArray>& array, const Piece& piece,
                                  std::string_view name) const {
    if (!array) scanner_.fail(piece.byte, "this piece has no array of " + std::string(name));
    return *array;
}

void VtuReader::add_piece(const Piece& piece) {
    const std::size_t first_vertex = builder_.mesh.positions.size();
    if (piece.points > 0) add_positions(piece);
    if (builder_.mesh.positions.size() >= no_vertex) scanner_.fail(piece.byte, "too many points for 32-bit numbers");
    if (piece.cells > 0) add_cells(piece, first_vertex);
}

void VtuReader::add_positions(const Piece& piece) {
    const std::vector<double> values = numbers_.floats(needed(piece.positions, piece, "points"));
    if (values.size() % 3 != 0 || values.size() / 3 != piece.points) {
        scanner_.fail(piece.positions->byte, std::to_string(piece.points) + " points are promised, and " +
                                                 std::to_string(values.size()) + " coordinates are there");
    }
    for (std::size_t i = 0; i < values.size(); i += 3) {
        builder_.mesh.positions.push_back({values[i], values[i + 1], values[i + 2]});
    }
}

void VtuReader::add_cells(const Piece& piece, std::size_t first_vertex) {
    const auto corners = numbers_.integers(needed(piece.connectivity, piece, "connectivity"));
    const auto offsets = numbers_.integers(needed(piece.offsets, piece, "offsets"));
    const auto types = numbers_.integers(needed(piece.types, piece, "types"));
    if (offsets.size() != piece.cells || types.size() != piece.cells) {
        scanner_.fail(piece.byte, std::to_string(piece.cells) + " cells are promised, but there are " +
                                      std::to_string(offsets.size()) + " offsets and " + std::to_string(types.size()) +
                                      " types");
    }
    std::vector<std::uint32_t> vertices;
    std::int64_t begin = 0;
    for (std::size_t cell = 0; cell < types.size(); ++cell) {
        const std::int64_t end = offsets[cell];
        if (end < begin || static_cast<std::uint64_t>(end) > corners.size()) {
            scanner_.fail(piece.offsets->byte, "the offset of cell " + std::to_string(cell) + " is out of range");
        }
        vertices.clear();
        for (; begin < end; ++begin) {
            const auto corner = static_cast<std::uint64_t>(corners[static_cast<std::size_t>(begin)]);
            // A number out of range must not refer to points of the next piece.
            vertices.push_back(corner < piece.points ? static_cast<std::uint32_t>(corner + first_vertex) : no_vertex);
        }
        add_cell(types[cell], vertices, piece, cell);
    }
}

void VtuReader::add_cell(std::int64_t type, std::span<const std::uint32_t> v, const Piece& piece, std::size_t cell) {
    const std::string wrong = add_vtk_cell(builder_, type, v);
    if (!wrong.empty()) scanner_.fail(piece.types->byte, "cell " + std::to_string(cell) + ": " + wrong);
}

}  // namespace

Mesh read_vtu(const Source& source) { return VtuReader(source).read(); }

}  // namespace pliant::io
