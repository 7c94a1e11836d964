import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OutboxRow } from '../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import { problemWords } from '../../../shared/words/problem-words.ts';
import { BusyButton, type BusyButtonProps } from '../../parts/form/busy-button.tsx';
import { useRowTabIndex } from '../../parts/grid/row-activity.ts';
import { PhoneText } from '../../parts/phone/phone-text.tsx';
import { Reason } from '../../parts/service-answer/reason.tsx';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import { shortId } from '../../parts/text/short-id.ts';
import { RelativeTime } from '../../parts/time/relative-time.tsx';
import { firstSentence } from './causes.ts';
import classes from './outbox-cells.module.css';

/** The candidate's name and phone number. */
export function CandidateCell({ row }: { row: OutboxRow }) {
  return (
    <div className={classes['stack']}>
      <ClippedText strong>{row.candidateName}</ClippedText>
      <span className={classes['beneath']}>
        <PhoneText e164={row.phoneNumber} />
      </span>
    </div>
  );
}

/** The job description's name in the Library, or its ID. */
export function JobCell({ row }: { row: OutboxRow }) {
  return row.jobName ? (
    <ClippedText>{row.jobName}</ClippedText>
  ) : (
    <ClippedText mono dimmed title={row.jobDescriptionId}>
      {shortId(row.jobDescriptionId)}
    </ClippedText>
  );
}

/** What the service said about a refused submission, and what to do. */
export function ProblemCell({ row: { problem, candidateName, updatedAt } }: { row: OutboxRow }) {
  if (!problem) return <span className={classes['beneath']}>Unknown</span>;
  return (
    <Reason
      problem={problem}
      candidateName={candidateName}
      next={<NextStep at={updatedAt} problem={problem} />}
    />
  );
}

/** When it happened, and what to do. */
function NextStep({ at, problem }: { at: number; problem: SubmissionProblem }) {
  return (
    <>
      <RelativeTime at={at} />
      {` · ${problemWords(problem).nextStep}`}
    </>
  );
}

/** What happened to an unconfirmed submission, when, and what to do. */
export function HappenedCell({ row: { problem, candidateName, updatedAt } }: { row: OutboxRow }) {
  if (!problem) return <span className={classes['beneath']}>Unknown cause</span>;
  return (
    <Reason
      problem={problem}
      candidateName={candidateName}
      message={`${firstSentence(problem)}.`}
      next={<NextStep at={updatedAt} problem={problem} />}
    />
  );
}

/** When a draft was taken back and, if it was tried before, why it was not accepted. */
export function DraftCell({ row: { problem, candidateName, attempts, updatedAt } }: { row: OutboxRow }) {
  const when = <RelativeTime at={updatedAt} />;
  if (!problem || attempts === 0) return <span className={classes['beneath']}>Taken back {when}</span>;
  return (
    <Reason
      problem={problem}
      candidateName={candidateName}
      next={
        <>
          Tried {countOf(attempts, 'time')}, taken back {when}
        </>
      }
    />
  );
}

export function RowActions({ children }: { children: ReactNode }) {
  return <div className={classes['actions']}>{children}</div>;
}

interface RowButtonProps extends BusyButtonProps {
  readonly children: string;
  readonly className?: string | undefined;
}

/** A button in a row; a tab stop only while its row is active. */
export function RowButton(props: RowButtonProps) {
  const tabIndex = useRowTabIndex();
  return <BusyButton size="compact-xs" variant="default" tabIndex={tabIndex} {...props} />;
}

/** Replaces `Send again`, in the same width, where the service is known to have the submission. */
export function HasArrived() {
  return (
    <span className={classes['arrived']} data-instead-of="Send again" title={ARRIVED}>
      Arrived
      <VisuallyHidden>. {ARRIVED}</VisuallyHidden>
    </span>
  );
}

const ARRIVED = 'The service accepted it: if you sent it again, this person would be called twice.';
