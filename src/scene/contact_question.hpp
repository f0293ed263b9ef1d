// `Scene::contacts_within`: keeps a sphere tree per body and a search per pair of bodies.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <pliant/contacts.hpp>

#include "detect/sphere_tree/checked_skin.hpp"
#include "detect/sphere_tree/search.hpp"
#include "detect/sphere_tree/sphere_tree.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant {

class ContactQuestion {
public:
    /// Brings both trees up to date, searches until the budget ends, and writes what is known.
    const Contacts& answer(const frame::Bodies& bodies, BodyId a, BodyId b, const ContactOptions& options,
                           parallel::Workers& workers);
    SphereTreeView tree(const frame::Bodies& bodies, BodyId body, parallel::Workers& workers);

    void use(const frame::Body& body, const SphereHierarchy& hierarchy);
    void follow(const frame::Body& body, const Skin& skin);
    void check_cage(BodyId body, Points cage) const;
    /// Positions came together with those of the cage; after they were given to the body.
    void move_cage(const frame::Body& body, Points cage);
    void forget(BodyId body);

private:
    /// The tree of a body and what it was made from.
    struct Tree {
        sphere_tree::SphereTree tree;
        std::optional<std::uint64_t> built_for, updated_for;  // Body::times_remade, Body::times_moved
        std::optional<SphereHierarchy> given;                 // by the user; else one is split at medians
        std::optional<sphere_tree::CheckedSkin> skin;
        std::optional<std::uint64_t> followed_for;  // Body::times_remade
        // Now, and at the move before; empty where there was none.
        std::vector<std::array<double, 3>> cage, cage_before;
        std::uint64_t cage_moved_for = 0;  // Body::times_moved that came with a cage
        std::uint64_t changes = 0;         // raised whenever the spheres change
    };
    struct Running {
        sphere_tree::Search search;
        std::uint64_t changes_a = 0, changes_b = 0;
        ContactOptions options;
        bool started = false;
    };

    static bool build(const frame::Body& body, Tree& tree);
    static bool follows_cage(const frame::Body& body, const Tree& tree);
    static bool lazily(const ContactOptions& options);
    Tree& bring_up_to_date(const frame::Body& body, parallel::Workers& workers, Report& report, bool lazily);
    static bool resumes(const Running& running, const sphere_tree::ContactQuery& query, std::uint64_t changes_a,
                        std::uint64_t changes_b);
    void collect_flaws(const frame::Body& body, Tree& tree, bool all);

    std::map<BodyId, Tree> trees_;
    std::map<std::pair<BodyId, BodyId>, Running> searches_;
    Contacts answer_;
};

}  // namespace pliant
