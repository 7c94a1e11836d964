import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { PROBLEM_MEDIA_TYPE, type ProblemDetails, problem } from './api/problem-details.ts';
import { FaultyResponse } from './faults/faulty-response.ts';

/** Answers one request; what it throws is logged and answered with 500. */
export type Answerer = (request: IncomingMessage, response: FaultyResponse) => Promise<void> | void;

/** A server that listens on 127.0.0.1 only and can be closed at once. */
export interface LoopbackServer {
  readonly origin: string;
  /** Says who answers. Until then every request gets 503. */
  answerWith(answerer: Answerer): void;
  /** Stops listening and ends every connection, also kept-alive ones and those still being answered. */
  close(): Promise<void>;
}

/** Thrown when the wanted port is not free. */
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
 * @param port 0 for any free one.
 * @throws PortTakenError when it is not free.
 */
export async function listenOnLoopback(port: number, log: (line: string) => void): Promise<LoopbackServer> {
  let answerer: Answerer = (_request, response) => sendPlainProblem(response, problem(503, 'Starting.'));
  const listener: RequestListener<typeof IncomingMessage, typeof FaultyResponse> = (request, response) => {
    if (!isLoopbackHost(request.headers.host)) {
      sendPlainProblem(response, problem(421, 'This service answers to 127.0.0.1 and localhost only.'));
      return;
    }
    void answerSafely(() => answerer(request, response), response, log);
  };
  const server = createServer({ ServerResponse: FaultyResponse }, listener);
  await listening(server, port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    answerWith(next) {
      answerer = next;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Sends an error answer where no framework is at hand. */
export function sendPlainProblem(response: ServerResponse, details: ProblemDetails): void {
  const body = JSON.stringify(details);
  response.writeHead(details.status, {
    'content-type': PROBLEM_MEDIA_TYPE,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(body);
}

async function answerSafely(
  answer: () => Promise<void> | void,
  response: ServerResponse,
  log: (line: string) => void,
): Promise<void> {
  try {
    await answer();
  } catch (error) {
    // A connection that is gone has nobody left to tell; that is the client's doing or the service closing.
    if (response.destroyed || response.socket === null || response.socket.destroyed) return;
    log(`practice service: ${error instanceof Error ? error.stack : String(error)}`);
    if (response.headersSent) response.destroy();
    else sendPlainProblem(response, problem(500, 'The practice service failed. Its log says why.'));
  }
}

/** A page elsewhere could reach a loopback server under a name of its own (DNS rebinding); its Host header tells. */
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
