import { describe, expect, test } from 'vitest';
import { createInterviewRequest } from '../../../electron/service/create-interview-request.ts';
import { createOutcomes } from '../../../electron/service/create-outcomes.ts';
import { getInterviewRequest } from '../../../electron/service/get-interview-request.ts';
import { until } from '../../poll.ts';
import {
  connectionsTo,
  connectionTo,
  createCall,
  createOnce,
  GOOD_BODY,
  provenReuseOf,
} from './create-calls.ts';
import { httpAnswer, type RawConnection, rawServer } from './raw-server.ts';

function created(id: string): string {
  return httpAnswer(201, `{"request_id":"${id}","status":"PENDING"}`);
}

/** A service that numbers its requests, on connections that are trusted; `answer` writes what it says. */
async function trusted(answer: (connection: RawConnection, id: string) => void) {
  let count = 0;
  const server = await rawServer({
    onRequest: (connection) => {
      count += 1;
      answer(connection, `ir_${count}`);
    },
  });
  const connection = connectionTo(server.origin, { reuse: provenReuseOf(server.origin) });
  let key = 0;
  const create = (markSending?: () => Promise<void>) => {
    key += 1;
    const idempotencyKey = `key-${key}`;
    return createInterviewRequest(
      connection,
      createCall(server.origin, { idempotencyKey, ...(markSending && { markSending }) }),
    );
  };
  return { server, create, connection };
}

describe('unexpected bytes', () => {
  test('close an idle connection', async () => {
    const { server, create } = await trusted(({ socket }, id) => socket.write(created(id)));
    await create();
    server.connections[0]?.socket.write(created('ir_1'));
    await until('the end of the connection', () => server.connections[0]?.closed);
    expect((await create()).accepted?.requestId).toBe('ir_2');
    expect(server.connections).toHaveLength(2);
  });

  test('while the mark is being stored are no answer: nothing was sent, and another connection is used', async () => {
    const { server, create } = await trusted(({ socket }, id) => socket.write(created(id)));
    await create();
    let marks = 0;
    const outcome = await create(async () => {
      marks += 1;
      if (marks > 1) return;
      server.connections[0]?.socket.write(created('ir_1'));
      await until('the end of the connection', () => server.connections[0]?.closed);
    });
    expect(outcome.accepted?.requestId).toBe('ir_2');
    expect([marks, server.connections.length]).toEqual([2, 2]);
    expect(server.connections[0]?.received.match(/POST/g)).toHaveLength(1);
  });

  test('on a new connection are no answer: nothing was sent', async () => {
    const server = await rawServer({ onConnection: ({ socket }) => socket.write(created('ir_1')) });
    const outcome = await createOnce(server.origin, {
      markSending: () =>
        until('the end of the connection', () => server.connections[0]?.closed).then(() => undefined),
    });
    expect(createOutcomes[outcome.name].certainty).toBe('not_sent');
    expect(server.connections.map(({ received }) => received)).toEqual(['']);
  });

  test('after an answer, in the same chunk, close the connection', async () => {
    const { server, create } = await trusted(({ socket }, id) => socket.write(created(id) + created(id)));
    expect((await create()).accepted?.requestId).toBe('ir_1');
    expect((await create()).accepted?.requestId).toBe('ir_2');
    expect(server.connections).toHaveLength(2);
  });

  test('before a large request is sent completely make it unclear', async () => {
    const server = await rawServer({
      onConnection: ({ socket }) =>
        socket.once('data', () => {
          socket.pause();
          socket.write(created('ir_1'));
        }),
    });
    const resume_url = `https://files.example.com/${'x'.repeat(64 * 1024 * 1024)}`;
    const outcome = await createOnce(server.origin, { body: { ...GOOD_BODY, resume_url } });
    expect(outcome).toMatchObject({ name: 'answer_unreadable' });
    server.connections[0]?.socket.resume();
    await until('the end of the connection', () => server.connections[0]?.closed);
  });
});

