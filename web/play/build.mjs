// The page as static files: node build.mjs MODULE_FOLDER OUT_FOLDER. Bundler and three.js are those of web/report.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../report/node_modules/esbuild/lib/main.js';

const [, , module, out] = process.argv;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
mkdirSync(out, { recursive: true });
await build({
  entryPoints: { app: here('src/main.js'), worker: here('src/worker.js') },
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'eof',
  charset: 'utf8',
  nodePaths: [here('../report/node_modules')],
  external: ['./pliant_play.mjs'],
  logLevel: 'warning',
});
for (const name of ['pliant_play.mjs', 'pliant_play.wasm']) copyFileSync(join(module, name), join(out, name));
const [, style] = /<style>([\s\S]*?)<\/style>/.exec(readFileSync(here('../report/page.html'), 'utf8'));
writeFileSync(join(out, 'index.html'), readFileSync(here('index.html'), 'utf8').replace('/* style of the report */', () => style));
