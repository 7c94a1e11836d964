import type { Storage } from '../../../electron/storage/storage.ts';

/** Reads all results that are to be read, as an open workspace does; answers how many steps that took. */
export async function readAllResults(
  { stores }: Pick<Storage, 'stores'>,
  workspaceId = 'workspace-1',
): Promise<number> {
  let steps = 0;
  while (await stores.pins.readSome(workspaceId)) steps += 1;
  return steps;
}
