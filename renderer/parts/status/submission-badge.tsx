import type { Submission } from '../../../shared/submission.ts';
import { SUBMISSION_TONES, submissionStateWords } from '../../../shared/words/submission-state-words.ts';
import classes from './status-badge.module.css';

/** Where a submission stands, in a few words. */
export function SubmissionBadge({ submission }: { submission: Pick<Submission, 'state' | 'problem'> }) {
  return (
    <span className={`${classes['badge']} ${classes[SUBMISSION_TONES[submission.state]]}`}>
      {submissionStateWords(submission)}
    </span>
  );
}
