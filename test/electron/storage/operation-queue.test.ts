import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { CLOSE, type Message, type StoreCall } from '../../../electron/storage/messages.ts';
import { OperationQueue } from '../../../electron/storage/storage-server.ts';

type Mode = 'read' | 'write' | 'exclusive';

/** A queue at one end of a port; the operation of a call is its mode. */
function newQueue() {
  const { port1: here, port2: there } = new MessageChannel();
  onTestFinished(() => here.close());
  const modeOf = ({ operation }: StoreCall): Mode =>
    operation === 'write' || operation === 'exclusive' ? operation : 'read';
  return { queue: new OperationQueue(here, modeOf), send: (message: Message) => there.postMessage(message) };
}

function calls(...modes: readonly Mode[]): StoreCall[] {
  return modes.map((operation, index) => ({ id: index + 1, store: 'any', operation, args: [] }));
}

const ids = (given: readonly StoreCall[]): number[] => given.map(({ id }) => id);

test('gives calls in the order of their arrival', () => {
  const { queue } = newQueue();
  expect(queue.first).toBeUndefined();
  queue.push(calls('read', 'read'));
  expect(queue.first?.id).toBe(1);
  expect([queue.shift().id, queue.shift().id]).toEqual([1, 2]);
  expect(queue.first).toBeUndefined();
  expect(() => queue.shift()).toThrow('The queue is empty.');
});

test('groups writes with the reads between them, but not with reads after the last', () => {
  const { queue } = newQueue();
  queue.push(calls('write', 'read', 'write', 'read'));
  expect(ids(queue.drainUpToLastWrite())).toEqual([1, 2, 3]);
  expect(queue.first?.id).toBe(4);
  expect(queue.drainUpToLastWrite()).toEqual([]);
});

test('does not group writes after an exclusive operation', () => {
  const { queue } = newQueue();
  queue.push(calls('read', 'write', 'exclusive', 'write'));
  expect(ids(queue.drainUpToLastWrite())).toEqual([1, 2]);
  expect(queue.drainUpToLastWrite()).toEqual([]);
  expect(queue.shift().operation).toBe('exclusive');
  expect(ids(queue.drainUpToLastWrite())).toEqual([4]);
});

test('polls for new messages without waiting, and appends them', () => {
  const { queue, send } = newQueue();
  queue.poll();
  expect(queue.first).toBeUndefined();
  queue.push(calls('write'));
  send([{ id: 7, store: 'any', operation: 'write', args: [] }]);
  send([{ id: 8, store: 'any', operation: 'read', args: [] }]);
  queue.poll();
  expect(ids(queue.drainUpToLastWrite())).toEqual([1, 7]);
  expect(queue.shift().id).toBe(8);
});

test('is closed by a message, and still gives the calls before it', () => {
  const { queue, send } = newQueue();
  send(calls('write'));
  send(CLOSE);
  expect(queue.closed).toBe(false);
  queue.poll();
  expect(queue.closed).toBe(true);
  expect(ids(queue.drainUpToLastWrite())).toEqual([1]);
});
