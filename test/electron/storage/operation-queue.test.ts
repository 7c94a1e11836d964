import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { CLOSE, type Message, type StoreCall } from '../../../electron/storage/messages.ts';
import { OperationQueue } from '../../../electron/storage/operation-queue.ts';

type Mode = 'read' | 'write' | 'exclusive';

/** An inbox at one end of a port; an ask's operation is its mode. */
function inbox() {
  const { port1: here, port2: there } = new MessageChannel();
  onTestFinished(() => here.close());
  const modeOf = ({ operation }: StoreCall): Mode =>
    operation === 'write' || operation === 'exclusive' ? operation : 'read';
  return { inbox: new OperationQueue(here, modeOf), send: (message: Message) => there.postMessage(message) };
}

function calls(...modes: readonly Mode[]): StoreCall[] {
  return modes.map((operation, index) => ({ id: index + 1, store: 'any', operation, args: [] }));
}

const ids = (given: readonly StoreCall[]): number[] => given.map(({ id }) => id);

test('gives out what was asked in the order in which it came', () => {
  const { inbox: box } = inbox();
  expect(box.first).toBeUndefined();
  box.push(calls('read', 'read'));
  expect(box.first?.id).toBe(1);
  expect([box.shift().id, box.shift().id]).toEqual([1, 2]);
  expect(box.first).toBeUndefined();
  expect(() => box.shift()).toThrow('The queue is empty.');
});

test('gives out writes together with the reads between them, and leaves the reads after the last', () => {
  const { inbox: box } = inbox();
  box.push(calls('write', 'read', 'write', 'read'));
  expect(ids(box.drainUpToLastWrite())).toEqual([1, 2, 3]);
  expect(box.first?.id).toBe(4);
  expect(box.drainUpToLastWrite()).toEqual([]);
});

test('gives out no write that comes after what has to be done alone', () => {
  const { inbox: box } = inbox();
  box.push(calls('read', 'write', 'exclusive', 'write'));
  expect(ids(box.drainUpToLastWrite())).toEqual([1, 2]);
  expect(box.drainUpToLastWrite()).toEqual([]);
  expect(box.shift().operation).toBe('exclusive');
  expect(ids(box.drainUpToLastWrite())).toEqual([4]);
});

test('looks for what has come meanwhile, behind what is there already, and waits for nothing', () => {
  const { inbox: box, send } = inbox();
  box.poll();
  expect(box.first).toBeUndefined();
  box.push(calls('write'));
  send([{ id: 7, store: 'any', operation: 'write', args: [] }]);
  send([{ id: 8, store: 'any', operation: 'read', args: [] }]);
  box.poll();
  expect(ids(box.drainUpToLastWrite())).toEqual([1, 7]);
  expect(box.shift().id).toBe(8);
});

test('knows when no more will come, and still gives out what came before', () => {
  const { inbox: box, send } = inbox();
  send(calls('write'));
  send(CLOSE);
  expect(box.closed).toBe(false);
  box.poll();
  expect(box.closed).toBe(true);
  expect(ids(box.drainUpToLastWrite())).toEqual([1]);
});
