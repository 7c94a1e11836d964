import { type ComponentProps, lazy, type RefObject, Suspense, useRef, useState } from 'react';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { useFirstIdle } from '../page/use-first-idle.ts';
import { useFocusHandover } from './use-focus-handover.ts';
import { WorkspaceButton } from './workspace-button.tsx';

const WorkspaceMenu = lazy(async () => ({ default: (await import('./workspace-menu.tsx')).WorkspaceMenu }));

/** The workspace menu; a plain button until the menu's code is loaded. */
export function WorkspaceSwitcher() {
  const current = useCurrentWorkspace();
  const [pressedEarly, setPressedEarly] = useState(false);
  const idle = useFirstIdle();
  const focused = useRef(false);
  const button = <EarlyButton workspace={current} onClick={() => setPressedEarly(true)} focused={focused} />;
  if (!idle && !pressedEarly) return button;
  return (
    <Suspense fallback={button}>
      <WorkspaceMenu defaultOpened={pressedEarly} focused={focused} />
    </Suspense>
  );
}

interface EarlyButtonProps extends ComponentProps<typeof WorkspaceButton> {
  readonly focused: RefObject<boolean>;
}

function EarlyButton({ focused, ...props }: EarlyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandover(button, focused);
  return <WorkspaceButton {...props} ref={button} />;
}
