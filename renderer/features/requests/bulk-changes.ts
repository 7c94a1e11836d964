import type { Annotation, AnnotationChange, RequestSelection } from '../../../shared/request-filter.ts';
import type { WorkspaceAccess } from '../../api/workspace.ts';
import { showUndoToast } from '../../parts/toast/show-undo-toast.tsx';
import { changeWords } from './change-words.ts';

/** The most annotations one call accepts. */
const RESTORED_AT_ONCE = 10_000;

/** Changes verdict, tags or archiving of the selected requests, and shows a toast with Undo. */
export async function annotate(
  workspace: WorkspaceAccess,
  selection: RequestSelection,
  change: AnnotationChange,
): Promise<void> {
  const before = await workspace.api.requests.annotate({ selection, change });
  if (before.length === 0) return;
  showUndoToast({
    workspaceId: workspace.id,
    title: changeWords(before.length, change),
    undo: () => restore(workspace, before),
  });
}

async function restore({ api }: WorkspaceAccess, annotations: readonly Annotation[]): Promise<void> {
  for (let at = 0; at < annotations.length; at += RESTORED_AT_ONCE) {
    await api.requests.restore({ annotations: annotations.slice(at, at + RESTORED_AT_ONCE) });
  }
}
