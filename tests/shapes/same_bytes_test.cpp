// The scenes have the same bytes on every machine and with every compiler. Who changes a scene on purpose changes its
// number here and says so in the change log: results that were measured on it no longer compare.
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "shapes/catalogue.hpp"

namespace pliant::shapes {
namespace {

/// FNV-1a over 64-bit words, lowest byte first.
class Hash {
public:
    void add(std::uint64_t word) {
        for (int shift = 0; shift < 64; shift += 8) value_ = (value_ ^ ((word >> shift) & 0xff)) * 0x100000001b3u;
    }
    void add(double number) {
        std::uint64_t bits;
        std::memcpy(&bits, &number, sizeof bits);
        add(bits);
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

std::uint64_t hash_of(const AnimatedScene& scene) {
    Hash hash;
    std::vector<Position> positions;
    for (std::size_t body = 0; body < scene.bodies(); ++body) {
        for (const std::size_t frame : {std::size_t{0}, scene.frames() / 3}) {
            scene.positions(frame, body, positions);
            for (const Position& p : positions)
                for (const double coordinate : p) hash.add(coordinate);
        }
        for (const Triangle& t : scene.body(body).triangles)
            for (const std::uint32_t vertex : t) hash.add(std::uint64_t{vertex});
        for (const Tetrahedron& t : scene.body(body).tetrahedra)
            for (const std::uint32_t vertex : t) hash.add(std::uint64_t{vertex});
    }
    return hash.value();
}

const std::map<std::string_view, std::uint64_t> expected{
    {"draped_cloth", 0xa9856635bc830d8au},
    {"cloth_on_sphere", 0x7dd6c0dacead8f42u},
    {"body_and_garment", 0x0b7d57d9500c7b59u},
    {"two_knots", 0xe5939d5a233fdfddu},
    {"swarm", 0xb3495cc24163761du},
    {"twisted_tube", 0xcbfab5d0f9ad446du},
    {"squeezed_blob", 0x4ca1d6150fdc4903u},
    {"waves_pair", 0x616cbd38fb7a7d60u},
    {"caged_blobs", 0xa321962ac17285e6u},
    {"folded_layers", 0x922aa0fa4c6ce250u},
    {"crossing_loop", 0xddb61b42e87d855eu},
    {"tetra_boxes", 0xe120f0202e972567u},
    {"resting_stack", 0x7a1c53dfa58aae95u},
    {"needles", 0xe127c76180547712u},
    {"cut_plates", 0x18aa5736bcd655e9u},
    {"setup_a", 0x437343a472ee4041u},
    {"setup_b", 0xb6e65fbd7a2daa16u},
    {"setup_c", 0xb6e65fbd7a2daa16u},
    {"setup_d", 0x7a0e5527e776e741u},
    {"setup_e", 0xb6e65fbd7a2daa16u},
    {"pulsating_sphere", 0x8f69e16a0f6465fbu},
    {"waving_cloth", 0xee2054b439c9d686u},
    {"steep_cloth", 0x9d4b07eeb9271a32u},
    {"flat_sheet", 0xd7059d63b330bc25u},
};

TEST(SameBytes, EverySceneHasItsHash) {
    for (const SceneInfo& info : catalogue()) {
        SceneSize size;
        size.triangles = 2000;
        const auto scene = make_scene(info.name, size);
        const auto found = expected.find(info.name);
        ASSERT_NE(found, expected.end()) << info.name;
        EXPECT_EQ(hash_of(*scene), found->second) << info.name << ": 0x" << std::hex << hash_of(*scene);
    }
    EXPECT_EQ(expected.size(), catalogue().size());
}

// Figures are published of scenes that are drawn: another way of drawing makes other scenes of the same seeds.
TEST(SameBytes, DrawnScenesHaveTheirHash) {
    std::uint64_t all = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SceneSize size;
        size.triangles = 1000;
        all = 31 * all + hash_of(*make_scene("random:" + std::to_string(seed), size));
    }
    EXPECT_EQ(all, 0x77beffec36b8a6e5u) << "0x" << std::hex << all;
}

}  // namespace
}  // namespace pliant::shapes
