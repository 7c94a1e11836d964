import { useEffect } from 'react';
import type { RequestDetail } from '../../../shared/request.ts';
import { answeredError } from '../../api/api-error.ts';
import { saveNotes } from '../../api/request-actions.ts';
import { useWorkspace, type WorkspaceAccess } from '../../api/workspace.ts';
import { rememberChange } from '../../parts/undo/undo-stack.ts';
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

/** A request's notes while they are edited; saved automatically. What was typed can be undone from outside the field. */
export function useNotes(request: Pick<RequestDetail, 'requestId' | 'candidateName' | 'notes'>) {
  const { requestId, candidateName, notes } = request;
  const workspace = useWorkspace();
  const autosave = autosaveOf(workspace, requestId, notes);
  const snapshot = useStore(autosave.notes);
  useEffect(() => autosave.adopt(notes), [autosave, notes]);
  useEffect(() => {
    const flush = () => void autosave.flush();
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      void endTyping(autosave, workspace, { requestId, candidateName });
    };
  }, [autosave, workspace, requestId, candidateName]);
  return {
    ...snapshot,
    edit: (text: string) => autosave.edit(text),
    flush: () => void endTyping(autosave, workspace, request),
  };
}

/** Saves what was typed, as one change that can be undone. */
async function endTyping(
  autosave: NotesAutosave,
  workspace: WorkspaceAccess,
  { requestId, candidateName }: Pick<RequestDetail, 'requestId' | 'candidateName'>,
): Promise<void> {
  const typed = await autosave.endTyping();
  if (!typed) return;
  const undo = async () => {
    const { notes } = await workspace.api.requests.get({ requestId });
    const current = autosaveOf(workspace, requestId, notes);
    current.adopt(notes);
    if (!(await current.undo(typed))) throw await answeredError({ code: 'changed_since', values: null });
  };
  rememberChange({ workspaceId: workspace.id, what: `Notes on ${candidateName}`, undo });
}
