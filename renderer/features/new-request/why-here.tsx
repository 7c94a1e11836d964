import type { SubmissionProblem } from '../../../shared/problems.ts';
import type { Submission } from '../../../shared/submission.ts';
import { answerWords, problemWords } from '../../../shared/words/problem-words.ts';
import { Notice } from '../../parts/notice/notice.tsx';
import { hasWholeAnswer } from '../../parts/service-answer/open-whole-answer.tsx';
import { quotedWords } from '../../parts/service-answer/quoted-words.ts';
import { WholeAnswerButton } from '../../parts/service-answer/reason.tsx';
import { StatusLabel } from '../../parts/service-answer/status-label.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import { formatPlanned } from '../../parts/time/format-time.ts';

/** Why an earlier submission is open in the form: what was tried, and what the service said about no single field. */
export function WhyHere({ submission }: { submission: Submission }) {
  const { state, problem, candidateName } = submission;
  const isProblem = state !== 'draft' || submission.attempts > 0 || problem?.code === 'tries_used_up';
  const tried = isProblem ? problem : null;
  return (
    <Notice
      tone={state === 'draft' ? 'info' : 'warning'}
      title={titleOf(submission)}
      actions={
        tried && hasWholeAnswer(tried) && <WholeAnswerButton problem={tried} candidateName={candidateName} />
      }
    >
      <NoticeWait submission={submission} />
      {tried && <Tried problem={tried} isRefused={state === 'rejected'} />}
      {state === 'rejected' && problem && <p>{problemWords(problem).nextStep}</p>}
      {state === 'held' && <p>If you leave this form, it goes on waiting as before.</p>}
      {state === 'draft' && <p>Nobody is called until you submit it. It stays in the Outbox as a draft.</p>}
    </Notice>
  );
}

/** The day it waits for because of its notice: no choice of a person, so the form has it nowhere. */
function NoticeWait({ submission: { state, notBefore, wantedAt } }: { submission: Submission }) {
  const now = Date.now();
  if (wantedAt === undefined || notBefore === null || notBefore <= now) return null;
  const day = formatPlanned(notBefore, now);
  return (
    <p>
      The notice is too recent for a call: it {state === 'held' ? 'waits until' : 'was to go out'} {day}. With
      the same day of notice, it waits for that again.
    </p>
  );
}

function titleOf({ state, attempts, problem }: Submission): string {
  const tried = countOf(attempts, 'attempt');
  switch (state) {
    case 'draft':
      return attempts === 0 ? 'Taken back before it was sent' : `Taken back after ${tried}`;
    case 'held':
      return attempts === 0
        ? "On hold: it isn't sent while you edit it"
        : `On hold after ${tried}: it isn't sent while you edit it`;
    default:
      return problem ? problemWords(problem).message : 'The service refused this submission.';
  }
}

/** A refusal's own message is the title. */
function Tried({ problem, isRefused }: { problem: SubmissionProblem; isRefused: boolean }) {
  const { message } = problemWords(problem);
  const words = problem.said ? problem.said.other : answerWords(problem);
  return (
    <>
      {!isRefused && <p>{message}</p>}
      <p>
        {words && <span dir="auto">{quotedWords(words)}</span>} <StatusLabel problem={problem} />
      </p>
    </>
  );
}
