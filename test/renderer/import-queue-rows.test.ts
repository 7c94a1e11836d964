import { describe, expect, test } from 'vitest';
import type { ReadyRow } from '../../renderer/features/import/classify-rows.ts';
import { type QueueSteps, queueRows } from '../../renderer/features/import/import-session.ts';
import { IMPORT_CHUNK } from '../../shared/imports.ts';

function rowsOf(count: number): ReadyRow[] {
  return Array.from({ length: count }, (_, at) => ({
    number: at + 2,
    anyway: false,
    fields: {
      candidateName: `Candidate ${at}`,
      phoneNumber: `+491511${String(1_000_000 + at)}`,
      resumeUrl: 'https://cv.example/1',
      jobDescriptionId: '123e4567-e89b-12d3-a456-426614174000',
      questionnaireTemplateId: 'general',
    },
  }));
}

/** A queue that responds to each chunk as `send` says, and records the calls. */
function fakeQueue(
  send: (chunk: number) => 'stores' | 'fails' | 'stores, response lost',
  lookupFails = false,
  forbidden: readonly number[] = [],
) {
  const inQueue = new Set<number>();
  const reported: number[] = [];
  const sent: [number[], boolean][] = [];
  const steps: QueueSteps = {
    send: async (rows, despiteDuplicates) => {
      sent.push([rows.map(({ number }) => number), despiteDuplicates]);
      const does = send(sent.length);
      if (does !== 'fails') for (const { number } of rows) inQueue.add(number);
      if (does !== 'stores') throw new Error('disk full');
      return { forbidden: forbidden.filter((number) => inQueue.delete(number)) };
    },
    queuedRows: async () => {
      if (lookupFails) throw new Error('no answer');
      return [...inQueue];
    },
    onQueued: (rows) => reported.push(...rows.map(({ number }) => number)),
    cancelled: () => false,
  };
  return { steps, inQueue, reported, sent };
}

describe('queueing', () => {
  test('sends chunks of growing size up to the limit of a call, and reports each', async () => {
    const { steps, inQueue, reported, sent } = fakeQueue(() => 'stores');
    expect(await queueRows(rowsOf(1201), steps)).toBeNull();
    expect(sent.map(([numbers]) => numbers.length)).toEqual([16, 32, 64, 128, 256, IMPORT_CHUNK, 205]);
    expect([inQueue.size, reported.length]).toEqual([1201, 1201]);
  });

  test('sends deliberate duplicates last, in chunks of their own', async () => {
    const { steps, sent } = fakeQueue(() => 'stores');
    await queueRows(
      rowsOf(4).map((row) => ({ ...row, anyway: row.number % 2 === 0 })),
      steps,
    );
    expect(sent).toEqual([
      [[3, 5], false],
      [[2, 4], true],
    ]);
  });

  test('has at most two chunks in flight', async () => {
    const { steps } = fakeQueue(() => 'stores');
    let inFlight = 0;
    let most = 0;
    const send: QueueSteps['send'] = async (rows, despiteDuplicates) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      const sent = await steps.send(rows, despiteDuplicates);
      inFlight -= 1;
      return sent;
    };
    expect(await queueRows(rowsOf(5 * IMPORT_CHUNK), { ...steps, send })).toBeNull();
    expect(most).toBe(2);
  });

  test('reports rows that may not be called as not queued, and goes on', async () => {
    const { steps, reported } = fakeQueue(() => 'stores', false, [3, 20]);
    expect(await queueRows(rowsOf(40), steps)).toBeNull();
    expect(reported).toHaveLength(38);
    expect(reported).not.toContain(20);
  });

  test('stops at a failure and reports exactly the queued rows', async () => {
    const { steps, reported, inQueue, sent } = fakeQueue((chunk) => (chunk === 2 ? 'fails' : 'stores'));
    expect(await queueRows(rowsOf(5 * IMPORT_CHUNK), steps)).toMatchObject({
      cause: { message: 'disk full' },
    });
    // One chunk was in flight next to it, and one more may start during the lookup of queued rows.
    expect(sent.length).toBeLessThanOrEqual(4);
    expect(reported.toSorted()).toEqual([...inQueue].toSorted());
  });

  test('continues if a chunk was stored although its response was lost', async () => {
    const { steps, reported } = fakeQueue((chunk) => (chunk === 1 ? 'stores, response lost' : 'stores'));
    expect(await queueRows(rowsOf(1201), steps)).toBeNull();
    expect(reported).toHaveLength(1201);
  });

  test('stops if the lookup fails too, and reports no row as queued', async () => {
    const { steps, reported, inQueue } = fakeQueue(() => 'stores, response lost', true);
    expect(await queueRows(rowsOf(5 * IMPORT_CHUNK), steps)).toMatchObject({
      cause: { message: 'disk full' },
    });
    expect([reported.length, inQueue.size]).toEqual([0, 16 + 32]);
  });

  test('stops after the chunks in flight when it is cancelled', async () => {
    const { steps, reported } = fakeQueue(() => 'stores');
    const cancelled = () => reported.length > 0;
    expect(await queueRows(rowsOf(1201), { ...steps, cancelled })).toBe('cancelled');
    expect(reported).toHaveLength(16 + 32);
  });
});
