// Files of one name but for its last number, and with the same triangles, are frames of the same bodies.

const NUMBERED = /^(.*?)(\d+)(\D*)$/;

const same = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);

function follows(first, next) {
  return first.length === next.length && first.every((body, i) => body.positions.length === next[i].positions.length && same(body.triangles, next[i].triangles) && same(body.tetrahedra, next[i].tetrahedra));
}

/**
 * files: [{name, bodies}], bodies as the reader gives them. Returns {bodies, frames}: bodies of the first frame, and of every
 * frame the positions of each; files without a number in their name, or alone, have every frame.
 */
export function sequencesOf(files) {
  const groups = new Map();
  for (const file of files) {
    const [, before, number, after] = NUMBERED.exec(file.name) ?? [null, file.name, null, ''];
    const key = number === null ? file.name : `${before}*${after}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push({ ...file, number: Number(number ?? 0) });
  }
  const runs = [...groups].flatMap(([key, own]) => {
    own.sort((a, b) => a.number - b.number);
    const isRun = own.length > 1 && own.every(({ bodies }) => follows(own[0].bodies, bodies));
    return isRun ? [{ name: key, own }] : own.map((file) => ({ name: file.name, own: [file] }));
  });
  const frames = Math.max(1, ...runs.map(({ own }) => own.length));
  const lengths = new Set(runs.map(({ own }) => own.length).filter((length) => length > 1));
  if (lengths.size > 1) throw new Error(`sequences have ${[...lengths].join(' and ')} frames: drop as many files of each`);
  const named = (run, body) => (run.own.length > 1 && body.name === run.own[0].name ? run.name : body.name);
  return {
    bodies: runs.flatMap((run) => run.own[0].bodies.map((body) => ({ ...body, name: named(run, body) }))),
    frames: Array.from({ length: frames }, (_, f) => runs.flatMap(({ own }) => own[own.length > 1 ? f : 0].bodies.map((body) => body.positions))),
  };
}
