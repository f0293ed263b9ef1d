// STL, text and binary: a triangle soup, three positions per triangle; weld() joins them.
#include <algorithm>
#include <vector>

#include "io/formats.hpp"
#include "io/mesh_builder.hpp"
#include "io/scanner.hpp"

namespace pliant::io {

namespace {

constexpr std::size_t header_bytes = 80, record_bytes = 50;

std::uint32_t binary_count(const Source& source) {
    Scanner bytes(source, {});
    bytes.rewind(0);
    bytes.skip_bytes(header_bytes, "a header");
    return bytes.raw<std::uint32_t>(std::endian::little, "the number of triangles");
}

bool size_fits_binary(const Source& source) {
    constexpr std::size_t least = header_bytes + sizeof(std::uint32_t);
    return source.bytes.size() >= least &&
           source.bytes.size() == least + std::uint64_t(binary_count(source)) * record_bytes;
}

// Binary files may begin with "solid", too: the size that follows from the count decides. In a truncated binary file
// the highest byte of the count is zero (below 16 million triangles), which never occurs in text.
bool is_text(const Source& source) {
    if (size_fits_binary(source)) return false;
    Scanner text(source, {.lines_matter = false});
    const auto head = source.bytes.first(std::min(source.bytes.size(), header_bytes + sizeof(std::uint32_t)));
    const bool zero = std::find(head.begin(), head.end(), std::byte(0)) != head.end();
    return !zero && text.next_is("solid");
}

class StlTextReader {
public:
    explicit StlTextReader(const Source& source) : text_(source, {.lines_matter = false}) {}

    Mesh read() {
        do {
            text_.expect_word("solid");
            text_.next_line();  // a name, which may hold anything
            while (!text_.next_is("endsolid")) read_facet();
            text_.next_line();
        } while (!text_.at_file_end());
        return builder_.finish();
    }

private:
    void read_facet() {
        text_.expect_more("facet or endsolid");
        if (!text_.next_is("facet")) text_.fail_expected("facet or endsolid");
        text_.next_line();  // the normal follows from the corners
        text_.expect_word("outer");
        text_.expect_word("loop");
        corners_.clear();
        while (!text_.next_is("endloop")) read_corner();
        if (corners_.size() < 3) {
            text_.fail("a facet needs 3 vertices or more, this one has " + std::to_string(corners_.size()));
        }
        builder_.add_polygon(corners_);
        text_.expect_word("endloop");
        text_.expect_word("endfacet");
    }

    void read_corner() {
        text_.expect_word("vertex");
        constexpr std::string_view expected = "a coordinate";
        const double x = text_.number(expected), y = text_.number(expected), z = text_.number(expected);
        corners_.push_back(std::uint32_t(builder_.mesh.positions.size()));
        builder_.mesh.positions.push_back({x, y, z});
    }

    Scanner text_;
    MeshBuilder builder_;
    std::vector<std::uint32_t> corners_;
};

Mesh read_binary(const Source& source) {
    Scanner bytes(source, {});
    bytes.expect_bytes();
    bytes.rewind(0);
    bytes.skip_bytes(header_bytes, "solid, or a binary header of 80 bytes");
    const std::size_t count = bytes.raw<std::uint32_t>(std::endian::little, "the number of triangles");
    bytes.check_count(count, "triangles", record_bytes);
    MeshBuilder builder;
    builder.mesh.positions.reserve(3 * count);
    builder.mesh.triangles.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        bytes.skip_bytes(3 * sizeof(float), "a normal");
        for (int corner = 0; corner < 3; ++corner) {
            std::array<double, 3> xyz{};
            for (double& x : xyz) x = bytes.raw<float>(std::endian::little, "a coordinate");
            builder.mesh.positions.push_back(xyz);
        }
        bytes.skip_bytes(sizeof(std::uint16_t), "an attribute");
        builder.add_triangle(3 * i, 3 * i + 1, 3 * i + 2);
    }
    const std::size_t more = bytes.bytes_left();
    builder.drop("bytes", "behind the last triangle", more >= record_bytes, more);
    return builder.finish();
}

}  // namespace

Mesh read_stl(const Source& source) {
    Mesh mesh = is_text(source) ? StlTextReader(source).read() : read_binary(source);
    mesh.soup = true;
    return mesh;
}

}  // namespace pliant::io
