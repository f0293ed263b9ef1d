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

/// By Newton's method: with S = R^T F, the turn that makes S symmetric solves (tr S 1 - S) omega = axis of S - S^T.
/// Where that matrix is not safely positive, as in elements turned inside out, by a step along the gradient.
Mat rotation_near(const Mat& f, const Mat& before, double precise) {
    constexpr int most_iterations = 30;
    Mat r = before;
    for (int i = 0; i < most_iterations; ++i) {
        const Mat s = r.transpose() * f;
        const Vec axis(s(2, 1) - s(1, 2), s(0, 2) - s(2, 0), s(1, 0) - s(0, 1));
        const double trace = s.trace(), size = std::abs(trace) + 1e-9;
        Mat m = -0.5 * (s + s.transpose());
        m.diagonal().array() += trace;
        const double minor = m(0, 0) * m(1, 1) - m(0, 1) * m(0, 1), determinant = m.determinant();
        const bool positive =
            m(0, 0) > 0.05 * size && minor > 0.01 * size * size && determinant > 1e-3 * size * size * size;
        const Vec omega = positive ? Vec(m.inverse() * axis) : Vec(axis / size);
        r = r * turn(0.5 * omega);
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
    const Mat f = deformation_gradient(element, positions), r = rotation_near(f, element.rotation, 1e-7);
    const double trace = r.cwiseProduct(f).sum() - 3;
    return element.mu_volume * (f - r).squaredNorm() + 0.5 * element.lambda_volume * trace * trace;
}

}  // namespace pliant::deform
