// Quadric error metric [Garland1997]: the sum of squared distances to planes, as a function of position.
#pragma once

#include <cmath>
#include <optional>

#include "numeric/vec.hpp"

namespace pliant::meshing {

class Quadric {
public:
    /// Squared distance to the plane through p with unit normal n, times a weight.
    static Quadric of_plane(const Vec3& p, const Vec3& n, double weight) {
        Quadric q;
        const double d = -dot(n, p);
        q.xx_ = weight * n.x * n.x, q.xy_ = weight * n.x * n.y, q.xz_ = weight * n.x * n.z;
        q.yy_ = weight * n.y * n.y, q.yz_ = weight * n.y * n.z, q.zz_ = weight * n.z * n.z;
        q.linear_ = (weight * d) * n;
        q.constant_ = weight * d * d;
        return q;
    }

    Quadric& operator+=(const Quadric& o) {
        xx_ += o.xx_, xy_ += o.xy_, xz_ += o.xz_, yy_ += o.yy_, yz_ += o.yz_, zz_ += o.zz_;
        linear_ = linear_ + o.linear_;
        constant_ += o.constant_;
        return *this;
    }

    [[nodiscard]] double at(const Vec3& p) const { return dot(p, times(p)) + 2 * dot(linear_, p) + constant_; }

    /// The minimiser; unset where the matrix is ill-conditioned.
    [[nodiscard]] std::optional<Vec3> lowest() const {
        const Vec3 a{xx_, xy_, xz_}, b{xy_, yy_, yz_}, c{xz_, yz_, zz_};
        const Vec3 bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
        const double determinant = dot(a, bc), size = xx_ + yy_ + zz_;
        if (!(std::abs(determinant) > 1e-4 * size * size * size)) return {};
        return (-1 / determinant) * (linear_.x * bc + linear_.y * ca + linear_.z * ab);
    }

private:
    [[nodiscard]] Vec3 times(const Vec3& p) const {
        return {xx_ * p.x + xy_ * p.y + xz_ * p.z, xy_ * p.x + yy_ * p.y + yz_ * p.z,
                xz_ * p.x + yz_ * p.y + zz_ * p.z};
    }

    double xx_ = 0, xy_ = 0, xz_ = 0, yy_ = 0, yz_ = 0, zz_ = 0, constant_ = 0;
    Vec3 linear_;
};

}  // namespace pliant::meshing
