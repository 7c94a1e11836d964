import { useEffect, useSyncExternalStore } from 'react';
import type { RequestDetail } from '../../../shared/request.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { saveNotes } from '../../api/request-actions.ts';
import { NoteKeeper } from './note-keeper.ts';

/** By workspace and request: what is typed and not stored must outlive the page. */
const keepers = new Map<string, NoteKeeper>();

function keeperOf(key: string, requestId: string, stored: string): NoteKeeper {
  const known = keepers.get(key);
  if (known) return known;
  for (const [other, keeper] of keepers) if (!keeper.isNeeded) keepers.delete(other);
  const keeper = new NoteKeeper(stored, (text) => saveNotes(requestId, text));
  keepers.set(key, keeper);
  return keeper;
}

/** The notes of a request as they are typed, stored by themselves. */
export function useNotes({ requestId, notes }: Pick<RequestDetail, 'requestId' | 'notes'>) {
  const { id } = useCurrentWorkspace();
  const keeper = keeperOf(`${id} ${requestId}`, requestId, notes);
  const snapshot = useSyncExternalStore(keeper.subscribe, keeper.read);
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
