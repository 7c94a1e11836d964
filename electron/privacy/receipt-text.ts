import type { ErasureReceipt } from '../../shared/privacy.ts';

/** Printed below every receipt: what an erasure doesn't cover. */
const SERVICE_KEEPS =
  'This receipt covers this computer only. The service keeps its own copy of what was sent to it, calls it has already scheduled may still take place, and backups and exported files remain wherever they were saved. To have those erased, ask the service and whoever keeps the files.';

const FORGOTTEN =
  'Callboard no longer knows an erased number, so it can’t warn you if that number is submitted again, even while a call is still to come.';
const BLOCKED =
  'Of each number that stays blocked, only a keyed hash is kept, without any digits, so that nobody calls it again from this computer.';

/** A receipt as a text file that doesn't reveal who was erased. */
export function receiptText(receipt: ErasureReceipt, version: string): string {
  const lines = [
    'Callboard: erasure receipt',
    '',
    `Receipt:     ${receipt.id}`,
    `Reason:      ${reasonOf(receipt)}`,
    `From:        ${receipt.workspace ?? 'all workspaces on this computer'}`,
    `Started:     ${utc(receipt.begunAt)}`,
    `Finished:    ${receipt.finishedAt === null ? 'not yet; it continues automatically' : utc(receipt.finishedAt)}`,
    `By:          Callboard ${version}`,
    '',
    'Erased',
    `  Requests, with history, answers and tags:     ${receipt.requests}`,
    `  Submissions that never became requests:       ${receipt.submissions}`,
    `  Notes:                                        ${receipt.notes}`,
    `  Rows of imported files:                       ${receipt.importRows}`,
    `  Other texts that contained name or number:    ${receipt.mentions}`,
    `  Entries of the do-not-call list:              ${receipt.listedNumbers}`,
    `  Entries of the register of requests:          ${receipt.rightsRequests}`,
    '',
    `Numbers that stay blocked: ${receipt.blockedNumbers}`,
    ...keptLines(receipt),
    '',
    notErased(receipt),
  ];
  return `${lines.join('\n')}\n`;
}

/** A receipt as JSON, for programs. */
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
      do_not_call_entries: rest.listedNumbers,
      register_entries: rest.rightsRequests,
    },
    numbers_still_blocked: rest.blockedNumbers,
    held_by: rest.heldBy,
    under_floor_days: rest.floorDays,
    not_erased: notErased(receipt),
    callboard: version,
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** What would have kept it, and that a person erased it nevertheless. */
function keptLines({ heldBy, floorDays }: ErasureReceipt): string[] {
  return [
    ...(heldBy > 0
      ? [`Legal holds in force that kept it: ${heldBy}. A person was asked a second time, and erased it.`]
      : []),
    ...(floorDays === null
      ? []
      : [
          `Some of it was younger than the ${floorDays} days that the organisation keeps records. A person was asked a second time, and erased it.`,
        ]),
  ];
}

function notErased({ blockedNumbers }: ErasureReceipt): string {
  return `${SERVICE_KEEPS} ${blockedNumbers > 0 ? BLOCKED : FORGOTTEN}`;
}

function reasonOf({ kind, days }: ErasureReceipt): string {
  return kind === 'person' ? 'One person was erased' : `Finished more than ${days} days ago`;
}

function utc(at: number): string {
  return new Date(at).toISOString();
}
