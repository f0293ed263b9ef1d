// Bundles src/main.js and three.js: node build.mjs OUT.js
import { build } from 'esbuild';

await build({
  entryPoints: [new URL('src/main.js', import.meta.url).pathname],
  outfile: process.argv[2],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  legalComments: 'eof',
  charset: 'utf8',
});
