import { workspaceAccess } from '../api/api.ts';
import { undoInChunks } from '../api/outbox.ts';
import { Store, useStore } from '../store.ts';
import { countOf } from './format.ts';
import { isTyping } from './shortcuts.ts';

/** A change that can be undone. */
export interface UndoableChange {
  readonly workspaceId: string;
  /** What was changed: `Verdict of Ada Lovelace`. */
  readonly what: string;
  /** Undoes it. May answer what could not be undone, in words; throws if nothing could. */
  readonly undo: () => Promise<unknown>;
}

/** Older changes of a workspace can't be undone. */
const MAX_CHANGES = 100;

/** The changes made in this window, by workspace, latest last. */
const stacks = new Store<Readonly<Record<string, readonly UndoableChange[]>>>({});

function stackOf(workspaceId: string): readonly UndoableChange[] {
  return stacks.get()[workspaceId] ?? [];
}

/** Remembers a change, for Ctrl+Z or Cmd+Z in its workspace, and gives it back. */
export function rememberChange(change: UndoableChange): UndoableChange {
  const { workspaceId } = change;
  stacks.set({ ...stacks.get(), [workspaceId]: [...stackOf(workspaceId), change].slice(-MAX_CHANGES) });
  return change;
}

/** Forgets a change that was undone. */
export function forgetChange(change: UndoableChange): void {
  const { workspaceId } = change;
  const others = stackOf(workspaceId).filter((other) => other !== change);
  stacks.set({ ...stacks.get(), [workspaceId]: others });
}

/** Forgets the changes made in all workspaces. */
export function forgetChanges(): void {
  stacks.set({});
}

/** Whether a change can still be undone. */
export function isRemembered(change: UndoableChange): boolean {
  return stackOf(change.workspaceId).includes(change);
}

/** The workspace's latest change. */
export function latestChange(workspaceId: string): UndoableChange | undefined {
  return stackOf(workspaceId).at(-1);
}

export function useLatestChange(workspaceId: string): UndoableChange | undefined {
  return useStore(stacks)[workspaceId]?.at(-1);
}

/** The discard of these submissions, as a change that can be undone. */
export function discardedChange(workspaceId: string, ids: readonly string[], what: string): UndoableChange {
  const undo = async () => {
    const left =
      ids.length - (await undoInChunks(ids, workspaceAccess(workspaceId).api.submissions.undoDiscard));
    return left === 0 ? null : `${countOf(left, 'was', 'were')} left out: sent already, or changed since.`;
  };
  return { workspaceId, what: `Discarding ${what}`, undo };
}

/** Undoes what Ctrl+Z or Cmd+Z would undo now: in a text field its text, elsewhere the latest change. */
export function pressUndo(): void {
  const target = document.activeElement ?? document.body;
  const key = new KeyboardEvent('keydown', {
    key: 'z',
    code: 'KeyZ',
    ctrlKey: true,
    bubbles: true,
    cancelable: true,
  });
  target.dispatchEvent(key);
  // The browser undoes text only for keys that a person pressed.
  if (!key.defaultPrevented && isTyping(target)) document.execCommand('undo');
}
