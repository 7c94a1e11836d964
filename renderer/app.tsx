import { Button } from '@mantine/core';
import { memo, type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { useLocation, useRoute, useSearch } from 'wouter';
import type { AppState } from '../shared/app-state.ts';
import { toApiError } from './api/api-error.ts';
import { AppStateProvider, useAppStateQuery, useCurrentWorkspace } from './api/app-state.tsx';
import { ConnectionPage, Palette, ShortcutsDialog, SignInPage, WelcomePage } from './lazy-pages.ts';
import { Pages } from './pages.tsx';
import { FocusedPage } from './parts/page/focused-page.tsx';
import { useOverlay } from './parts/shortcuts/overlay.ts';
import { markWorkspaceShown, pageToOpen } from './routes/workspace-pages.ts';
import { PendingSwitches } from './shell/pending-switches.tsx';
import { Shell } from './shell/shell.tsx';

/** What is on screen, by the state of the app: welcome, connection, first sign-in, or the shell of a workspace. */
export function App() {
  const query = useAppStateQuery();
  if (query.data) {
    return (
      <AppStateProvider state={query.data}>
        <Screen state={query.data} />
      </AppStateProvider>
    );
  }
  return query.error ? <NoAnswer error={query.error} onRetry={() => void query.refetch()} /> : null;
}

function Screen({ state }: { state: AppState }) {
  return (
    <>
      <PendingSwitches />
      <Shown state={state} />
    </>
  );
}

function Shown({ state }: { state: AppState }): ReactNode {
  const [connecting] = useRoute('/connect');
  const [editing, edited] = useRoute('/connections/:id');
  const { entered, enter } = useEntered(state);
  const workspace = state.currentWorkspace;
  if (connecting) return <ConnectionPage workspaceId={null} />;
  if (editing) return <ConnectionPage workspaceId={edited.id} />;
  if (!workspace) return <WelcomePage />;
  if (!entered) return <SignInPage onSkip={enter} />;
  return <OpenedWorkspace key={workspace.id} />;
}

/** Takes nothing from above: each part of it follows what it shows of the app's state, and no more is drawn anew. */
const OpenedWorkspace = memo(function OpenedWorkspace() {
  if (!useOwnPage()) return null;
  return (
    <>
      <Shell>
        <Pages />
      </Shell>
      <AbovePages />
    </>
  );
});

/** False for the moment before the window has left a page that belongs to another workspace. */
function useOwnPage(): boolean {
  const { id } = useCurrentWorkspace();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const [page] = useState(() => pageToOpen(id, `${path}?${search}`));
  const [left, setLeft] = useState(page === null);
  useLayoutEffect(() => {
    if (page !== null) navigate(page, { replace: true });
    markWorkspaceShown(id);
    setLeft(true);
  }, [id, page, navigate]);
  return left;
}

/** What opens above every page; its code comes when it is first opened, or before, while nobody waits. */
function AbovePages() {
  const overlay = useOverlay();
  return (
    <Suspense>
      {overlay === 'palette' && <Palette />}
      {overlay === 'shortcuts' && <ShortcutsDialog />}
    </Suspense>
  );
}

/**
 * Whether the current workspace is open. It opens when signed in, when there is anything in it, or when the person
 * goes on without signing in; once open it stays so, for a sign-in that ran out must not take the page away.
 */
function useEntered(state: AppState) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const id = state.currentWorkspace?.id;
  const opens =
    state.session?.phase === 'signed_in' || state.requestCount + state.waitingCount + state.decisionCount > 0;
  const enter = () => id !== undefined && setSeen((before) => new Set(before).add(id));
  const known = id !== undefined && seen.has(id);
  if (opens && !known) enter();
  return { entered: opens || known, enter };
}

function NoAnswer({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message, nextStep } = toApiError(error);
  return (
    <FocusedPage title="Callboard could not start properly" lead={message}>
      <p style={{ margin: 0 }}>{nextStep}</p>
      <Button onClick={onRetry}>Try again</Button>
    </FocusedPage>
  );
}
