import type { Submission } from '../../shared/submission.ts';
import type { SubmissionStore } from './ports.ts';

interface Where {
  readonly workspaceId: string;
  readonly store: Pick<SubmissionStore, 'get'>;
}

/** A submission of this workspace; undefined where there is none of this id in it. */
export async function findSubmission(
  { store, workspaceId }: Where,
  id: string,
): Promise<Submission | undefined> {
  const submission = await store.get(id);
  return submission?.workspaceId === workspaceId ? submission : undefined;
}

/** Those of these ids that are in this workspace, in their order. */
export async function findSubmissions(where: Where, ids: readonly string[]): Promise<Submission[]> {
  const found = await Promise.all(ids.map((id) => findSubmission(where, id)));
  return found.filter((each) => each !== undefined);
}
