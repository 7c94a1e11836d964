import type { OutboxRow } from '../../../shared/outbox.ts';
import { OUTSIDE_CALLING_HOURS } from '../../../shared/workspace-rules.ts';
import { toApiError } from '../../api/api-error.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { formatPlanned } from '../../parts/time/format-time.ts';

/** Asks before a chosen time is dropped, then sends the submission as soon as it can go. */
export function askToSendNow(row: OutboxRow): void {
  askToConfirm({
    title: 'Send it before the time you chose?',
    body: (
      <>
        <strong dir="auto">{row.candidateName}</strong> was not to go out before{' '}
        {formatPlanned(row.notBefore ?? row.sendAfter, Date.now())}. Sent now, this person may be called right
        away.
      </>
    ),
    confirm: 'Send now',
    run: () => sendNow(row),
  });
}

/** Sends it as soon as it can go; outside the calling hours only once the person has been asked. */
export async function sendNow(row: OutboxRow): Promise<void> {
  try {
    await workspaceAccess(row.workspaceId).api.submissions.tryNow({ id: row.id });
  } catch (cause) {
    const error = toApiError(cause);
    if (error.code !== OUTSIDE_CALLING_HOURS) throw error;
    askToCallAnyway(row, error.message);
  }
}

function askToCallAnyway(row: OutboxRow, why: string): void {
  askToConfirm({
    title: 'Call outside the calling hours?',
    body: (
      <>
        {why} Sent now, <strong dir="auto">{row.candidateName}</strong> may be called right away. Where the
        service cannot be reached for a quarter of an hour, the calling hours count again.
      </>
    ),
    confirm: 'Call now anyway',
    run: () => workspaceAccess(row.workspaceId).api.submissions.tryNow({ id: row.id, outsideHours: true }),
  });
}
