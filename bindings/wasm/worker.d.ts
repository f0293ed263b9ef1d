import type { Scene } from './pliant.js';

type Promised<T> = { [K in keyof T]: T[K] extends (...values: infer V) => infer R ? (...values: V) => Promise<R> : never };

/** The methods of Scene, each of them a promise; end() stops the worker. */
export type WorkerScene = Promised<Scene> & { end(): void };

/** `worker`: one that runs worker.mjs. Without it one is made, where bundlers find it. */
export declare function workerScene(options?: { worker?: Worker }): WorkerScene;
