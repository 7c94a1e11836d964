import { randomUUID } from 'node:crypto';
import type { Submission } from '../../../shared/submission.ts';
import { sampleSubmission } from '../../electron/sample-submission.ts';
import { WORKSPACE } from './history-storage.ts';

/** A candidate whom nobody has submitted before, as the window hands it to storage; `number`: another phone each. */
export function newSubmission(number: number): Submission {
  const now = Date.now();
  return sampleSubmission({
    id: randomUUID(),
    workspaceId: WORKSPACE,
    candidateName: `Ada Lovelace ${number}`,
    phoneNumber: `+49151${String(number).padStart(8, '0')}`,
    sendAfter: now,
    createdAt: now,
    updatedAt: now,
  });
}
