import { KEPT_PART_BYTES, type KeptReview, MAX_IMPORT_BYTES } from '../../shared/imports.ts';
import { fail, ok, type Result } from '../../shared/result.ts';

interface Kept {
  readonly id: string;
  readonly name: string;
  readonly parts: Uint8Array<ArrayBuffer>[];
  choices: string | null;
}

const MAX_PARTS = Math.ceil(MAX_IMPORT_BYTES / KEPT_PART_BYTES);

const NOT_KEPT = fail('review_not_kept');

/**
 * The unqueued review of each workspace, so that reloading the window loses no correction. In memory alone: a list that
 * nobody queued is nowhere on the disk, and is gone when the app quits or somebody is erased.
 */
export class KeptReviews {
  private readonly byWorkspace = new Map<string, Kept>();

  /** Begins to keep a review, in place of an earlier one of the workspace. */
  begin(workspaceId: string, id: string, name: string): void {
    this.byWorkspace.set(workspaceId, { id, name, parts: [], choices: null });
  }

  /** Adds the next part of the file. Error: `review_not_kept`. */
  addPart(workspaceId: string, id: string, part: Uint8Array<ArrayBuffer>): Result<null> {
    const kept = this.find(workspaceId, id);
    if (!kept || kept.parts.length === MAX_PARTS) return NOT_KEPT;
    kept.parts.push(part);
    return ok(null);
  }

  /** Keeps the user's choices, with which the file is complete. Error: `review_not_kept`. */
  setChoices(workspaceId: string, id: string, choices: string): Result<null> {
    const kept = this.find(workspaceId, id);
    if (!kept) return NOT_KEPT;
    kept.choices = choices;
    return ok(null);
  }

  /** The review of a workspace; null if it has none, or not all of its file. */
  get(workspaceId: string): KeptReview | null {
    const kept = this.byWorkspace.get(workspaceId);
    if (!kept || kept.choices === null) return null;
    const { id, name, parts, choices } = kept;
    return { id, name, choices, parts: parts.length };
  }

  /** A part of the file. Error: `review_not_kept`. */
  part(workspaceId: string, id: string, index: number): Result<Uint8Array<ArrayBuffer>> {
    const part = this.find(workspaceId, id)?.parts[index];
    return part ? ok(part) : NOT_KEPT;
  }

  drop(workspaceId: string): void {
    this.byWorkspace.delete(workspaceId);
  }

  /** Drops all: whoever was erased may be in any of the files. */
  dropAll(): void {
    this.byWorkspace.clear();
  }

  private find(workspaceId: string, id: string): Kept | undefined {
    const kept = this.byWorkspace.get(workspaceId);
    return kept?.id === id ? kept : undefined;
  }
}
