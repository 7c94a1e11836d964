import { lazy, Suspense, useState } from 'react';
import { useCurrentWorkspace } from '../api/app-state.tsx';
import { useFirstPageDrawn } from './use-first-page-drawn.ts';
import { WorkspaceButton } from './workspace-button.tsx';

const WorkspaceMenu = lazy(async () => ({ default: (await import('./workspace-menu.tsx')).WorkspaceMenu }));

/** Which workspace is open, the others, and what can be done with this one. */
export function WorkspaceSwitcher() {
  const current = useCurrentWorkspace();
  const [pressedEarly, setPressedEarly] = useState(false);
  const drawn = useFirstPageDrawn();
  const button = <WorkspaceButton workspace={current} onClick={() => setPressedEarly(true)} />;
  if (!drawn && !pressedEarly) return button;
  return (
    <Suspense fallback={button}>
      <WorkspaceMenu defaultOpened={pressedEarly} />
    </Suspense>
  );
}
