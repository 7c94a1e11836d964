import { Anchor, Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Duplicate } from '../../../shared/outbox.ts';
import { duplicateStatus } from '../../../shared/words/duplicate-words.ts';
import { useDuplicatesOf } from '../../api/duplicates.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { duplicateWhen } from '../../parts/duplicates/duplicate-words.ts';
import { Notice } from '../../parts/notice/notice.tsx';
import { usePhoneFormat } from '../../parts/phone/use-phone-format.ts';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { shortId } from '../../parts/text/short-id.ts';
import { requestPath, submissionPath } from '../../routes/paths.ts';
import classes from './duplicate-question.module.css';

interface DuplicateQuestionProps {
  /** E.164. */
  readonly phoneNumber: string;
  readonly busy: boolean;
  readonly onSubmitAnyway: () => void;
  readonly onLeave: () => void;
}

/** Asks, inside the form, whether to call someone again who was submitted before. */
export function DuplicateQuestion({ phoneNumber, busy, onSubmitAnyway, onLeave }: DuplicateQuestionProps) {
  const frame = useRef<HTMLDivElement>(null);
  const earlier = useDuplicatesOf(useWorkspace(), phoneNumber).data;
  useEffect(() => {
    // Focuses the frame and no button: a key that is still held down must not answer.
    frame.current?.focus();
  }, []);
  return (
    <div ref={frame} tabIndex={-1} data-asks className={classes['frame']}>
      <Notice tone="warning" role="alert" title="This phone number was submitted before.">
        <p>Nothing was queued. If you submit anyway, this person is called again.</p>
        <ul className={classes['list']}>
          {earlier?.map((submission) => (
            <Earlier key={submission.submissionId} earlier={submission} asked={phoneNumber} />
          ))}
        </ul>
        <div className={classes['actions']}>
          <Button size="xs" variant="default" onClick={onLeave}>
            Do not submit
          </Button>
          <Button size="xs" variant="default" loading={busy} onClick={onSubmitAnyway}>
            Submit anyway
          </Button>
        </div>
      </Notice>
    </div>
  );
}

/** An earlier submission, with its number if that differs from what was `asked` for. */
function Earlier({ earlier, asked }: { earlier: Duplicate; asked: string }) {
  const format = usePhoneFormat();
  const { candidateName, phoneNumber, jobName, jobDescriptionId } = earlier;
  return (
    <li className={classes['earlier']}>
      <span className={classes['name']} dir="auto">
        {candidateName}
      </span>
      <StatusBadge status={earlier.requestId === null ? duplicateStatus(earlier) : earlier.status} />
      <span className={classes['about']}>
        {duplicateWhen(earlier)} · <bdi>{jobName ?? shortId(jobDescriptionId)}</bdi>
        {phoneNumber !== asked && (
          <>
            {' · '}
            <span dir="ltr">{format(phoneNumber)}</span>
          </>
        )}
      </span>
      <EarlierLink earlier={earlier} />
    </li>
  );
}

function EarlierLink({ earlier: { submissionId, requestId, workspace } }: { earlier: Duplicate }) {
  // Only its own workspace shows it.
  if (workspace !== null) return null;
  return (
    <Anchor
      component={Link}
      size="sm"
      href={requestId === null ? submissionPath(submissionId) : requestPath(requestId)}
    >
      {requestId === null ? 'Open submission' : 'Open request'}
    </Anchor>
  );
}
