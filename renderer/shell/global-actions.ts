import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { attentionOf } from '../../shared/outbox.ts';
import { api } from '../api/api.ts';
import {
  useAppState,
  useCurrentWorkspace,
  useOutboxCounts,
  useSelectWorkspace,
  useWorkspace,
} from '../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL, showErrorInShell } from '../api/query-client.ts';
import { NOT_TO_CALL_WORDS } from '../features/do-not-call/not-to-call.tsx';
import { ALL_REQUESTS, useExportLock, useExportRequests } from '../parts/export.tsx';
import { countOf } from '../parts/format.ts';
import { type Action, openOverlay, useActions } from '../parts/shortcuts.ts';
import { showToast } from '../parts/toast.tsx';
import { useConnectionActions } from '../parts/workspace-switcher.tsx';
import { ADD_NUMBERS_PATH, NAV_PAGES, outboxPath, sectionPath, shownListPath } from '../routes/paths.ts';
import { SETTINGS_PART_LIST, SETTINGS_SECTIONS, settingsSectionPath } from '../routes/settings-parts.ts';

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
      id: 'review',
      name: 'Review',
      group: 'Do',
      keywords: 'verdict decide results candidates next',
      run: () => navigate(shownListPath('to-review')),
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
  const setPaused = useMutation({ mutationFn: api.submissions.setPaused, meta: SHOW_ERROR_IN_SHELL });
  const refresh = useMutation({ mutationFn: useWorkspace().api.requests.refresh, meta: SHOW_ERROR_IN_SHELL });
  const save = useExportRequests();
  const { isOff } = useExportLock();
  return [
    {
      id: 'pause',
      name: paused ? 'Resume sending' : 'Pause sending',
      group: 'Do',
      keywords: 'queue outbox hold stop start',
      run: () => setPaused.mutate({ paused: !paused }),
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
  const { workspaces } = useAppState();
  const { id: current } = useCurrentWorkspace();
  const select = useSelectWorkspace();
  const others = workspaces.filter(({ id }) => id !== current);
  return [
    ...others.map(
      ({ id, name }): Action => ({
        id: `workspace.${id}`,
        name: `Switch to ${name}`,
        group: 'Workspace',
        keywords: 'workspace change open',
        run: () => select.mutate(id),
      }),
    ),
    ...useConnectionActions(),
  ];
}

const SCHEMES = [
  { value: 'light', name: 'Theme: light' },
  { value: 'dark', name: 'Theme: dark' },
  { value: 'auto', name: 'Theme: same as system' },
] as const;

function useSettingActions(): readonly Action[] {
  const [, navigate] = useLocation();
  const { mutate: change } = useMutation({ mutationFn: api.settings.change });
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
/** Focuses the first field of the form on the page. */
function focusFirstField(): void {
  document.querySelector<HTMLInputElement>('main form input')?.focus();
}
/** Focuses the page's search box; calls `fallback` if there is none. */
function focusSearch(fallback: () => void): void {
  const box = [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].find((input) =>
    input.checkVisibility(),
  );
  if (!box) fallback();
  box?.focus();
  box?.select();
}

/** A part of a page that people search for by name. */
interface PagePart {
  readonly path: string;
  readonly name: string;
  readonly keywords: string;
}

const NEEDS_YOU = outboxPath('needs-you');

const PARTS: readonly PagePart[] = [
  {
    path: NEEDS_YOU,
    name: 'Outbox: needs you',
    keywords:
      'decision unconfirmed decide enter request ID send again discard may have arrived on hold refused rejected error correct why',
  },
  {
    path: outboxPath('waiting'),
    name: 'Outbox: waiting',
    keywords: 'queue held on hold retry try all now later',
  },
  { path: outboxPath('drafts'), name: 'Outbox: drafts', keywords: 'taken back undo unfinished' },
  {
    path: outboxPath('history'),
    name: 'Outbox: history',
    keywords: 'discarded withdrawn sent accepted submit anew find again',
  },
  {
    path: sectionPath('/import', 'Past imports'),
    name: 'Import: past imports',
    keywords: 'earlier withdraw files history spreadsheet',
  },
  {
    path: sectionPath('/library', 'Job descriptions'),
    name: 'Library: job descriptions',
    keywords: 'names IDs positions roles',
  },
  {
    path: sectionPath('/library', 'Questionnaires'),
    name: 'Library: questionnaires',
    keywords: 'names IDs templates scales describe described results fields meaning score examples',
  },
];

/** Leads to the parts of pages from anywhere; what needs a person says how many. */
function usePageActions(): readonly Action[] {
  const [, navigate] = useLocation();
  const attention = attentionOf(useOutboxCounts());
  return PARTS.map(({ path, name, keywords }) => ({
    id: `part.${path}`,
    name: path === NEEDS_YOU && attention > 0 ? `${name} (${countOf(attention, 'submission')})` : name,
    group: 'Pages',
    keywords,
    run: () => navigate(path),
  }));
}
