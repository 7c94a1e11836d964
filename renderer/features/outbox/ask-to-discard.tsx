import type { OutboxRow } from '../../../shared/outbox.ts';
import { discard } from '../../api/outbox.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import { sayHowMany } from './say-how-many.ts';

/** Asks, then withdraws a submission; its record stays. */
export function askToDiscard(row: OutboxRow): void {
  askToConfirm({
    title: 'Discard this submission?',
    body:
      row.state === 'unconfirmed' ? (
        <>
          <Name row={row} /> may still be called if the submission did reach the service. Callboard will not
          follow it.
        </>
      ) : (
        <>
          <Name row={row} /> will not be submitted. This cannot be undone.
        </>
      ),
    confirm: 'Discard it',
    danger: true,
    run: () => discard([row.id]),
  });
}

/** Asks once, then withdraws all of these unconfirmed submissions. */
export function askToDiscardAll(rows: readonly OutboxRow[]): void {
  askToConfirm({
    title: `Discard ${countOf(rows.length, 'submission')}?`,
    body: 'These persons may still be called where the submission did reach the service. Callboard will not follow them.',
    confirm: `Discard all ${rows.length}`,
    danger: true,
    run: async () => sayHowMany(await discard(rows.map(({ id }) => id)), rows.length, 'discarded'),
  });
}

function Name({ row }: { row: OutboxRow }) {
  return <strong dir="auto">{row.candidateName}</strong>;
}
