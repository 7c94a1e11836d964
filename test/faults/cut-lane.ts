import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { expect } from 'vitest';
import type { Network } from '../../electron/network/network.ts';
import {
  type CreateOutcome,
  createInterviewRequest,
  ReceivedIds,
} from '../../electron/service/create-interview-request.ts';
import { type CreateOutcomeRow, createOutcomes } from '../../electron/service/create-outcomes.ts';
import { ServiceConnections } from '../../electron/service/service-connections.ts';
import { DIRECT_NETWORK } from '../electron/network/direct-network.ts';
import { createCall, reuseOf, TEST_TIMEOUTS } from '../electron/service/create-calls.ts';
import { httpAnswer, type RawConnection, type RawServer, rawServer } from '../electron/service/raw-server.ts';

export const ENDINGS = ['close', 'reset'] as const;

/** One create, and where the service cuts it; without a cut the service answers. */
export interface CutCase {
  readonly ending: (typeof ENDINGS)[number];
  /** The service reads this many bytes of the request and cuts; undefined: it reads all. */
  readonly afterRequestBytes?: number;
  /** It writes this many bytes of its answer and cuts; undefined: all. */
  readonly afterAnswerBytes?: number;
  readonly answer: string;
  /** When the sending mark is stored. */
  readonly mark: 'at once' | 'a moment later' | 'after the cut';
}

export interface CutResult {
  readonly outcome: CreateOutcome;
  /** Completely received creates under this key, including automatic retries. */
  readonly received: number;
  /** Whether the client wrote a byte on the connection that was cut. */
  readonly wrote: boolean;
}

const JSON_ANSWER = JSON.stringify({
  request_id: 'ir_7f3a9c2e',
  status: 'PENDING',
  created_at: '2026-11-21T10:00:00Z',
});
export const ANSWER_KINDS = {
  'with a length': httpAnswer(201, JSON_ANSWER, {
    'Content-Type': 'application/json',
    Date: 'Sat, 21 Nov 2026 10:00:00 GMT',
  }),
  'in chunks': `HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n${JSON_ANSWER.slice(0, 16)}\r\n${(JSON_ANSWER.length - 16).toString(16)}\r\n${JSON_ANSWER.slice(16)}\r\n0\r\n\r\n`,
  'until the connection closes': `HTTP/1.1 201 Created\r\nConnection: close\r\n\r\n${JSON_ANSWER}`,
};
export const ANSWER = ANSWER_KINDS['with a length'];

/** A direct network that exposes its sockets. */
function networkShowing(show: (socket: Socket) => void): Network {
  return {
    connector: (timeoutMs) => {
      const connect = DIRECT_NETWORK.connector(timeoutMs);
      return (options, callback) =>
        connect(options, (...[error, socket]) => {
          if (!socket) return callback(error, null);
          show(socket);
          callback(null, socket);
        });
    },
  };
}

/** A server that handles one case at a time, and keeps its own list of completely received creates. */
export class Lane {
  readonly received = new Map<string, number>();
  private current: CutCase | undefined;
  private server: RawServer | undefined;
  /** The client's end of the connection. */
  private client: Socket | undefined;
  private readonly requestBytes: number;

  constructor(requestBytes: number) {
    this.requestBytes = requestBytes;
  }

  async open(): Promise<void> {
    this.server = await rawServer({ onConnection: (connection) => this.take(connection) });
  }

  async run(each: CutCase): Promise<CutResult> {
    const key = randomUUID();
    this.client = undefined;
    const outcome = await this.create(key, each);
    const wrote = this.hasWritten;
    const received = (): number => this.received.get(key) ?? 0;
    // What was certainly not sent is retried automatically.
    if (rowOf(outcome).action === 'retry') {
      const again = await this.create(key, { ending: 'close', answer: ANSWER, mark: 'at once' });
      expect(again.name).toBe('accepted');
    }
    return { outcome, received: received(), wrote };
  }

  private get hasWritten(): boolean {
    return (this.client?.bytesWritten ?? 0) > 0;
  }

  private async create(key: string, each: CutCase): Promise<CreateOutcome> {
    this.current = each;
    const origin = this.server?.origin ?? '';
    const cut = Promise.withResolvers<void>();
    const network = networkShowing((socket) => {
      this.client = socket;
      socket.once('close', () => cut.resolve());
    });
    const connections = new ServiceConnections({
      baseUrl: origin,
      network,
      reuse: reuseOf(origin),
      limit: () => 1,
      timeouts: TEST_TIMEOUTS,
    });
    const markSending = async (): Promise<void> => {
      if (each.mark === 'a moment later') await new Promise((resolve) => setImmediate(resolve));
      if (each.mark === 'after the cut') await cut.promise;
    };
    try {
      return await createInterviewRequest(
        { connections, received: new ReceivedIds() },
        createCall(origin, { idempotencyKey: key, markSending }),
      );
    } finally {
      await connections.destroy();
    }
  }

  private take({ socket }: RawConnection): void {
    const each = this.current;
    if (!each) return;
    if (each.afterRequestBytes === 0) {
      end(socket, each);
      return;
    }
    const readable = each.afterRequestBytes ?? this.requestBytes;
    let read = '';
    socket.on('data', (bytes) => {
      // Bytes beyond the cut count as never read.
      if (read.length >= readable) return;
      read = (read + bytes.toString('latin1')).slice(0, readable);
      if (read.length < readable) return;
      if (readable === this.requestBytes) this.keep(read);
      if (each.afterRequestBytes !== undefined) end(socket, each);
      else answer(socket, each);
    });
  }

  private keep(request: string): void {
    const key = /^idempotency-key: "(.*)"\r$/im.exec(request)?.[1] ?? '';
    this.received.set(key, (this.received.get(key) ?? 0) + 1);
  }
}

function end(socket: Socket, { ending }: CutCase): void {
  if (ending === 'reset') socket.resetAndDestroy();
  else socket.destroy();
}

function answer(socket: Socket, each: CutCase): void {
  const bytes = each.answer.slice(0, each.afterAnswerBytes);
  if (bytes === '') end(socket, each);
  // A reset right behind the bytes would throw them away on the client's side: it comes when they were acknowledged.
  else
    socket.write(bytes, () =>
      each.ending === 'reset' ? setImmediate(end, socket, each) : end(socket, each),
    );
}

export function rowOf(outcome: CreateOutcome): CreateOutcomeRow {
  return createOutcomes[outcome.name];
}
