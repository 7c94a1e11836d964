import type { OutboxRow } from '../../../shared/outbox.ts';
import { useDuplicatesOf } from '../../api/duplicates.ts';
import { sendAgain } from '../../api/outbox.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { duplicateLine } from '../../parts/duplicates/duplicate-words.ts';
import { PhoneText } from '../../parts/phone/phone-text.tsx';

/** Warns that the candidate may be called twice, then queues the submission again. */
export function askToSendAgain(row: OutboxRow): void {
  askToConfirm({
    workspaceId: row.workspaceId,
    title: 'This person may be called twice',
    body: (
      <>
        <p style={{ marginTop: 0 }}>
          The first submission of <strong dir="auto">{row.candidateName}</strong> may have reached the
          service. If it did, sending it again may call this person twice, at this number:
        </p>
        <PhoneText e164={row.phoneNumber} />
        <OtherSubmissions row={row} />
        <p style={{ marginBottom: 0 }}>
          If you find the request at the service, enter its request ID instead.
        </p>
      </>
    ),
    confirm: 'Send again anyway',
    danger: true,
    run: () => sendAgain(row),
  });
}

/** Other submissions of the same number, each of which may mean another call. */
function OtherSubmissions({ row: { id, workspaceId, phoneNumber } }: { row: OutboxRow }) {
  const { data = [] } = useDuplicatesOf(workspaceAccess(workspaceId), phoneNumber);
  const others = data.filter(({ submissionId }) => submissionId !== id);
  if (others.length === 0) return null;
  return (
    <>
      <p style={{ marginBottom: 4 }}>This number was also submitted at other times:</p>
      <ul style={{ margin: 0 }}>
        {others.map((other) => (
          <li key={other.submissionId} dir="auto">
            {duplicateLine(other)}
          </li>
        ))}
      </ul>
    </>
  );
}
