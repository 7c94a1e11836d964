import { KEPT_PART_BYTES, type KeptReview } from '../../shared/imports.ts';
import type { WorkspaceAccess } from './workspace.ts';

/** The review that was open in this workspace when the window was reloaded; null if there was none. */
export function keptReview({ api }: WorkspaceAccess): Promise<KeptReview | null> {
  return api.imports.keptReview();
}

/** The content of the kept review's file. */
export async function keptFile({ api }: WorkspaceAccess, { id, parts }: KeptReview): Promise<Uint8Array> {
  const read: Uint8Array<ArrayBuffer>[] = [];
  for (let index = 0; index < parts; index += 1) read.push(await api.imports.keptPart({ id, index }));
  return new Blob(read).bytes();
}

/** Keeps a review's file in the main process, a small part at a time; `goesOn`: whether it is still wanted. */
export async function keepFile(
  { api }: WorkspaceAccess,
  { id, name, bytes }: { readonly id: string; readonly name: string; readonly bytes: Uint8Array },
  goesOn: () => boolean,
): Promise<void> {
  await api.imports.keepReview({ id, name });
  for (let at = 0; at < bytes.length && goesOn(); at += KEPT_PART_BYTES) {
    await api.imports.keepPart({ id, part: bytes.slice(at, at + KEPT_PART_BYTES) });
  }
}

/** Keeps the choices and corrections of a review, as the text that {@link keptReview} gives back. */
export function keepChoices({ api }: WorkspaceAccess, id: string, choices: string): Promise<null> {
  return api.imports.keepChoices({ id, choices });
}

export function dropKeptReview({ api }: WorkspaceAccess): Promise<null> {
  return api.imports.dropReview();
}
