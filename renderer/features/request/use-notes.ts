import { useEffect } from 'react';
import type { RequestDetail } from '../../../shared/request.ts';
import { saveNotes } from '../../api/request-actions.ts';
import { useWorkspace, type WorkspaceAccess } from '../../api/workspace.ts';
import { useStore } from '../../store.ts';
import { NoteKeeper } from './note-keeper.ts';

/** By workspace and request: what is typed and not stored must outlive the page. */
const keepers = new Map<string, NoteKeeper>();

function keeperOf(workspace: WorkspaceAccess, requestId: string, stored: string): NoteKeeper {
  const key = `${workspace.id} ${requestId}`;
  const known = keepers.get(key);
  if (known) return known;
  for (const [other, keeper] of keepers) if (!keeper.isNeeded) keepers.delete(other);
  const keeper = new NoteKeeper(stored, (text) => saveNotes(workspace, requestId, text));
  keepers.set(key, keeper);
  return keeper;
}

/** The notes of a request as they are typed, stored by themselves. */
export function useNotes({ requestId, notes }: Pick<RequestDetail, 'requestId' | 'notes'>) {
  const keeper = keeperOf(useWorkspace(), requestId, notes);
  const snapshot = useStore(keeper.notes);
  useEffect(() => keeper.adopt(notes), [keeper, notes]);
  useEffect(() => {
    const flush = () => void keeper.flush();
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [keeper]);
  return { ...snapshot, type: (text: string) => keeper.type(text), flush: () => void keeper.flush() };
}
