// The module as text, packed: node pack.mjs MODULE.wasm OUT.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const [, , wasm, out] = process.argv;
const packed = gzipSync(readFileSync(wasm), { level: 9 }).toString('base64');
writeFileSync(out, `export default '${packed}';\n`);
