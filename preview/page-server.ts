import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { LoadError } from './electron/load-error.ts';
import { WINDOW_CLOSED_CODE } from './page/messages.ts';
import { PageGate } from './page-gate.ts';
import type { Page, PageHost } from './page-host.ts';
import { parsePageMessage } from './page-message.ts';
import { forwardResponse, safetyHeaders } from './page-response.ts';

/** The port given by `--port` is in use. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';

  constructor(port: number) {
    super(`Port ${port} is already in use. Choose another with --port, or omit it.`);
  }
}

/** Serves the app's windows to browsers on this machine, each window under its own path below the token. */
export class PageServer {
  private readonly server = createServer((request, response) => void this.answer(request, response));
  private readonly sockets = new WebSocketServer({ noServer: true });
  private readonly gate = new PageGate(() => this.port);
  private readonly hosts = new Map<string, PageHost>();
  private readonly wantedPort: number;
  private listening: Promise<void> | undefined;

  /** `port` 0 lets the system choose. */
  constructor(port: number) {
    this.wantedPort = port;
    this.server.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
  }

  /** Starts listening on loopback; later calls do nothing. Throws {@link PortTakenError}. */
  listen(): Promise<void> {
    this.listening ??= new Promise((resolve, reject) => {
      this.server.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'EADDRINUSE' ? new PortTakenError(this.wantedPort) : error),
      );
      this.server.listen(this.wantedPort, '127.0.0.1', resolve);
    });
    return this.listening;
  }

  /** Gives the port back. */
  close(): void {
    this.server.close();
    for (const socket of this.sockets.clients) socket.terminate();
    this.server.closeAllConnections();
  }

  /** Serves `host` under `prefix`, which is empty or ends with a slash; returns a function that stops it. */
  serve(prefix: string, host: PageHost): () => void {
    this.hosts.set(prefix, host);
    return () => this.hosts.delete(prefix);
  }

  /** The address of the host under `prefix`. */
  rootOf(prefix: string): string {
    return `http://127.0.0.1:${this.port}/${this.gate.token}/${prefix}`;
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const admission = this.gate.admit(request);
    if (admission.kind === 'refused') return end(response, admission.status);
    const found = this.find(admission.path);
    if (found === undefined) return end(response, 404);
    if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405);
    try {
      if (found.rest === 'preview/bridge.js') return await answerScript(found.host, response);
      const answer = await found.host.answer(found.rest, request.method);
      const additions = found.host.runsScripts ? this.additionsFor(found.rest) : undefined;
      await forwardResponse(answer, response, additions);
    } catch (error) {
      if (isClientGone(error)) return;
      // A network error, as the page sees it in Electron.
      if (error instanceof LoadError) return void response.destroy();
      console.error(`The app did not answer for ${found.rest}:`, error);
      if (response.headersSent) response.destroy();
      else end(response, 500);
    }
  }

  private additionsFor(rest: string) {
    const depth = (rest.split(/[?#]/)[0] ?? '').split('/').length - 1;
    return {
      bridgeHref: `${'../'.repeat(depth)}preview/bridge.js`,
      socketSources: [`ws://127.0.0.1:${this.port}`, `ws://localhost:${this.port}`],
    };
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const admission = this.gate.admitSocket(request);
    const found = admission.kind === 'admitted' ? this.find(admission.path) : undefined;
    if (found?.rest !== 'preview/socket') {
      const status = admission.kind === 'refused' ? admission.status : 404;
      socket.end(`HTTP/1.1 ${status} \r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.sockets.handleUpgrade(request, socket, head, (connection) => connectPage(connection, found.host));
  }

  /** The window with the longest matching prefix. */
  private find(path: string): { host: PageHost; rest: string } | undefined {
    const prefixes = [...this.hosts.keys()].sort((a, b) => b.length - a.length);
    const prefix = prefixes.find((candidate) => path.startsWith(candidate));
    const host = prefix === undefined ? undefined : this.hosts.get(prefix);
    return prefix === undefined || host === undefined ? undefined : { host, rest: path.slice(prefix.length) };
  }
}

async function answerScript(host: PageHost, response: ServerResponse): Promise<void> {
  const script = await host.script();
  response.writeHead(200, { ...safetyHeaders, 'content-type': 'text/javascript; charset=utf-8' }).end(script);
}

/** Whether the client disconnected before the response; closing a page is not an error. */
function isClientGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_UNABLE_TO_PIPE';
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, safetyHeaders).end();
}

function connectPage(connection: WebSocket, host: PageHost): void {
  const page: Page = {
    post: (message) => connection.send(JSON.stringify(message)),
    close: () => connection.close(WINDOW_CLOSED_CODE),
  };
  host.pageOpened(page);
  connection.on('message', (data) => {
    const message = parsePageMessage(String(data));
    if (message === undefined) connection.close(1008);
    else host.pageMessage(page, message);
  });
  connection.on('close', () => host.pageClosed(page));
  connection.on('error', (error) => console.error('The page connection failed:', error.message));
}