describe('an id that another submission of the run got', () => {
  test('is not accepted, and its connection is not reused', async () => {
    // The second is answered with the first one's id, and its own answer comes behind that.
    const { server, create } = await trusted(({ socket }, id) => {
      if (id === 'ir_1') socket.write(created('ir_1'));
      if (id === 'ir_2')
        socket.write(created('ir_1'), () => setTimeout(() => socket.write(created('ir_2')), 5));
      if (id === 'ir_3') socket.write(created('ir_3'));
    });
    await create();
    expect(await create()).toMatchObject({
      name: 'accepted_with_known_id',
      knownAs: 'Ada Lovelace',
      answer: 'ir_1, PENDING',
    });
    expect((await create()).accepted?.requestId).toBe('ir_3');
    expect(server.connections.length).toBeGreaterThan(1);
  });

  test('is accepted for the same submission, sent again', async () => {
    const server = await rawServer({ onRequest: ({ socket }) => socket.write(created('ir_1')) });
    const connection = connectionTo(server.origin);
    const create = () => createInterviewRequest(connection, createCall(server.origin));
    expect([(await create()).name, (await create()).name]).toEqual(['accepted', 'accepted']);
  });
});

describe('an informational answer', () => {
  const INFORMATIONAL = ['100 Continue', '102 Processing', '103 Early Hints', '199 Something'];

  test.each(INFORMATIONAL)('%s before the real one is skipped', async (line) => {
    for (const rest of [created('ir_1'), httpAnswer(422, '{"message":"No"}')]) {
      const server = await rawServer({
        onRequest: ({ socket }) =>
          socket.write(`HTTP/1.1 ${line}\r\n\r\n`, () => setImmediate(() => socket.write(rest))),
      });
      expect((await createOnce(server.origin)).name).toBe(
        rest.includes('201') ? 'accepted' : 'refused_as_it_is',
      );
    }
  });

  test('may come any number of times, in one chunk or byte by byte', async () => {
    const bytes = `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(5)}HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${created('ir_1')}`;
    const whole = await rawServer({ onRequest: ({ socket }) => socket.write(bytes) });
    expect((await createOnce(whole.origin)).accepted?.requestId).toBe('ir_1');
    const slow = await rawServer({
      onRequest: ({ socket }) => {
        const letters = [...bytes];
        const next = (): void => {
          const letter = letters.shift();
          if (letter !== undefined) socket.write(letter, () => setImmediate(next));
        };
        next();
      },
    });
    expect((await createOnce(slow.origin)).accepted?.requestId).toBe('ir_1');
  });

  test('does not close the connection', async () => {
    const { server, create } = await trusted(({ socket }, id) =>
      socket.write(`HTTP/1.1 100 Continue\r\n\r\n${created(id)}`),
    );
    for (const id of ['ir_1', 'ir_2', 'ir_3']) expect((await create()).accepted?.requestId).toBe(id);
    expect(server.connections).toHaveLength(1);
  });

  test('is skipped by a status read', async () => {
    const answer = httpAnswer(200, '{"request_id":"ir_1","status":"COMPLETED"}');
    const server = await rawServer({
      onRequest: ({ socket }) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${answer}`),
    });
    const call = { baseUrl: server.origin, accessToken: 'token-1', requestId: 'ir_1' };
    expect((await getInterviewRequest(connectionsTo(server.origin), call)).name).toBe('read');
  });
});

test('a status answer about another request closes its connection, so that the next read is not shifted too', async () => {
  // Each answer is the one before: everything is shifted by one.
  let before = 'ir_0';
  const server = await rawServer({
    onRequest: ({ socket }, request) => {
      const asked = /requests\/(\S+)/.exec(request)?.[1] ?? '';
      const connection = server.connections.findIndex((each) => each.socket === socket);
      const named = connection === 0 ? before : asked;
      before = asked;
      socket.write(httpAnswer(200, `{"request_id":"${named}","status":"COMPLETED"}`));
    },
  });
  const connections = connectionsTo(server.origin, { reuse: provenReuseOf(server.origin) });
  const read = (requestId: string) =>
    getInterviewRequest(connections, { baseUrl: server.origin, accessToken: 'token-1', requestId });
  expect(await read('ir_1')).toEqual({ name: 'other_request', named: 'ir_0' });
  expect((await read('ir_2')).name).toBe('read');
  expect(server.connections).toHaveLength(2);
});
