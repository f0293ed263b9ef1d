#include "papers/experiment.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include <pliant/io.hpp>

namespace pliant::bench {

namespace {

shapes::Mesh placed(io::Mesh read) {
    shapes::Mesh mesh;
    mesh.positions = std::move(read.positions);
    mesh.triangles = std::move(read.triangles);
    std::array<double, 3> lo = mesh.positions.front(), hi = lo;
    for (const auto& p : mesh.positions) {
        for (std::size_t k = 0; k < 3; ++k) lo[k] = std::min(lo[k], p[k]), hi[k] = std::max(hi[k], p[k]);
    }
    const double scale = 2 / std::hypot(hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]);
    for (auto& p : mesh.positions) {
        for (std::size_t k = 0; k < 3; ++k) p[k] = scale * (p[k] - 0.5 * (lo[k] + hi[k]));
    }
    return mesh;
}

}  // namespace

Experiment Experiment::from(int argc, char** argv) {
    Experiment made;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--quick") {
            made.quick = true;
        } else if (made.out.empty() && !word.starts_with('-')) {
            made.out = word;
        } else {
            made.out.clear();
            break;
        }
    }
    if (made.out.empty()) {
        std::fprintf(stderr, "usage: %s FOLDER [--quick]\n", argv[0]);
        std::exit(2);
    }
    std::filesystem::create_directories(made.out);
    const char* shared = std::getenv("PLIANT_SHARED_DATA");
    made.data = std::filesystem::path(shared != nullptr ? shared : "../shared/data") / "surfaces";
    return made;
}

void Experiment::write(std::string_view file, const Json& json) const {
    std::ofstream stream(out / file);
    stream << json.dump(1) << '\n';
    if (!stream.flush()) throw std::runtime_error((out / file).string() + " cannot be written");
}

shapes::Mesh Experiment::body(std::string_view file, const shapes::Mesh& generated) {
    const std::filesystem::path path = data / file;
    if (std::filesystem::exists(path)) {
        bodies.push_back(path.stem().string());
        return placed(io::read_mesh(path, {}));
    }
    std::fprintf(stderr, "There is no %s: a generated body of %zu triangles stands for it\n", path.c_str(),
                 generated.triangles.size());
    bodies.push_back("generated, " + std::to_string(generated.triangles.size()) + " triangles");
    return generated;
}

std::string Experiment::bodies_in_words() const {
    std::string words;
    for (const std::string& body : bodies) words += (words.empty() ? "" : ", ") + body;
    return words;
}

void write_together(const std::filesystem::path& file, std::span<const picture::Image> parts, std::size_t columns) {
    picture::Image all;
    const std::size_t width = parts[0].width, height = parts[0].height;
    all.width = columns * width;
    all.height = (parts.size() + columns - 1) / columns * height;
    all.pixels.assign(all.width * all.height, {255, 255, 255});
    for (std::size_t i = 0; i < parts.size(); ++i) {
        for (std::size_t row = 0; row < height; ++row) {
            const std::size_t to = (i / columns * height + row) * all.width + i % columns * width;
            std::copy_n(parts[i].pixels.begin() + static_cast<std::ptrdiff_t>(row * width), width,
                        all.pixels.begin() + static_cast<std::ptrdiff_t>(to));
        }
    }
    picture::write_png(file, all);
}

}  // namespace pliant::bench
