import type { Storage } from '../../../electron/storage/storage.ts';

/** Runs the backfill of a workspace to its end; gives the number of batches. */
export async function readAllResults(
  { stores }: Pick<Storage, 'stores'>,
  workspaceId = 'workspace-1',
): Promise<number> {
  let steps = 0;
  while (await stores.pins.readSome(workspaceId)) steps += 1;
  return steps;
}
