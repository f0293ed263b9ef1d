// Calls as messages: { number, method, values } in, { number, answer } or { number, error } out.

function arraysOf(answer) {
  if (answer === null || typeof answer !== 'object') return [];
  return Object.values(answer).filter((value) => ArrayBuffer.isView(value)).map((value) => value.buffer);
}

/** Answers messages by calls of what `target` resolves to. */
export function serve(target, port = globalThis) {
  port.onmessage = async ({ data: { number, method, values } }) => {
    try {
      const own = await target;
      if (typeof own[method] !== 'function') throw new TypeError(`there is no ${method}`);
      const answer = await own[method](...values);
      const whole = ArrayBuffer.isView(answer) ? [answer.buffer] : arraysOf(answer);
      port.postMessage({ number, answer }, [...new Set(whole)]);
    } catch (error) {
      port.postMessage({ number, error: { name: error.name, message: error.message } });
    }
  };
}

/** An object whose every method is a call of the other end: a promise. `port`: a Worker, or one like it. */
export function remote(port) {
  const waiting = new Map();
  let calls = 0;
  port.onmessage = ({ data: { number, answer, error } }) => {
    const { done, failed } = waiting.get(number) ?? {};
    waiting.delete(number);
    if (!error) return done?.(answer);
    const kinds = { RangeError, TypeError };
    failed?.(Object.assign(new (kinds[error.name] ?? Error)(error.message), { name: error.name }));
  };
  port.onerror = (event) => {
    for (const { failed } of waiting.values()) failed(new Error(event.message ?? 'the worker failed'));
    waiting.clear();
  };
  const call = (method) => (...values) => new Promise((done, failed) => {
    const number = ++calls;
    waiting.set(number, { done, failed });
    port.postMessage({ number, method, values });
  });
  return new Proxy({}, { get: (_, method) => (method === 'then' ? undefined : call(method)) });
}
