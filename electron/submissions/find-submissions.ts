import type { Submission } from '../../shared/submission.ts';
import type { SubmissionStore } from './ports.ts';

interface Where {
  readonly workspaceId: string;
  readonly store: Pick<SubmissionStore, 'get'>;
}

/** A submission of this workspace; undefined if there is none with this id. */
export async function findSubmission(
  { store, workspaceId }: Where,
  id: string,
): Promise<Submission | undefined> {
  const submission = await store.get(id);
  return submission?.workspaceId === workspaceId ? submission : undefined;
}

/** The submissions of this workspace with these ids, in their order. */
export async function findSubmissions(where: Where, ids: readonly string[]): Promise<Submission[]> {
  const found = await Promise.all(ids.map((id) => findSubmission(where, id)));
  return found.filter((submission) => submission !== undefined);
}
