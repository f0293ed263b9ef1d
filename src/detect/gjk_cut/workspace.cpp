#include "detect/gjk_cut/workspace.hpp"

namespace pliant::gjk_cut {

void Workspace::grow_like(const Workspace& other) {
    lists.reserve(other.lists.capacity());
    dots.a.make_room(other.dots.a.hi.size());
    dots.b.make_room(other.dots.b.hi.size());
    if (rows.size() < other.rows.size()) rows.resize(other.rows.size());
    if (pairs.size() < other.pairs.size()) pairs.resize(other.pairs.size());
    neighbours.reserve(other.neighbours.capacity());
    sample.reserve(other.sample.capacity());
    marks.reserve(other.marks.capacity());
    bins.grow_like(other.bins);
    if (stretches.size() < other.stretches.size()) stretches.resize(other.stretches.size());
}

}  // namespace pliant::gjk_cut
