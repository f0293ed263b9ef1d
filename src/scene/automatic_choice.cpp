#include "scene/automatic_choice.hpp"

#include "scene/near_surfaces.hpp"

namespace pliant {

IntersectionMethod AutomaticChoice::next(const IntersectionOptions& options, const frame::Bodies& bodies,
                                         bool regularity_is_built) {
    if (topology_version_ != bodies.topology_version()) {
        topology_version_ = bodies.topology_version();
        between_ = {};
        self_ = {};
    }
    Kind& kind = options.self ? self_ : between_;
    if (kind.questions == 0) {
        kind.method = options.self ? IntersectionMethod::box_tree : first_between(options, bodies);
    }
    if (options.self && regularity_is_built) {
        kind.method = IntersectionMethod::regularity;
        kind.builds = false;
    }
    if (kind.questions == (options.self ? questions_before_parts : questions_before_building)) {
        if (options.budget.time) return kind.method;
        if (options.self) {
            kind.builds = true;
        } else {
            kind.method = IntersectionMethod::box_tree;
        }
    }
    if (kind.questions <= questions_before_building) ++kind.questions;
    return kind.method;
}

/// Of some triangles only, or under a deadline, nothing is built.
IntersectionMethod AutomaticChoice::first_between(const IntersectionOptions& options, const frame::Bodies& bodies) {
    const bool may_build = !options.budget.time && !options.only;
    return may_build && share_near_others(bodies) >= share_near_for_building ? IntersectionMethod::box_tree
                                                                             : IntersectionMethod::gjk_cut;
}

bool AutomaticChoice::uses(IntersectionMethod method) const {
    return (self_.questions > 0 && self_.method == method) || (between_.questions > 0 && between_.method == method);
}

}  // namespace pliant
