import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What the server sent before it ended the connection. */
export interface RawExchange {
  readonly received: string;
  /** How the server ended it: FIN or RST. */
  readonly ending: 'end' | 'ECONNRESET' | 'open';
}

/** Sends raw bytes and collects the response until the connection ends, or after `patience` ms. */
export async function rawExchange(origin: string, sent: string, patience = 3_000): Promise<RawExchange> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let received = '';
  const ended = new Promise<RawExchange['ending']>((resolve) => {
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
    });
    socket.on('end', () => resolve('end'));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve('ECONNRESET');
    });
  });
  socket.write(sent);
  const ending = await Promise.race([ended, wait(patience, 'open' as const, { ref: false })]);
  socket.destroy();
  return { received, ending };
}

/** A raw create call; `declared` makes its Content-Length larger than the sent body. */
export function rawCreate(origin: string, access: string, body: string, declared?: number): string {
  return [
    'POST /v1/interview/create-interview-request HTTP/1.1',
    `Host: ${new URL(origin).host}`,
    `Authorization: Bearer ${access}`,
    'Content-Type: application/json',
    `Content-Length: ${declared ?? Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
