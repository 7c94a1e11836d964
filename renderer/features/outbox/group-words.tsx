import type { SubmissionProblem } from '../../../shared/problems.ts';
import { answerWords, problemWords } from '../../../shared/words/problem-words.ts';
import { quotedWords } from '../../parts/service-answer/quoted-words.ts';
import { StatusLabel } from '../../parts/service-answer/status-label.tsx';
import { firstSentence } from './causes.ts';
import classes from './group-words.module.css';

interface GroupWordsProps {
  readonly problem: SubmissionProblem;
  /** Whose problem it is: others share it, so the name is left out of the service's words. */
  readonly candidateName: string;
}

/** Why a group of submissions is not accepted: the service's own words, or else ours, and the HTTP status. */
export function GroupWords({ problem, candidateName }: GroupWordsProps) {
  const words = groupWords(problem, candidateName);
  return (
    <span className={classes['cause']} title={[words, problemWords(problem).nextStep].join('\n\n')}>
      <span className={classes['words']} dir="auto">
        {words}
      </span>{' '}
      <StatusLabel problem={problem} />
    </span>
  );
}

/** The words of {@link GroupWords}, without what differs from row to row. */
export function groupWords(problem: SubmissionProblem, candidateName: string): string {
  const said = problem.code.startsWith('accepted_') ? undefined : (problem.alike ?? answerWords(problem));
  return said ? quotedWords(said.replaceAll(candidateName, '…')) : firstSentence(problem);
}
