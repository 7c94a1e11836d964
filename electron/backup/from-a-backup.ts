import type { SubmissionProblem } from '../../shared/submission.ts';

/**
 * Why a submission that was waiting when its backup was made is not sent: it is `unconfirmed` after a restore, a state
 * that only a person leaves. Its sentence stands in the history, too, and tells later restores where it has been: it
 * never changes.
 */
export const FROM_A_BACKUP: SubmissionProblem = {
  code: 'from_a_backup',
  message: 'It came from a backup: another computer may have sent it since the backup was made.',
  nextStep:
    'Look there, or ask your service. Then enter its request ID, send it again if it never went out, or discard it.',
};

/** What the history says where a backup knows that the service has accepted what still waited here. */
export const SETTLED_BY_A_BACKUP = 'A backup knew that the service had accepted the request';
