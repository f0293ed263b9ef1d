#include "mpi/search.hpp"

#include <algorithm>
#include <chrono>

namespace pliant::mpi {
namespace {

using Clock = std::chrono::steady_clock;

/// Adds the time that some work takes.
template <class Work>
void timed(double& milliseconds, const Work& work) {
    const auto start = Clock::now();
    work();
    milliseconds += std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Halo that is no reason to cut space anew, as a part of all elements.
constexpr std::uint64_t elements_to_little_halo = 50;

}  // namespace

Search::Search(Communicator& communicator, const DistributedOptions& options, unsigned threads)
    : communicator_(&communicator), options_(options), threads_(threads), cuts_(communicator) {}

void Search::prepare(std::span<const GivenBody> given, bool bodies_changed, bool moved, double reach,
                     RankReport& report) {
    report.repartitioned = bodies_changed || cut_anew_;
    timed(report.milliseconds.partition, [&] {
        if (report.repartitioned) share_.distribute(*communicator_, cuts_, given);
    });
    timed(report.milliseconds.positions, [&] {
        if (report.repartitioned || moved) share_.send_positions(*communicator_, given);
        communicator_->together("making the scene", [&] {
            if (report.repartitioned) make_own_scene();
            if (!moved) return;
            for (std::size_t i = 0; i < own_bodies_.size(); ++i) {
                own_->move(BodyId(i), share_.positions(share_.bodies()[own_bodies_[i]]));
            }
        });
    });
    timed(report.milliseconds.halo, [&] {
        halo_.exchange(*communicator_, cuts_, share_, reach);
        communicator_->together("making the border scene", [&] { make_border_scene(); });
    });
    report.elements = share_.elements();
    report.halo = halo_.received();
    report.halo_sent = halo_.sent();
    report.border_elements = halo_.own();
    report.halo_bytes = halo_.bytes();
    report.imbalance = imbalance_of(report.elements);
    decide_on_cut(report);
}

/// Most of a rank, as a multiple of the mean.
double Search::imbalance_of(std::uint64_t own) const {
    std::uint64_t all = 0, most = 0;
    for (const std::uint64_t n : communicator_->gather("counting", own)) {
        all += n;
        most = std::max(most, n);
    }
    return all > 0 ? double(most) * communicator_->size() / double(all) : 1;
}

/// Elements stay with their ranks, so that bodies which wander show in the halo: it grows, or some rank has much more
/// of it than others. All is measured by what it was right after space was cut: some bodies cannot be cut evenly.
void Search::decide_on_cut(const RankReport& report) {
    const std::uint64_t halo = communicator_->sum("counting", report.halo),
                        all = communicator_->sum("counting", report.elements);
    const double load = imbalance_of(report.elements + report.halo + report.border_elements);
    if (report.repartitioned) {
        first_halo_ = halo;
        first_load_ = load;
    }
    const bool much = halo > all / elements_to_little_halo;
    cut_anew_ = much && (halo > 2 * first_halo_ || load > options_.imbalance * first_load_);
}

void Search::make_own_scene() {
    own_.emplace(SceneOptions{threads_});
    own_bodies_.clear();
    for (std::size_t b = 0; b < share_.bodies().size(); ++b) {
        const SharedBody& body = share_.bodies()[b];
        if (body.elements() == 0) continue;
        own_bodies_.push_back(b);
        if (body.solid) {
            own_->add(VolumeView{share_.positions(body), body.tetrahedra});
            continue;
        }
        const BodyId id = own_->add(SurfaceView{share_.positions(body), body.triangles});
        share_.borrow_triangles(b, own_->triangles(id));
    }
}

void Search::make_border_scene() {
    border_.reset();
    border_bodies_.clear();
    if (halo_.bodies().empty()) return;
    border_.emplace(SceneOptions{threads_});
    for (std::size_t b = 0; b < halo_.bodies().size(); ++b) {
        const BorderBody& body = halo_.bodies()[b];
        if (body.elements.empty()) continue;
        border_bodies_.push_back(b);
        if (body.tetrahedra.empty())
            border_->add(SurfaceView{body.positions, body.triangles});
        else
            border_->add(VolumeView{body.positions, body.tetrahedra});
    }
}

bool Search::reports(std::size_t body_a, std::size_t a, std::size_t body_b, std::size_t b) const {
    if (bordering(body_a).elements[a].owner == bordering(body_b).elements[b].owner) return false;
    return halo_.reporter(cuts_, body_a, a, body_b, b) == communicator_->rank();
}

void Search::note_flaws(std::span<const pliant::Flaw> flaws, std::vector<Flaw>& into) const {
    for (const pliant::Flaw& flaw : flaws) {
        const std::size_t body = own_body(flaw.body);
        const SharedBody& shared_body = shared(body);
        switch (flaw.kind) {
            case FlawKind::not_finite:
                into.push_back({BodyId(body), flaw.kind, shared_body.vertex_numbers[flaw.element]});
                break;
            case FlawKind::index_out_of_range:
            case FlawKind::degenerate:
            case FlawKind::repeated_vertex:
            case FlawKind::repeated_element:
            case FlawKind::flat_tetrahedron:
            case FlawKind::inverted_tetrahedron:
                into.push_back({BodyId(body), flaw.kind, shared_body.element_numbers[flaw.element]});
                break;
            case FlawKind::empty_body:      // here; other ranks may have some of it
            case FlawKind::duplicate_body:  // never asked for
                break;
        }
    }
}

}  // namespace pliant::mpi
