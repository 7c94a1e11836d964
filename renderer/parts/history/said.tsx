import type { SubmissionProblem } from '../../../shared/problems.ts';
import { hasWholeAnswer } from '../service-answer/open-whole-answer.tsx';
import { quotedWords } from '../service-answer/quoted-words.ts';
import { WholeAnswerButton } from '../service-answer/reason.tsx';
import classes from './history-section.module.css';

interface SaidProps {
  readonly problem: SubmissionProblem;
  /** The service's own words or, without an answer, the technical reason. */
  readonly detail: string | null;
  readonly candidateName: string;
}

/** What the service said of an attempt, never folded, and its whole answer. */
export function Said({ problem, detail, candidateName }: SaidProps) {
  return (
    <>
      {detail && (
        <p className={classes['detail']} dir="auto">
          {detail === problem.said?.text ? quotedWords(detail) : detail}
        </p>
      )}
      {problem.answer && hasWholeAnswer(problem) && (
        <WholeAnswerButton problem={problem} candidateName={candidateName} />
      )}
    </>
  );
}
