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

/** A fan of n triangles: another number of vertices in every frame. */
export function fan(n) {
  const vertices = ['v 0 0 0'];
  const faces = [];
  for (let i = 0; i <= n; ++i) vertices.push(`v ${Math.cos(i)} ${Math.sin(i)} ${0.1 * i}`);
  for (let i = 0; i < n; ++i) faces.push(`f 1 ${i + 2} ${i + 3}`);
  return [...vertices, ...faces].join('\n') + '\n';
}
