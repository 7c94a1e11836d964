import { Button } from '@mantine/core';
import type { RefObject } from 'react';
import { useLocation } from 'wouter';
import type { ImportSummary } from '../../../shared/imports.ts';
import { toApiError } from '../../api/api-error.ts';
import { usePastImports } from '../../api/import.ts';
import { Notice } from '../../parts/notice/notice.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import { formatDateTime } from '../../parts/time/format-time.ts';
import { useSecondsLeft } from '../../parts/time/use-seconds-left.ts';
import type { OpenImport } from './import-state.ts';
import { outcomesOf } from './past-imports.tsx';
import { UndoRunButton, UndoTime } from './undo-run.tsx';
import { WithdrawButton } from './withdraw-button.tsx';

interface QueueOutcomeProps {
  readonly open: OpenImport;
  /** The number of rows that are not queued. */
  readonly left: number;
  readonly showButton: RefObject<HTMLButtonElement | null>;
  /** Withdraws what is not sent yet; resolves to how many. */
  readonly onUndo: () => Promise<number>;
}

/** The result of the last run, or a notice that the file was imported before. */
export function QueueOutcome({ open, left, ...actions }: QueueOutcomeProps) {
  const { queued, stopped, run, importedBefore } = open;
  const summary = usePastImports({ enabled: run === null }).data?.find(({ id }) => id === open.id);
  if (run) return null;
  if (queued.size === 0 && stopped === null) return <BeforeNotice at={importedBefore} />;
  const rest = `${countOf(left, 'row is', 'rows are')} not`;
  if (stopped !== null && stopped !== 'cancelled') {
    const { message, nextStep } = toApiError(stopped.cause);
    return (
      <Notice
        tone="problem"
        role="alert"
        title={`${whereQueued(queued.size, summary)}, ${rest}.`}
        actions={<OutcomeActions open={open} summary={summary} {...actions} />}
      >
        <UndoTime until={open.firstSendAt} />
        <p>{message}</p>
        {nextStep && <p>{nextStep}</p>}
        <p>You can queue the rest again. No row is queued twice.</p>
      </Notice>
    );
  }
  return (
    <Notice
      tone="info"
      role="alert"
      title={`${stopped === 'cancelled' ? 'Queueing stopped. ' : ''}${whereQueued(queued.size, summary)}.`}
      actions={<OutcomeActions open={open} summary={summary} {...actions} />}
    >
      <UndoTime until={open.firstSendAt} />
      {left > 0 && `${countOf(left, 'row stays', 'rows stay')} here for you to correct or leave.`}
    </Notice>
  );
}

function BeforeNotice({ at }: { at: number | null }) {
  if (at === null) return null;
  return (
    <Notice tone="info" title={`You imported this file on ${formatDateTime(at)}.`}>
      Candidates who are queued or were submitted show as duplicates here.
    </Notice>
  );
}

interface OutcomeActionsProps extends Omit<QueueOutcomeProps, 'left'> {
  readonly summary: ImportSummary | undefined;
}

function OutcomeActions({ open, summary, showButton, onUndo }: OutcomeActionsProps) {
  const canUndo = useSecondsLeft(open.firstSendAt) > 0;
  const [, navigate] = useLocation();
  if (open.queued.size === 0) return null;
  const allAccepted = summary?.accepted === open.queued.size;
  return (
    <>
      {canUndo ? (
        <UndoRunButton queued={open.queued.size} onUndo={onUndo} />
      ) : (
        <WithdrawButton id={open.id} name={open.source.name} />
      )}
      <Button
        ref={showButton}
        size="xs"
        variant="default"
        onClick={() => navigate(allAccepted ? '/requests' : '/outbox')}
      >
        {allAccepted ? 'Show in Requests' : 'Show in Outbox'}
      </Button>
    </>
  );
}

/** Uses the stored import's summary, which knows what was sent or withdrawn since; without it, everything is still queued. */
function whereQueued(count: number, summary: ImportSummary | undefined): string {
  if (!summary || summary.accepted + summary.refused + summary.withdrawn === 0) {
    return countOf(count, 'submission is in the queue', 'submissions are in the queue');
  }
  const outcomes = outcomesOf({ ...summary, notQueued: 0 });
  return `${countOf(count, 'submission was queued', 'submissions were queued')}: ${outcomes}`;
}
