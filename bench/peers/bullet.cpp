// Bullet 3.24: btDbvt over the triangles of each body. Single-threaded.
// The tree is refitted as btSoftBody does it: new volumes from the leaves up. btDbvt::update would take each leaf out
// and put it in again, which is slower when every triangle moves.
#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include "exact_pair.hpp"

namespace pliant::bench {

namespace {

btDbvtVolume volume_of(const float* positions, const Triangle& t) {
    const Box box = box_of(positions, t);
    return btDbvtVolume::FromMM({box.lo[0], box.lo[1], box.lo[2]}, {box.hi[0], box.hi[1], box.hi[2]});
}

class Bullet final : public Contestant {
public:
    explicit Bullet(const Film& film) : film_(film), positions_(film.frames[0].data()) {
        for (const Film::Body& body : film.bodies) trees_.push_back(build(body));
    }

    void update(std::size_t frame) override {
        positions_ = film_.frames[frame].data();
        for (Nodes& tree : trees_) refit(tree);
    }

    void find() override {
        collected_.clear();
        Test test(film_, positions_, collected_);
        for (std::size_t i = 0; i < trees_.size(); ++i) {
            for (std::size_t k = film_.self ? i : i + 1; k < trees_.size(); ++k) {
                search_.collideTTpersistentStack(&trees_[i].front(), &trees_[k].front(), test);
            }
        }
    }

    void pairs(std::vector<IndexPair>& out) const override { out = collected_.pairs; }
    [[nodiscard]] std::optional<std::uint64_t> tested() const override { return collected_.tested; }

private:
    struct Test final : btDbvt::ICollide {
        Test(const Film& f, const float* p, Collected& c) : film(f), positions(p), collected(c) {}
        void Process(const btDbvtNode* a, const btDbvtNode* b) override {
            collected.test(film, positions, static_cast<std::uint32_t>(a->dataAsInt),
                           static_cast<std::uint32_t>(b->dataAsInt));
        }
        const Film& film;
        const float* positions;
        Collected& collected;
    };

    /// The nodes of one body's tree, laid out anew: parents before children, neighbours side by side. Where btDbvt
    /// puts them they are strewn over memory, and refitting takes several times as long.
    using Nodes = std::vector<btDbvtNode>;

    [[nodiscard]] Nodes build(const Film::Body& body) const {
        btDbvt tree;
        for (std::uint32_t t = body.first_triangle; t < body.first_triangle + body.triangles; ++t) {
            btDbvtNode* leaf = tree.insert(volume_of(positions_, film_.triangles[t]), nullptr);
            leaf->dataAsInt = static_cast<int>(t);
        }
        tree.optimizeTopDown();
        Nodes nodes;
        nodes.reserve(2 * std::size_t{body.triangles});  // so that pointers into it stay valid
        copy(*tree.m_root, nullptr, nodes);
        return nodes;
    }

    static btDbvtNode* copy(const btDbvtNode& node, btDbvtNode* parent, Nodes& nodes) {
        btDbvtNode& own = nodes.emplace_back(node);
        own.parent = parent;
        if (node.isleaf()) return &own;
        own.childs[0] = copy(*node.childs[0], &own, nodes);
        own.childs[1] = copy(*node.childs[1], &own, nodes);
        return &own;
    }

    void refit(Nodes& nodes) const {
        for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
            if (node->isleaf()) {
                node->volume = volume_of(positions_, film_.triangles[static_cast<std::uint32_t>(node->dataAsInt)]);
            } else {
                Merge(node->childs[0]->volume, node->childs[1]->volume, node->volume);
            }
        }
    }

    const Film& film_;
    const float* positions_ = nullptr;
    std::vector<Nodes> trees_;
    btDbvt search_;  // owns the stack of the search
    Collected collected_;
};

}  // namespace

void add_bullet(const Film& film, std::vector<Entry>& out) {
    out.push_back({"Bullet btDbvt refit", Role::peer, 1, true, [&film] { return std::make_unique<Bullet>(film); }});
}

}  // namespace pliant::bench
