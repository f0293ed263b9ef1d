// Elements of one kind, where they are searched: space cut, own elements in a scene that lives from frame to frame, and
// those near borders in a small one that is made for each question.
#pragma once

#include <optional>
#include <span>

#include <pliant/mpi.hpp>
#include <pliant/scene.hpp>

#include "mpi/communicator.hpp"
#include "mpi/cuts.hpp"
#include "mpi/halo.hpp"
#include "mpi/share.hpp"

namespace pliant::mpi {

class Search {
public:
    Search(Communicator& communicator, const DistributedOptions& options, unsigned threads);

    /// Collective, before every question: elements, positions and halo are where they are needed.
    void prepare(std::span<const GivenBody> given, bool bodies_changed, bool moved, double reach, RankReport& report);

    [[nodiscard]] Scene& own() { return *own_; }
    /// Unset where nothing was received from other ranks.
    [[nodiscard]] Scene* border() { return border_ ? &*border_ : nullptr; }
    /// The body of the whole that a body of the scene is a part of.
    [[nodiscard]] std::size_t own_body(BodyId id) const { return own_bodies_[std::size_t(id)]; }
    [[nodiscard]] std::size_t border_body(BodyId id) const { return border_bodies_[std::size_t(id)]; }
    [[nodiscard]] const SharedBody& shared(std::size_t body) const { return share_.bodies()[body]; }
    [[nodiscard]] const BorderBody& bordering(std::size_t body) const { return halo_.bodies()[body]; }
    /// Whether this rank reports a pair of the border scene.
    [[nodiscard]] bool reports(std::size_t body_a, std::size_t a, std::size_t body_b, std::size_t b) const;

    /// Adds what the own scene set aside, by number in the whole.
    void note_flaws(std::span<const pliant::Flaw> flaws, std::vector<Flaw>& into) const;

private:
    [[nodiscard]] double imbalance_of(std::uint64_t own) const;
    void decide_on_cut(const RankReport& report);
    void make_own_scene();
    void make_border_scene();

    Communicator* communicator_;
    DistributedOptions options_;
    unsigned threads_;
    Cuts cuts_;
    Share share_;
    Halo halo_;
    std::optional<Scene> own_, border_;
    std::vector<std::size_t> own_bodies_, border_bodies_;
    bool cut_anew_ = true;          // at the next question
    std::uint64_t first_halo_ = 0;  // of all ranks, right after space was cut
    double first_load_ = 1;         // the imbalance of elements and halo, likewise
};

}  // namespace pliant::mpi
