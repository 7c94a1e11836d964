import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { exportRequests } from '../../../electron/ipc/export-handlers.ts';
import { ExportRuns } from '../../../electron/reports/exported-requests.ts';
import type { Stores } from '../../../electron/storage/stores/index.ts';
import { applyReadOutcome } from '../../../electron/tracking/apply-answer.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { interviewRequestAnswer } from '../../../shared/service-interface.ts';
import { addTracked, temporaryStorage } from '../storage/temporary-storage.ts';
import { growingFile } from './growing-file.ts';

/** The steps of an export before which other changes may happen. */
type Step = 'first order' | 'further order' | 'columns' | 'records';

interface Others {
  readonly answered: (requestId: string, score: number, now: number) => Promise<void>;
  readonly accepted: (requestId: string, now: number) => Promise<unknown>;
  readonly erased: (requestId: string) => void;
}

/** Four requests, `a` to `d`, of which `d` has changed last, and changes that others may make. */
async function fourRequests() {
  const { stores, path } = await temporaryStorage();
  const others: Others = {
    answered: async (requestId, score, now) => {
      const [request] = await stores.requests.find('workspace-1', [requestId]);
      if (!request) throw new Error('It is tracked.');
      const raw = JSON.stringify({
        request_id: requestId,
        status: 'COMPLETED',
        assessment_results: { score },
      });
      const answer = interviewRequestAnswer.parse(JSON.parse(raw));
      await stores.requests.apply([applyReadOutcome(request, { name: 'read', answer, raw }, now, () => 0)]);
    },
    accepted: (requestId, now) => addTracked({ stores }, requestId, {}, now),
    erased: (requestId) => {
      const db = new DatabaseSync(path);
      db.prepare('DELETE FROM requests WHERE request_id = ?').run(requestId);
      db.close();
    },
  };
  for (const [place, id] of ['a', 'b', 'c', 'd'].entries()) {
    await others.accepted(id, 1000);
    await others.answered(id, place, 2000 + place);
  }
  return { stores, others };
}

/** The rows of a CSV, each as id and score, with other changes before some steps of the export. */
async function exportedWhile(
  meanwhile: Partial<Record<Step, (others: Others) => unknown>>,
): Promise<string[]> {
  const { stores, others } = await fourRequests();
  const { exports, pins }: Pick<Stores, 'exports' | 'pins'> = stores;
  const { file, exportFile } = growingFile();
  const before = async (step: Step): Promise<void> => {
    const happens = meanwhile[step];
    delete meanwhile[step];
    await happens?.(others);
  };
  let orderedSome = false;
  const watched: Stores['exports'] = {
    rows: (...args) => exports.rows(...args),
    signature: (...args) => exports.signature(...args),
    changedBefore: async (last) => {
      await before(orderedSome ? 'further order' : 'first order');
      orderedSome = true;
      // Batches of two instead of thousands.
      return (await exports.changedBefore(last)).slice(0, 2);
    },
    answersWithResults: async (...args) => {
      await before('columns');
      return exports.answersWithResults(...args);
    },
    records: async (...args) => {
      await before('records');
      return exports.records(...args);
    },
  };
  await exportRequests(
    { id: 'workspace-1', name: 'Acme' },
    { selection: { filter: NO_FILTER, except: [] }, format: 'csv' },
    { stores: { pins, exports: watched }, runs: new ExportRuns(), exportFile },
  );
  const [headings = '', ...lines] = file.text.trimEnd().split('\r\n');
  expect(headings).toMatch(/,Result: score$/);
  return lines.map((line) => {
    const cells = line.split(',');
    return `${cells[2]} ${cells.at(-1)}`;
  });
}

test('an export of a filter has the latest change first, although the order is read in batches', async () => {
  expect(await exportedWhile({})).toEqual(['d 3', 'c 2', 'b 1', 'a 0']);
});

test.each([
  ['not read yet', 'a', ['a 9', 'd 3', 'c 2', 'b 1']],
  ['already read', 'c', ['d 3', 'c 9', 'b 1', 'a 0']],
])(
  'a request that changes while the order is read is in the file only once: %s',
  async (_which, id, rows) => {
    expect(await exportedWhile({ 'further order': ({ answered }) => answered(id, 9, 5000) })).toEqual(rows);
  },
);

test('a request that changes after the clock was set back is in the file only once', async () => {
  const clockSetBack = { 'further order': ({ answered }: Others) => answered('d', 9, 1500) };
  expect(await exportedWhile(clockSetBack)).toEqual(['d 9', 'c 2', 'b 1', 'a 0']);
});

test.each(['first order', 'further order', 'columns', 'records'] as const)(
  'with changes before the step "%s", the file has current data, without erased and new requests',
  async (step) => {
    const rows = await exportedWhile({
      [step]: async ({ answered, accepted, erased }: Others) => {
        await answered('b', 8, 6000);
        erased('c');
        await accepted('e', 7000);
      },
    });
    expect(rows.toSorted()).toEqual(['a 0', 'b 8', 'd 3']);
  },
);
