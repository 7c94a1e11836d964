import { Button, type ButtonProps, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OutboxRow } from '../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import { answerWords, problemWords } from '../../../shared/words/problem-words.ts';
import { useRowTabIndex } from '../../parts/grid/row-activity.ts';
import { PhoneText } from '../../parts/phone/phone-text.tsx';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
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

/** What went wrong and what to do, in up to two lines; the tooltip has all of it. */
export function ProblemCell({ row }: { row: OutboxRow }) {
  const { problem } = row;
  if (!problem) return <span className={classes['beneath']}>Unknown</span>;
  const { message, nextStep } = problemWords(problem);
  return (
    <span className={classes['problem']} title={allWords(problem)} dir="auto">
      {`${message} ${nextStep}`}
    </span>
  );
}

/** What happened to an unconfirmed submission, and when; the tooltip says what to do. */
export function HappenedCell({ row }: { row: OutboxRow }) {
  return (
    <div className={classes['stack']}>
      <span className={classes['happened']} title={row.problem ? allWords(row.problem) : ''} dir="auto">
        {firstSentence(row.problem)}.
      </span>
      <span className={classes['beneath']}>
        <RelativeTime at={row.updatedAt} />
      </span>
    </div>
  );
}

function allWords(problem: SubmissionProblem): string {
  const { message, nextStep } = problemWords(problem);
  return [message, nextStep, answerWords(problem)].filter(Boolean).join('\n\n');
}

export function RowActions({ children }: { children: ReactNode }) {
  return <div className={classes['actions']}>{children}</div>;
}

interface RowButtonProps extends ButtonProps {
  readonly onClick: () => void;
  readonly children: string;
  readonly className?: string | undefined;
}

/** A button in a row; a tab stop only while its row is active. */
export function RowButton(props: RowButtonProps) {
  const tabIndex = useRowTabIndex();
  return <Button size="compact-xs" variant="default" tabIndex={tabIndex} {...props} />;
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
