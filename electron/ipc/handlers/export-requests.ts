import type { SavedFile } from '../../../shared/ipc/call.ts';
import { localDay } from '../../../shared/local-day.ts';
import type { RequestSelection } from '../../../shared/request-filter.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { type ExportRun, type ExportRuns, ExportStoppedError } from '../../reports/export-runs.ts';
import { requestsToCsv } from '../../reports/requests-to-csv.ts';
import { requestsToJson } from '../../reports/requests-to-json.ts';
import type { Stores } from '../../storage/storage.ts';
import type { LastChange } from '../../storage/stores/export-store.ts';
import type { HandlerContext } from './context.ts';

/** Requests read from the store at a time: what one message carries without holding anybody up. */
const PAGE = 100;
/** Pages that are asked for while one is written, so that neither thread waits for the other. */
const PAGES_AHEAD = 2;

interface ExportMeans {
  readonly stores: Pick<Stores, 'exports' | 'pins'>;
  readonly runs: ExportRuns;
  readonly saveFile: HandlerContext['saveFile'];
}

/** Writes requests of a workspace to a file of the person's choice: `requests.exportFile` of the contract. */
export async function exportRequests(
  workspace: { readonly id: string; readonly name: string },
  { selection, format }: { readonly selection: RequestSelection; readonly format: 'csv' | 'json' },
  { stores, runs, saveFile }: ExportMeans,
): Promise<Result<SavedFile>> {
  // The selection is settled first: what changes while the file grows neither doubles a row nor skips one.
  const selected = await stores.exports.rows(workspace.id, selection);
  const rows = 'requestIds' in selection ? selected : await latestFirst(stores, selected);
  if (rows.length === 0) {
    return fail('nothing_to_export');
  }
  const isCsv = format === 'csv';
  const pins = isCsv ? await stores.pins.list(workspace.id) : [];
  const run = runs.begin(rows.length, isCsv ? 2 : 1);
  const pages = <T>(read: (page: readonly number[]) => Promise<T>) => pagesOf(rows, run, read);
  const records = pages((page) => stores.exports.records(workspace.id, page));
  const answers = pages((page) => stores.exports.answersWithResults(workspace.id, page));
  const content = isCsv ? requestsToCsv(records, answers, pins) : requestsToJson(records);
  try {
    return ok({
      path: await saveFile(`${workspace.name} requests ${localDay(Date.now())}.${format}`, content),
      count: rows.length,
    });
  } catch (error) {
    if (error instanceof ExportStoppedError) return ok({ path: null, count: rows.length });
    throw error;
  } finally {
    run.end();
  }
}

/** These rows, the latest change first. What changes meanwhile goes to where nobody looks again: it is the latest of all. */
async function latestFirst({ exports }: ExportMeans['stores'], rows: readonly number[]): Promise<number[]> {
  const left = new Set(rows);
  const met: number[] = [];
  let last: LastChange | undefined = { changedAt: Number.MAX_SAFE_INTEGER, row: 0 };
  while (last && left.size > 0) {
    const changes: readonly LastChange[] = await exports.changedBefore(last);
    for (const { row } of changes) if (left.delete(row)) met.push(row);
    last = changes.at(-1);
  }
  return [...left, ...met];
}

/** What there is of these rows, page by page, a few asked for ahead of the one that is written; tells the run, and ends with it. */
async function* pagesOf<T>(
  rows: readonly number[],
  run: ExportRun,
  read: (page: readonly number[]) => Promise<T>,
): AsyncGenerator<T, void> {
  const ahead: Promise<T>[] = [];
  for (let first = 0, asked = 0; first < rows.length; first += PAGE) {
    run.advance(Math.min(PAGE, rows.length - first));
    for (; asked < rows.length && ahead.length <= PAGES_AHEAD; asked += PAGE) {
      const reading = read(rows.slice(asked, asked + PAGE));
      // Awaited in its turn; where the file ends before, nobody is told any more.
      reading.catch(() => undefined);
      ahead.push(reading);
    }
    const page = ahead.shift();
    if (page) yield await page;
  }
}
