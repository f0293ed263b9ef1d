#include "file_part.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <regex>
#include <stdexcept>

#include "io/formats.hpp"
#include "io/ply_header.hpp"
#include "weld.hpp"

namespace pliant::mpi_cli {
namespace {

constexpr const char* stage = "reading files";
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

struct Range {
    std::uint64_t first, end;
};

/// The share of a rank of so many things.
Range share(std::uint64_t count, const mpi::Communicator& communicator) {
    const auto rank = std::uint64_t(communicator.rank()), size = std::uint64_t(communicator.size());
    const std::uint64_t least = count / size, more = count % size;
    const auto begin_of = [&](std::uint64_t r) { return r * least + std::min(r, more); };
    return {begin_of(rank), begin_of(rank + 1)};
}

template <class T>
T load(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

bool ends_with(const std::string& file, const char* ending) {
    std::string lower = file;
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return lower.ends_with(ending);
}

std::string short_name(const std::string& file) { return std::filesystem::path(file).filename().string(); }

/// Binary PLY whose vertices come first, then triangles: places of both follow from the header.
struct PlyLayout {
    std::uint64_t vertices = 0, triangles = 0;
    std::size_t first_vertex = 0, vertex_bytes = 0, first_triangle = 0;
    std::array<std::size_t, 3> xyz{};
    bool doubles = false;
};
constexpr std::size_t ply_triangle_bytes = 13;  // a count of one byte and three numbers of four

/// Sets where x, y and z are; false where they are not all there, of one type.
bool place_coordinates(const io::PlyElement& element, PlyLayout& layout) {
    int found = 0;
    std::optional<io::PlyType> type;
    for (const io::PlyProperty& property : element.properties) {
        if (property.list_size) return false;
        const std::size_t axis = property.name == "x" ? 0 : property.name == "y" ? 1 : property.name == "z" ? 2 : 3;
        if (axis < 3) {
            if (io::is_integer(property.type) || (type && *type != property.type)) return false;
            type = property.type;
            layout.xyz[axis] = layout.vertex_bytes;
            ++found;
        }
        layout.vertex_bytes += io::byte_size(property.type);
    }
    layout.doubles = type == io::PlyType::float64;
    return found == 3;
}

std::optional<PlyLayout> ply_layout(const std::string& file, std::span<const std::byte> bytes) {
    constexpr std::string_view end_of_header = "end_header\n";
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()),
                                std::min<std::size_t>(bytes.size(), 1 << 16));
    const std::size_t end = head.find(end_of_header);
    if (end == std::string_view::npos) return {};
    io::Scanner text({bytes.first(end + end_of_header.size()), file, {}}, {});
    const io::PlyHeader header = io::read_ply_header(text);
    if (header.format != io::PlyFormat::little_endian || header.elements.size() != 2) return {};
    const io::PlyElement &vertex = header.elements[0], &face = header.elements[1];
    PlyLayout layout;
    if (vertex.name != "vertex" || face.name != "face" || !place_coordinates(vertex, layout)) return {};
    if (face.properties.size() != 1 || face.properties[0].list_size != io::PlyType::uint8) return {};
    const io::PlyType type = face.properties[0].type;
    if (type != io::PlyType::int32 && type != io::PlyType::uint32) return {};
    layout.vertices = vertex.count;
    layout.triangles = face.count;
    layout.first_vertex = end + end_of_header.size();
    layout.first_triangle = layout.first_vertex + vertex.count * layout.vertex_bytes;
    if (bytes.size() != layout.first_triangle + face.count * ply_triangle_bytes) return {};
    return layout;
}

Point ply_vertex(const PlyLayout& layout, std::span<const std::byte> bytes, std::uint64_t vertex) {
    const std::byte* at = bytes.data() + layout.first_vertex + vertex * layout.vertex_bytes;
    Point p;
    for (std::size_t k = 0; k < 3; ++k) {
        p[k] = layout.doubles ? load<double>(at + layout.xyz[k]) : double(load<float>(at + layout.xyz[k]));
    }
    return p;
}

/// The triangles of a range name vertices by their number in the file; those used are given places.
void keep_used(FilePart& part, std::vector<std::array<std::uint32_t, 3>> corners) {
    std::vector<std::uint32_t> used;
    for (const auto& triangle : corners) used.insert(used.end(), triangle.begin(), triangle.end());
    std::ranges::sort(used);
    used.erase(std::ranges::unique(used).begin(), used.end());
    while (!used.empty() && used.back() >= part.vertices) used.pop_back();  // stays out of range
    for (auto& triangle : corners) {
        for (std::uint32_t& v : triangle) {
            const auto place = std::ranges::lower_bound(used, v);
            v = place != used.end() && *place == v ? std::uint32_t(place - used.begin()) : none;
        }
        part.triangles.push_back(triangle);
    }
    part.vertex_numbers.assign(used.begin(), used.end());
    part.places = std::move(used);
}

/// False where the range holds faces that are no triangles: then their places are not known.
bool read_ply(const std::string& file, const PlyLayout& layout, std::span<const std::byte> bytes, Range range,
              FilePart& part) {
    part.name = short_name(file);
    part.vertices = layout.vertices;
    part.elements = layout.triangles;
    std::vector<std::array<std::uint32_t, 3>> corners;
    corners.reserve(range.end - range.first);
    for (std::uint64_t t = range.first; t < range.end; ++t) {
        const std::byte* at = bytes.data() + layout.first_triangle + t * ply_triangle_bytes;
        if (at[0] != std::byte(3)) return false;
        corners.push_back({load<std::uint32_t>(at + 1), load<std::uint32_t>(at + 5), load<std::uint32_t>(at + 9)});
        part.element_numbers.push_back(t);
    }
    keep_used(part, std::move(corners));
    for (const std::uint32_t v : part.places) part.positions.push_back(ply_vertex(layout, bytes, v));
    return true;
}

constexpr std::size_t stl_head = 84, stl_record = 50;

bool is_binary_stl(const std::string& file, std::span<const std::byte> bytes) {
    return ends_with(file, ".stl") && bytes.size() >= stl_head &&
           bytes.size() == stl_head + std::uint64_t(load<std::uint32_t>(bytes.data() + 80)) * stl_record;
}

void read_stl(const std::string& file, std::span<const std::byte> bytes, Range range, FilePart& part) {
    part.name = short_name(file);
    part.elements = (bytes.size() - stl_head) / stl_record;
    for (std::uint64_t t = range.first; t < range.end; ++t) {
        const std::byte* at = bytes.data() + stl_head + t * stl_record + 12;  // behind the normal
        Triangle triangle;
        for (std::uint32_t k = 0; k < 3; ++k, at += 12) {
            triangle[k] = std::uint32_t(part.positions.size());
            part.positions.push_back({load<float>(at), load<float>(at + 4), load<float>(at + 8)});
            part.vertex_numbers.push_back(3 * t + k);
        }
        part.triangles.push_back(triangle);
        part.element_numbers.push_back(t);
    }
}

std::vector<std::string> pieces_of(const std::string& file) {
    std::ifstream in(file);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    static const std::regex piece("<Piece[^>]*Source=\"([^\"]+)\"");
    std::vector<std::string> pieces;
    for (std::sregex_iterator it(text.begin(), text.end(), piece), end; it != end; ++it) {
        pieces.push_back((std::filesystem::path(file).parent_path() / (*it)[1].str()).string());
    }
    if (pieces.empty()) throw std::runtime_error(file + ": names no piece");
    return pieces;
}

void append(const io::Mesh& mesh, std::uint64_t first_vertex, std::uint64_t first_element, FilePart& part) {
    const auto base = std::uint32_t(part.positions.size());
    const auto moved = [&](auto element) {
        for (std::uint32_t& v : element) v = v < mesh.positions.size() ? v + base : none;
        return element;
    };
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) part.vertex_numbers.push_back(first_vertex + v);
    part.positions.insert(part.positions.end(), mesh.positions.begin(), mesh.positions.end());
    const std::size_t count = part.solid ? mesh.tetrahedra.size() : mesh.triangles.size();
    for (std::size_t e = 0; e < count; ++e) {
        part.element_numbers.push_back(first_element + e);
        if (part.solid)
            part.tetrahedra.push_back(moved(mesh.tetrahedra[e]));
        else
            part.triangles.push_back(moved(mesh.triangles[e]));
    }
}

