#include "scene/automatic_choice.hpp"

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
        kind.method = options.self ? IntersectionMethod::box_tree : IntersectionMethod::gjk_cut;
    }
    if (options.self && kind.builds && regularity_is_built) {
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

bool AutomaticChoice::uses(IntersectionMethod method) const {
    return (self_.questions > 0 && self_.method == method) || (between_.questions > 0 && between_.method == method);
}

}  // namespace pliant
