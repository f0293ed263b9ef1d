// For pages that can fetch nothing, opened from a folder for instance: the module is inside, packed.
import makeModule from './pliant_wasm.mjs';
import packed from './pliant_wasm_packed.mjs';
import { makePliant } from './scene.mjs';

export * from './scene.mjs';

async function unpacked() {
  const binary = atob(packed);
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function load(options = {}) {
  return makePliant(await makeModule({ ...options, wasmBinary: options.wasmBinary ?? (await unpacked()) }));
}
