#include <zlib.h>

#include "test_files.hpp"

namespace pliant::io {
namespace {

using test::error_of;
using test::put;

struct Variant {
    const char* name;
    enum class Format { ascii, binary, raw, base64 } format;
    bool zlib, wide_header, big;
};

// Writes arrays the way VTK does, all of one variant.
class VtuWriter {
public:
    explicit VtuWriter(const Variant& variant) : variant_(variant) {}

    template <class T>
    std::string array(const std::string& name, const std::string& type, const std::vector<T>& values) {
        std::string begin = "<DataArray type=\"" + type + "\" Name=\"" + name + "\" format=\"";
        if (variant_.format == Variant::Format::ascii) {
            std::string text = begin + "ascii\">\n";
            for (const T value : values) text += std::to_string(value) + " ";
            return text + "\n</DataArray>\n";
        }
        std::string bytes;
        for (const T value : values) put(bytes, value, order());
        const std::string encoded = variant_.zlib ? packed(bytes) : plain(bytes);
        if (variant_.format == Variant::Format::binary) return begin + "binary\">\n  " + encoded + "\n</DataArray>\n";
        const std::string offset = std::to_string(appended_.size());
        appended_ += encoded;
        return begin + "appended\" offset='" + offset + "'/>\n";
    }

    std::string file(const std::string& pieces) const {
        std::string text = "<?xml version=\"1.0\"?>\n<!-- a > comment -->\n<VTKFile type=\"UnstructuredGrid\"";
        text += std::string(" byte_order=\"") + (variant_.big ? "BigEndian" : "LittleEndian") + "\"";
        if (variant_.wide_header) text += " header_type=\"UInt64\"";
        if (variant_.zlib) text += " compressor=\"vtkZLibDataCompressor\"";
        text += ">\n<UnstructuredGrid>\n" + pieces + "</UnstructuredGrid>\n";
        if (!appended_.empty()) {
            const bool raw = variant_.format == Variant::Format::raw;
            text += std::string("<AppendedData encoding=\"") + (raw ? "raw" : "base64") + "\">\n  _" + appended_ +
                    "\n</AppendedData>\n";
        }
        return text + "</VTKFile>\n";
    }

private:
    [[nodiscard]] std::endian order() const { return variant_.big ? std::endian::big : std::endian::little; }
    void put_header(std::string& bytes, std::size_t value) const {
        if (variant_.wide_header) put<std::uint64_t>(bytes, value, order());
        if (!variant_.wide_header) put<std::uint32_t>(bytes, std::uint32_t(value), order());
    }
    [[nodiscard]] std::string in_text(const std::string& bytes) const {
        return variant_.format == Variant::Format::raw ? bytes : test::base64(bytes);
    }
    [[nodiscard]] std::string plain(const std::string& bytes) const {
        std::string whole;
        put_header(whole, bytes.size());
        return in_text(whole + bytes);
    }
    [[nodiscard]] std::string packed(const std::string& bytes) const {
        constexpr std::size_t block = 40;
        std::string header, blocks;
        put_header(header, (bytes.size() + block - 1) / block);
        put_header(header, block);
        put_header(header, bytes.size() % block);
        for (std::size_t at = 0; at < bytes.size(); at += block) {
            const std::string part = bytes.substr(at, block);
            std::string out(compressBound(part.size()), '\0');
            uLongf size = out.size();
            compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(part.data()),
                     part.size());
            put_header(header, size);
            blocks += out.substr(0, size);
        }
        return in_text(header) + in_text(blocks);
    }

    Variant variant_;
    std::string appended_;
};

std::string piece(VtuWriter& writer, const std::vector<double>& points, const std::vector<std::int64_t>& connectivity,
                  const std::vector<std::int32_t>& offsets, const std::vector<std::uint8_t>& types) {
    std::string text = "<Piece NumberOfPoints=\"" + std::to_string(points.size() / 3) + "\" NumberOfCells=\"" +
                       std::to_string(types.size()) + "\">\n";
    text += "<PointData>" + writer.array("velocity", "Float64", points) + "</PointData>";
    text += "<Points>" + writer.array("Points", "Float64", points) + "</Points>\n<Cells>";
    text += writer.array("connectivity", "Int64", connectivity) + writer.array("offsets", "Int32", offsets);
    return text + writer.array("types", "UInt8", types) + "</Cells></Piece>\n";
}

Mesh read(const std::string& text) { return read_mesh_from_memory(test::as_bytes(text), ".vtu", "made.vtu"); }

const std::vector<double> five_points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.25, 0.5, 2};

