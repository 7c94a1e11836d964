import type { Handlers } from '../../../shared/ipc/contract.ts';
import { localDay } from '../../../shared/local-day.ts';
import type { RequestDetail } from '../../../shared/request.ts';
import { fail, ok } from '../../../shared/result.ts';
import { candidateReport } from '../../reports/candidate-report.ts';
import { comparisonCsv, comparisonReport } from '../../reports/comparison-report.ts';
import { ExportRuns } from '../../reports/exported-requests.ts';
import type { HandlerContext } from './context.ts';
import { exportRequests } from './export-requests.ts';

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
    exportProgress: async () => ok(runs.progress),
    stopExport: async () => {
      runs.stop();
      return ok(null);
    },
    exportReport: inWorkspace(async (open, { requestIds, format, workspaceId }) => {
      const found = await Promise.all(requestIds.map((id) => stores.requests.detail(workspaceId, id)));
      const requests = found.filter((request) => request !== undefined);
      if (requests.length < found.length) return fail('request_not_tracked');
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
      return ok({ path, count: requests.length });
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
