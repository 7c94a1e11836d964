import type { ErasureReceipt } from '../../shared/privacy.ts';

/** What stands under every receipt: the part of the truth that is easily forgotten. */
const SERVICE_KEEPS =
  'This receipt is about this computer. The service keeps its own copy of what was sent to it, calls that it has planned may still come, and backups and exported files are wherever they were saved. To have those erased, ask the service and whoever keeps the files. Callboard does not know an erased number any more: it cannot warn when that number is submitted again, even while a call is still to come.';

/** A receipt as a text to keep: nothing in it tells who was erased. */
export function receiptText(receipt: ErasureReceipt, version: string): string {
  const lines = [
    'Callboard: receipt of an erasure',
    '',
    `Receipt:     ${receipt.id}`,
    `Why:         ${reasonOf(receipt)}`,
    `From:        ${receipt.workspace ?? 'all workspaces on this computer'}`,
    `Begun:       ${utc(receipt.begunAt)}`,
    `Finished:    ${receipt.finishedAt === null ? 'not yet; it goes on by itself' : utc(receipt.finishedAt)}`,
    `By:          Callboard ${version}`,
    '',
    'Erased',
    `  Requests, with their history, answers, tags:  ${receipt.requests}`,
    `  Submissions that were no request yet:         ${receipt.submissions}`,
    `  Notes:                                        ${receipt.notes}`,
    `  Rows of imported files:                       ${receipt.importRows}`,
    `  Other texts with the name or number in them:  ${receipt.mentions}`,
    '',
    SERVICE_KEEPS,
  ];
  return `${lines.join('\n')}\n`;
}

/** The same for a program. */
export function receiptJson(receipt: ErasureReceipt, version: string): string {
  const { begunAt, finishedAt, ...rest } = receipt;
  const record = {
    receipt: rest.id,
    kind: rest.kind,
    workspace: rest.workspace,
    retention_days: rest.days,
    begun_at: utc(begunAt),
    finished_at: finishedAt === null ? null : utc(finishedAt),
    erased: {
      requests: rest.requests,
      submissions: rest.submissions,
      notes: rest.notes,
      import_rows: rest.importRows,
      mentions: rest.mentions,
    },
    not_erased: SERVICE_KEEPS,
    callboard: version,
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}

function reasonOf({ kind, days }: ErasureReceipt): string {
  return kind === 'person' ? 'One person was erased' : `Finished more than ${days} days ago`;
}

function utc(at: number): string {
  return new Date(at).toISOString();
}