/// Pieces go round the ranks; their numbers follow each other in the order of the file.
FilePart read_pieces(mpi::Communicator& communicator, const std::string& file, const io::SequenceOptions& options) {
    const auto rank = std::size_t(communicator.rank()), size = std::size_t(communicator.size());
    FilePart part;
    std::vector<io::Mesh> own;
    std::size_t count = 0;
    communicator.together(stage, [&] {
        part.name = short_name(file);
        const std::vector<std::string> pieces = pieces_of(file);
        count = pieces.size();
        for (std::size_t i = rank; i < count; i += size)
            own.push_back(io::read_mesh(pieces[i], {.format = options.format}));
    });
    std::uint64_t tetrahedra = 0;
    for (const io::Mesh& mesh : own) tetrahedra += mesh.tetrahedra.size();
    part.solid = communicator.sum(stage, tetrahedra) > 0;
    for (std::size_t first = 0; first < count; first += size) {
        const io::Mesh* mesh = first / size < own.size() ? &own[first / size] : nullptr;
        const std::uint64_t v = mesh ? mesh->positions.size() : 0, e = !mesh        ? 0
                                                                       : part.solid ? mesh->tetrahedra.size()
                                                                                    : mesh->triangles.size();
        const std::uint64_t before_v = communicator.sum_before(stage, v), before_e = communicator.sum_before(stage, e);
        if (mesh) append(*mesh, part.vertices + before_v, part.elements + before_e, part);
        part.vertices += communicator.sum(stage, v);
        part.elements += communicator.sum(stage, e);
    }
    part.vertex_numbers = welded(communicator, part.positions, part.vertex_numbers);
    return part;
}

