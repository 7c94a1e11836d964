import type { OutboxRow } from '../../../shared/outbox.ts';
import { api } from '../../api/api.ts';
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
    run: () => api.submissions.tryNow({ id: row.id }),
  });
}
