// Sizes and times as a table of Markdown, between the markers of a document: node measure.mjs PLAY PACKAGE DOCUMENT.md
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Player } from '../src/player.js';

const [, , play, pack, document] = process.argv;
const FRAMES = 15, TRIANGLES = 100_000;
const kilobytes = (folder, ...names) => {
  const files = names.map((name) => readFileSync(join(folder, name)));
  const sum = (sizes) => `${Math.round(sizes.reduce((a, b) => a + b) / 1000)} kB`;
  return [sum(files.map((file) => file.length)), sum(files.map((file) => gzipSync(file, { level: 9 }).length))];
};
const rows = [['What', 'bytes', 'gzip'],
  ['The page: all of its files', ...kilobytes(play, 'index.html', 'app.js', 'worker.js', 'pliant_play.mjs', 'pliant_play.wasm')]];
if (existsSync(pack)) {
  rows.push(['The npm package: module and script', ...kilobytes(pack, 'pliant_wasm.wasm', 'pliant_wasm.mjs', 'scene.mjs')]);
  rows.push(['The same in one, nothing to fetch', ...kilobytes(pack, 'pliant_wasm_packed.mjs', 'pliant_wasm.mjs', 'scene.mjs', 'single.mjs')]);
}
const { default: makeModule } = await import(pathToFileURL(resolve(play, 'pliant_play.mjs')).href);
const player = new Player(await makeModule({ wasmBinary: readFileSync(join(play, 'pliant_play.wasm')) }));
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const times = [['A warm frame of 100,000 triangles, ms', 'box_tree', 'regularity']];
for (const scene of ['cloth_on_sphere', 'draped_cloth']) {
  player.openScene(scene, TRIANGLES);
  const of = ['box_tree', 'regularity'].map((method) => median(Array.from({ length: FRAMES }, (_, i) => {
    player.frame(i);
    const { update, find } = player.scene.intersections({ method }).report.milliseconds;
    return update + find;
  })));
  times.push([scene, ...of.map((t) => t.toFixed(1))]);
}
const table = ([head, ...body]) => [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
const text = `${table(rows)}\n\n${table(times)}\n\nNode ${process.versions.node}, one thread, median of ${FRAMES} frames.`;
const marks = /(<!-- measured by scripts\/measure_play -->\n)[\s\S]*?(<!-- end -->)/;
writeFileSync(document, readFileSync(document, 'utf8').replace(marks, (_, begin, end) => `${begin}${text}\n${end}`));
console.log(text);
