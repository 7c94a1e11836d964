import type { Submission } from '../../shared/submission.ts';
import type { Stores } from '../storage/stores/index.ts';

interface Where<Method extends keyof Stores['submissions']> {
  readonly workspaceId: string;
  readonly store: Pick<Stores['submissions'], Method>;
}

/** A submission of this workspace; undefined if there is none with this id. */
export async function findSubmission(
  { store, workspaceId }: Where<'get'>,
  id: string,
): Promise<Submission | undefined> {
  const submission = await store.get(id);
  return submission?.workspaceId === workspaceId ? submission : undefined;
}

/** The submissions of this workspace with these ids, in their order. */
export async function findSubmissions(
  { store, workspaceId }: Where<'getAll'>,
  ids: readonly string[],
): Promise<Submission[]> {
  const found = await store.getAll(ids);
  return found.filter((submission) => submission.workspaceId === workspaceId);
}
