import { useEffect } from 'react';
import type { RequestDetail } from '../../../shared/request.ts';
import { saveNotes } from '../../api/request-actions.ts';
import { useWorkspace, type WorkspaceAccess } from '../../api/workspace.ts';
import { useStore } from '../../store.ts';
import { NotesAutosave } from './notes-autosave.ts';

/** By workspace and request; unsaved notes must outlive the page. */
const autosaves = new Map<string, NotesAutosave>();

function autosaveOf(workspace: WorkspaceAccess, requestId: string, stored: string): NotesAutosave {
  const key = `${workspace.id} ${requestId}`;
  const known = autosaves.get(key);
  if (known) return known;
  for (const [other, autosave] of autosaves) if (!autosave.isNeeded) autosaves.delete(other);
  const autosave = new NotesAutosave(stored, (text) => saveNotes(workspace, requestId, text));
  autosaves.set(key, autosave);
  return autosave;
}

/** A request's notes while they are edited; saved automatically. */
export function useNotes({ requestId, notes }: Pick<RequestDetail, 'requestId' | 'notes'>) {
  const autosave = autosaveOf(useWorkspace(), requestId, notes);
  const snapshot = useStore(autosave.notes);
  useEffect(() => autosave.adopt(notes), [autosave, notes]);
  useEffect(() => {
    const flush = () => void autosave.flush();
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [autosave]);
  return { ...snapshot, edit: (text: string) => autosave.edit(text), flush: () => void autosave.flush() };
}
