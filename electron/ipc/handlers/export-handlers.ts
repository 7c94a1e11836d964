import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { RequestDetail } from '../../../shared/request.ts';
import { fail, ok } from '../../../shared/result.ts';
import { candidateReport } from '../../reports/candidate-report.ts';
import { comparisonCsv } from '../../reports/comparison-csv.ts';
import { comparisonReport } from '../../reports/comparison-report.ts';
import { requestsToCsv } from '../../reports/requests-to-csv.ts';
import { requestsToJson } from '../../reports/requests-to-json.ts';
import type { HandlerContext } from './context.ts';

/** Requests read from the store at a time: what one message carries without holding anybody up. */
const PAGE = 200;

type ExportHandlers = Pick<Handlers['requests'], 'exportFile' | 'exportReport'>;

/** Files made of tracked requests. */
export function exportHandlers({
  stores,
  inWorkspace,
  saveFile,
  printReport,
}: HandlerContext): ExportHandlers {
  return {
    exportFile: ({ selection, format }) =>
      inWorkspace(async (open, workspaceId) => {
        // The selection is settled first: what changes while the file grows neither doubles a row nor skips one.
        const rows = await stores.exports.rows(workspaceId, selection);
        if (rows.length === 0) {
          return fail('nothing_to_export', 'There is no request to export.', {
            nextStep: 'Change the filter or the selection, then export again.',
          });
        }
        const records = pages(rows, (page) => stores.exports.records(workspaceId, page));
        const content =
          format === 'csv'
            ? requestsToCsv(
                records,
                pages(rows, (page) => stores.exports.resultFields(workspaceId, page)),
                await stores.pins.list(workspaceId),
              )
            : requestsToJson(records);
        const path = await saveFile(`${open.workspace.name} requests ${today()}.${format}`, content);
        return ok({ path, count: rows.length });
      }),
    exportReport: ({ requestIds, format }) =>
      inWorkspace(async (open, workspaceId) => {
        const found = await Promise.all(requestIds.map((id) => stores.requests.detail(workspaceId, id)));
        const requests = found.filter((each) => each !== undefined);
        if (requests.length < found.length) {
          return fail('not_found', 'This workspace tracks no request of this ID.');
        }
        const setting = { now: Date.now(), workspaceName: open.workspace.name };
        const report = (): AsyncIterable<string | Uint8Array> =>
          onePiece(async () => {
            if (format === 'csv') return comparisonCsv(requests);
            const [only] = requests;
            const page =
              requests.length === 1 && only
                ? candidateReport(only, setting)
                : comparisonReport(requests, setting);
            return printReport(page);
          });
        const path = await saveFile(`${subject(requests)} ${today()}.${format}`, report());
        return ok({ path, count: requests.length });
      }),
  };
}

/** What there is of these rows, page by page. */
async function* pages<T>(
  rows: readonly number[],
  read: (page: readonly number[]) => Promise<T>,
): AsyncGenerator<T, void> {
  for (let first = 0; first < rows.length; first += PAGE) yield await read(rows.slice(first, first + PAGE));
}

/** Made when the person has said where it goes, not before. */
async function* onePiece(
  make: () => Promise<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array, void> {
  yield await make();
}

function subject(requests: readonly RequestDetail[]): string {
  const [first, ...others] = requests;
  const name = first?.candidateName ?? '';
  return others.length === 0 ? `${name} report` : `${name} and ${others.length} more comparison`;
}

/** The day where the person is. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
