// Skins that are refused, and flaws of bodies that follow a cage.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <pliant/scene.hpp>

#include "detect/sphere_tree/checked_skin.hpp"
#include "detect/sphere_tree/hierarchy.hpp"
#include "detect/sphere_tree/sphere_tree.hpp"
#include "oracle/random.hpp"
#include "shapes/deformations.hpp"
#include "sphere_tree/caged.hpp"

namespace pliant::sphere_tree {
namespace {

/// The message of what is thrown.
template <class Act>
std::string refusal(const Act& act) {
    try {
        act();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "nothing thrown";
}

TEST(Promise, SkinsThatCannotBeFollowedAreRefusedByName) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto refused = [](auto&& spoil) {
        CagedAndOther two(6);
        Skin skin = two.caged.skin;
        spoil(skin);
        std::string said = refusal([&] { two.scene.follow(two.a, skin); });
        // What was followed before is followed still.
        EXPECT_EQ(two.scene.contacts_within(two.a, two.b).pairs.size(), two.exact());
        return said;
    };
    const auto expect_named = [&](auto&& spoil, const std::string& what, const std::string& which) {
        const std::string said = refused(spoil);
        EXPECT_NE(said.find(what), std::string::npos) << said;
        EXPECT_NE(said.find(which), std::string::npos) << said;
    };
    expect_named([&](Skin& s) { s.links[17].weights[1] = nan; }, "weight", "17");
    expect_named([&](Skin& s) { s.links[5].weights[1] += 1e-6; }, "weight", "5");
    expect_named([&](Skin& s) { s.links[9].weights = {1.5, -0.25, -0.25}; }, "weight", "9");
    expect_named([&](Skin& s) { s.links[11].cage[2] = s.links[11].cage[0]; }, "twice", "11");
    expect_named([&](Skin& s) { s.links[13].cage[1] = 100000; }, "vertex 100000", "13");
    expect_named([&](Skin& s) { s.links[3].along[0] = INFINITY; }, "finite", "link 3");
    expect_named([&](Skin& s) { s.cage[21][2] = nan; }, "cage", "21");
    expect_named([&](Skin& s) { s.surface[23][0] = nan; }, "surface", "23");
    expect_named([&](Skin& s) { s.surface[25][0] += 0.01; }, "at rest", "25");
    // A vertex of the cage from which nothing hangs allows for nothing.
    const auto far_vertex = [&](Skin& s) {
        s.cage.push_back({1e13, 0, 0});
        s.surface[25][0] += 0.01;
    };
    expect_named(far_vertex, "at rest", "25");
    EXPECT_EQ(refused([](Skin&) {}), "nothing thrown");
}

// It was told that the body follows no cage.
TEST(Promise, MovingABodyThatIsNotThereSaysSo) {
    CagedAndOther two(3);
    const auto& positions = two.caged.mesh.positions;
    EXPECT_THROW(two.scene.move(BodyId{7}, positions, two.caged.cage.positions), std::out_of_range);
    EXPECT_THROW(two.scene.move(BodyId{7}, positions), std::out_of_range);
    two.scene.remove(two.a);
    EXPECT_THROW(two.scene.move(two.a, positions, two.caged.cage.positions), std::out_of_range);
}

// What is not a number equals nothing, so that the search began anew at every call.
TEST(Promise, PointsThatAreNotFiniteAreRefusedByName) {
    CagedAndOther two(3);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto said = [&](const ContactOptions& options) {
        return refusal([&] { two.scene.contacts_within(two.a, two.b, options); });
    };
    EXPECT_NE(said({.interest = {{0, nan, 0}}}).find("interest"), std::string::npos);
    EXPECT_NE(said({.interest = {{0, 0, INFINITY}}}).find("interest"), std::string::npos);
    EXPECT_NE(said({.viewer = {{nan, 0, 0}}}).find("viewer"), std::string::npos);
    EXPECT_NE(said({.detail = nan}).find("detail"), std::string::npos);
    EXPECT_EQ(said({.interest = {{0, 0, 0}}, .viewer = {{1, 2, 3}}, .detail = 0}), "nothing thrown");
}

void round_to_float(std::array<double, 3>& numbers) {
    for (double& x : numbers) x = static_cast<double>(static_cast<float>(x));
}

/// As a file of floats brings it back.
Skin in_floats(Skin skin) {
    for (RigidLink& link : skin.links) {
        round_to_float(link.weights);
        round_to_float(link.along);
    }
    for (auto& p : skin.surface) round_to_float(p);
    for (auto& p : skin.cage) round_to_float(p);
    return skin;
}

double most_off(const Skin& skin) {
    double most = 0;
    for (const RigidLink& link : skin.links) {
        most = std::max(most, std::abs(link.weights[0] + link.weights[1] + link.weights[2] - 1));
    }
    return most;
}

TEST(Promise, SkinsOfFloatsAreFollowed) {
    CagedAndOther two(12);
    two.caged.skin = in_floats(two.caged.skin);
    ASSERT_GT(most_off(two.caged.skin), 1e-9);
    EXPECT_EQ(refusal([&] { two.scene.follow(two.a, two.caged.skin); }), "nothing thrown");
    two.caged.bend(shapes::Twist{0.2});
    two.scene.move(two.a, two.caged.mesh.positions, two.caged.cage.positions);
    EXPECT_GT(two.exact(), 0u);
    EXPECT_EQ(two.scene.contacts_within(two.a, two.b).pairs.size(), two.exact());
}

/// Weights that do not quite add up to 1 move a surface away from its cage the more, the farther away both are.
TEST(Promise, SpheresHoldSurfacesOfSkinsInFloats) {
    oracle::Random random(23);
    for (const double away : {0.0, 10.0, 1e4, 1e7}) {
        Caged caged(12);
        caged.skin = in_floats(caged.skin);
        const CheckedSkin checked = check(caged.skin);
        SphereTree tree;
        const std::vector<std::uint8_t> gone(caged.mesh.triangles.size(), 0);
        tree.build({caged.mesh.positions, caged.mesh.triangles}, gone);
        tree.follow(checked.skin, checked.off);
        for (int i = 0; i < 12; ++i) {
            const double much = i == 0 ? 0 : std::pow(0.25, i);
            const shapes::Placement place({1, 0.1 * i, 2}, 0.03 * i, {away, -away, 0.5 * away});
            caged.bend([&](const Vec3& p) { return place(p) + much * random.in_cube(); });
            tree.update(SurfaceNow{caged.mesh.positions, caged.mesh.triangles}, Points(caged.cage.positions));
            EXPECT_EQ(tree.first_flaw(), tree.nodes()) << away << " " << i;
        }
    }
}

/// It is given as it was rounded, and not as the links have it.
TEST(Promise, SpheresHoldTheSurfaceAtRestInFloats) {
    Caged caged(12);
    const std::vector<RigidLink> links = caged.skin.links;
    for (const bool weights_too : {false, true}) {
        caged.skin = in_floats(caged.skin);
        for (std::size_t i = 0; !weights_too && i < links.size(); ++i) caged.skin.links[i].weights = links[i].weights;
        const CheckedSkin checked = check(caged.skin);
        EXPECT_EQ(checked.off.part > 0, weights_too);
        EXPECT_GT(checked.off.length, 1e-9);
        EXPECT_LT(checked.off.length, 1e-6);
        SphereTree tree;
        const std::vector<std::uint8_t> gone(caged.mesh.triangles.size(), 0);
        tree.build({caged.skin.surface, caged.mesh.triangles}, gone);
        tree.follow(checked.skin, checked.off);
        tree.update(SurfaceNow{caged.skin.surface, caged.mesh.triangles}, Points(caged.skin.cage));
        EXPECT_EQ(tree.first_flaw(), tree.nodes()) << weights_too;
    }
}

/// Puts one piece apart from all others at once, so that its leaf lies beside a large part.
class OneApart : public MedianDivider {
public:
    OneApart(const std::vector<Vec3>& middles, std::uint32_t piece) : MedianDivider(middles, 8), piece_(piece) {}
    std::vector<Part> divide(std::span<std::uint32_t> pieces, std::uint32_t level) override {
        if (level > 0) return MedianDivider::divide(pieces, level);
        std::iter_swap(std::find(pieces.begin(), pieces.end(), piece_), pieces.begin());
        return {{1, {}}, {static_cast<std::uint32_t>(pieces.size()), {}}};
    }

private:
    std::uint32_t piece_;
};

SphereHierarchy with_one_apart(const shapes::Mesh& mesh, std::uint32_t triangle) {
    const SurfaceNow surface{mesh.positions, mesh.triangles};
    DividedPieces pieces = pieces_of(surface, usable_triangles(surface));
    EXPECT_EQ(pieces.pieces.list[triangle], (Piece{triangle, Piece::whole}));
    const std::vector<Vec3> middles = pieces.middles;
    OneApart divider(middles, triangle);
    return divide_all(surface, std::move(pieces), divider);
}

// Smallest spheres that the cage bounds: their triangles were not looked at, so that none was named.
TEST(Promise, FlawsUnderACageAreNamed) {
    CagedAndOther two(12);
    shapes::Mesh& mesh = two.caged.mesh;
    const auto exact = two.scene.contacts_within(two.a, two.b, {.resume = false}).pairs;
    ASSERT_FALSE(exact.empty());
    const std::uint32_t flat = exact[exact.size() / 2].a.triangle;
    two.scene.use_sphere_hierarchy(two.a, with_one_apart(mesh, flat));
    two.scene.move(two.a, mesh.positions, two.caged.cage.positions);
    two.scene.contacts_within(two.a, two.b);
    // Its three corners come together in one place: as by a cage whose vertices do.
    for (const std::uint32_t v : mesh.triangles[flat]) mesh.positions[v] = mesh.positions[mesh.triangles[flat][0]];
    two.scene.move(two.a, mesh.positions, two.caged.cage.positions);
    const Contacts& answer = two.scene.contacts_within(two.a, two.b);
    const Flaw expected{two.a, FlawKind::degenerate, flat};
    const auto& aside = answer.report.set_aside;
    EXPECT_NE(std::find(aside.begin(), aside.end(), expected), aside.end());
    EXPECT_TRUE(answer.report.complete);
}

}  // namespace
}  // namespace pliant::sphere_tree
