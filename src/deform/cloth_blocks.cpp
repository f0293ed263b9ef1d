#include "deform/cloth_blocks.hpp"

namespace pliant::deform {

void pack(std::span<const Block> blocks, std::span<const Membrane> from, std::uint32_t nobody,
          std::vector<MembraneBlock>& out) {
    out.assign(blocks.size(), {});
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        for (std::size_t lane = 0; lane < block_lanes; ++lane) {
            const bool empty = blocks[b][lane] == no_constraint;
            const Membrane m = empty ? Membrane{{nobody, nobody, nobody}, {}, 0, 0, 0} : from[blocks[b][lane]];
            for (std::size_t k = 0; k < 4; ++k) out[b].inverse[k][lane] = m.inverse[k];
            for (std::size_t k = 0; k < 3; ++k) out[b].vertices[k][lane] = m.vertices[k];
            out[b].stretch_gives[lane] = 1 / m.stretch;
            out[b].shear_gives[lane] = 1 / m.shear;
        }
    }
}

void pack(std::span<const Block> blocks, std::span<const Hinge> from, std::uint32_t nobody,
          std::vector<HingeBlock>& out) {
    out.assign(blocks.size(), {});
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        for (std::size_t lane = 0; lane < block_lanes; ++lane) {
            const bool empty = blocks[b][lane] == no_constraint;
            const Hinge h = empty ? Hinge{{nobody, nobody, nobody, nobody}, {}, 0, 0, 0} : from[blocks[b][lane]];
            for (std::size_t k = 0; k < 4; ++k) {
                out[b].weights[k][lane] = h.weights[k];
                out[b].vertices[k][lane] = h.vertices[k];
            }
            out[b].gives[lane] = 1 / h.stiffness;
            out[b].rest[lane] = h.rest;
        }
    }
}

}  // namespace pliant::deform
