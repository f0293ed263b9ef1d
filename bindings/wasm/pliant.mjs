// For browsers and bundlers: pliant_wasm.wasm is fetched from beside this file, or from where load() says.
import makeModule from './pliant_wasm.mjs';
import { makePliant } from './scene.mjs';

export * from './scene.mjs';

/** The library, ready to be used: { Scene, selfIntersections, version }. Options: those of Emscripten's modules. */
export async function load(options = {}) {
  return makePliant(await makeModule(options));
}
