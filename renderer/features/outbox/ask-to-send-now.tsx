import type { ReactNode } from 'react';
import type { OutboxRow } from '../../../shared/outbox.ts';
import { chosenTime } from '../../../shared/submission.ts';
import { toApiError } from '../../api/api-error.ts';
import { type WorkspaceAccess, workspaceAccess } from '../../api/workspace.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { chosenTimeWords } from '../../parts/send-later/chosen-time-words.ts';

/** Asks before overriding the chosen time, then sends the submission as soon as possible. */
export function askToSendNow(row: OutboxRow): void {
  askToConfirm({
    workspaceId: row.workspaceId,
    title: 'Send before the time you chose?',
    body: (
      <>
        You chose not to submit <strong dir="auto">{row.candidateName}</strong> before {chosenTimeOf(row)}. If
        you send now, this person may be called right away.
      </>
    ),
    confirm: 'Send now',
    run: () => sendNow(row),
  });
}

function chosenTimeOf(row: OutboxRow): string {
  const at = chosenTime(row) ?? row.sendAfter;
  return chosenTimeWords({ at, timeZone: row.notBeforeTimeZone ?? null }, Date.now());
}

/**
 * Sends a submission as soon as possible; asks first outside calling hours, or while the service's Retry-After lasts.
 * Gives whether it is due.
 */
export async function sendNow(row: OutboxRow, outsideHours = false): Promise<boolean> {
  const { api } = workspaceAccess(row.workspaceId);
  try {
    await api.submissions.tryNow({ id: row.id, outsideHours });
    return true;
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
    return false;
  }
}

/**
 * Retries all waiting submissions, and gives how many; while the service's Retry-After lasts, asks first, sends only one
 * and gives undefined.
 */
export async function tryAllNow({ id, api }: WorkspaceAccess): Promise<number | undefined> {
  try {
    return (await api.submissions.tryNow({})).changed;
  } catch (cause) {
    const error = toApiError(cause);
    if (error.code !== 'service_asks_to_wait') throw error;
    askToSendOneAnyway(id, error.message, 'The next waiting submission', () =>
      api.submissions.tryNow({ despiteWait: true }),
    );
    return undefined;
  }
}

/** Says until when the service asked to wait, and lets a person insist on one submission. */
export function askToSendOneAnyway(
  workspaceId: string,
  reason: string,
  submission: ReactNode,
  run: () => Promise<unknown>,
): void {
  askToConfirm({
    workspaceId,
    title: 'Send one now anyway?',
    body: (
      <>
        {reason} {submission} will be sent on its own. If the service accepts it, the others follow; if it
        asks to wait again, all of them keep waiting.
      </>
    ),
    confirm: 'Send one now',
    run,
  });
}

function askToCallAnyway(row: OutboxRow, reason: string): void {
  askToConfirm({
    workspaceId: row.workspaceId,
    title: 'Call outside the calling hours?',
    body: (
      <>
        {reason} If you send now, <strong dir="auto">{row.candidateName}</strong> may be called right away. If
        the service can't be reached for 15 minutes, calling hours apply again.
      </>
    ),
    confirm: 'Call now anyway',
    run: () => sendNow(row, true),
  });
}
