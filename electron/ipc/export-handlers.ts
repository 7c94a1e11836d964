import type { SavedFile } from '../../shared/ipc/call.ts';
import type { Handlers } from '../../shared/ipc/contract.ts';
import { localDay } from '../../shared/local-day.ts';
import type { RequestDetail } from '../../shared/request.ts';
import type { RequestSelection } from '../../shared/request-filter.ts';
import { CodedError } from '../../shared/result.ts';
import { candidateReport } from '../reports/candidate-report.ts';
import { comparisonCsv, comparisonReport } from '../reports/comparison-report.ts';
import {
  type ExportRun,
  ExportRuns,
  ExportStoppedError,
  requestsToCsv,
  requestsToJson,
} from '../reports/exported-requests.ts';
import type { LastChange } from '../storage/stores/export-store.ts';
import type { Stores } from '../storage/stores/index.ts';
import type { HandlerContext } from './handlers.ts';

type ExportHandlers = Pick<
  Handlers['requests'],
  'exportFile' | 'exportProgress' | 'stopExport' | 'exportReport'
>;

/** Exports of tracked requests to files. */
export function exportHandlers({
  stores,
  inWorkspace,
  exportFile,
  printReport,
}: HandlerContext): ExportHandlers {
  const runs = new ExportRuns();
  return {
    exportFile: inWorkspace(({ workspace }, input) =>
      exportRequests(workspace, input, { stores, runs, exportFile }),
    ),
    exportProgress: async () => runs.progress,
    stopExport: async () => {
      runs.stop();
    },
    exportReport: inWorkspace(async (open, { requestIds, format, workspaceId }) => {
      const found = await Promise.all(requestIds.map((id) => stores.requests.detail(workspaceId, id)));
      const signature = await stores.exports.signature(workspaceId);
      const requests = found.flatMap((request) =>
        request ? { ...request, by: request.by ?? signature } : [],
      );
      if (requests.length < found.length) throw new CodedError('request_not_tracked');
      const setting = { now: Date.now(), workspaceName: open.workspace.name };
      const report = (): AsyncIterable<string | Uint8Array> =>
        lazyChunk(async () => {
          if (format === 'csv') return comparisonCsv(requests);
          const [only] = requests;
          const page =
            requests.length === 1 && only
              ? candidateReport(only, setting)
              : comparisonReport(requests, setting);
          return printReport(page);
        });
      const count = requests.length;
      const what = count === 1 && format === 'pdf' ? 'report' : 'comparison';
      const name = `${subject(requests)} ${localDay(Date.now())}.${format}`;
      const path = await exportFile({ what, count }, name, report());
      return { path, count: requests.length };
    }),
  };
}

/** Calls `make` only when iterated, which is after the save dialog. */
async function* lazyChunk(
  make: () => Promise<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array, void> {
  yield await make();
}

function subject(requests: readonly RequestDetail[]): string {
  const [first, ...others] = requests;
  const name = first?.candidateName ?? '';
  return others.length === 0 ? `${name} report` : `${name} and ${others.length} more comparison`;
}

/** Requests per page: small enough for one message not to block either thread. */
const PAGE_SIZE = 100;
/** Pages to prefetch while one is written, so that neither thread waits for the other. */
const PREFETCH = 2;

interface ExportDependencies {
  readonly stores: Pick<Stores, 'exports' | 'pins'>;
  readonly runs: ExportRuns;
  readonly exportFile: HandlerContext['exportFile'];
}

/** Exports a workspace's requests to a file (the call `requests.exportFile`). */
export async function exportRequests(
  workspace: { readonly id: string; readonly name: string },
  { selection, format }: { readonly selection: RequestSelection; readonly format: 'csv' | 'json' },
  { stores, runs, exportFile }: ExportDependencies,
): Promise<SavedFile> {
  // Fix the rows first, so that changes during the export neither duplicate nor skip any.
  const selected = await stores.exports.rows(workspace.id, selection);
  const rows = 'requestIds' in selection ? selected : await latestFirst(stores, selected);
  if (rows.length === 0) throw new CodedError('nothing_to_export');
  const isCsv = format === 'csv';
  const pins = isCsv ? await stores.pins.list(workspace.id) : [];
  const run = runs.begin(rows.length, isCsv ? 2 : 1);
  const pages = <T>(read: (page: readonly number[]) => Promise<T>) => pagesOf(rows, run, read);
  const records = pages((page) => stores.exports.records(workspace.id, page));
  const answers = pages((page) => stores.exports.answersWithResults(workspace.id, page));
  const signature = await stores.exports.signature(workspace.id);
  const content = isCsv
    ? requestsToCsv(records, answers, pins, signature)
    : requestsToJson(records, signature);
  try {
    const count = rows.length;
    const name = `${workspace.name} requests ${localDay(Date.now())}.${format}`;
    return { path: await exportFile({ what: 'requests', count }, name, content), count };
  } catch (error) {
    if (error instanceof ExportStoppedError) return { path: null, count: rows.length };
    throw error;
  } finally {
    run.end();
  }
}

/** The rows, latest change first. Rows that change meanwhile are never sorted and come first. */
async function latestFirst(
  { exports }: ExportDependencies['stores'],
  rows: readonly number[],
): Promise<number[]> {
  const remaining = new Set(rows);
  const sorted: number[] = [];
  let last: LastChange | undefined = { changedAt: Number.MAX_SAFE_INTEGER, row: 0 };
  while (last && remaining.size > 0) {
    const changes: readonly LastChange[] = await exports.changedBefore(last);
    for (const { row } of changes) if (remaining.delete(row)) sorted.push(row);
    last = changes.at(-1);
  }
  return [...remaining, ...sorted];
}

/** Reads the rows page by page with prefetching, and reports progress to `run`. Throws when the run is stopped. */
async function* pagesOf<T>(
  rows: readonly number[],
  run: ExportRun,
  read: (page: readonly number[]) => Promise<T>,
): AsyncGenerator<T, void> {
  const prefetched: Promise<T>[] = [];
  for (let first = 0, requested = 0; first < rows.length; first += PAGE_SIZE) {
    run.advance(Math.min(PAGE_SIZE, rows.length - first));
    for (; requested < rows.length && prefetched.length <= PREFETCH; requested += PAGE_SIZE) {
      const reading = read(rows.slice(requested, requested + PAGE_SIZE));
      // Handled when awaited; if the export ends first, the error doesn't matter.
      reading.catch(() => undefined);
      prefetched.push(reading);
    }
    const page = prefetched.shift();
    if (page) yield await page;
  }
}
