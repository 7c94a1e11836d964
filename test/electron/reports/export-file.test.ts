import { expect, test } from 'vitest';
import { exportRequests } from '../../../electron/ipc/export-handlers.ts';
import { ExportRuns } from '../../../electron/reports/exported-requests.ts';
import type { ExportProgress } from '../../../shared/ipc/request-calls.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { addTracked, sharedStorage } from '../storage/temporary-storage.ts';
import { growingFile } from './growing-file.ts';

const { withWorkspace } = sharedStorage();
const EVERYTHING = { filter: NO_FILTER, except: [] };
/** Five pages. */
const COUNT = 450;

/** Exports `COUNT` requests; calls `onPiece` after each chunk written to the file. */
async function exporting(format: 'csv' | 'json', onPiece: (runs: ExportRuns) => void = () => undefined) {
  const { storage, workspaceId } = await withWorkspace();
  await Promise.all(
    Array.from({ length: COUNT }, (_, n) => addTracked(storage, `${format}_${n}`, { workspaceId })),
  );
  const runs = new ExportRuns();
  const { file, exportFile } = growingFile(() => onPiece(runs));
  const workspace = { id: workspaceId, name: 'Acme' };
  const answer = await exportRequests(
    workspace,
    { selection: EVERYTHING, format },
    { stores: storage.stores, runs, exportFile },
  );
  return { answer, runs, file: file.text };
}

test.each(['csv', 'json'] as const)(
  'an export as %s reports its progress while it is written',
  async (format) => {
    const told: (ExportProgress | null)[] = [];
    const { answer, runs, file } = await exporting(format, (running) => told.push(running.progress));
    expect(answer).toMatchObject({ count: COUNT });
    expect(file.match(new RegExp(`${format}_\\d+`, 'g'))).toHaveLength(COUNT);
    expect(told.every((each) => each?.count === COUNT)).toBe(true);
    const done = told.map((each) => each?.done ?? 0);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect([done.at(0), done.at(-1)]).toEqual([expect.closeTo(format === 'csv' ? 0.5 : 0.22), 1]);
    expect(runs.progress).toBeNull();
  },
);

test('a stopped export reads no further, and ends as if the save dialog had been cancelled', async () => {
  const { answer, runs, file } = await exporting('json', (running) => running.stop());
  expect(answer).toEqual({ path: null, count: COUNT });
  expect(file.match(/json_\d+/g)).toHaveLength(100);
  expect(runs.progress).toBeNull();
});
