import { useLocation } from 'wouter';
import { maySendAgain, type OutboxRow } from '../../../shared/outbox.ts';
import { editFromOutboxPath } from '../../routes/paths.ts';
import { askForRequestId } from './ask-for-request-id.tsx';
import { askToDiscard } from './ask-to-discard.tsx';
import { askToSendAgain } from './ask-to-send-again.tsx';
import { HasArrived, RowActions, RowButton } from './outbox-cells.tsx';
import { useEdit } from './use-edit.ts';
import { WaitingActions } from './waiting-actions.tsx';

/** What a person can do with a submission in its state. */
export function OutboxActions({ row }: { row: OutboxRow }) {
  switch (row.state) {
    case 'unconfirmed':
      return <DecisionActions row={row} />;
    case 'rejected':
      return <RefusedActions row={row} />;
    case 'draft':
      return <DraftActions row={row} />;
    default:
      return <WaitingActions row={row} />;
  }
}

function DecisionActions({ row }: { row: OutboxRow }) {
  return (
    <RowActions>
      <RowButton onClick={() => askForRequestId(row)}>Enter request ID</RowButton>
      {maySendAgain(row) ? (
        <RowButton onClick={() => askToSendAgain(row)}>Send again</RowButton>
      ) : (
        <HasArrived />
      )}
      <RowButton onClick={() => askToDiscard(row)}>Discard</RowButton>
    </RowActions>
  );
}

function RefusedActions({ row }: { row: OutboxRow }) {
  const [, navigate] = useLocation();
  return (
    <RowActions>
      <RowButton onClick={() => navigate(editFromOutboxPath(row.id))}>Edit and submit again</RowButton>
      <RowButton onClick={() => askToDiscard(row)}>Discard</RowButton>
    </RowActions>
  );
}

function DraftActions({ row }: { row: OutboxRow }) {
  const edit = useEdit(row);
  return (
    <RowActions>
      <RowButton onClick={edit.start}>Edit</RowButton>
      <RowButton onClick={() => askToDiscard(row)}>Discard</RowButton>
    </RowActions>
  );
}