class VtuVariants : public ::testing::TestWithParam<Variant> {};

TEST_P(VtuVariants, GivesTheSameTetrahedra) {
    VtuWriter writer(GetParam());
    const std::string grid = piece(writer, five_points, {0, 1, 2, 3, 1, 2, 3, 4, 0, 1, 2}, {4, 8, 11}, {10, 10, 5});
    const Mesh mesh = read(writer.file(grid));
    ASSERT_EQ(mesh.positions.size(), 5u);
    EXPECT_EQ(mesh.positions[4], (std::array<double, 3>{0.25, 0.5, 2}));
    EXPECT_EQ(mesh.tetrahedra, (std::vector<Tetrahedron>{{0, 1, 2, 3}, {1, 2, 3, 4}}));
    EXPECT_TRUE(mesh.triangles.empty()) << "the triangle is the boundary of a volume";
}

TEST_P(VtuVariants, EveryTruncationIsRefused) {
    VtuWriter writer(GetParam());
    const std::string grid = piece(writer, five_points, {0, 1, 2, 3}, {4}, {10});
    const std::string whole = writer.file(grid);
    const bool appended = GetParam().format == Variant::Format::raw || GetParam().format == Variant::Format::base64;
    // Behind the last byte of the data nothing is needed.
    const std::size_t end = appended ? whole.find("\n</AppendedData>") - 4 : whole.rfind('<');
    for (std::size_t size = 0; size < end; ++size) {
        const std::string error = error_of([&] { read(whole.substr(0, size)); });
        ASSERT_EQ(error.find("made.vtu:"), 0u) << size << ": " << error;
        ASSERT_EQ(error.find('\n'), std::string::npos) << error;
    }
}

using enum Variant::Format;
INSTANTIATE_TEST_SUITE_P(
    All, VtuVariants,
    ::testing::Values(Variant{"ascii", ascii, false, false, false}, Variant{"binary", binary, false, false, false},
                      Variant{"binary64", binary, false, true, false},
                      Variant{"binary_zlib", binary, true, false, false},
                      Variant{"binary_zlib64_big", binary, true, true, true}, Variant{"raw", raw, false, false, false},
                      Variant{"raw64_big", raw, false, true, true}, Variant{"raw_zlib", raw, true, false, false},
                      Variant{"base64_big", base64, false, false, true},
                      Variant{"base64_64", base64, false, true, false},
                      Variant{"base64_zlib", base64, true, true, false}),
    [](const auto& tested) { return tested.param.name; });

constexpr Variant plain_text{"ascii", ascii, false, false, false};

TEST(Vtu, SurfacesOfEveryPolygon) {
    VtuWriter writer(plain_text);
    const std::string grid = piece(writer, five_points, {0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 3, 4, 0, 1, 2, 3, 0, 1, 2, 3, 4},
                                   {3, 7, 12, 16, 20, 21}, {5, 9, 7, 8, 6, 1});
    const Mesh mesh = read(writer.file(grid));
    EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2},  // triangle
                                                     {0, 1, 2},
                                                     {0, 2, 3},  // quad
                                                     {0, 1, 2},
                                                     {0, 2, 3},
                                                     {0, 3, 4},  // polygon
                                                     {0, 1, 3},
                                                     {0, 3, 2},  // pixel
                                                     {0, 1, 2},
                                                     {2, 1, 3}}));  // strip
    EXPECT_EQ(mesh.polygon_of_triangle, (std::vector<std::uint32_t>{0, 1, 1, 2, 2, 2, 3, 3, 4, 5}));
    EXPECT_EQ(mesh.polygons, 6u);
}

