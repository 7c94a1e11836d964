import { type ReactNode, Suspense, useState } from 'react';
import { Banners } from './banners.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { HeaderSlot } from './header-slot.ts';
import { Navigation } from './navigation.tsx';
import { PageCrashBoundary } from './page-crash-boundary.tsx';
import classes from './shell.module.css';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

/** The frame around every page of an open workspace. */
export function Shell({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <div className={classes['shell']}>
      <aside className={classes['side']} aria-label="Workspace">
        <WorkspaceSwitcher />
        <Navigation />
      </aside>
      <div className={classes['column']}>
        <header className={classes['header']}>
          <div ref={setSlot} className={classes['slot']} />
          <ConnectionStatus />
        </header>
        <main className={classes['main']}>
          <Banners />
          <HeaderSlot value={slot}>
            <PageCrashBoundary>
              <Suspense>{children}</Suspense>
            </PageCrashBoundary>
          </HeaderSlot>
        </main>
      </div>
    </div>
  );
}
