// Meshes for the tests, and reports that the command writes of them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class Reports {
  constructor(command) {
    this.command = command;
    this.folder = mkdtempSync(join(tmpdir(), 'pliant report '));
  }

  /** Runs the command in the folder; 1 and 3 are answers, too. */
  run(...words) {
    try {
      return execFileSync(this.command, words, { cwd: this.folder, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      if (error.status === 1 || error.status === 3) return error.stdout;
      throw new Error(`${words.join(' ')}: exit ${error.status}: ${error.stderr}`);
    }
  }

  /** Writes a report and returns its path and what the command says as JSON. */
  report(name, command, ...words) {
    const file = `${name}.html`;
    const json = JSON.parse(this.run(command, ...words, '--report', file, '--json', '-'));
    return { file: this.path(file), json, bytes: statSync(this.path(file)).size };
  }

  scene(name, folder, ...words) {
    this.run('scene', 'export', name, '-o', folder, ...words);
  }

  write(name, text) {
    writeFileSync(this.path(name), text);
  }

  path(name) {
    return join(this.folder, name);
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Two triangles through each other, and beside them everything that is set aside. */
export const FLAWED = `o </script><script>alert(1)</script>
v 0 0 0
v 1 0 0
v 0 1 0
v 0.2 0.2 -1
v 0.3 0.2 1
v 0.2 0.3 1
v nan 0 0
v 2 0 0
f 1 2 3
f 4 5 6
f 1 2 7
f 8 8 1
o other
v 5 5 5
v 6 5 5
v 5 6 5
f 9 10 11
`;

export const ONE_TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';

/** A closed tetrahedron; two of them are x - 2 apart, or cross. */
export function tetrahedron(x) {
  return `v ${x} 0 0\nv ${x + 2} 0 0\nv ${x} 2 0\nv ${x} 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n`;
}

/** A fan of n triangles: another number of vertices in every frame. */
export function fan(n) {
  const vertices = ['v 0 0 0'];
  const faces = [];
  for (let i = 0; i <= n; ++i) vertices.push(`v ${Math.cos(i)} ${Math.sin(i)} ${0.1 * i}`);
  for (let i = 0; i < n; ++i) faces.push(`f 1 ${i + 2} ${i + 3}`);
  return [...vertices, ...faces].join('\n') + '\n';
}

/** A bumpy ball of about n triangles as binary PLY, vertices and triangles in no order: the worst for compression. */
export function shuffledBall(n) {
  const rows = Math.floor(Math.sqrt(n / 4)), columns = 2 * rows;
  let seed = 1;
  const random = (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const shuffled = (count) => {
    const order = Uint32Array.from({ length: count }, (_, i) => i);
    for (let i = count - 1; i > 0; --i) {
      const k = random(i + 1);
      [order[i], order[k]] = [order[k], order[i]];
    }
    return order;
  };
  const vertices = (rows + 1) * columns, triangles = 2 * rows * columns;
  const place = shuffled(vertices), turn = shuffled(triangles);
  const head = `ply\nformat binary_little_endian 1.0\nelement vertex ${vertices}\nproperty float x\nproperty float y\nproperty float z\nelement face ${triangles}\nproperty list uchar int vertex_indices\nend_header\n`;
  const body = new DataView(new ArrayBuffer(12 * vertices + 13 * triangles));
  for (let j = 0; j <= rows; ++j) {
    for (let i = 0; i < columns; ++i) {
      const up = (Math.PI * (j + 0.5)) / (rows + 1), around = (2 * Math.PI * i) / columns;
      const r = 1 + 0.1 * Math.sin(9 * up) * Math.cos(7 * around);
      const at = 12 * place[j * columns + i];
      [Math.sin(up) * Math.cos(around), Math.sin(up) * Math.sin(around), Math.cos(up)].forEach((c, k) => body.setFloat32(at + 4 * k, r * c, true));
    }
  }
  for (let t = 0; t < triangles; ++t) {
    const cell = t >> 1, i = cell % columns, j = Math.floor(cell / columns), next = (i + 1) % columns;
    const a = j * columns + i, b = (j + 1) * columns + i, c = (j + 1) * columns + next, d = j * columns + next;
    const at = 12 * vertices + 13 * turn[t];
    body.setUint8(at, 3);
    (t & 1 ? [a, c, d] : [a, b, c]).forEach((v, k) => body.setInt32(at + 1 + 4 * k, place[v], true));
  }
  return Buffer.concat([Buffer.from(head), Buffer.from(body.buffer)]);
}
