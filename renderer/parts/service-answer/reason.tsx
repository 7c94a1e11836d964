import { UnstyledButton } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import { answerWords, problemWords, silenceWords } from '../../../shared/words/problem-words.ts';
import { useRowTabIndex } from '../grid/row-activity.ts';
import { hasWholeAnswer, openWholeAnswer } from './open-whole-answer.tsx';
import { quotedWords } from './quoted-words.ts';
import classes from './service-answer.module.css';
import { StatusLabel } from './status-label.tsx';

interface ReasonProps {
  readonly problem: SubmissionProblem;
  readonly candidateName: string;
  /** The first line, if the service said nothing. */
  readonly message?: string;
  /** The second line: what to do, unless told otherwise. */
  readonly next?: ReactNode;
}

/** Why a submission is not accepted, in a row: the service's own words, or else ours, and the next step. */
export function Reason({ problem, candidateName, message, next }: ReasonProps) {
  const tabIndex = useRowTabIndex();
  const ours = problemWords(problem);
  const words = answerWords(problem);
  const isAccepted = ACCEPTED.has(problem.code);
  return (
    <div
      className={classes['reason']}
      title={[ours.message, ours.nextStep, words].filter(Boolean).join('\n\n')}
    >
      <div className={classes['line']}>
        <span className={classes['words']} dir="auto">
          {words && !isAccepted ? quotedWords(words) : withSilence(message ?? ours.message, problem)}
        </span>
        <StatusLabel problem={problem} />
      </div>
      <div className={classes['line']}>
        <span className={classes['next']}>{next ?? ours.nextStep}</span>
        {hasWholeAnswer(problem) && (
          <WholeAnswerButton problem={problem} candidateName={candidateName} tabIndex={tabIndex} />
        )}
      </div>
    </div>
  );
}

function withSilence(message: string, problem: SubmissionProblem): string {
  return [message, silenceWords(problem)].filter(Boolean).join(' ');
}

/** Here the service's words say less than that it accepted the request. */
const ACCEPTED: ReadonlySet<SubmissionProblem['code']> = new Set([
  'accepted_without_id',
  'accepted_with_known_id',
]);

interface WholeAnswerButtonProps {
  readonly problem: SubmissionProblem;
  readonly candidateName: string;
  readonly tabIndex?: 0 | -1;
}

/** Opens the service's whole answer, or the system's message if there was none. */
export function WholeAnswerButton({ problem, candidateName, tabIndex = 0 }: WholeAnswerButtonProps) {
  const label = problem.answer ? 'Whole answer' : 'Details';
  return (
    <UnstyledButton
      className={classes['whole']}
      tabIndex={tabIndex}
      aria-label={label}
      aria-haspopup="dialog"
      title={label}
      onClick={() => openWholeAnswer(problem, candidateName)}
    >
      <IconFileText size={14} stroke={1.75} aria-hidden />
      <span>{label}</span>
    </UnstyledButton>
  );
}
