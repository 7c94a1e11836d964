import type { ImportedRows } from '../../../shared/imports.ts';
import type { Duplicate } from '../../../shared/outbox.ts';
import type { Submission } from '../../../shared/submission.ts';
import { stillToAsk } from '../../submissions/duplicate-rules.ts';
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
      look: DuplicateLook,
      replaced?: SubmissionChange,
      from?: ImportedRows,
    ): boolean | readonly Duplicate[] => {
      const found = duplicates.run(db, look.workspaceId, look.phoneNumbers, look.since);
      const asked = stillToAsk(found, look);
      return asked.length > 0 ? asked : add.run(db, submissions, replaced, from);
    },
  ),
};
