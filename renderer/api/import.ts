import type { SubmissionFields } from '../../shared/submission.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';

/**
 * Puts up to 500 submissions in the queue of the open workspace: all of them or, when it fails, none. Error
 * `duplicate` when one was submitted before, unless that is meant.
 */
export function queueSubmissions(
  submissions: SubmissionFields[],
  despiteDuplicates: boolean,
): Promise<unknown> {
  return api.submissions.submitMany({ submissions, despiteDuplicates });
}

/** Throws `other_workspace` unless this workspace is the open one: rows go only where they were reviewed for. */
export async function demandWorkspace({ id, name }: Workspace): Promise<void> {
  const { currentWorkspace } = await api.app.state();
  if (currentWorkspace?.id === id) return;
  throw new ApiError({
    code: 'other_workspace',
    message: `The workspace ${name} is not open any more, so the rest was not queued.`,
    nextStep: `Open ${name} again and queue the rest there.`,
  });
}

/**
 * Whether these, sent together at or after `since` (ms since 1970 UTC), are in the workspace. Finding one is enough,
 * for they are stored in one transaction. Throws when the main process does not answer, or another workspace is open.
 */
export async function haveArrived(
  workspace: Workspace,
  submissions: readonly SubmissionFields[],
  since: number,
): Promise<boolean> {
  await demandWorkspace(workspace);
  const keys = new Set(submissions.map(keyOf));
  const { waiting, needsDecision, refused } = await api.submissions.outbox();
  const inOutbox = [...waiting, ...needsDecision, ...refused].some(
    (row) => row.createdAt >= since && keys.has(keyOf(row)),
  );
  return inOutbox || (await wereAccepted(keys, since));
}

/** A short queue may have been sent by the time one looks. */
async function wereAccepted(keys: ReadonlySet<string>, since: number): Promise<boolean> {
  const { rows } = await api.requests.list({ sort: 'accepted', descending: true, limit: 100 });
  const like = rows.filter((row) => row.acceptedAt >= since && keys.has(keyOf(row)));
  // The same may have been submitted earlier and accepted only now: when it was made tells them apart.
  const made = await Promise.all(like.map(({ submissionId }) => api.submissions.get({ id: submissionId })));
  return made.some(({ createdAt }) => createdAt >= since);
}

type Keyed = Pick<SubmissionFields, 'phoneNumber' | 'jobDescriptionId' | 'questionnaireTemplateId'>;

function keyOf({ phoneNumber, jobDescriptionId, questionnaireTemplateId }: Keyed): string {
  return JSON.stringify([phoneNumber, jobDescriptionId, questionnaireTemplateId]);
}
