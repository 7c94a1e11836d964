import { maySendAgain } from '../../../shared/outbox.ts';
import type { Submission } from '../../../shared/submission.ts';
import { Notice } from '../../parts/notice/notice.tsx';
import { formatDate } from '../../parts/time/format-time.ts';

/** What became of the submission that is repeated, and whether this person is called again. */
export function WhyAgain({ submission }: { submission: Submission }) {
  const { candidateName } = submission;
  return (
    <Notice tone={mayCallTwice(submission) ? 'warning' : 'info'} title={<bdi>{candidateName}</bdi>}>
      <p>{firstWords(submission)} The two submissions are linked.</p>
    </Notice>
  );
}

function mayCallTwice({ state, mayHaveReached }: Submission): boolean {
  return state === 'accepted' || mayHaveReached !== null;
}

function firstWords(submission: Submission): string {
  const { state, mayHaveReached, createdAt } = submission;
  const submitted = `Submitted on ${formatDate(createdAt)}`;
  if (state === 'accepted') return `${submitted}. If you submit again, this person is called again.`;
  if (mayHaveReached === null) return `${submitted}, and never accepted: nobody was called.`;
  const reached = formatDate(mayHaveReached.at);
  return maySendAgain(submission)
    ? `${submitted}. It may have reached the service on ${reached}: if it did, this person is called twice.`
    : `${submitted}. The service accepted it on ${reached}: if you submit again, this person is called twice.`;
}
