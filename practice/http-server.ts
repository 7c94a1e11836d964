import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { PROBLEM_MEDIA_TYPE, type ProblemDetails, problem } from './api/problem-details.ts';
import { FaultyResponse } from './faults/faulty-response.ts';

/** Handles one request; errors are logged and answered with 500. */
export type RequestHandler = (request: IncomingMessage, response: FaultyResponse) => Promise<void> | void;

/** A server on 127.0.0.1 that can be closed immediately. */
export interface LoopbackServer {
  readonly origin: string;
  /** Sets the request handler. Until then every request gets 503. */
  setHandler(handler: RequestHandler): void;
  /** Stops listening and ends all connections, including idle and active ones. */
  close(): Promise<void>;
}

/** The requested port is in use. */
export class PortTakenError extends Error {
  readonly port: number;

  constructor(port: number, cause: unknown) {
    super(`Port ${port} is taken by another program.`, { cause });
    this.name = 'PortTakenError';
    this.port = port;
  }
}

/**
 * Listens on 127.0.0.1.
 *
 * @param port 0 for any free port.
 * @throws PortTakenError if the port is in use.
 */
export async function listenOnLoopback(port: number, log: (line: string) => void): Promise<LoopbackServer> {
  let handler: RequestHandler = (_request, response) => sendPlainProblem(response, problem(503, 'Starting.'));
  const listener: RequestListener<typeof IncomingMessage, typeof FaultyResponse> = (request, response) => {
    if (!isLoopbackHost(request.headers.host)) {
      sendPlainProblem(response, problem(421, 'This service answers to 127.0.0.1 and localhost only.'));
      return;
    }
    void handleSafely(() => handler(request, response), response, log);
  };
  const server = createServer({ ServerResponse: FaultyResponse }, listener);
  await listening(server, port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    setHandler(next) {
      handler = next;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Sends an error response without a framework. */
export function sendPlainProblem(response: ServerResponse, details: ProblemDetails): void {
  const body = JSON.stringify(details);
  response.writeHead(details.status, {
    'content-type': PROBLEM_MEDIA_TYPE,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(body);
}

async function handleSafely(
  answer: () => Promise<void> | void,
  response: ServerResponse,
  log: (line: string) => void,
): Promise<void> {
  try {
    await answer();
  } catch (error) {
    // The client disconnected or the service is closing.
    if (response.destroyed || response.socket === null || response.socket.destroyed) return;
    log(`practice service: ${error instanceof Error ? error.stack : String(error)}`);
    if (response.headersSent) response.destroy();
    else sendPlainProblem(response, problem(500, 'The practice service failed. Its log says why.'));
  }
}

/** Protects against DNS rebinding, by which a website could reach a loopback server under its own host name. */
function isLoopbackHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/i.test(host ?? '');
}

function listening(
  server: Server<typeof IncomingMessage, typeof FaultyResponse>,
  port: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      reject(taken ? new PortTakenError(port, error) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}
