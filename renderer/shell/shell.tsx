import { type ReactNode, useState } from 'react';
import { useCurrentWorkspace } from '../api/app-state.tsx';
import { useSettings } from '../api/settings.ts';
import { HeaderSlot } from '../parts/page/header-slot.ts';
import { useShortcuts } from '../parts/shortcuts/use-shortcuts.ts';
import { WorkspaceSwitcher } from '../parts/workspace/workspace-switcher.tsx';
import { Banners } from './banners.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { FindButton } from './find-button.tsx';
import { useGlobalActions } from './global-actions.ts';
import { HoldQuestionToast } from './hold-question-toast.tsx';
import { Navigation } from './navigation.tsx';
import { PageCrashBoundary } from './page-crash-boundary.tsx';
import { PracticeLabel } from './practice-label.tsx';
import classes from './shell.module.css';
import { SkipLink } from './skip-link.tsx';
import { useScrollKeys } from './use-scroll-keys.ts';
import { useUndoKey } from './use-undo-key.ts';
import { WaitingAnnouncement } from './waiting-announcement.tsx';

/** The frame around every page of an open workspace. */
export function Shell({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const { kind } = useCurrentWorkspace();
  return (
    <div className={classes['shell']}>
      <SkipLink />
      <KeyboardShortcuts />
      <aside className={classes['side']} aria-label="Workspace">
        <WorkspaceSwitcher />
        <FindButton />
        <Navigation />
      </aside>
      <div className={classes['column']}>
        <header className={classes['header']} data-kind={kind}>
          <div ref={setSlot} className={classes['slot']} />
          <PracticeLabel />
          <ConnectionStatus />
        </header>
        <main id="content" className={classes['main']}>
          <Banners />
          <HeaderSlot value={slot}>
            <PageCrashBoundary>{children}</PageCrashBoundary>
          </HeaderSlot>
        </main>
        <WaitingAnnouncement />
        <HoldQuestionToast />
      </div>
    </div>
  );
}

/** Registers shortcuts and global actions. A component of its own, so that its updates don't re-render the shell. */
function KeyboardShortcuts() {
  const settings = useSettings().data;
  useGlobalActions();
  useScrollKeys();
  useUndoKey();
  useShortcuts({ singleKeys: settings?.singleKeyShortcuts ?? false });
  return null;
}
