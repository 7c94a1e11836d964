import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** The grids that the app's is measured against (references/grid), each a page of its own. */
export interface GridPages {
  readonly list: string;
  readonly agGrid: string;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Builds the pages for production into `folder` and serves them; both hold all of `rows`, texts by column. */
export async function serveGridPages(folder: string, rows: readonly object[]): Promise<GridPages> {
  await buildPages(folder);
  const json = JSON.stringify(rows);
  const files = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    if (name === 'rows.json') {
      response.setHeader('content-type', 'application/json');
      response.end(json);
      return;
    }
    const file = createReadStream(join(folder, name));
    file.once('error', () => response.writeHead(404).end());
    file.once('open', () => {
      response.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream');
      file.pipe(response);
    });
  });
  files.listen(0, '127.0.0.1');
  await once(files, 'listening');
  const { port } = files.address() as AddressInfo;
  return {
    list: `http://127.0.0.1:${port}/list.html`,
    agGrid: `http://127.0.0.1:${port}/ag-grid.html`,
    close: async () => {
      files.closeAllConnections();
      files.close();
      await once(files, 'close');
    },
  };
}

async function buildPages(outDir: string): Promise<void> {
  const { build } = await import('vite');
  const root = join(import.meta.dirname, 'references/grid');
  await build({
    configFile: false,
    root,
    base: './',
    logLevel: 'error',
    build: {
      target: 'chrome150',
      outDir,
      emptyOutDir: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: ['list.html', 'ag-grid.html'].map((page) => join(root, page)) },
    },
  });
}
