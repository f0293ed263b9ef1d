// For Node: as pliant.mjs, with the module read from a file.
import { readFile } from 'node:fs/promises';
import makeModule from './pliant_wasm.mjs';
import { makePliant } from './scene.mjs';

export * from './scene.mjs';

export async function load(options = {}) {
  const wasmBinary = options.wasmBinary ?? (await readFile(new URL('./pliant_wasm.wasm', import.meta.url)));
  return makePliant(await makeModule({ ...options, wasmBinary }));
}
