import { createServer, type Server, type Socket } from 'node:net';

/**
 * A child process with services that close each connection some time after an answer, without announcing it. Gets their
 * orders on the command line; prints their ports, and answers `counts` on its channel, both in that order.
 */
export interface Orders {
  readonly closeAfterMs: number;
  readonly how: 'end' | 'reset';
  /** Whether each answer restarts the time, or only the first one counts. */
  readonly timer: 'each answer' | 'first answer';
  readonly delayMs: number;
  /** Each answer is repeated this much later, ms; undefined: not at all. */
  readonly copyAfterMs?: number;
}

/** The idempotency keys of the creates that one service received completely, and how often. */
export type Received = readonly (readonly [string, number])[];

function serviceWith(orders: Orders): { readonly server: Server; readonly received: Map<string, number> } {
  const received = new Map<string, number>();
  const server = createServer((socket) => {
    let unread = '';
    let closing: NodeJS.Timeout | undefined;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      if (orders.timer === 'each answer') clearTimeout(closing);
      unread += bytes.toString('latin1');
      for (let request = wholeRequest(unread); request; request = wholeRequest(unread)) {
        unread = unread.slice(request.length);
        const key = /^idempotency-key: "(.*)"\r$/im.exec(request)?.[1] ?? '';
        received.set(key, (received.get(key) ?? 0) + 1);
        setTimeout(() => {
          answer(socket, key, orders);
          if (orders.timer === 'each answer' || !closing) {
            if (orders.closeAfterMs === 0) close(socket, orders);
            else closing = setTimeout(close, orders.closeAfterMs, socket, orders);
          }
        }, orders.delayMs);
      }
    });
  });
  return { server, received };
}

function answer(socket: Socket, key: string, { copyAfterMs }: Orders): void {
  const body = JSON.stringify({ request_id: `ir_${key}`, status: 'PENDING' });
  const text = `HTTP/1.1 201 Created\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  socket.write(text);
  if (copyAfterMs !== undefined) setTimeout(() => socket.write(text), copyAfterMs);
}

function close(socket: Socket, { how }: Orders): void {
  if (how === 'reset') socket.resetAndDestroy();
  else socket.destroy();
}

function wholeRequest(text: string): string | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = Number(/^content-length: (\d+)\r$/im.exec(text.slice(0, end + 2))?.[1] ?? 0);
  return text.length >= end + 4 + length ? text.slice(0, end + 4 + length) : undefined;
}

const told: readonly Orders[] = JSON.parse(process.argv[2] ?? '[]');
const services = told.map(serviceWith);
process.on('message', () => process.send?.(services.map(({ received }) => [...received])));
const ports = services.map(({ server }) => {
  const { promise, resolve } = Promise.withResolvers<number>();
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    resolve(address && typeof address === 'object' ? address.port : 0);
  });
  return promise;
});
process.send?.(await Promise.all(ports));
