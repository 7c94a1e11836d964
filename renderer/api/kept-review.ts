import { KEPT_PART_BYTES, type KeptReview } from '../../shared/imports.ts';
import type { WorkspaceAccess } from './workspace.ts';

/** The review that was open in this workspace when the window was reloaded; null if there was none. */
export function keptReview({ api }: WorkspaceAccess): Promise<KeptReview | null> {
  return api.imports.keptReview();
}

/** The content of the kept review's file. */
export async function keptFile({ api }: WorkspaceAccess, { id, parts }: KeptReview): Promise<Blob> {
  const read: Uint8Array<ArrayBuffer>[] = [];
  for (let index = 0; index < parts; index += 1) read.push(await api.imports.keptPart({ id, index }));
  return new Blob(read);
}

/**
 * Keeps a review's file in the main process, a small part at a time; `goesOn`: whether it is still wanted. False if the
 * file was removed or changed meanwhile, so that it can't be kept.
 */
export async function keepFile(
  { api }: WorkspaceAccess,
  { id, name, file }: { readonly id: string; readonly name: string; readonly file: Blob },
  goesOn: () => boolean,
): Promise<boolean> {
  await api.imports.keepReview({ id, name });
  for (let at = 0; at < file.size && goesOn(); at += KEPT_PART_BYTES) {
    const part = await partOf(file, at);
    if (!part) return false;
    await api.imports.keepPart({ id, part });
  }
  return true;
}

/** Null if the file was removed or changed since it was chosen (https://w3c.github.io/FileAPI/#dfn-error-codes). */
async function partOf(file: Blob, at: number): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.slice(at, at + KEPT_PART_BYTES).arrayBuffer());
  } catch (cause) {
    if (cause instanceof DOMException) return null;
    throw cause;
  }
}

/** Keeps the choices and corrections of a review, as the text that {@link keptReview} gives back. */
export function keepChoices({ api }: WorkspaceAccess, id: string, choices: string): Promise<null> {
  return api.imports.keepChoices({ id, choices });
}

export function dropKeptReview({ api }: WorkspaceAccess): Promise<null> {
  return api.imports.dropReview();
}
