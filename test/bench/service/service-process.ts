/**
 * The benchmark's service, a process of its own: node:http, reads and checks the body, answers 201 with an id. As fast
 * as such a service can be, so that what is measured is the client. Its sign-in gives a token to whoever asks.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ServiceAsk, ServiceCounts } from './messages.ts';

let delayMs = 0;
let made = 0;
let waitedFor = Number.POSITIVE_INFINITY;
const open = new Set<Socket>();
/** Those of them that have carried a create since the last reset. */
const creating = new Set<Socket>();
let counts = countsNow();

const server = createServer((request, response) => {
  const path = (request.url ?? '').split('?')[0] ?? '';
  if (path === '/oauth2/token') return readBody(request, () => giveToken(response));
  if (request.method === 'POST') {
    creating.add(request.socket);
    counts.createSocketsAtOnce = Math.max(counts.createSocketsAtOnce, creating.size);
    return readBody(request, (body) => later(() => create(response, body)));
  }
  later(() => answerStatus(response, path.slice(path.lastIndexOf('/') + 1)));
});
server.keepAliveTimeout = 60_000;
server.on('connection', (socket) => {
  open.add(socket);
  counts.sockets += 1;
  counts.socketsAtOnce = Math.max(counts.socketsAtOnce, open.size);
  socket.once('close', () => {
    open.delete(socket);
    creating.delete(socket);
  });
});

function countsNow() {
  return {
    created: 0,
    reads: 0,
    sockets: open.size,
    socketsAtOnce: open.size,
    createSocketsAtOnce: 0,
    lastCreateAt: 0,
  };
}

function readBody(request: IncomingMessage, done: (body: string) => void): void {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => done(body));
}

function later(run: () => void): void {
  if (delayMs > 0) setTimeout(run, delayMs);
  else run();
}

function create(response: ServerResponse, body: string): void {
  if (!isRequest(body)) {
    send(response, 400, { message: 'This is no interview request.' });
    return;
  }
  made += 1;
  send(response, 201, { request_id: `ir_${process.pid}_${made}`, status: 'PENDING' });
  counts.created += 1;
  counts.lastCreateAt = Date.now();
  if (counts.created >= waitedFor) {
    waitedFor = Number.POSITIVE_INFINITY;
    process.send?.({ created: counts });
  }
}

function isRequest(body: string): boolean {
  try {
    const asked = JSON.parse(body);
    const texts = [
      asked.resume_url,
      asked.job_description_id,
      asked.candidate?.name,
      asked.candidate?.phone_number,
    ];
    return texts.every((text) => typeof text === 'string');
  } catch {
    return false;
  }
}

function answerStatus(response: ServerResponse, requestId: string): void {
  counts.reads += 1;
  send(response, 200, {
    request_id: requestId,
    status: 'PENDING',
    screening_calls: [],
    assessment_results: {},
  });
}

function giveToken(response: ServerResponse): void {
  send(response, 200, {
    access_token: 'bench',
    refresh_token: 'bench',
    token_type: 'Bearer',
    expires_in: 86_400,
  });
}

function send(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

process.on('message', (message: ServiceAsk) => {
  if (message.ask === 'counts') process.send?.({ counts });
  if (message.ask === 'reset') {
    delayMs = message.delayMs;
    creating.clear();
    counts = countsNow();
    waitedFor = Number.POSITIVE_INFINITY;
    process.send?.({ counts });
  }
  if (message.ask === 'created') {
    if (counts.created >= message.count) process.send?.({ created: counts satisfies ServiceCounts });
    else waitedFor = message.count;
  }
});
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ ready: `http://127.0.0.1:${port}` });
});
