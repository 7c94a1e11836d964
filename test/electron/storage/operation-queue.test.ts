import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { type Ask, CLOSE, type Message } from '../../../electron/storage/messages.ts';
import { OperationQueue } from '../../../electron/storage/operation-queue.ts';

type Mode = 'read' | 'write' | 'alone';

/** An inbox at one end of a port; an ask's operation is its mode. */
function inbox() {
  const { port1: here, port2: there } = new MessageChannel();
  onTestFinished(() => here.close());
  const modeOf = ({ operation }: Ask): Mode =>
    operation === 'write' || operation === 'alone' ? operation : 'read';
  return { inbox: new OperationQueue(here, modeOf), send: (message: Message) => there.postMessage(message) };
}

function asks(...modes: readonly Mode[]): Ask[] {
  return modes.map((operation, index) => ({ id: index + 1, store: 'any', operation, args: [] }));
}

const ids = (given: readonly Ask[]): number[] => given.map(({ id }) => id);

test('gives out what was asked in the order in which it came', () => {
  const { inbox: box } = inbox();
  expect(box.first).toBeUndefined();
  box.take(asks('read', 'read'));
  expect(box.first?.id).toBe(1);
  expect([box.takeFirst().id, box.takeFirst().id]).toEqual([1, 2]);
  expect(box.first).toBeUndefined();
  expect(() => box.takeFirst()).toThrow('Nothing was asked.');
});

test('gives out writes together with the reads between them, and leaves the reads after the last', () => {
  const { inbox: box } = inbox();
  box.take(asks('write', 'read', 'write', 'read'));
  expect(ids(box.takeWrites())).toEqual([1, 2, 3]);
  expect(box.first?.id).toBe(4);
  expect(box.takeWrites()).toEqual([]);
});

test('gives out no write that comes after what has to be done alone', () => {
  const { inbox: box } = inbox();
  box.take(asks('read', 'write', 'alone', 'write'));
  expect(ids(box.takeWrites())).toEqual([1, 2]);
  expect(box.takeWrites()).toEqual([]);
  expect(box.takeFirst().operation).toBe('alone');
  expect(ids(box.takeWrites())).toEqual([4]);
});

test('looks for what has come meanwhile, behind what is there already, and waits for nothing', () => {
  const { inbox: box, send } = inbox();
  box.look();
  expect(box.first).toBeUndefined();
  box.take(asks('write'));
  send([{ id: 7, store: 'any', operation: 'write', args: [] }]);
  send([{ id: 8, store: 'any', operation: 'read', args: [] }]);
  box.look();
  expect(ids(box.takeWrites())).toEqual([1, 7]);
  expect(box.takeFirst().id).toBe(8);
});

test('knows when no more will come, and still gives out what came before', () => {
  const { inbox: box, send } = inbox();
  send(asks('write'));
  send(CLOSE);
  expect(box.closed).toBe(false);
  box.look();
  expect(box.closed).toBe(true);
  expect(ids(box.takeWrites())).toEqual([1]);
});