TEST(Vtu, PiecesAreJoinedWithoutTouchingOneAnother) {
    VtuWriter writer(plain_text);
    std::string pieces = piece(writer, {0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 1, 3}, {3}, {5});
    pieces += piece(writer, {5, 0, 0, 6, 0, 0, 5, 1, 0}, {0, 1, 2, 0, 1, -1}, {3, 6}, {5, 5});
    const Mesh mesh = read(writer.file(pieces));
    constexpr std::uint32_t none = 0xFFFFFFFFu;
    EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, none}, {3, 4, 5}, {3, 4, none}}));
}

TEST(Vtu, BadGridsNameTheirLine) {
    const auto error_with = [](std::string text, const std::string& from, const std::string& to) {
        const std::size_t at = text.find(from);
        if (at == std::string::npos) return "nothing to replace: " + from;
        return error_of([&] { read(text.replace(at, from.size(), to)); });
    };
    VtuWriter writer(plain_text);
    const std::string good = writer.file(piece(writer, five_points, {0, 1, 2, 3}, {4}, {10}));
    EXPECT_EQ(error_with(good, "UnstructuredGrid", "PolyData"), "made.vtu:3: only type UnstructuredGrid is read");
    EXPECT_EQ(error_with(good, "VTKFile", "VTKFolder"), "made.vtu:3: not a VTK XML file");
    EXPECT_EQ(error_with(good, "type=\"U", "compressor='vtkLZ4DataCompressor' type=\"U"),
              "made.vtu:3: only vtkZLibDataCompressor is read");
    EXPECT_EQ(error_with(good, "NumberOfPoints=\"5\"", "NumberOfPoints=\"4000000000\""),
              "made.vtu:9: 4000000000 points are promised, and 15 coordinates are there");
    EXPECT_EQ(error_with(good, "NumberOfCells=\"1\"", "NumberOfCells=\"-1\""),
              "made.vtu:5: NumberOfCells is not a number");
    EXPECT_NE(error_with(good, "NumberOfCells=\"1\"", "NumberOfCells=\"2\"").find("2 cells are promised"),
              std::string::npos);
    EXPECT_NE(error_with(good, "\n4 \n", "\n5 \n").find("offset of cell 0"), std::string::npos);
    EXPECT_NE(error_with(good, "\n10 \n", "\n12 \n").find("type 12 and 4 vertices do not go together"),
              std::string::npos);
    EXPECT_NE(error_with(good, "\n0 1 2 3 \n", "\n0 1 two 3 \n").find("a number is expected"), std::string::npos);
    EXPECT_NE(error_with(good, "</Cells>", "</Sells>").find("does not match"), std::string::npos);
    EXPECT_NE(error_with(good, "Name=\"types\"", "Name=\"kinds\"").find("no array of types"), std::string::npos);
}

TEST(Vtu, APromiseOfMemoryIsNotBelieved) {
    std::string header;
    for (const std::uint32_t word : {1u, 0xFFFFFFF0u, 0u, 8u}) put(header, word);
    const std::string text =
        "<VTKFile type='UnstructuredGrid' compressor='vtkZLibDataCompressor'><Piece NumberOfPoints='1' "
        "NumberOfCells='0'><Points><DataArray type='Float32' format='binary'>" +
        test::base64(header) + test::base64("12345678") + "</DataArray></Points></Piece></VTKFile>";
    EXPECT_EQ(error_of([&] { read(text); }), "made.vtu:1: packed block 0 is damaged");
}

TEST(Vtu, ReadsAGridOfTheSharedData) {
    const std::filesystem::path path = std::filesystem::path(PLIANT_SHARED_DATA) / "tets/seaMonster_3k.vtu";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no shared data: " << path;
    const Mesh mesh = read_mesh(path);
    EXPECT_EQ(mesh.positions.size(), 1175u);
    EXPECT_EQ(mesh.tetrahedra.size(), 3376u);
    EXPECT_EQ(mesh.positions[0], (std::array<double, 3>{-1.26196238, 42.861525, -464.023469}));
}

}  // namespace
}  // namespace pliant::io
