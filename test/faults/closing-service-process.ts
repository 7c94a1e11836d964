import { createServer, type Socket } from 'node:net';

/**
 * A service in a process of its own that says nothing of closing connections, and closes each some time after an answer.
 * Told `{ closeAfterMs, how, timer, delayMs }` on the command line; prints its port; answers `counts` on its channel.
 */
const orders: {
  readonly closeAfterMs: number;
  readonly how: 'end' | 'reset';
  /** Whether each answer begins the time anew, or the first one counts. */
  readonly timer: 'each answer' | 'first answer';
  readonly delayMs: number;
  /** Answers come with a copy behind them this much later, ms; undefined: they do not. */
  readonly copyAfterMs?: number;
} = JSON.parse(process.argv[2] ?? '{}');

/** The idempotency keys of the creates that came whole, and how often. */
const received = new Map<string, number>();
let connections = 0;

const server = createServer((socket) => {
  connections += 1;
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
        answer(socket, key);
        if (orders.timer === 'each answer' || !closing) {
          if (orders.closeAfterMs === 0) close(socket);
          else closing = setTimeout(close, orders.closeAfterMs, socket);
        }
      }, orders.delayMs);
    }
  });
});

function answer(socket: Socket, key: string): void {
  const body = JSON.stringify({ request_id: `ir_${key}`, status: 'PENDING' });
  const text = `HTTP/1.1 201 Created\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  socket.write(text);
  if (orders.copyAfterMs !== undefined) setTimeout(() => socket.write(text), orders.copyAfterMs);
}

function close(socket: Socket): void {
  if (orders.how === 'reset') socket.resetAndDestroy();
  else socket.destroy();
}

function wholeRequest(text: string): string | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = Number(/^content-length: (\d+)\r$/im.exec(text.slice(0, end + 2))?.[1] ?? 0);
  return text.length >= end + 4 + length ? text.slice(0, end + 4 + length) : undefined;
}

process.on('message', () => process.send?.({ received: [...received], connections }));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
