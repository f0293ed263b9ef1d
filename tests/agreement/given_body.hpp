// A body in memory as a caller may hold it: float or double, close together or with other data between the positions.
#pragma once

#include <cstddef>
#include <vector>

#include <pliant/scene.hpp>

#include "numeric/vec.hpp"

namespace pliant::agreement {

struct GivenBody {
    std::vector<Vec3> positions;
    std::vector<Triangle> triangles;
    std::vector<Tetrahedron> tetrahedra;  // not empty: a volume
    bool in_floats = false;
    std::size_t gap = 0;  // numbers between two positions

    /// The positions, written to memory. Valid until the next call.
    Points points() { return in_floats ? written(floats_) : written(doubles_); }

    BodyId add_to(Scene& scene) { return add_to(scene, points()); }

    /// To a scene of any sort, with positions that were written before.
    template <class AnyScene>
    BodyId add_to(AnyScene& scene, Points written) {
        return tetrahedra.empty() ? scene.add(SurfaceView{written, triangles})
                                  : scene.add(VolumeView{written, tetrahedra});
    }

private:
    template <class T>
    Points written(std::vector<T>& memory) {
        const std::size_t stride = 3 + gap;
        memory.assign(positions.size() * stride + 1, T(-777));  // at least one number, so that there is an address
        for (std::size_t i = 0; i < positions.size(); ++i) {
            for (std::size_t axis = 0; axis < 3; ++axis) memory[i * stride + axis] = static_cast<T>(positions[i][axis]);
        }
        return Points(memory.data(), positions.size(), stride * sizeof(T));
    }

    std::vector<float> floats_;
    std::vector<double> doubles_;
};

}  // namespace pliant::agreement
