// Static files on localhost: node serve.mjs FOLDER [PORT]. Says where; 0: any port that is free.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

/** @returns the server, listening */
export function serveFolder(folder, port) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    const file = join(folder, path.endsWith(sep) ? join(path, 'index.html') : path);
    try {
      const bytes = await readFile(file);
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' });
      response.end(bytes);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.end('not found\n');
    }
  });
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => done(server));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , folder, port = '8080'] = process.argv;
  let server;
  try {
    server = await serveFolder(folder, Number(port));
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error;
    server = await serveFolder(folder, 0);
  }
  console.log(`http://localhost:${server.address().port}/ (Ctrl-C ends it)`);
}
