// Which points lie inside a body? Particles around an octahedron.
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <pliant/pliant.hpp>

void print(const char* where, const std::vector<std::uint32_t>& points) {
    std::printf("%s:", where);
    for (const std::uint32_t i : points) std::printf(" %u", i);
    std::printf("\n");
}

int main() {
    const std::vector<std::array<float, 3>> tips{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const std::vector<pliant::Triangle> faces{{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                              {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    const std::vector<std::array<double, 3>> particles{{0, 0, 0}, {0.5, 0.25, 0.25}, {0.25, 0.25, 0.25}, {1, 1, 1}};

    pliant::Scene scene;
    const pliant::BodyId body = scene.add(pliant::SurfaceView{tips, faces});

    // [exact]
    pliant::ContainsOptions options;
    options.exact = true;  // without it, points near the surface are listed as uncertain, which is faster
    const pliant::Containment& found = scene.contains(body, particles, options);
    print("inside", found.inside);
    print("exactly on the surface", found.on_surface);
    // [exact]
    const std::vector<std::uint32_t> inside{0, 2}, on_surface{1};
    return found.inside == inside && found.on_surface == on_surface && found.uncertain.empty() ? 0 : 1;
}
