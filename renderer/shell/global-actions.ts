import { useLocation } from 'wouter';
import { useAppState, useCurrentWorkspace } from '../api/app-state.tsx';
import { useSetPaused } from '../api/outbox.ts';
import { usePolicyStatus } from '../api/policy.ts';
import { useRefreshRequests } from '../api/requests.ts';
import { useSignIn, useSignOut } from '../api/session.ts';
import { useChangeSettings } from '../api/settings.ts';
import { showErrorInShell } from '../api/shell-error.ts';
import { useSelectWorkspace } from '../api/workspaces.ts';
import { NOT_TO_CALL_WORDS } from '../parts/do-not-call/open-not-to-call.ts';
import { useExportLock } from '../parts/export/use-export-lock.ts';
import { ALL_REQUESTS, useExportRequests } from '../parts/export/use-export-requests.ts';
import { type Action, useActions } from '../parts/shortcuts/actions.ts';
import { openOverlay } from '../parts/shortcuts/overlay.ts';
import { countOf } from '../parts/text/count-of.ts';
import { showToast } from '../parts/toast/show-toast.tsx';
import { NAV_PAGES } from '../routes/pages.ts';
import { ADD_NUMBERS_PATH, sectionPath } from '../routes/paths.ts';
import { SETTINGS_PART_LIST, SETTINGS_SECTIONS, settingsSectionPath } from '../routes/settings-parts.ts';
import { focusFirstField } from './focus-first-field.ts';
import { focusSearch } from './focus-search.ts';
import { usePageActions } from './page-actions.ts';

/** Registers the actions that are available on every page. */
export function useGlobalActions(): void {
  const queue = useQueueActions();
  const workspaces = useWorkspaceActions();
  const settings = useSettingActions();
  const navigation = useNavigationActions();
  const pages = usePageActions();
  useActions([...navigation, ...pages, ...queue, ...workspaces, ...settings], { everywhere: true });
}

function useNavigationActions(): readonly Action[] {
  const [location, navigate] = useLocation();
  return [
    ...NAV_PAGES.map(
      ({ path, label, shortcut, keywords }): Action => ({
        id: `go${path}`,
        name: `Go to ${label}`,
        group: 'Go to',
        keywords,
        shortcut,
        run: () => navigate(path),
      }),
    ),
    {
      id: 'new',
      name: 'New request',
      group: 'Do',
      keywords: 'submit candidate add call',
      shortcut: 'new',
      run: () => (location === '/new' ? focusFirstField() : navigate('/new')),
    },
    {
      id: 'import',
      name: 'Import a spreadsheet',
      group: 'Do',
      keywords: 'csv xlsx excel file many candidates',
      run: () => navigate('/import'),
    },
    {
      id: 'do-not-call',
      name: 'Add numbers to the do-not-call list',
      group: 'Do',
      keywords: NOT_TO_CALL_WORDS,
      run: () => navigate(ADD_NUMBERS_PATH),
    },
    {
      id: 'search',
      name: 'Search on this page',
      group: 'Do',
      keywords: 'find filter',
      shortcut: 'search',
      run: () => focusSearch(() => openOverlay('palette')),
    },
    {
      id: 'shortcuts',
      name: 'Keyboard shortcuts',
      group: 'Do',
      keywords: 'help keys',
      shortcut: 'shortcuts',
      run: () => openOverlay('shortcuts'),
    },
  ];
}

function useQueueActions(): readonly Action[] {
  const { paused } = useAppState();
  const setPaused = useSetPaused();
  const refresh = useRefreshRequests();
  const save = useExportRequests();
  const { isOff } = useExportLock();
  return [
    {
      id: 'pause',
      name: paused ? 'Resume sending' : 'Pause sending',
      group: 'Do',
      keywords: 'queue outbox hold stop start',
      run: () => setPaused.mutate(!paused),
    },
    {
      id: 'refresh-all',
      name: 'Refresh all requests',
      group: 'Do',
      keywords: 'status update reload',
      shortcut: 'refreshAll',
      run: () =>
        refresh.mutate(undefined, {
          onSuccess: ({ refreshed, failed }) =>
            showToast({
              tone: failed > 0 ? 'problem' : 'done',
              title: `${countOf(refreshed, 'request')} refreshed`,
              ...(failed > 0 && { message: `Couldn't refresh ${countOf(failed, 'request')}.` }),
            }),
        }),
    },
    ...(isOff ? [] : (['csv', 'json'] as const)).map(
      (format): Action => ({
        id: `export.${format}`,
        name: `Export all requests as ${format.toUpperCase()}`,
        group: 'Do',
        keywords: 'save file download spreadsheet',
        run: () => save.mutate({ selection: ALL_REQUESTS, format }),
      }),
    ),
  ];
}

function useWorkspaceActions(): readonly Action[] {
  const { workspaces, session, policy } = useAppState();
  const current = useCurrentWorkspace();
  const { mayEdit } = usePolicyStatus()(current);
  const [, navigate] = useLocation();
  const select = useSelectWorkspace();
  const signIn = useSignIn();
  const signOut = useSignOut();
  const group = 'Workspace';
  const signInOrOut = (): Action =>
    session?.phase === 'signed_in'
      ? { id: 'sign-out', name: 'Sign out', group, run: () => signOut.mutate() }
      : {
          id: 'sign-in',
          name: 'Sign in to this workspace',
          group,
          run: () => signIn.mutate(undefined, { onError: showErrorInShell }),
        };
  return [
    ...workspaces
      .filter(({ id }) => id !== current.id)
      .map(
        ({ id, name }): Action => ({
          id: `workspace.${id}`,
          name: `Switch to ${name}`,
          group,
          keywords: 'workspace change open',
          run: () => select.mutate(id),
        }),
      ),
    ...(session?.phase === 'waiting_for_key_store' ? [] : [signInOrOut()]),
    ...(policy.connectionsLocked
      ? []
      : [{ id: 'connect', name: 'Add a connection', group, run: () => navigate('/connect') }]),
    ...(mayEdit
      ? [
          {
            id: 'connection',
            name: 'Edit this connection',
            group,
            keywords: 'address client secret',
            run: () => navigate(`/connections/${current.id}`),
          },
        ]
      : []),
  ];
}

const SCHEMES = [
  { value: 'light', name: 'Theme: light' },
  { value: 'dark', name: 'Theme: dark' },
  { value: 'auto', name: 'Theme: same as system' },
] as const;

function useSettingActions(): readonly Action[] {
  const [, navigate] = useLocation();
  const { mutate: change } = useChangeSettings();
  const group = 'Settings';
  return [
    ...SCHEMES.map(
      ({ value, name }): Action => ({
        id: `theme.${value}`,
        name,
        group,
        keywords: 'colour color scheme appearance',
        run: () => change({ colorScheme: value }, { onError: showErrorInShell }),
      }),
    ),
    ...SETTINGS_SECTIONS.map(
      (section): Action => ({
        id: `settings.${section.heading}`,
        name: `Settings: ${section.heading}`,
        group,
        keywords: section.keywords,
        run: () => navigate(settingsSectionPath(section)),
      }),
    ),
    ...SETTINGS_PART_LIST.map(
      ({ path, label, heading, keywords }): Action => ({
        id: `settings.${label}`,
        name: `Settings: ${label}`,
        group,
        keywords: `${heading} ${keywords}`,
        run: () => navigate(sectionPath(`/settings${path}`, heading)),
      }),
    ),
  ];
}
