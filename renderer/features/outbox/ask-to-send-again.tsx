import type { OutboxRow } from '../../../shared/outbox.ts';
import { useDuplicatesOf } from '../../api/duplicates.ts';
import { sendAgain } from '../../api/outbox.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { askToConfirm } from '../../parts/confirm/ask-to-confirm.tsx';
import { duplicateLine } from '../../parts/duplicates/duplicate-words.ts';
import { PhoneText } from '../../parts/phone/phone-text.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import { sayHowMany } from './say-how-many.ts';

/** Asks before a second call becomes possible, then queues the submission once more. */
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
          If you can see the request at the service, enter its request ID instead.
        </p>
      </>
    ),
    confirm: 'Send again anyway',
    danger: true,
    run: () => sendAgain([row]),
  });
}

/** What else is known of the number: each of these is one call more. */
function OtherSubmissions({ row: { id, workspaceId, phoneNumber } }: { row: OutboxRow }) {
  const { data = [] } = useDuplicatesOf(workspaceAccess(workspaceId), phoneNumber);
  const others = data.filter(({ submissionId }) => submissionId !== id);
  if (others.length === 0) return null;
  return (
    <>
      <p style={{ marginBottom: 4 }}>This number was submitted at other times, too:</p>
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

/** Asks once before second calls become possible, then queues all of these once more. */
export function askToSendAllAgain(rows: readonly OutboxRow[]): void {
  const [only, ...others] = rows;
  if (only && others.length === 0) {
    askToSendAgain(only);
    return;
  }
  const persons = new Set(rows.map(({ phoneNumber }) => phoneNumber)).size;
  askToConfirm({
    ...(only && { workspaceId: only.workspaceId }),
    title: `${countOf(persons, 'person', 'persons')} may be called twice`,
    body: 'The first submissions may have reached the service. Where that is so, sending again may call the person twice. Where you can see a request at the service, enter its request ID instead.',
    confirm: `Send all ${rows.length} again anyway`,
    danger: true,
    run: async () => sayHowMany(rows, await sendAgain(rows), 'queued again'),
  });
}
