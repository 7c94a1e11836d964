import { Anchor, Button, Group } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { type DoNotCallAdded, MAX_SENT_BEFORE, type SentBefore } from '../../../shared/do-not-call.ts';
import { requestPath, submissionPath } from '../../routes/paths.ts';
import { requestSwitch } from '../../routes/pending-switches.ts';
import { useFocusOnMount } from '../form/use-focus-on-mount.ts';
import { Notice } from '../notice/notice.tsx';
import { PhoneText } from '../phone/phone-text.tsx';
import { countOf } from '../text/count-of.ts';
import { formatDate } from '../time/format-time.ts';
import classes from './do-not-call.module.css';

interface AddedResultProps {
  readonly result: DoNotCallAdded;
  readonly onClose: () => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** What came of putting numbers on the list: what was withdrawn, and what the service already has. */
export function AddedResult({ result, onClose, children }: AddedResultProps) {
  const done = useFocusOnMount<HTMLButtonElement>();
  return (
    <div className={classes['form']}>
      <p role="status">{addedWords(result)}</p>
      {result.sentBefore.length > 0 && <AlreadySent sent={result.sentBefore} onClose={onClose} />}
      <Group justify="flex-end" gap="xs">
        {children}
        <Button ref={done} onClick={onClose}>
          Done
        </Button>
      </Group>
    </div>
  );
}

/** How many numbers are new on the list, and how many submissions were withdrawn. */
export function addedWords({ added, withdrawn }: DoNotCallAdded): string {
  const numbers =
    added === 0
      ? 'Nothing was added: the list has it already.'
      : `${countOf(added, 'number is', 'numbers are')} now on the do-not-call list.`;
  const waiting =
    withdrawn === 0
      ? 'Nothing was waiting to be sent.'
      : `${countOf(withdrawn, 'waiting submission was', 'waiting submissions were')} withdrawn.`;
  return `${numbers} ${waiting}`;
}

function AlreadySent({ sent, onClose }: { sent: readonly SentBefore[]; onClose: () => void }) {
  const heading = useId();
  return (
    <>
      <Notice tone="warning" title={<span id={heading}>Sent to the service before</span>}>
        <p>
          Callboard can’t tell the service to stop: where a call may still come, ask the service to cancel it.
        </p>
      </Notice>
      <ul aria-labelledby={heading} className={classes['scrolled']}>
        {sent.map((each) => (
          <SentItem key={each.submissionId} sent={each} onClose={onClose} />
        ))}
      </ul>
      {sent.length === MAX_SENT_BEFORE && (
        <p>There may be more. Search the requests for a number to find them.</p>
      )}
    </>
  );
}

function SentItem({ sent, onClose }: { sent: SentBefore; onClose: () => void }) {
  const { submissionId, requestId, workspaceId, workspace, candidateName, phoneNumber, submittedAt } = sent;
  const open = () => {
    // An open dialog would keep another workspace from coming on screen.
    onClose();
    requestSwitch({
      workspaceId,
      path: requestId === null ? submissionPath(submissionId) : requestPath(requestId),
      title: candidateName,
    });
  };
  return (
    <li className={classes['line']}>
      <Anchor component="button" type="button" size="sm" dir="auto" onClick={open}>
        {candidateName}
      </Anchor>
      <span className={classes['dim']}>
        <PhoneText e164={phoneNumber} />
        Submitted on {formatDate(submittedAt)} · <bdi>{workspace}</bdi>
        {requestId === null && ' · may have reached the service'}
      </span>
    </li>
  );
}
