import type { SubmissionProblem } from '../../../../shared/problems.ts';
import type { SubmissionDetail } from '../../../../shared/submission-detail.ts';
import { answerWords, problemWords } from '../../../../shared/words/problem-words.ts';
import { SUBMISSION_TONES } from '../../../../shared/words/submission-state-words.ts';
import { hasWholeAnswer } from '../../../parts/service-answer/open-whole-answer.tsx';
import { quotedWords } from '../../../parts/service-answer/quoted-words.ts';
import { WholeAnswerButton } from '../../../parts/service-answer/reason.tsx';
import { StatusLabel } from '../../../parts/service-answer/status-label.tsx';
import { OutcomeBadge } from '../../../parts/status/status-badge.tsx';
import { useNow } from '../../../parts/time/use-now.ts';
import { useWaitingWords } from '../use-waiting-words.ts';
import classes from './standing.module.css';
import { StandingActions } from './standing-actions.tsx';
import { standingCause, standingWords } from './standing-words.ts';

/** Where a submission stands, why, and the next step with its actions. */
export function Standing({ submission }: { submission: SubmissionDetail }) {
  const { title, text } = standingWords(submission, useWaitingWords(submission), useNow());
  const cause = standingCause(submission);
  return (
    <section
      className={classes['standing']}
      data-tone={SUBMISSION_TONES[submission.state]}
      aria-label="State"
    >
      <h2 className={classes['title']}>{title}</h2>
      {cause && <Cause problem={cause} candidateName={submission.candidateName} />}
      {text !== '' && <p className={classes['text']}>{text}</p>}
      {submission.request && (
        <p className={classes['text']}>
          What became of it: <OutcomeBadge {...submission.request} />
        </p>
      )}
      <StandingActions submission={submission} />
    </section>
  );
}

/** What happened and, in full, what the service said. */
function Cause({ problem, candidateName }: { problem: SubmissionProblem; candidateName: string }) {
  const words = answerWords(problem);
  return (
    <>
      <p className={classes['text']}>
        {problemWords(problem).message} <StatusLabel problem={problem} />
      </p>
      {words && (
        <blockquote className={classes['said']} dir="auto">
          {problem.said ? quotedWords(words) : words}
        </blockquote>
      )}
      {hasWholeAnswer(problem) && <WholeAnswerButton problem={problem} candidateName={candidateName} />}
    </>
  );
}
