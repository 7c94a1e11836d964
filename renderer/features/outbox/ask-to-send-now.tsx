import type { ReactNode } from 'react';
import type { OutboxRow } from '../../../shared/outbox.ts';
import { toApiError } from '../../api/api-error.ts';
import { type WorkspaceAccess, workspaceAccess } from '../../api/workspace.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { formatPlanned } from '../../parts/time/format-time.ts';

/** Asks before a chosen time is dropped, then sends the submission as soon as it can go. */
export function askToSendNow(row: OutboxRow): void {
  askToConfirm({
    workspaceId: row.workspaceId,
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

/** Sends it as soon as it can go; outside the calling hours, or while the service asks to wait, only once the person has been asked. */
export async function sendNow(row: OutboxRow, outsideHours = false): Promise<void> {
  const { api } = workspaceAccess(row.workspaceId);
  try {
    await api.submissions.tryNow({ id: row.id, outsideHours });
  } catch (cause) {
    const error = toApiError(cause);
    if (error.code === 'outside_calling_hours') askToCallAnyway(row, error.message);
    else if (error.code === 'service_asks_to_wait') {
      askToSendOneAnyway(
        row.workspaceId,
        error.message,
        <strong dir="auto">{row.candidateName}</strong>,
        () => api.submissions.tryNow({ id: row.id, outsideHours, despiteWait: true }),
      );
    } else throw error;
  }
}

/** Tries all that wait for another try; while the service asks to wait, one of them, once the person has been asked. */
export async function tryAllNow({ id, api }: WorkspaceAccess): Promise<void> {
  try {
    await api.submissions.tryNow({});
  } catch (cause) {
    const error = toApiError(cause);
    if (error.code !== 'service_asks_to_wait') throw error;
    askToSendOneAnyway(id, error.message, 'The next one that waits', () =>
      api.submissions.tryNow({ despiteWait: true }),
    );
  }
}

function askToSendOneAnyway(
  workspaceId: string,
  why: string,
  who: ReactNode,
  run: () => Promise<unknown>,
): void {
  askToConfirm({
    workspaceId,
    title: 'Send one now anyway?',
    body: (
      <>
        {why} {who} is sent now, alone. If the service takes it, the others follow; if it asks to wait again,
        all wait on.
      </>
    ),
    confirm: 'Send one now',
    run,
  });
}

function askToCallAnyway(row: OutboxRow, why: string): void {
  askToConfirm({
    workspaceId: row.workspaceId,
    title: 'Call outside the calling hours?',
    body: (
      <>
        {why} Sent now, <strong dir="auto">{row.candidateName}</strong> may be called right away. Where the
        service cannot be reached for a quarter of an hour, the calling hours count again.
      </>
    ),
    confirm: 'Call now anyway',
    run: () => sendNow(row, true),
  });
}
