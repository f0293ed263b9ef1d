// A Scene that lives in a worker: the same methods, each of them a promise. The page stays free while it searches.
import { remote } from './serve.mjs';

/** Options: `worker`, one that runs worker.mjs, where the bundler wants to make it. end() stops it. */
export function workerScene({ worker } = {}) {
  const own = worker ?? new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
  const scene = remote(own);
  return new Proxy(scene, { get: (_, method) => (method === 'end' ? () => own.terminate() : scene[method]) });
}
