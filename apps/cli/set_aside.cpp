#include "set_aside.hpp"

namespace pliant::cli {

std::vector<Flaw> set_aside(Scene& scene) {
    IntersectionOptions border_control_only;
    border_control_only.self = border_control_only.between = false;
    return scene.intersections(border_control_only).report.set_aside;
}

Json flaws_as_json(std::span<const Flaw> flaws) {
    Json list = Json::array();
    for (const Flaw& flaw : flaws) list.push_back({{"kind", name(flaw.kind)}, {"element", flaw.element}});
    return list;
}

}  // namespace pliant::cli
