import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { freePort } from '../../free-port.ts';

/** One request as the service received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The client's port: tells connections apart. */
  readonly connection: number;
}

export interface RecordingService {
  readonly origin: string;
  readonly port: number;
  /** All requests so far, in the order of their arrival. */
  readonly received: readonly ReceivedRequest[];
  /** What it does with each request from now on. */
  answerWith(answer: Answer): void;
  close(): Promise<void>;
}

export type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

/** A service on 127.0.0.1 that keeps what it received and answers as told, until the test is over. */
export async function recordingService(answer: Answer, wanted?: number): Promise<RecordingService> {
  const port = wanted ?? (await freePort());
  const received: ReceivedRequest[] = [];
  let current = answer;
  const server = createServer((request, response) => {
    void text(request).then(
      (body) => {
        const each = {
          method: request.method ?? '',
          path: request.url ?? '',
          headers: request.headers,
          body,
          connection: request.socket.remotePort ?? 0,
        };
        received.push(each);
        current(each, response);
      },
      // The client broke off: there is no request to keep.
      () => undefined,
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  onTestFinished(close);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    received,
    answerWith: (next) => {
      current = next;
    },
    close,
  };
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Accepts every create call under an id of its own, derived from the idempotency key. */
export const acceptEach: Answer = ({ headers }, response) => {
  sendJson(response, 201, {
    request_id: `ir_${String(headers['idempotency-key']).slice(1, 9)}`,
    status: 'PENDING',
  });
};
