import { Anchor } from '@mantine/core';
import { modals } from '@mantine/modals';
import { maySendAgain, type OutboxRow } from '../../../shared/outbox.ts';
import { discard } from '../../api/outbox.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import { openErasePerson } from '../../routes/person-to-erase.ts';
import { sayHowMany } from './say-how-many.ts';

/** Asks, then withdraws a submission; its record stays. */
export function askToDiscard(row: OutboxRow): void {
  askToConfirm({
    workspaceId: row.workspaceId,
    title: 'Discard this submission?',
    body: (
      <>
        <Name row={row} /> {whatFollows(row)}
        <ErasePersonInstead row={row} />
      </>
    ),
    confirm: 'Discard it',
    danger: true,
    run: () => discard([row]),
  });
}

const NOT_FOLLOWED = 'Callboard will not follow it, but asks you before this number is submitted again.';

function whatFollows(row: OutboxRow): string {
  if (row.state !== 'unconfirmed') return 'will not be submitted. This cannot be undone.';
  return maySendAgain(row)
    ? `may still be called if the submission did reach the service. ${NOT_FOLLOWED}`
    : `will be called all the same: the service took the submission. ${NOT_FOLLOWED}`;
}

/** Asks once, then withdraws all of these unconfirmed submissions. */
export function askToDiscardAll(rows: readonly OutboxRow[]): void {
  const [only, ...others] = rows;
  if (only && others.length === 0) {
    askToDiscard(only);
    return;
  }
  askToConfirm({
    ...(only && { workspaceId: only.workspaceId }),
    title: `Discard ${countOf(rows.length, 'submission')}?`,
    body: 'These persons may still be called where the submission did reach the service. Callboard will not follow them, but asks you before their numbers are submitted again.',
    confirm: `Discard all ${rows.length}`,
    danger: true,
    run: async () => sayHowMany(rows, await discard(rows), 'discarded'),
  });
}

/** Discarding keeps the record; who wants nothing kept is led to where that is done. */
function ErasePersonInstead({ row: { candidateName, phoneNumber } }: { row: OutboxRow }) {
  const erase = () => {
    modals.closeAll();
    openErasePerson({ name: candidateName, phone: phoneNumber });
  };
  return (
    <p style={{ marginBottom: 0 }}>
      The record stays in Callboard.{' '}
      <Anchor component="button" type="button" size="sm" onClick={erase}>
        Erase this person instead…
      </Anchor>
    </p>
  );
}

function Name({ row }: { row: OutboxRow }) {
  return <strong dir="auto">{row.candidateName}</strong>;
}
