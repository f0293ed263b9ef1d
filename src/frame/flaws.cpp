#include "frame/flaws.hpp"

#include <algorithm>

#include "frame/bodies.hpp"

namespace pliant::frame {

void collect_flaws(const Bodies& bodies, std::vector<std::uint32_t>& unsound, std::vector<Flaw>& out) {
    out.clear();
    std::sort(unsound.begin(), unsound.end());
    auto next = unsound.begin();
    for (const Body& body : bodies.all()) {
        out.insert(out.end(), body.given_flaws.begin(), body.given_flaws.end());
        out.insert(out.end(), body.flaws.begin(), body.flaws.end());
        const auto count = static_cast<std::uint32_t>(body.triangles.size());
        std::size_t lost = body.free.size();
        for (std::uint32_t t = 0; body.unusable > 0 && t < count; ++t) {
            const std::uint32_t triangle = body.first_triangle + t;
            if (bodies.usable(triangle) || !bodies.there(triangle)) continue;
            ++lost;
            if (bodies.considers(triangle)) out.push_back({body.id, FlawKind::index_out_of_range, t});
        }
        for (; next != unsound.end() && *next < body.first_triangle + count; ++next, ++lost) {
            if (bodies.soundness(*next) != Bodies::Soundness::degenerate || !bodies.considers(*next)) continue;
            out.push_back({body.id, FlawKind::degenerate, *next - body.first_triangle});
        }
        if (lost == count && bodies.considers_all()) out.push_back({body.id, FlawKind::empty_body, 0});
    }
    std::sort(out.begin(), out.end());
}

}  // namespace pliant::frame
