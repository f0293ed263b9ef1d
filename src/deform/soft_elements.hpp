// Corotated linear tetrahedra [Mueller2004]: the strain is linear in a frame that turns with the element.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <pliant/elastic_body.hpp>
#include <pliant/views.hpp>

namespace pliant::deform {

using Mat = Eigen::Matrix3d;
using Vec = Eigen::Vector3d;

inline Vec vector(const Point& p) { return {p[0], p[1], p[2]}; }
inline Point point(const Vec& v) { return {v.x(), v.y(), v.z()}; }

/// The rotation of F's polar decomposition to `precise` radians, from a rotation nearby; also of elements that are
/// turned inside out, where it goes on from the one before [Mueller2016]. A turn is the normalised quaternion (1, omega
/// / 2), so that no function of the C library is called whose last bit could differ.
Mat rotation_near(const Mat& f, const Mat& before, double precise = 1e-7);

struct SoftElement {
    Tetrahedron corners;                      // in the numbering of all bodies
    Mat gradients;                            // columns: those of the shape functions of corners 1, 2, 3 at rest, 1/m
    double volume = 0;                        // m^3
    double lambda_volume = 0, mu_volume = 0;  // Lame's numbers times volume, J
    double damping = 0;                       // s
    Mat rotation = Mat::Identity();
};

/// At rest with positive volume, whatever the orientation. std::invalid_argument for a flat one.
SoftElement make_element(const Tetrahedron& corners, std::span<const Point> rest, const Material& material);

Mat deformation_gradient(const SoftElement& element, std::span<const Point> positions);

/// Columns: forces on corners 1, 2, 3 in the element's present rotation; corner 0 has minus their sum.
Mat elastic_forces(const SoftElement& element, const Mat& f);

double elastic_energy(const SoftElement& element, std::span<const Point> positions);

}  // namespace pliant::deform
