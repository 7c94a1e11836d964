import { describe, expect, test } from 'vitest';
import { sourceFromText } from '../../renderer/features/import/import-source.ts';
import {
  closeImport,
  type ImportState,
  NO_IMPORT,
  openSource,
  withEnd,
  withQueued,
  withUnclearSettled,
} from '../../renderer/features/import/import-state.ts';
import { type ReadyRow, submissionKey } from '../../renderer/features/import/judge-rows.ts';
import { CHUNK_SIZE, type QueueSteps, queueRows } from '../../renderer/features/import/queue-rows.ts';

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
  const inQueue: string[] = [];
  const told: number[] = [];
  let chunk = 0;
  const steps: QueueSteps = {
    mayGo: async () => undefined,
    send: async (submissions) => {
      chunk += 1;
      const does = send(chunk);
      if (does !== 'refuses') inQueue.push(...submissions.map(({ phoneNumber }) => phoneNumber));
      if (does !== 'takes') throw new Error('disk full');
    },
    hasArrived: async ([first]) => {
      if (lookFails) throw new Error('no answer');
      return first !== undefined && inQueue.includes(first.phoneNumber);
    },
    onQueued: (rows) => told.push(...rows.map(({ number }) => number)),
    now: () => 1000,
  };
  return { steps, inQueue, told };
}

describe('queueing', () => {
  test('goes in chunks of 500 and tells each', async () => {
    const { steps, inQueue, told } = fakeQueue(() => 'takes');
    const sizes: number[] = [];
    const send: QueueSteps['send'] = (submissions, despiteDuplicates) => {
      sizes.push(submissions.length);
      return steps.send(submissions, despiteDuplicates);
    };
    expect(await queueRows(rowsOf(1201), { ...steps, send })).toEqual({ failure: null, unclear: [] });
    expect(sizes).toEqual([CHUNK_SIZE, CHUNK_SIZE, 201]);
    expect(new Set(inQueue).size).toBe(1201);
    expect(told).toHaveLength(1201);
  });

  test('sends duplicates that are meant last and on their own', async () => {
    const { steps } = fakeQueue(() => 'takes');
    const rows = rowsOf(4).map((row) => ({ ...row, anyway: row.number % 2 === 0 }));
    const sent: [string[], boolean][] = [];
    const send: QueueSteps['send'] = (submissions, despiteDuplicates) => {
      sent.push([submissions.map(({ candidateName }) => candidateName), despiteDuplicates]);
      return Promise.resolve();
    };
    await queueRows(rows, { ...steps, send });
    expect(sent).toEqual([
      [['Candidate 1', 'Candidate 3'], false],
      [['Candidate 0', 'Candidate 2'], true],
    ]);
  });

  test('stops at a failure; trying the rest queues everybody once', async () => {
    const rows = rowsOf(1400);
    let broken = true;
    const { steps, inQueue, told } = fakeQueue((chunk) => (broken && chunk === 2 ? 'refuses' : 'takes'));
    const end = await queueRows(rows, steps);
    expect(end.failure).toMatchObject({ cause: new Error('disk full'), since: 1000 });
    expect(end.unclear).toEqual([]);
    expect(told).toHaveLength(500);

    broken = false;
    const rest = rows.filter(({ number }) => !told.includes(number));
    await queueRows(rest, steps);
    expect(inQueue).toHaveLength(1400);
    expect(new Set(inQueue).size).toBe(1400);
  });

  test('goes on when only the answer to a chunk got lost', async () => {
    const { steps, inQueue, told } = fakeQueue((chunk) => (chunk === 1 ? 'takes, answer lost' : 'takes'));
    expect((await queueRows(rowsOf(600), steps)).failure).toBeNull();
    expect(told).toHaveLength(600);
    expect(inQueue).toHaveLength(600);
  });

  test('leaves a chunk unclear when it cannot be looked for', async () => {
    const { steps, told } = fakeQueue((chunk) => (chunk === 2 ? 'takes, answer lost' : 'takes'), true);
    const { unclear } = await queueRows(rowsOf(1100), steps);
    expect(unclear.map(({ number }) => number)).toEqual(
      rowsOf(1000)
        .slice(500)
        .map(({ number }) => number),
    );
    expect(told).toHaveLength(500);
  });

  test('sends nothing where it may not go', async () => {
    const { steps, inQueue } = fakeQueue(() => 'takes');
    const mayGo = () => Promise.reject(new Error('another workspace'));
    const end = await queueRows(rowsOf(3), { ...steps, mayGo });
    expect(end).toMatchObject({ failure: { cause: new Error('another workspace') }, unclear: [] });
    expect(inQueue).toEqual([]);
  });
});

describe('the import', () => {
  const [first, second] = rowsOf(2);
  if (!first || !second) throw new Error('Two rows are needed');

  function opened(): NonNullable<ImportState['open']> {
    const source = sourceFromText('x.csv', 'Name,Phone\nAda,+49', null);
    if (!source.ok) throw new Error(source.error.message);
    const { open } = openSource(NO_IMPORT, source.value);
    if (!open) throw new Error('Nothing open');
    return open;
  }
  const halfDone = () =>
    withEnd(withQueued(opened(), [first]), { failure: { cause: 'x', since: 1 }, unclear: [second] });

  test('remembers after it is closed whom it queued or may have', () => {
    const closed = closeImport({ open: halfDone(), sentBefore: new Set(['earlier']) });
    expect(closed.open).toBeNull();
    expect([...closed.sentBefore]).toEqual([
      'earlier',
      submissionKey(first.fields),
      submissionKey(second.fields),
    ]);
  });

  test('takes unclear rows for queued, or gives them back, once that is known', () => {
    const arrived = withUnclearSettled(halfDone(), true);
    expect([...arrived.queued.keys()]).toEqual([2, 3]);
    const lost = withUnclearSettled(halfDone(), false);
    expect([...lost.queued.keys()]).toEqual([2]);
    expect(lost.unclear.size).toBe(0);
  });
});
