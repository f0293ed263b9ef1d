// Deformations as maps of space. Each is a value: set up once per frame, then applied to every vertex.
#pragma once

#include <array>

#include "shapes/portable_math.hpp"

namespace pliant::shapes {

/// A travelling wave.
struct Wave {
    Vec3 along;  // turns per unit of length, in the direction in which it travels
    Vec3 shift;  // displacement at its crest
    double phase = 0;
    Vec3 operator()(const Vec3& p) const { return p + sin_turns(dot(along, p) - phase) * shift; }
};

/// Twist about the z axis, proportional to height.
struct Twist {
    double turns_per_unit = 0;
    Vec3 operator()(const Vec3& p) const;
};

/// Bends the x axis into a circle in the x-z plane.
struct Bend {
    double turns_per_unit = 0;
    Vec3 operator()(const Vec3& p) const;
};

/// Pulsation about the origin, with ripples running over the surface.
struct Pulse {
    double breath = 0.2, ripple = 0.05;  // parts of the radius; together below 1
    Vec3 along{1, 0, 0};                 // turns per unit of length of the ripple
    double phase = 0;
    Vec3 operator()(const Vec3& p) const;
};

/// Squash along z that preserves volume.
struct Squeeze {
    double height = 1;  // scale along z
    Vec3 operator()(const Vec3& p) const;
};

/// Dent by a ball that presses in; slightly too shallow, so that the ball penetrates.
struct Dent {
    Vec3 centre;  // of the ball
    double radius = 1;
    Vec3 push{0, 0, 1};  // unit vector: direction from which the ball comes
    Vec3 operator()(const Vec3& p) const;
};

/// Folds a strip (x along it from 0 to 1, y across) into layers on top of each other, each with its own wrinkles.
struct Fold {
    unsigned layers = 6;
    double width = 1, gap = 0.1;  // half the length of a layer; distance of two layers
    double wrinkle = 0.05;        // height of the wrinkles; layers meet where it exceeds about half the gap
    double phase = 0;
    Vec3 operator()(const Vec3& p) const;
};

/// Drapes a cloth over the unit sphere: it lies on the top; the rest falls in pleats that fold over and cross towards
/// the hem. Input in polar coordinates: x is the distance from the centre of the cloth, y the angle in turns.
struct Drape {
    unsigned pleats = 12;
    double depth = 0.36;             // of the pleats at the hem
    double overturn = 1.35;          // above 1/2 the two sides of a pleat intersect
    double clearance = 0.02;         // of the cloth from the sphere; below 0 it sinks in
    std::array<double, 4> shifts{};  // random phases in turns: no two pleats are alike
    double phase = 0;
    Vec3 operator()(const Vec3& polar) const;
};

/// Rotation about an axis through the origin, then translation.
class Placement {
public:
    Placement(const Vec3& axis, double turns, const Vec3& shift);
    Vec3 operator()(const Vec3& p) const {
        return {dot(rows_[0], p) + shift_.x, dot(rows_[1], p) + shift_.y, dot(rows_[2], p) + shift_.z};
    }

private:
    std::array<Vec3, 3> rows_;
    Vec3 shift_;
};

}  // namespace pliant::shapes
