#include "meshing/netgen.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <string>

namespace nglib {
#include <nglib.h>
}

namespace pliant::meshing {

namespace {

/// Redirects standard output to /dev/null while alive: Netgen prints there.
class Silence {
public:
    Silence() : kept_(dup(STDOUT_FILENO)) {
        std::fflush(stdout);
        const int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
        if (nowhere >= 0) close(nowhere);
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;
    ~Silence() {
        std::fflush(stdout);
        if (kept_ >= 0) dup2(kept_, STDOUT_FILENO);
        if (kept_ >= 0) close(kept_);
    }

private:
    int kept_;
};

class Session {
public:
    Session() {
        nglib::Ng_Init();
        mesh = nglib::Ng_NewMesh();
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session() {
        nglib::Ng_DeleteMesh(mesh);
        nglib::Ng_Exit();
    }

    nglib::Ng_Mesh* mesh = nullptr;
};

double longest_side(const Points& points) {
    double longest = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double lo = points[0][axis], hi = lo;
        for (std::size_t i = 0; i < points.size(); ++i) {
            lo = std::min(lo, points[i][axis]);
            hi = std::max(hi, points[i][axis]);
        }
        longest = std::max(longest, hi - lo);
    }
    return longest;
}

void give(const SurfaceView& surface, nglib::Ng_Mesh* mesh) {
    for (std::size_t i = 0; i < surface.positions.size(); ++i) {
        std::array<double, 3> p = surface.positions[i];
        nglib::Ng_AddPoint(mesh, p.data());
    }
    for (const Triangle& t : surface.triangles) {
        int corners[3] = {int(t[0]) + 1, int(t[1]) + 1, int(t[2]) + 1};
        nglib::Ng_AddSurfaceElement(mesh, nglib::NG_TRIG, corners);
    }
}

VolumeMesh take(nglib::Ng_Mesh* mesh) {
    VolumeMesh result;
    for (int i = 1; i <= nglib::Ng_GetNP(mesh); ++i) {
        std::array<double, 3> p{};
        nglib::Ng_GetPoint(mesh, i, p.data());
        result.positions.push_back(p);
    }
    for (int i = 1; i <= nglib::Ng_GetNE(mesh); ++i) {
        int corners[10] = {};
        nglib::Ng_GetVolumeElement(mesh, i, corners);
        Tetrahedron t{};
        for (std::size_t k = 0; k < 4; ++k) t[k] = static_cast<std::uint32_t>(corners[k] - 1);
        std::swap(t[2], t[3]);  // Netgen's orientation is the opposite
        result.tetrahedra.push_back(t);
    }
    return result;
}

void require_sound(const SurfaceView& surface) {
    if (surface.positions.empty() || surface.triangles.empty()) throw MeshingError("Netgen: no triangles");
    for (const Triangle& t : surface.triangles) {
        if (*std::max_element(t.begin(), t.end()) >= surface.positions.size()) {
            throw MeshingError("Netgen: a triangle names a vertex that is not there");
        }
    }
}

}  // namespace

bool has_netgen() { return true; }

VolumeMesh fill_by_netgen(const SurfaceView& surface, const Cells& cells) {
    require_sound(surface);
    const Silence silence;
    Session session;
    give(surface, session.mesh);
    nglib::Ng_Meshing_Parameters parameters;
    parameters.maxh = cells.size.value_or(longest_side(surface.positions) / std::max(1u, cells.resolution));
    nglib::Ng_Result result = nglib::NG_VOLUME_FAILURE;
    try {
        result = nglib::Ng_GenerateVolumeMesh(session.mesh, &parameters);
    } catch (const std::exception& error) {
        throw MeshingError(std::string("Netgen: ") + error.what());
    } catch (...) {
        throw MeshingError("Netgen gave up");
    }
    if (result != nglib::NG_OK || nglib::Ng_GetNE(session.mesh) == 0) {
        throw MeshingError("Netgen could not fill the surface; it has to be closed and must not cross itself");
    }
    return take(session.mesh);
}

}  // namespace pliant::meshing
