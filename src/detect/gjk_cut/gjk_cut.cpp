#include "detect/gjk_cut/gjk_cut.hpp"

namespace pliant::gjk_cut {

void GjkCut::use(const Probe& probe) {
    rules_ = probe.rules();
    rules_.probe = &probe;
}

void GjkCut::update(const frame::Bodies& bodies, parallel::Workers&, Report&) { body_pairs_.update(bodies); }

void GjkCut::find(const IntersectionQuery& query, Answer<TrianglePair>& answer) {
    body_pairs_.find(query);
    triangles_.select(query, body_pairs_);
    jobs_.load({query.bodies, body_pairs_, triangles_}, query.workers);
    jobs_.spread(query, rules_);
    jobs_.run(query, rules_);
    frame::collect_flaws(query.bodies, triangles_.unsound(), query.report.set_aside);
    narrow_phase::write_answer(query.bodies, jobs_.found(), query.options.budget, answer);
}

}  // namespace pliant::gjk_cut
