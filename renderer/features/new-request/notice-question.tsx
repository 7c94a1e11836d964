import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import classes from './duplicate-question.module.css';

interface NoticeQuestionProps {
  /** When notice and call are far enough apart, UTC ms. */
  readonly sendAt: number;
  readonly error: unknown;
  readonly busy: boolean;
  readonly onWait: () => void;
}

/** Says that the candidate was told of the call too recently, and offers to wait for the day. */
export function NoticeQuestion({ sendAt, error, busy, onWait }: NoticeQuestionProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Focuses the frame and no button: a key that is still held down must not answer.
    frame.current?.focus();
  }, []);
  const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long' }).format(sendAt);
  return (
    <div ref={frame} tabIndex={-1} data-asks className={classes['frame']}>
      <ErrorNotice error={error} title="Nothing was queued." />
      <div className={classes['actions']}>
        <Button size="xs" variant="default" loading={busy} onClick={onWait}>
          Send on {day}
        </Button>
      </div>
    </div>
  );
}
