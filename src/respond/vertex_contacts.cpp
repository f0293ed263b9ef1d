#include "respond/vertex_contacts.hpp"

#include <algorithm>
#include <tuple>

#include "numeric/vec.hpp"
#include "respond/push_parts.hpp"

namespace pliant::respond {

namespace {

constexpr std::uint32_t most_age = 3;  // steps

auto key(const VertexContact& c) { return std::tuple(c.vertex.body, c.vertex.vertex, c.tetrahedron.body); }

/// Springs in series; obstacles do not give way.
double stiffness(const ContactBody& a, const ContactBody& b) {
    if (a.obstacle()) return b.stiffness;
    if (b.obstacle()) return a.stiffness;
    return std::min(a.stiffness, b.stiffness);
}

Point tangential(const Point& v, const Point& normal) {
    const Vec3 n(normal), t = Vec3(v) - dot(n, Vec3(v)) * n;
    return {t.x, t.y, t.z};
}

}  // namespace

void contacts_of(const Penetrations& found, std::vector<VertexContact>& out) {
    for (const Penetration& p : found) {
        if (p.depth_source == DepthSource::none || !(p.depth > 0)) continue;
        out.push_back({p.vertex, p.tetrahedron, p.barycentric, p.depth, p.direction});
    }
}

void VertexContacts::add(const Kept& kept, std::span<const ContactBody> bodies) {
    const VertexContact& c = kept.contact;
    const ContactBody &a = bodies[std::size_t(c.vertex.body)], &b = bodies[std::size_t(c.tetrahedron.body)];
    if (a.obstacle() && b.obstacle()) return;
    Push push;
    push.normal = c.direction;
    push.distance = c.depth;
    push.stiffness = stiffness(a, b);
    push.friction = std::min(a.friction, b.friction);
    push.slip = tangential(kept.slip, c.direction);
    push.grip = kept.grip;
    take(push, a, c.vertex.vertex, 1);
    const Tetrahedron& t = b.tetrahedra[c.tetrahedron.tetrahedron];
    for (std::size_t k = 0; k < 4; ++k) take(push, b, t[k], -c.weights[k]);
    pushes_.push_back(push);
    current_.push_back(kept);
}

void VertexContacts::recall(std::span<const ContactBody> bodies) {
    pushes_.clear();
    current_.clear();
    for (const Kept& kept : kept_) add(kept, bodies);
}

void VertexContacts::update(std::span<const VertexContact> found, std::span<const ContactBody> bodies) {
    pushes_.clear();
    current_.clear();
    std::size_t k = 0;
    const auto add_kept_before = [&](const VertexContact* next) {
        for (; k < kept_.size() && (next == nullptr || key(kept_[k].contact) < key(*next)); ++k) {
            if (++kept_[k].age <= most_age) add(kept_[k], bodies);
        }
    };
    for (const VertexContact& c : found) {
        add_kept_before(&c);
        Kept now{c, {}, 0, 0};
        if (k < kept_.size() && key(kept_[k].contact) == key(c)) {
            now.slip = kept_[k].slip;
            now.grip = kept_[k].grip;
            ++k;
        }
        add(now, bodies);
    }
    add_kept_before(nullptr);
}

void VertexContacts::forget(BodyId body) {
    std::erase_if(kept_,
                  [&](const Kept& k) { return k.contact.vertex.body == body || k.contact.tetrahedron.body == body; });
}

void VertexContacts::remember() {
    kept_.clear();
    for (std::size_t k = 0; k < pushes_.size(); ++k) {
        if (pushes_[k].force <= 0) continue;
        kept_.push_back(current_[k]);
        kept_.back().slip = pushes_[k].slip_after;
        kept_.back().grip = pushes_[k].grip;
    }
}

}  // namespace pliant::respond
