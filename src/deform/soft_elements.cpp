#include "deform/soft_elements.hpp"

#include <cmath>
#include <stdexcept>

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace pliant::deform {

namespace {

Mat edges(const Tetrahedron& t, std::span<const Point> positions) {
    const Vec origin = vector(positions[t[0]]);
    Mat m;
    for (int k = 0; k < 3; ++k) m.col(k) = vector(positions[t[std::size_t(k) + 1]]) - origin;
    return m;
}

/// The rotation of the quaternion (1, w), which need not be normalised.
Mat turn(const Vec& w) {
    const double x = w.x(), y = w.y(), z = w.z(), s = 2 / (1 + x * x + y * y + z * z);
    Mat r;
    r << 1 - s * (y * y + z * z), s * (x * y - z), s * (x * z + y),  //
        s * (x * y + z), 1 - s * (x * x + z * z), s * (y * z - x),   //
        s * (x * z - y), s * (y * z + x), 1 - s * (x * x + y * y);
    return r;
}

}  // namespace

Mat rotation_near(const Mat& f, const Mat& before) {
    constexpr int most_iterations = 30;
    constexpr double precise = 1e-7;  // radians; the energy's error is its square
    Mat r = before;
    for (int i = 0; i < most_iterations; ++i) {
        const Vec torque = r.col(0).cross(f.col(0)) + r.col(1).cross(f.col(1)) + r.col(2).cross(f.col(2));
        const double along = r.cwiseProduct(f).sum();
        const Vec omega = torque / (std::abs(along) + 1e-9);
        r = turn(0.5 * omega) * r;
        if (omega.squaredNorm() < precise * precise) break;
    }
    return r;
}

SoftElement make_element(const Tetrahedron& corners, std::span<const Point> rest, const Material& material) {
    SoftElement element;
    element.corners = corners;
    const Mat m = edges(corners, rest);
    const double determinant = m.determinant();
    element.volume = std::abs(determinant) / 6;
    if (!(element.volume > 0)) throw std::invalid_argument("pliant: a tetrahedron has no volume");
    element.gradients = m.inverse().transpose();
    const double e = material.stiffness, nu = material.poisson_ratio;
    element.lambda_volume = element.volume * e * nu / ((1 + nu) * (1 - 2 * nu));
    element.mu_volume = element.volume * e / (2 * (1 + nu));
    element.damping = material.damping;
    return element;
}

Mat deformation_gradient(const SoftElement& element, std::span<const Point> positions) {
    return edges(element.corners, positions) * element.gradients.transpose();
}

/// Stress P = 2 mu (F - R) + lambda tr(R^T F - 1) R; forces -V P b.
Mat elastic_forces(const SoftElement& element, const Mat& f) {
    const Mat& r = element.rotation;
    const double trace = r.cwiseProduct(f).sum() - 3;
    const Mat stress = (2 * element.mu_volume) * (f - r) + (element.lambda_volume * trace) * r;
    return -(stress * element.gradients);
}

double elastic_energy(const SoftElement& element, std::span<const Point> positions) {
    const Mat f = deformation_gradient(element, positions), r = rotation_near(f, element.rotation);
    const double trace = r.cwiseProduct(f).sum() - 3;
    return element.mu_volume * (f - r).squaredNorm() + 0.5 * element.lambda_volume * trace * trace;
}

}  // namespace pliant::deform
