// reads: whether opening a source would read a given file, so that no command overwrites its input.
#include <algorithm>

#include "io/gltf_document.hpp"
#include "io/io.hpp"
#include "io/sequences.hpp"

namespace pliant::io {
namespace {

namespace fs = std::filesystem;

/// Canonical path, also for a file that does not exist.
fs::path full(const fs::path& path) {
    std::error_code error;
    return fs::weakly_canonical(fs::absolute(path, error), error);
}

bool lies_in(const fs::path& folder, const fs::path& file) {
    const fs::path outer = full(folder), inner = full(file);
    return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

fs::path without_packing(fs::path path) {
    if (path.extension() == ".gz") path.replace_extension();
    return path;
}

/// TetGen's two files stand for one mesh.
bool is_other_half(const fs::path& mesh, const fs::path& file) {
    const auto is_half = [](const fs::path& path) { return path.extension() == ".node" || path.extension() == ".ele"; };
    fs::path a = without_packing(mesh), b = without_packing(file);
    return is_half(a) && is_half(b) && same_file(a.replace_extension(), b.replace_extension());
}

/// A file in the folder of a glTF document that the document names.
bool is_named_in(const fs::path& document, const fs::path& file) {
    std::error_code error;
    if (document.extension() != ".gltf" || !fs::is_regular_file(document, error)) return false;
    const fs::path folder = document.has_parent_path() ? document.parent_path() : fs::path(".");
    if (!lies_in(folder, file)) return false;
    const std::vector<std::byte> bytes = load_file(document);
    const std::string text = without_percent_signs({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return text.find(file.filename().string()) != std::string::npos;
}

bool reads_file(const fs::path& path, const fs::path& file) {
    std::error_code error;
    if (fs::is_directory(path, error)) return fs::exists(file, error) && lies_in(path, file);
    return same_file(path, file) || is_other_half(path, file) || is_named_in(path, file);
}

}  // namespace

bool same_file(const fs::path& p, const fs::path& q) {
    std::error_code error;
    return fs::equivalent(p, q, error) || full(p) == full(q);
}

bool reads(const std::string& source, const fs::path& file) {
    std::error_code error;
    const fs::path path(source);
    if (fs::exists(path, error)) return reads_file(path, file);
    for (const char mark : {'@', '#'}) {
        const std::size_t at = source.rfind(mark);
        if (at == std::string::npos) continue;
        if (reads_file(source.substr(0, at), file)) return true;
        if (mark == '@' && reads_file(source.substr(at + 1), file)) return true;
    }
    if (path.filename().string().find_first_of("*?") == std::string::npos) return reads_file(path, file);
    const std::vector<fs::path> frames = matching_files(path);
    return std::any_of(frames.begin(), frames.end(), [&](const fs::path& frame) { return reads_file(frame, file); });
}

}  // namespace pliant::io