/// Keeps the share of a rank of a body that it has read as a whole.
FilePart cut(const mpi::Communicator& communicator, const io::Mesh& mesh) {
    FilePart part;
    part.name = mesh.name;
    part.vertices = mesh.positions.size();
    part.solid = !mesh.tetrahedra.empty();
    part.elements = part.solid ? mesh.tetrahedra.size() : mesh.triangles.size();
    const Range range = share(part.elements, communicator);
    std::vector<std::uint32_t> place(mesh.positions.size(), none);
    const auto take = [&](auto element) {
        for (std::uint32_t& v : element) {
            if (v >= place.size()) {
                v = none;
                continue;
            }
            if (place[v] == none) {
                place[v] = std::uint32_t(part.places.size());
                part.places.push_back(v);
                part.vertex_numbers.push_back(v);
                part.positions.push_back(mesh.positions[v]);
            }
            v = place[v];
        }
        return element;
    };
    for (std::uint64_t e = range.first; e < range.end; ++e) {
        part.element_numbers.push_back(e);
        if (part.solid)
            part.tetrahedra.push_back(take(mesh.tetrahedra[e]));
        else
            part.triangles.push_back(take(mesh.triangles[e]));
    }
    return part;
}

std::vector<FilePart> read_whole(mpi::Communicator& communicator, const std::string& file,
                                 const io::SequenceOptions& options) {
    std::vector<FilePart> parts;
    communicator.together(stage, [&] {
        for (auto& body : io::open_bodies(file, options)) {
            FilePart& part = parts.emplace_back(cut(communicator, body->mesh()));
            part.frames = body->frames();
            if (part.frames > 1) part.sequence = std::move(body);
        }
    });
    return parts;
}

std::optional<std::string> topology_of(const std::string& folder) {
    if (!std::filesystem::is_regular_file(folder + "/positions.f32")) return {};
    for (const char* ending : {"off", "obj", "ply", "mesh"}) {
        std::string file = folder + "/topology." + ending;
        if (std::filesystem::is_regular_file(file)) return file;
    }
    return {};
}

void open_packed(const std::string& folder, FilePart& part) {
    part.packed = std::make_shared<MappedFile>(folder + "/positions.f32");
    const std::uint64_t frame = 12 * part.vertices, size = part.packed->bytes().size();
    if (frame == 0 || size % frame != 0 || size == 0) {
        throw std::runtime_error(folder + "/positions.f32: does not hold whole frames of " +
                                 std::to_string(part.vertices) + " vertices");
    }
    part.frames = size / frame;
    part.name = short_name(folder);
}

}  // namespace

void FilePart::show(std::size_t frame) {
    if (packed) {
        const std::byte* first = packed->bytes().data() + 12 * vertices * frame;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const std::byte* at = first + 12 * std::size_t(places[i]);
            positions[i] = {load<float>(at), load<float>(at + 4), load<float>(at + 8)};
        }
    } else if (sequence) {
        std::vector<Point> all;
        if (sequence->read(frame, all))
            throw std::runtime_error(name + ": connectivity changes, which pliant-mpi does not follow");
        for (std::size_t i = 0; i < places.size(); ++i) positions[i] = all[places[i]];
    }
}

std::vector<FilePart> read_parts(mpi::Communicator& communicator, const std::string& file,
                                 const io::SequenceOptions& options) {
    const auto topology = topology_of(file);
    if (topology) {
        std::vector<FilePart> parts = read_parts(communicator, *topology, options);
        communicator.together(stage, [&] { open_packed(file, parts.at(0)); });
        return parts;
    }
    if (ends_with(file, ".pvtu")) return {read_pieces(communicator, file, options)};
    FilePart part;
    bool ranged = false, is_stl = false;
    communicator.together(stage, [&] {
        if (!std::filesystem::is_regular_file(file) || options.weld == io::Weld::all) return;
        const MappedFile mapped(file);
        is_stl = is_binary_stl(file, mapped.bytes());
        if (is_stl) {
            read_stl(file, mapped.bytes(), share((mapped.bytes().size() - stl_head) / stl_record, communicator), part);
            ranged = true;
        } else if (const auto layout = ends_with(file, ".ply") ? ply_layout(file, mapped.bytes()) : std::nullopt) {
            ranged = read_ply(file, *layout, mapped.bytes(), share(layout->triangles, communicator), part);
        }
    });
    if (communicator.most(stage, ranged ? 0 : 1) > 0) return read_whole(communicator, file, options);
    if (is_stl && options.weld != io::Weld::none) {
        part.vertex_numbers = welded(communicator, part.positions, part.vertex_numbers);
    }
    if (is_stl) {
        std::uint64_t first = 0;
        for (std::size_t i = 0; i < part.vertex_numbers.size(); ++i) {
            first += part.vertex_numbers[i] == 3 * part.element_numbers[i / 3] + i % 3;
        }
        part.vertices = communicator.sum(stage, first);
    }
    return {std::move(part)};
}

}  // namespace pliant::mpi_cli
