import type { Duplicate } from '../../../shared/outbox.ts';
import type { Submission } from '../../../shared/submission.ts';
import type { DuplicateLook } from '../../submissions/ports.ts';
import type { SubmissionChange } from '../../submissions/transition.ts';
import { write } from '../operation.ts';
import { submissionOperations } from './submission-operations.ts';

const { add, duplicates } = submissionOperations;

export const submitOperations = {
  addUnlessKnown: write(
    (
      db,
      submissions: readonly Submission[],
      { workspaceId, phoneNumbers, since, except }: DuplicateLook,
      replaced?: SubmissionChange,
    ): boolean | readonly Duplicate[] => {
      const found = duplicates.run(db, workspaceId, phoneNumbers, since);
      const known = found.filter(({ submissionId }) => submissionId !== except);
      return known.length > 0 ? known : add.run(db, submissions, replaced);
    },
  ),
};
