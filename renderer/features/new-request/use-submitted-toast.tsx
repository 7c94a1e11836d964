import { useQueryClient } from '@tanstack/react-query';
import type { Submission } from '../../../shared/submission.ts';
import { SubmissionFollower } from './submission-follower.ts';

let latest: SubmissionFollower | undefined;

/** Shows what becomes of a submission, with Undo for as long as it can be taken back. */
export function useSubmittedToast(): (submission: Submission) => void {
  const client = useQueryClient();
  return (submission) => {
    latest?.giveWay();
    latest = new SubmissionFollower(client, submission);
  };
}
