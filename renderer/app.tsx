import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useLayoutEffect, useState } from 'react';
import { useLocation, useRoute, useSearch } from 'wouter';
import type { AppState } from '../shared/app-state.ts';
import { NO_OUTBOX_COUNTS, type OutboxCounts } from '../shared/outbox.ts';
import { queries, toApiError } from './api/api.ts';
import { AppStateProvider, useCurrentWorkspace } from './api/app-state.tsx';
import { ConnectionPage, Palette, ShortcutsDialog, SignInPage, WelcomePage } from './lazy-pages.ts';
import { Pages } from './pages.tsx';
import { FocusedPage } from './parts/focused-page.tsx';
import { useOverlay } from './parts/shortcuts.ts';
import { markWorkspaceShown, pageToOpen } from './routes/unsaved-work.ts';
import { PendingSwitches } from './shell/pending-switches.tsx';
import { Shell } from './shell/shell.tsx';

/** Chooses the screen by the app's state: welcome, connection, first sign-in or a workspace. */
export function App() {
  const query = useQuery(queries.app.state());
  if (query.data) {
    return (
      <AppStateProvider state={query.data}>
        <PendingSwitches />
        <Screen state={query.data} />
      </AppStateProvider>
    );
  }
  return query.error ? <StartFailed error={query.error} onRetry={() => void query.refetch()} /> : null;
}

function Screen({ state }: { state: AppState }): ReactNode {
  const [connecting] = useRoute('/connect');
  const [editing, edited] = useRoute('/connections/:id');
  const { entered, enter } = useEntered(state);
  const workspace = state.currentWorkspace;
  if (connecting) return <ConnectionPage workspaceId={null} />;
  if (editing) return <ConnectionPage workspaceId={edited.id} />;
  if (!workspace) return <WelcomePage />;
  if (!entered) return <SignInPage onSkip={enter} />;
  return <OpenWorkspace key={workspace.id} />;
}

/** Has no props, so changes of the app's state render only the parts of it that show them. */
const OpenWorkspace = memo(function OpenWorkspace() {
  if (!useOwnPage()) return null;
  return (
    <>
      <Shell>
        <Pages />
      </Shell>
      <OpenOverlay />
    </>
  );
});

/** False until the window has left a page that belongs to another workspace. */
function useOwnPage(): boolean {
  const { id } = useCurrentWorkspace();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const [page] = useState(() => pageToOpen(id, `${path}?${search}`));
  const [ready, setReady] = useState(page === null);
  useLayoutEffect(() => {
    if (page !== null) navigate(page, { replace: true });
    markWorkspaceShown(id);
    setReady(true);
  }, [id, page, navigate]);
  return ready;
}

function OpenOverlay() {
  const overlay = useOverlay();
  return (
    <>
      {overlay === 'palette' && <Palette />}
      {overlay === 'shortcuts' && <ShortcutsDialog />}
    </>
  );
}

/**
 * Whether to show the current workspace: when signed in, when it contains anything, or when the person skips the sign-in.
 * Once shown it stays, because an expired session must not take the page away.
 */
function useEntered(state: AppState) {
  const [enteredIds, setEnteredIds] = useState<ReadonlySet<string>>(new Set());
  const id = state.currentWorkspace?.id;
  const phase = state.session?.phase;
  const signedInBefore = phase === 'signed_in' || phase === 'waiting_for_key_store';
  const opens = signedInBefore || state.requestCount > 0 || holdsAny(state.outboxCounts[id ?? '']);
  const enter = () => id !== undefined && setEnteredIds((before) => new Set(before).add(id));
  const known = id !== undefined && enteredIds.has(id);
  if (opens && !known) enter();
  return { entered: opens || known, enter };
}

function holdsAny(counts: OutboxCounts = NO_OUTBOX_COUNTS): boolean {
  return Object.values(counts).some((count) => count > 0);
}

function StartFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message, nextStep } = toApiError(error);
  return (
    <FocusedPage title="Callboard couldn't start properly" lead={message}>
      <p style={{ margin: 0 }}>{nextStep}</p>
      <Button onClick={onRetry}>Try again</Button>
    </FocusedPage>
  );
}
