#include "mpi/cuts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

#include <zoltan.h>

namespace pliant::mpi {
namespace {

constexpr double far = std::numeric_limits<double>::max();
// Sums and differences of coordinates stay finite within Zoltan.
constexpr double farthest_centre = 1e150;

void require(int code) {
    if (code == ZOLTAN_MEMERR) throw std::bad_alloc();
    if (code != ZOLTAN_OK && code != ZOLTAN_WARN) throw std::runtime_error("Zoltan failed");
}

const std::span<const Point>& points_of(void* data) { return *static_cast<const std::span<const Point>*>(data); }

int count(void* data, int* error) {
    *error = ZOLTAN_OK;
    return int(points_of(data).size());
}

void list(void* data, int, int, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR local, int, float*, int* error) {
    *error = ZOLTAN_OK;
    for (std::size_t i = 0; i < points_of(data).size(); ++i) global[i] = local[i] = ZOLTAN_ID_TYPE(i);
}

int dimensions(void*, int* error) {
    *error = ZOLTAN_OK;
    return 3;
}

void coordinates(void* data, int, int, int objects, ZOLTAN_ID_PTR, ZOLTAN_ID_PTR local, int, double* out, int* error) {
    *error = ZOLTAN_OK;
    for (int i = 0; i < objects; ++i) {
        const Point& p = points_of(data)[local[i]];
        for (int k = 0; k < 3; ++k) out[3 * i + k] = std::clamp(p[std::size_t(k)], -farthest_centre, farthest_centre);
    }
}

Zoltan_Struct* create(const Communicator& communicator) {
    float version = 0;
    Zoltan_Initialize(0, nullptr, &version);
    Zoltan_Struct* zoltan = Zoltan_Create(communicator.handle());
    if (zoltan == nullptr) throw std::bad_alloc();
    for (const auto& [name, value] : {std::pair{"DEBUG_LEVEL", "0"},  // first: setting others prints
                                      {"LB_METHOD", "RCB"},
                                      {"KEEP_CUTS", "1"},
                                      {"RCB_REUSE", "1"},
                                      {"RETURN_LISTS", "NONE"},
                                      {"REMAP", "0"},
                                      {"RCB_OUTPUT_LEVEL", "0"},
                                      {"IMBALANCE_TOL", "1.01"}}) {
        Zoltan_Set_Param(zoltan, name, value);
    }
    return zoltan;
}

}  // namespace

void Extent::grow(const Point& p) {
    for (std::size_t k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], p[k]);
        high[k] = std::max(high[k], p[k]);
    }
}

void Extent::widen(double by) {
    for (std::size_t k = 0; k < 3; ++k) {
        low[k] -= by;
        high[k] += by;
    }
}

bool Extent::finite() const {
    for (std::size_t k = 0; k < 3; ++k) {
        if (!std::isfinite(low[k]) || !std::isfinite(high[k]) || low[k] > high[k]) return false;
    }
    return true;
}

bool Extent::meets(const Extent& other) const {
    for (std::size_t k = 0; k < 3; ++k) {
        if (low[k] > other.high[k] || other.low[k] > high[k]) return false;
    }
    return true;
}

bool Extent::strictly_within(const Extent& other) const {
    for (std::size_t k = 0; k < 3; ++k) {
        if (low[k] <= other.low[k] || high[k] >= other.high[k]) return false;
    }
    return true;
}

Extent Extent::nothing() {
    constexpr double inf = std::numeric_limits<double>::infinity();
    return {{inf, inf, inf}, {-inf, -inf, -inf}};
}

Cuts::Cuts(const Communicator& communicator)
    : zoltan_(create(communicator)),
      rank_(communicator.rank()),
      size_(communicator.size()),
      region_{{-far, -far, -far}, {far, far, far}},
      procs_(std::size_t(size_)),
      parts_(std::size_t(size_)) {}

Cuts::~Cuts() {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (finalized == 0) Zoltan_Destroy(&zoltan_);
}

void Cuts::make(std::span<const Point> points) {
    void* data = &points;
    Zoltan_Set_Num_Obj_Fn(zoltan_, count, data);
    Zoltan_Set_Obj_List_Fn(zoltan_, list, data);
    Zoltan_Set_Num_Geom_Fn(zoltan_, dimensions, data);
    Zoltan_Set_Geom_Multi_Fn(zoltan_, coordinates, data);
    int changes = 0, globals = 0, locals = 0, imports = 0, exports = 0;
    ZOLTAN_ID_PTR import_global = nullptr, import_local = nullptr, export_global = nullptr, export_local = nullptr;
    int *import_procs = nullptr, *import_parts = nullptr, *export_procs = nullptr, *export_parts = nullptr;
    require(Zoltan_LB_Partition(zoltan_, &changes, &globals, &locals, &imports, &import_global, &import_local,
                                &import_procs, &import_parts, &exports, &export_global, &export_local, &export_procs,
                                &export_parts));
    made_ = true;
    int dims = 3;
    Extent box = {{-far, -far, -far}, {far, far, far}};
    require(Zoltan_RCB_Box(zoltan_, rank_, &dims, &box.low[0], &box.low[1], &box.low[2], &box.high[0], &box.high[1],
                           &box.high[2]));
    region_ = box;
}

int Cuts::rank_of(const Point& point) const {
    if (!made_ || size_ == 1) return 0;
    Point at = point;
    int rank = 0, part = 0;
    require(Zoltan_LB_Point_PP_Assign(zoltan_, at.data(), &rank, &part));
    return rank;
}

void Cuts::ranks_of(const Extent& box, std::vector<int>& ranks) const {
    ranks.clear();
    if (!made_ || size_ == 1) return ranks.push_back(0);
    int procs = 0, parts = 0;
    require(Zoltan_LB_Box_PP_Assign(zoltan_, box.low[0], box.low[1], box.low[2], box.high[0], box.high[1], box.high[2],
                                    procs_.data(), &procs, parts_.data(), &parts));
    ranks.assign(procs_.begin(), procs_.begin() + procs);
    std::ranges::sort(ranks);
}

}  // namespace pliant::mpi
