import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Notice } from '../../parts/notice/notice.tsx';
import classes from './duplicate-question.module.css';

interface NoticeQuestionProps {
  /** When notice and call are far enough apart, UTC ms. */
  readonly sendAt: number;
  readonly busy: boolean;
  readonly onWait: () => void;
}

/** Offers to wait for the first day that is late enough; why it isn't now stands at the field. */
export function NoticeQuestion({ sendAt, busy, onWait }: NoticeQuestionProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Focuses the frame and no button: a key that is still held down must not answer.
    frame.current?.focus();
  }, []);
  const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long' }).format(sendAt);
  return (
    <div ref={frame} tabIndex={-1} data-asks className={classes['frame']}>
      <Notice tone="warning" role="alert" title="Nothing was queued.">
        <p>The notice is too recent for a call now. {day} is the first day that is late enough.</p>
        <div className={classes['actions']}>
          <Button size="xs" variant="default" loading={busy} onClick={onWait}>
            Send on {day}
          </Button>
        </div>
      </Notice>
    </div>
  );
}
