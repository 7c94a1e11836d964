import { type ComponentProps, lazy, type RefObject, Suspense, useRef, useState } from 'react';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { useFirstPageDrawn } from '../page/use-first-page-drawn.ts';
import { useSameFocus } from './use-same-focus.ts';
import { WorkspaceButton } from './workspace-button.tsx';

const WorkspaceMenu = lazy(async () => ({ default: (await import('./workspace-menu.tsx')).WorkspaceMenu }));

/** Which workspace is open, the others, and what can be done with this one. */
export function WorkspaceSwitcher() {
  const current = useCurrentWorkspace();
  const [pressedEarly, setPressedEarly] = useState(false);
  const drawn = useFirstPageDrawn();
  const focused = useRef(false);
  const button = <EarlyButton workspace={current} onClick={() => setPressedEarly(true)} focused={focused} />;
  if (!drawn && !pressedEarly) return button;
  return (
    <Suspense fallback={button}>
      <WorkspaceMenu defaultOpened={pressedEarly} focused={focused} />
    </Suspense>
  );
}

interface EarlyButtonProps extends ComponentProps<typeof WorkspaceButton> {
  readonly focused: RefObject<boolean>;
}

/** Until the menu's code is there. */
function EarlyButton({ focused, ...props }: EarlyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useSameFocus(button, focused);
  return <WorkspaceButton {...props} ref={button} />;
}
