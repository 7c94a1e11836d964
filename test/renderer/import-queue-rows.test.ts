import { describe, expect, test } from 'vitest';
import type { ReadyRow } from '../../renderer/features/import/classify-rows.ts';
import { type QueueSteps, queueRows } from '../../renderer/features/import/queue-rows.ts';
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

/** A queue that does what `send` says for the chunk of this place, and writes down what it was told. */
function fakeQueue(send: (chunk: number) => 'takes' | 'refuses' | 'takes, answer lost', lookFails = false) {
  const inQueue = new Set<number>();
  const told: number[] = [];
  const sent: [number[], boolean][] = [];
  const steps: QueueSteps = {
    send: async (rows, despiteDuplicates) => {
      sent.push([rows.map(({ number }) => number), despiteDuplicates]);
      const does = send(sent.length);
      if (does !== 'refuses') for (const { number } of rows) inQueue.add(number);
      if (does !== 'takes') throw new Error('disk full');
    },
    queuedRows: async () => {
      if (lookFails) throw new Error('no answer');
      return [...inQueue];
    },
    onQueued: (rows) => told.push(...rows.map(({ number }) => number)),
    cancelled: () => false,
  };
  return { steps, inQueue, told, sent };
}

describe('queueing', () => {
  test('goes in chunks, the first small and the others as large as a call takes, and tells each', async () => {
    const { steps, inQueue, told, sent } = fakeQueue(() => 'takes');
    expect(await queueRows(rowsOf(1201), steps)).toBeNull();
    expect(sent.map(([numbers]) => numbers.length)).toEqual([16, 32, 64, 128, 256, IMPORT_CHUNK, 205]);
    expect([inQueue.size, told.length]).toEqual([1201, 1201]);
  });

  test('sends duplicates that are meant last and on their own', async () => {
    const { steps, sent } = fakeQueue(() => 'takes');
    await queueRows(
      rowsOf(4).map((row) => ({ ...row, anyway: row.number % 2 === 0 })),
      steps,
    );
    expect(sent).toEqual([
      [[3, 5], false],
      [[2, 4], true],
    ]);
  });

  test('makes one chunk ready while another is being stored, and no more', async () => {
    const { steps } = fakeQueue(() => 'takes');
    let underWay = 0;
    let most = 0;
    const send: QueueSteps['send'] = async (rows, despiteDuplicates) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await steps.send(rows, despiteDuplicates);
      underWay -= 1;
    };
    expect(await queueRows(rowsOf(5 * IMPORT_CHUNK), { ...steps, send })).toBeNull();
    expect(most).toBe(2);
  });

  test('stops at a failure and says what is in the queue', async () => {
    const { steps, told, inQueue, sent } = fakeQueue((chunk) => (chunk === 2 ? 'refuses' : 'takes'));
    expect(await queueRows(rowsOf(5 * IMPORT_CHUNK), steps)).toMatchObject({
      cause: { message: 'disk full' },
    });
    // One chunk was under way beside it, and one may begin while what has arrived is looked up.
    expect(sent.length).toBeLessThanOrEqual(4);
    expect(told.toSorted()).toEqual([...inQueue].toSorted());
  });

  test('goes on where a chunk has arrived although its answer got lost', async () => {
    const { steps, told } = fakeQueue((chunk) => (chunk === 1 ? 'takes, answer lost' : 'takes'));
    expect(await queueRows(rowsOf(1201), steps)).toBeNull();
    expect(told).toHaveLength(1201);
  });

  test('stops where it cannot find out, and counts nothing as queued that it does not know', async () => {
    const { steps, told, inQueue } = fakeQueue(() => 'takes, answer lost', true);
    expect(await queueRows(rowsOf(5 * IMPORT_CHUNK), steps)).toMatchObject({
      cause: { message: 'disk full' },
    });
    expect([told.length, inQueue.size]).toEqual([0, 16 + 32]);
  });

  test('stops behind the chunks under way when it is cancelled', async () => {
    const { steps, told } = fakeQueue(() => 'takes');
    expect(await queueRows(rowsOf(1201), { ...steps, cancelled: () => told.length > 0 })).toBe('cancelled');
    expect(told).toHaveLength(16 + 32);
  });
});
