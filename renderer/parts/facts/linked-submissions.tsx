import type { LinkedSubmission } from '../../../shared/request.ts';
import { duplicateStatus } from '../../../shared/words/duplicate-words.ts';
import { requestPath, submissionPath } from '../../routes/paths.ts';
import { StatusBadge } from '../status/status-badge.tsx';
import { formatDate } from '../time/format-time.ts';
import classes from './facts.module.css';
import { Fact, FactLink } from './facts.tsx';

interface LinkedSubmissionsProps {
  readonly candidateName: string;
  readonly previous: LinkedSubmission | null;
  readonly following: readonly LinkedSubmission[];
}

/** Links to the submission that this one corrects or repeats, and to those made from it. */
export function LinkedSubmissions({ candidateName, previous, following }: LinkedSubmissionsProps) {
  if (!previous && following.length === 0) return null;
  const own = candidateName;
  return (
    <Fact name="Also submitted">
      <ul className={classes['others']}>
        {following.map((each) => (
          <Linked key={each.submissionId} submission={each} own={own} when="Again" />
        ))}
        {previous && <Linked submission={previous} own={own} when="Before" />}
      </ul>
    </Fact>
  );
}

interface LinkedProps {
  readonly submission: LinkedSubmission;
  /** The name on the page: another one is said. */
  readonly own: string;
  readonly when: string;
}

function Linked({ submission, own, when }: LinkedProps) {
  const { submissionId, candidateName, requestId, submittedAt, status } = submission;
  return (
    <li className={classes['other']}>
      <FactLink href={requestId === null ? submissionPath(submissionId) : requestPath(requestId)}>
        {when} on {formatDate(submittedAt)}
      </FactLink>
      <StatusBadge status={requestId === null ? duplicateStatus(submission) : status} />
      {candidateName !== own && <bdi className={classes['as']}>as {candidateName}</bdi>}
    </li>
  );
}
