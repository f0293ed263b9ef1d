// FCL 0.7: a BVHModel per body and FCL's own traversal and triangle test, in double. Single-threaded.
// Its stock leaf test would build a contact for every pair of neighbours; ours rejects those first and keeps numbers
// only. Its models are replaced, not "updated": an update bounds the way between two frames as well, which costs more.
#include <fcl/math/bv/utility.h>
// Used by the next one.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/detail/traversal/collision/intersect.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>

#include <type_traits>
#include <utility>

#include "exact_pair.hpp"

namespace pliant::bench {

namespace {

using Axis = fcl::AABB<double>;
using Oriented = fcl::OBBRSS<double>;

template <class Volume>
struct StockNode {
    using Type = fcl::detail::MeshCollisionTraversalNode<Volume>;
};
template <>
struct StockNode<Oriented> {
    using Type = fcl::detail::MeshCollisionTraversalNodeOBBRSS<double>;
};

template <class Volume>
class Fcl final : public Contestant {
public:
    Fcl(const Film& film, bool refit) : film_(film), refit_(refit) {
        for (const Film::Body& body : film.bodies) build(body);
    }

    void update(std::size_t frame) override {
        for (std::size_t i = 0; i < models_.size(); ++i) {
            read(frame, film_.bodies[i]);
            models_[i]->beginReplaceModel();
            models_[i]->replaceSubModel(points_);
            models_[i]->endReplaceModel(refit_, bottom_up);
        }
    }

    void find() override {
        collected_.clear();
        for (std::size_t i = 0; i < models_.size(); ++i) {
            for (std::size_t k = film_.self ? i : i + 1; k < models_.size(); ++k) search(i, k);
        }
    }

    void pairs(std::vector<IndexPair>& out) const override { out = collected_.pairs; }
    [[nodiscard]] std::optional<std::uint64_t> tested() const override { return collected_.tested; }

private:
    using Model = fcl::BVHModel<Volume>;
    static constexpr bool bottom_up = !std::is_same_v<Volume, Oriented>;

    struct Node final : StockNode<Volume>::Type {
        const Film* film = nullptr;
        Collected* collected = nullptr;
        std::uint32_t first_a = 0, first_b = 0;

        [[nodiscard]] bool canStop() const override { return false; }

        void leafTesting(int b1, int b2) const override {
            const auto a = static_cast<std::uint32_t>(this->model1->getBV(b1).primitiveId());
            const auto b = static_cast<std::uint32_t>(this->model2->getBV(b2).primitiveId());
            if (share_vertex(film->triangles[first_a + a], film->triangles[first_b + b])) return;
            ++collected->tested;
            const fcl::Triangle &s = this->tri_indices1[a], &t = this->tri_indices2[b];
            const auto *p = this->vertices1, *q = this->vertices2;
            if (fcl::detail::Intersect<double>::intersect_Triangle(p[s[0]], p[s[1]], p[s[2]], q[t[0]], q[t[1]],
                                                                   q[t[2]])) {
                collected->add(first_a + a, first_b + b);
            }
        }
    };

    void read(std::size_t frame, const Film::Body& body) {
        points_.resize(body.vertices);
        const float* p = film_.frames[frame].data() + 3 * std::size_t{body.first_vertex};
        for (auto& point : points_) {
            point = {double(p[0]), double(p[1]), double(p[2])};
            p += 3;
        }
    }

    void build(const Film::Body& body) {
        read(0, body);
        std::vector<fcl::Triangle> triangles;
        for (const Triangle& t : film_.own_triangles(body)) triangles.emplace_back(t[0], t[1], t[2]);
        models_.push_back(std::make_unique<Model>());
        models_.back()->beginModel(static_cast<int>(triangles.size()), static_cast<int>(points_.size()));
        models_.back()->addSubModel(points_, triangles);
        models_.back()->endModel();
    }

    void search(std::size_t i, std::size_t k) {
        fcl::Transform3<double> here = fcl::Transform3<double>::Identity(), there = here;
        Node node;
        const fcl::CollisionRequest<double> request;
        fcl::CollisionResult<double> result;
        typename StockNode<Volume>::Type& stock = node;
        if constexpr (std::is_same_v<Volume, Oriented>) {
            initialize(stock, std::as_const(*models_[i]), here, std::as_const(*models_[k]), there, request, result);
        } else {
            initialize(stock, *models_[i], here, *models_[k], there, request, result);
        }
        node.film = &film_;
        node.collected = &collected_;
        node.first_a = film_.bodies[i].first_triangle;
        node.first_b = film_.bodies[k].first_triangle;
        if (i == k) {
            fcl::detail::selfCollide<double>(&node, nullptr);
        } else {
            fcl::detail::collide<double>(&node, nullptr);
        }
    }

    const Film& film_;
    bool refit_;
    std::vector<fcl::Vector3<double>> points_;
    std::vector<std::unique_ptr<Model>> models_;
    Collected collected_;
};

}  // namespace

void add_fcl(const Film& film, std::vector<Entry>& out) {
    out.push_back({"FCL AABB refit", Role::peer, 1, true, [&film] { return std::make_unique<Fcl<Axis>>(film, true); }});
    out.push_back(
        {"FCL AABB rebuild", Role::peer, 1, true, [&film] { return std::make_unique<Fcl<Axis>>(film, false); }});
    out.push_back(
        {"FCL OBBRSS refit", Role::peer, 1, true, [&film] { return std::make_unique<Fcl<Oriented>>(film, true); }});
    out.push_back(
        {"FCL OBBRSS rebuild", Role::peer, 1, true, [&film] { return std::make_unique<Fcl<Oriented>>(film, false); }});
}

}  // namespace pliant::bench
