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

/** Who: the name, and the number that would be called. */
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

/** For which job: the Library's name, or the id. */
export function JobCell({ row }: { row: OutboxRow }) {
  return row.jobName ? (
    <ClippedText>{row.jobName}</ClippedText>
  ) : (
    <ClippedText mono dimmed title={row.jobDescriptionId}>
      {shortId(row.jobDescriptionId)}
    </ClippedText>
  );
}

/** What went wrong and what to do, at most two lines; all of it in the tooltip. */
export function ProblemCell({ row }: { row: OutboxRow }) {
  const { problem } = row;
  if (!problem) return <span className={classes['beneath']}>Not known</span>;
  const { message, nextStep } = problemWords(problem);
  const words = `${message} ${nextStep}`;
  return (
    <span
      className={classes['problem']}
      title={[words, answerWords(problem)].filter(Boolean).join('\n\n')}
      dir="auto"
    >
      {words}
    </span>
  );
}

/** What happened to an unconfirmed one, and when; what to do is said above the grid and in the tooltip. */
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

/** The buttons of a row, side by side. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className={classes['actions']}>{children}</div>;
}

interface RowButtonProps extends ButtonProps {
  readonly onClick: () => void;
  readonly children: string;
  readonly className?: string | undefined;
}

/** A button in a row: a tab stop only while the keyboard is on that row. */
export function RowButton(props: RowButtonProps) {
  const tabIndex = useRowTabIndex();
  return <Button size="compact-xs" variant="default" tabIndex={tabIndex} {...props} />;
}

/** In the place of `Send again` where the service is known to have the submission; as wide as that button. */
export function HasArrived() {
  return (
    <span className={classes['arrived']} data-instead-of="Send again" title={ARRIVED}>
      Arrived
      <VisuallyHidden>. {ARRIVED}</VisuallyHidden>
    </span>
  );
}

const ARRIVED = 'The service took it: sent again, this person would be called twice.';
