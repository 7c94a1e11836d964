import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { toApiError } from '../../api/api-error.ts';
import { Notice } from '../../parts/notice/notice.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import type { ImportSession } from './import-session.ts';
import type { OpenImport } from './import-state.ts';

interface QueueOutcomeProps {
  readonly open: OpenImport;
  /** Rows not in the queue. */
  readonly left: number;
  readonly session: ImportSession;
}

/** What is in the queue and what is not, once something was tried. */
export function QueueOutcome({ open, left, session }: QueueOutcomeProps) {
  const { queued, unclear, failure, run } = open;
  if (run) return null;
  if (unclear.size > 0) return <UnclearNotice open={open} session={session} />;
  if (failure) return <FailureNotice queued={queued.size} left={left} cause={failure.cause} />;
  if (queued.size === 0) return null;
  return (
    <Notice tone="info" role="alert" title={`${inQueue(queued.size)}.`} actions={<OutboxButton />}>
      {left > 0 && `${countOf(left, 'row is', 'rows are')} not, and stay here for correction.`}
    </Notice>
  );
}

function FailureNotice({ queued, left, cause }: { queued: number; left: number; cause: unknown }) {
  const { message, nextStep } = toApiError(cause);
  return (
    <Notice
      tone="problem"
      role="alert"
      title={`${inQueue(queued)}, ${countOf(left, 'row is', 'rows are')} not.`}
      actions={queued > 0 && <OutboxButton />}
    >
      <p>{message}</p>
      {nextStep && <p>{nextStep}</p>}
    </Notice>
  );
}

/** The answer to a chunk got lost, and so did the look whether it had arrived. */
function UnclearNotice({ open, session }: { open: OpenImport; session: ImportSession }) {
  const settle = useMutation({ mutationFn: session.settleUnclear });
  const some = open.unclear.size;
  return (
    <Notice
      tone="problem"
      role="alert"
      title={`Whether ${countOf(some, 'submission is', 'submissions are')} in the queue is not known.`}
      actions={
        <Button size="xs" variant="default" loading={settle.isPending} onClick={() => settle.mutate()}>
          Find out
        </Button>
      }
    >
      <p>
        Callboard stopped answering. Nothing more is queued until this is known, so that nobody is called
        twice.
      </p>
      {open.queued.size > 0 && <p>{inQueue(open.queued.size)} for certain.</p>}
      {settle.error && (
        <p role="alert">It does not answer yet. Try again; if that does not help, restart Callboard.</p>
      )}
    </Notice>
  );
}

function OutboxButton() {
  const [, navigate] = useLocation();
  return (
    <Button size="xs" variant="default" onClick={() => navigate('/outbox')}>
      Show in Outbox
    </Button>
  );
}

function inQueue(count: number): string {
  return countOf(count, 'submission is in the queue', 'submissions are in the queue');
}
