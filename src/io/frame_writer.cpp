// Writers of frames, one by one. Whatever ends the program, what was written before is whole: a point cache counts a
// frame in its head once all of it is there, a collection names a file once that is there.
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "io/io.hpp"
#include "io/whole_file.hpp"

namespace pliant::io {

namespace {

[[noreturn]] void fail_writing(const std::filesystem::path& path) {
    throw FileError(path.string() + ": cannot be written: " + std::strerror(errno));
}

void save_frame(const std::filesystem::path& path, const std::string& bytes) {
    write_whole_file(path, std::as_bytes(std::span(bytes)));
}

template <class T>
void add_bytes(std::string& out, T number) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &number, sizeof(T));
    if (std::endian::native == std::endian::big) {
        for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(bytes[i], bytes[sizeof(T) - 1 - i]);
    }
    out.append(bytes, sizeof(T));
}

void add_decimal(std::string& out, double number) {
    char digits[32];
    const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), number);
    out.append(digits, std::size_t(end - digits));
}

std::string frame_number(std::size_t frame) {
    std::string digits = std::to_string(frame);
    return std::string(digits.size() < 5 ? 5 - digits.size() : 0, '0') + digits;
}

/// A name of an OBJ object: one word.
std::string one_word(std::string name) {
    for (char& c : name) {
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') c = '_';
    }
    return name;
}

/// Every body an object of its own.
std::string obj_text(std::span<const FrameBody> bodies) {
    std::string out;
    std::uint64_t first = 1;
    for (const FrameBody& body : bodies) {
        out += "o " + one_word(body.name) + "\n";
        for (std::size_t i = 0; i < body.positions.size(); ++i) {
            out += "v";
            for (const double x : body.positions[i]) {
                out += ' ';
                add_decimal(out, x);
            }
            out += '\n';
        }
        for (const Triangle& t : body.triangles) {
            out += "f " + std::to_string(first + t[0]) + " " + std::to_string(first + t[1]) + " " +
                   std::to_string(first + t[2]) + "\n";
        }
        first += body.positions.size();
    }
    return out;
}

/// Triangles, and points of bodies without any, in one unstructured grid; "body" tells them apart.
class VtuText {
public:
    explicit VtuText(std::span<const FrameBody> bodies) {
        std::size_t points = 0, cells = 0;
        for (const FrameBody& body : bodies) {
            points += body.positions.size();
            cells += body.triangles.empty() ? body.positions.size() : body.triangles.size();
        }
        const auto each_cell = [&](auto&& triangle, auto&& vertex) {
            std::uint32_t number = 0;
            std::int64_t first = 0;
            for (const FrameBody& body : bodies) {
                for (const Triangle& t : body.triangles) triangle(first, t, number);
                if (body.triangles.empty())
                    for (std::size_t i = 0; i < body.positions.size(); ++i) vertex(first + std::int64_t(i), number);
                first += std::int64_t(body.positions.size());
                ++number;
            }
        };
        text_ =
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
            "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"" +
            std::to_string(points) + "\" NumberOfCells=\"" + std::to_string(cells) + "\">\n<CellData>\n";
        begin_array("UInt32", "body", 1);
        each_cell([&](std::int64_t, const Triangle&, std::uint32_t n) { add_bytes(values_, n); },
                  [&](std::int64_t, std::uint32_t n) { add_bytes(values_, n); });
        end_array();
        text_ += "</CellData>\n<Points>\n";
        begin_array("Float64", "Points", 3);
        for (const FrameBody& body : bodies)
            for (std::size_t i = 0; i < body.positions.size(); ++i)
                for (const double x : body.positions[i]) add_bytes(values_, x);
        end_array();
        text_ += "</Points>\n<Cells>\n";
        begin_array("Int64", "connectivity", 1);
        each_cell(
            [&](std::int64_t first, const Triangle& t, std::uint32_t) {
                for (const std::uint32_t v : t) add_bytes(values_, first + std::int64_t(v));
            },
            [&](std::int64_t v, std::uint32_t) { add_bytes(values_, v); });
        end_array();
        begin_array("Int64", "offsets", 1);
        std::int64_t end = 0;
        each_cell([&](std::int64_t, const Triangle&, std::uint32_t) { add_bytes(values_, end += 3); },
                  [&](std::int64_t, std::uint32_t) { add_bytes(values_, ++end); });
        end_array();
        begin_array("UInt8", "types", 1);
        constexpr std::uint8_t vtk_vertex = 1, vtk_triangle = 5;
        each_cell([&](std::int64_t, const Triangle&, std::uint32_t) { add_bytes(values_, vtk_triangle); },
                  [&](std::int64_t, std::uint32_t) { add_bytes(values_, vtk_vertex); });
        end_array();
        text_ += "</Cells>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">\n_" + appended_ +
                 "\n</AppendedData>\n</VTKFile>\n";
    }

