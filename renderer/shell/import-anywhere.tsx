import { useWindowEvent } from '@mantine/hooks';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useWorkspace } from '../api/app-state.tsx';
import { isPopupOpen, isTyping } from '../parts/shortcuts.ts';
import { useJobInAddress } from '../routes/hash-location.ts';
import { importPath } from '../routes/paths.ts';
import classes from './shell.module.css';

/**
 * Imports files dropped on any page, and cells of a spreadsheet pasted outside of fields: at a job's page, for that job. A dialog
 * has to be closed first.
 */
export function ImportAnywhere() {
  const workspace = useWorkspace();
  const [path, navigate] = useLocation();
  const job = useJobInAddress();
  const take = async (content: readonly File[] | string) => {
    navigate(importPath(job));
    const { importSession } = await import('../features/import/import-session.ts');
    importSession(workspace).take(content, job);
  };
  usePastedCells(path, (text) => void take(text));
  const over = useFileDrop((files) => void take(files));
  if (over === null) return null;
  return (
    <div className={classes['dropOverlay']}>
      <div className={classes['dropWords']}>
        <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
        {over === 'free' ? 'Drop the file to import it' : 'Close the dialog, then drop the file'}
      </div>
    </div>
  );
}

/** Elsewhere than on Import, only cells beside each other count: lines alone may be anything. New request takes them itself. */
function usePastedCells(path: string, onPaste: (text: string) => void): void {
  useWindowEvent('paste', (event) => {
    const { target, clipboardData, defaultPrevented } = event;
    if (defaultPrevented || path === '/new' || isTyping(target) || isPopupOpen()) return;
    const text = clipboardData?.getData('text/plain') ?? '';
    if ((path === '/import' ? /[\t\n]/ : /\t/).test(text.trim())) onPaste(text);
  });
}

/** Whether files are dragged over the window, and can be dropped: the browser would open a file that misses a smaller target. */
function useFileDrop(onFiles: (files: readonly File[]) => void): 'free' | 'dialog' | null {
  const [over, setOver] = useState<'free' | 'dialog' | null>(null);
  useWindowEvent('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver((before) => before ?? (isPopupOpen() ? 'dialog' : 'free'));
  });
  useWindowEvent('dragleave', (event) => {
    // Non-null when the pointer only moved to another element of the page.
    if (event.relatedTarget === null) setOver(null);
  });
  useWindowEvent('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(null);
    if (!isPopupOpen()) onFiles([...(event.dataTransfer?.files ?? [])]);
  });
  return over;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}
