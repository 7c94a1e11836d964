import type { Workspace } from '../../../shared/workspace.ts';
import { demandWorkspace, haveArrived, queueSubmissions } from '../../api/import.ts';
import {
  type ImportState,
  NO_IMPORT,
  type OpenImport,
  withEnd,
  withQueued,
  withRun,
  withUnclearSettled,
} from './import-state.ts';
import type { ReadyRow } from './judge-rows.ts';
import { queueRows } from './queue-rows.ts';

/**
 * The import of one workspace. It lives as long as the window and not only as long as the page: going elsewhere
 * neither stops the queueing nor forgets what has gone.
 */
export interface ImportSession {
  readonly state: () => ImportState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly update: (change: (state: ImportState) => ImportState) => void;
  /** Queues these rows; does nothing while a run is under way or rows are unclear. */
  readonly queue: (rows: readonly ReadyRow[]) => Promise<void>;
  /** Looks once more for rows of which nobody knows whether they are in the queue. Throws when it cannot. */
  readonly settleUnclear: () => Promise<void>;
}

const sessions = new Map<string, ImportSession>();

/** The import of a workspace, the same one at every call. */
export function importSession(workspace: Workspace): ImportSession {
  const session = sessions.get(workspace.id) ?? createSession(workspace);
  sessions.set(workspace.id, session);
  return session;
}

function createSession(workspace: Workspace): ImportSession {
  const listeners = new Set<() => void>();
  let state = NO_IMPORT;
  const update: ImportSession['update'] = (change) => {
    state = change(state);
    for (const listener of listeners) listener();
  };
  const inOpen = (change: (open: OpenImport) => OpenImport) =>
    update((before) => (before.open ? { ...before, open: change(before.open) } : before));

  const queue = async (rows: readonly ReadyRow[]) => {
    // While it is not known what became of some rows, others may be the same people.
    if (!state.open || state.open.run || state.open.unclear.size > 0 || rows.length === 0) return;
    inOpen((open) => withRun(open, rows.length));
    const end = await queueRows(rows, {
      mayGo: () => demandWorkspace(workspace),
      send: queueSubmissions,
      hasArrived: (submissions, since) => haveArrived(workspace, submissions, since),
      onQueued: (chunk) => inOpen((open) => withQueued(open, chunk)),
      now: Date.now,
    });
    inOpen((open) => withEnd(open, end));
  };
  const settleUnclear = async () => {
    const { unclear, failure } = state.open ?? {};
    if (!unclear || !failure || unclear.size === 0) return;
    const arrived = await haveArrived(workspace, [...unclear.values()], failure.since);
    inOpen((open) => withUnclearSettled(open, arrived));
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { state: () => state, subscribe, update, queue, settleUnclear };
}