    [[nodiscard]] const std::string& text() const { return text_; }

private:
    void begin_array(const char* type, const char* name, int components) {
        text_ += std::string("<DataArray type=\"") + type + "\" Name=\"" + name + "\" NumberOfComponents=\"" +
                 std::to_string(components) + "\" format=\"appended\" offset=\"" + std::to_string(appended_.size()) +
                 "\"/>\n";
        values_.clear();
    }
    void end_array() {
        add_bytes(appended_, std::uint64_t{values_.size()});
        appended_ += values_;
    }

    std::string text_, appended_, values_;
};

class FolderWriter final : public FrameWriter {
public:
    explicit FolderWriter(std::filesystem::path folder) : folder_(std::move(folder)) {
        std::error_code error;
        std::filesystem::create_directories(folder_, error);
        if (error) throw FileError(folder_.string() + ": cannot be made: " + error.message());
    }
    void write(double /*seconds*/, std::span<const FrameBody> bodies) override {
        save_frame(folder_ / ("frame_" + frame_number(frame_++) + ".obj"), obj_text(bodies));
    }

private:
    std::filesystem::path folder_;
    std::size_t frame_ = 0;
};

class CollectionWriter final : public FrameWriter {
public:
    explicit CollectionWriter(std::filesystem::path path) : path_(std::move(path)) {}
    void write(double seconds, std::span<const FrameBody> bodies) override {
        const std::string name = path_.stem().string() + "_" + frame_number(frame_++) + ".vtu";
        save_frame(path_.parent_path() / name, VtuText(bodies).text());
        entries_ += "<DataSet timestep=\"";
        add_decimal(entries_, seconds);
        entries_ += "\" file=\"" + name + "\"/>\n";
        save_frame(path_,
                   "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
                   "byte_order=\"LittleEndian\">\n<Collection>\n" +
                       entries_ + "</Collection>\n</VTKFile>\n");
    }

private:
    std::filesystem::path path_;
    std::string entries_;
    std::size_t frame_ = 0;
};

/// Floats, frame by frame; the first frame's mesh goes into an OBJ file of the same name.
class PointCacheWriter final : public FrameWriter {
public:
    PointCacheWriter(std::filesystem::path path, double rate) : path_(std::move(path)), rate_(rate) {}
    PointCacheWriter(const PointCacheWriter&) = delete;
    PointCacheWriter& operator=(const PointCacheWriter&) = delete;
    ~PointCacheWriter() override {
        if (file_ != nullptr) std::fclose(file_);
    }

    void write(double /*seconds*/, std::span<const FrameBody> bodies) override {
        std::size_t points = 0;
        std::string bytes;
        for (const FrameBody& body : bodies) {
            points += body.positions.size();
            for (std::size_t i = 0; i < body.positions.size(); ++i)
                for (const double x : body.positions[i]) add_bytes(bytes, static_cast<float>(x));
        }
        if (file_ == nullptr) begin(bodies, points);
        if (points != points_)
            throw FileError(path_.string() + ": frame " + std::to_string(frames_) +
                            " has another number of points; a point cache cannot hold that, a folder can");
        ++frames_;
        std::string count;
        add_bytes(count, frames_);
        const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size() &&
                             std::fflush(file_) == 0 && std::fseek(file_, 28, SEEK_SET) == 0 &&
                             std::fwrite(count.data(), 1, count.size(), file_) == count.size() &&
                             std::fseek(file_, 0, SEEK_END) == 0 && std::fflush(file_) == 0;
        if (!written) fail_writing(path_);
    }

private:
    void begin(std::span<const FrameBody> bodies, std::size_t points) {
        points_ = points;
        std::filesystem::path mesh = path_;
        mesh.replace_extension(".obj");
        if (std::filesystem::exists(mesh) && !std::filesystem::exists(path_))
            throw FileError(mesh.string() + ": is there already, without a " + path_.filename().string() +
                            " that it would belong to; it is not written over");
        save_frame(mesh, obj_text(bodies));
        file_ = std::fopen(path_.c_str(), "wb");
        if (file_ == nullptr) fail_writing(path_);
        std::string head = "POINTCACHE2";
        head += '\0';
        add_bytes(head, std::int32_t{1});
        add_bytes(head, static_cast<std::int32_t>(points));
        add_bytes(head, 0.0F);
        add_bytes(head, static_cast<float>(rate_));
        add_bytes(head, std::int32_t{0});
        if (std::fwrite(head.data(), 1, head.size(), file_) != head.size()) fail_writing(path_);
    }

    std::filesystem::path path_;
    double rate_;
    std::FILE* file_ = nullptr;
    std::size_t points_ = 0;
    std::int32_t frames_ = 0;
};

}  // namespace

std::unique_ptr<FrameWriter> open_frame_writer(const std::filesystem::path& path, double frames_per_second) {
    const std::string ending = path.extension().string();
    if (ending == ".pc2") return std::make_unique<PointCacheWriter>(path, frames_per_second);
    if (ending == ".pvd") return std::make_unique<CollectionWriter>(path);
    if (ending.empty()) return std::make_unique<FolderWriter>(path);
    throw FileError(path.string() + ": frames are written to a folder, or to .pc2 or .pvd");
}

}  // namespace pliant::io
