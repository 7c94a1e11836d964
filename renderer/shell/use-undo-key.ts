import { useEffect } from 'react';
import { useWorkspace } from '../api/workspace.ts';
import { useActions } from '../parts/shortcuts/actions.ts';
import { isPopupOpen, isTyping } from '../parts/shortcuts/keyboard-focus.ts';
import { undoLatest } from '../parts/undo/undo-latest.ts';
import { useLatestChange } from '../parts/undo/undo-stack.ts';

/** Ctrl+Z or Cmd+Z undoes the latest change in the workspace on screen. A text field keeps its own undo. */
export function useUndoKey(): void {
  const { id } = useWorkspace();
  const latest = useLatestChange(id);
  useActions(
    latest
      ? [
          {
            id: 'undo',
            name: `Undo: ${latest.what}`,
            group: 'Do',
            keywords: 'revert back',
            shortcut: 'undo',
            run: () => void undoLatest(id),
          },
        ]
      : [],
    { everywhere: true },
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || isPopupOpen()) return;
      // Also stops Chromium, which would change the text of a field without the focus, and the Edit menu.
      event.preventDefault();
      if (!event.repeat) void undoLatest(id);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
      // Added during the event, it is the last to hear of it: a page may have an undo of its own.
      addEventListener('keydown', onKey, { once: true });
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [id]);
}
