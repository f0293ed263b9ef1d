// A sequence with one mesh file per frame.
#include <algorithm>

#include "io/formats.hpp"
#include "io/sequences.hpp"
#include "io/triangulate_polygons.hpp"

namespace pliant::io {
namespace {

namespace fs = std::filesystem;

template <class Element>
void check_same(const std::vector<Element>& here, const std::vector<Element>& first, const char* elements,
                const fs::path& file, const fs::path& first_file) {
    if (here.size() != first.size()) {
        throw FileError(file.string() + ": " + std::to_string(here.size()) + " " + elements + ", but " +
                        first_file.string() + " has " + std::to_string(first.size()));
    }
    const auto [differs, other] = std::mismatch(here.begin(), here.end(), first.begin());
    if (differs == here.end()) return;
    throw FileError(file.string() + ": number " + std::to_string(differs - here.begin()) + " of the " + elements +
                    " joins other vertices than in " + first_file.string());
}

class FileSequence final : public Sequence {
public:
    FileSequence(std::vector<fs::path> files, Weld weld)
        : files_(std::move(files)), weld_(weld), mesh_(read_frame(0)), fans_(mesh_.triangles) {
        triangulate_concave_polygons(mesh_);
    }

    [[nodiscard]] const Mesh& mesh() const override { return mesh_; }
    [[nodiscard]] std::size_t frames() const override { return files_.size(); }
    [[nodiscard]] std::string frame_name(std::size_t frame) const override {
        return frame < files_.size() ? files_[frame].filename().string() : "";
    }

    void positions(std::size_t frame, std::vector<std::array<double, 3>>& out) const override {
        if (frame >= files_.size()) throw FileError(mesh_.name + ": there is no frame " + std::to_string(frame));
        if (frame == 0) {
            out = mesh_.positions;
            return;
        }
        Mesh mesh = read_frame(frame);
        if (mesh.positions.size() != mesh_.positions.size()) {
            throw FileError(files_[frame].string() + ": " + std::to_string(mesh.positions.size()) + " vertices, but " +
                            files_.front().string() + " has " + std::to_string(mesh_.positions.size()));
        }
        check_same(mesh.triangles, fans_, "triangles", files_[frame], files_.front());
        check_same(mesh.tetrahedra, mesh_.tetrahedra, "tetrahedra", files_[frame], files_.front());
        out = std::move(mesh.positions);
    }

    std::optional<Mesh> read(std::size_t frame, std::vector<std::array<double, 3>>& out) const override {
        if (frame == 0 || frame >= files_.size()) {
            positions(frame, out);
            return std::nullopt;
        }
        Mesh mesh = read_frame(frame);
        const bool same = mesh.positions.size() == mesh_.positions.size() && mesh.triangles == fans_ &&
                          mesh.tetrahedra == mesh_.tetrahedra && mesh.dropped == mesh_.dropped;
        if (!same) {
            triangulate_concave_polygons(mesh);
            return mesh;
        }
        out = std::move(mesh.positions);
        return std::nullopt;
    }

private:
    [[nodiscard]] Mesh read_frame(std::size_t frame) const {
        Mesh mesh = read_mesh_as_fans(files_[frame]);
        if (mesh.soup && weld_ != Weld::none) weld(mesh);
        return mesh;
    }

    std::vector<fs::path> files_;
    Weld weld_;
    Mesh mesh_;
    std::vector<Triangle> fans_;  // of frame 0, before concave polygons were cut
};

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

// The digits at the front of `text` without leading zeros; takes them off.
std::string_view take_number(std::string_view& text) {
    std::size_t end = 0;
    while (end < text.size() && is_decimal(text[end])) ++end;
    std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
    return digits;
}

// Below, equal or above 0.
int compare_naturally(std::string_view a, std::string_view b) {
    while (!a.empty() && !b.empty()) {
        if (is_decimal(a.front()) && is_decimal(b.front())) {
            const std::string_view m = take_number(a), n = take_number(b);
            if (m.size() != n.size()) return m.size() < n.size() ? -1 : 1;
            if (const int order = m.compare(n)) return order;
        } else {
            if (a.front() != b.front()) return a.front() < b.front() ? -1 : 1;
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    if (a.empty() && b.empty()) return 0;
    return a.empty() ? -1 : 1;
}

// What stands for all frames of a sequence that a mesh file may belong to: its name with a star for the last number.
std::optional<std::string> pattern_of(const fs::path& file) {
    const std::string ending = ending_for(file, {});
    const auto known = formats();
    if (std::none_of(known.begin(), known.end(), [&](const Format& f) { return f.ending == ending; })) return {};
    const std::string name = file.stem().string();
    const std::size_t last = name.find_last_of("0123456789");
    if (last == std::string::npos) return {};
    std::size_t first = last;
    while (first > 0 && is_decimal(name[first - 1])) --first;
    return name.substr(0, first) + "*" + name.substr(last + 1) + file.extension().string();
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
    const int order = compare_naturally(a, b);
    return order != 0 ? order < 0 : a < b;
}

// Wildcard match that backtracks to the last * only: at most quadratic.
bool matches(std::string_view name, std::string_view pattern) {
    std::size_t n = 0, p = 0, star = std::string_view::npos, star_n = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            star_n = n;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
            ++p;
            ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++star_n;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::vector<fs::path> matching_files(const fs::path& pattern) {
    const fs::path folder = pattern.has_parent_path() ? pattern.parent_path() : fs::path(".");
    std::error_code error;
    fs::directory_iterator entries(folder, error);
    if (error) throw FileError(pattern.string() + ": no such folder: " + folder.string());
    std::vector<fs::path> files;
    for (; entries != fs::directory_iterator(); entries.increment(error)) {
        const fs::path name = entries->path().filename();
        if (entries->is_directory(error) || !matches(name.string(), pattern.filename().string())) continue;
        files.push_back(pattern.parent_path() / name);
    }
    if (files.empty()) throw FileError(pattern.string() + ": no file has such a name");
    std::sort(files.begin(), files.end(),
              [](const fs::path& a, const fs::path& b) { return natural_less(a.string(), b.string()); });
    return files;
}

std::optional<fs::path> pattern_in(const fs::path& folder) {
    std::error_code error;
    std::optional<fs::path> found;
    for (fs::directory_iterator entries(folder, error); entries != fs::directory_iterator(); entries.increment(error)) {
        const std::optional<std::string> pattern = pattern_of(entries->path());
        if (entries->is_directory(error) || !pattern || found == folder / *pattern) continue;
        if (found) {
            const auto [first, second] = std::minmax<std::string>({found->filename().string(), *pattern});
            throw FileError(folder.string() + ": more than one sequence, " + first + " and " + second +
                            " among them: name one of them");
        }
        found = folder / *pattern;
    }
    return found;
}

std::unique_ptr<Sequence> open_files(std::vector<fs::path> files, Weld weld) {
    if (files.empty()) throw FileError("a sequence needs at least one file");
    return std::make_unique<FileSequence>(std::move(files), weld);
}

}  // namespace pliant::io
