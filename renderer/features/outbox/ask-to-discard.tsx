import { Anchor } from '@mantine/core';
import { modals } from '@mantine/modals';
import { maySendAgain, type OutboxRow } from '../../../shared/outbox.ts';
import { discard } from '../../api/outbox.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { openNotToCall } from '../../parts/do-not-call/open-not-to-call.ts';
import { showUndoToast } from '../../parts/toast/show-undo-toast.tsx';
import { discardedChange } from '../../parts/undo/discarded-change.ts';
import { openErasePerson } from '../../routes/person-to-erase.ts';

/** Asks for confirmation, then discards a submission; its record stays. */
export function askToDiscard(row: OutboxRow): void {
  askToConfirm({
    workspaceId: row.workspaceId,
    title: 'Discard this submission?',
    body: (
      <>
        <strong dir="auto">{row.candidateName}</strong> {consequence(row)}
        <InsteadOrAsWell row={row} />
      </>
    ),
    confirm: 'Discard it',
    danger: true,
    run: () => discardOne(row),
  });
}

async function discardOne(row: OutboxRow): Promise<void> {
  const { workspaceId, id, candidateName } = row;
  await discard(row);
  const change = discardedChange(workspaceId, [id], candidateName);
  showUndoToast({ ...change, title: `${candidateName} discarded` });
}

const NOT_TRACKED = "Callboard won't track the request, but asks you before this number is submitted again.";

/** What discarding means for the candidate, continuing a sentence that begins with the name. */
function consequence(row: OutboxRow): string {
  if (row.state !== 'unconfirmed') return "won't be submitted.";
  return maySendAgain(row)
    ? `may still be called if the submission reached the service. ${NOT_TRACKED}`
    : `will still be called: the service accepted the submission. ${NOT_TRACKED}`;
}

/** Discarding keeps the record and forbids nothing, so the dialog offers erasure and the do-not-call list, too. */
function InsteadOrAsWell({ row: { workspaceId, candidateName, phoneNumber } }: { row: OutboxRow }) {
  const notToCall = () => {
    modals.closeAll();
    openNotToCall({ workspaceId, candidateName, phoneNumbers: [phoneNumber] });
  };
  const erase = () => {
    modals.closeAll();
    openErasePerson({ name: candidateName, phone: phoneNumber });
  };
  return (
    <p style={{ marginBottom: 0 }}>
      The record stays in Callboard.{' '}
      <Anchor component="button" type="button" size="sm" onClick={erase}>
        Erase this person instead…
      </Anchor>{' '}
      <Anchor component="button" type="button" size="sm" onClick={notToCall}>
        Do not call this number…
      </Anchor>
    </p>
  );
}
