import { lazy } from 'react';

// Everything except the list of requests is loaded on demand; `preloadPages` fetches it when the window is idle.
const loaders = {
  welcome: () => import('./features/welcome/welcome-page.tsx'),
  connection: () => import('./features/connection/connection-page.tsx'),
  signIn: () => import('./features/sign-in/sign-in-page.tsx'),
  newRequest: () => import('./features/new-request/new-request-page.tsx'),
  request: () => import('./features/request/request-page.tsx'),
  compare: () => import('./features/compare/compare-page.tsx'),
  outbox: () => import('./features/outbox/outbox-page.tsx'),
  library: () => import('./features/library/library-page.tsx'),
  import: () => import('./features/import/import-page.tsx'),
  insights: () => import('./features/insights/insights-page.tsx'),
  settings: () => import('./features/settings/settings-page.tsx'),
  palette: () => import('./features/palette/palette.tsx'),
  shortcuts: () => import('./features/palette/shortcuts-dialog.tsx'),
  pickList: () => import('./parts/pick-list/open-pick-list.tsx'),
};

const overlays = () => import('./shell/overlays.tsx');

export const Overlays = lazy(async () => ({ default: (await overlays()).Overlays }));
export const WelcomePage = lazy(async () => ({ default: (await loaders.welcome()).WelcomePage }));
export const ConnectionPage = lazy(async () => ({ default: (await loaders.connection()).ConnectionPage }));
export const SignInPage = lazy(async () => ({ default: (await loaders.signIn()).SignInPage }));
export const NewRequestPage = lazy(async () => ({ default: (await loaders.newRequest()).NewRequestPage }));
export const RequestPage = lazy(async () => ({ default: (await loaders.request()).RequestPage }));
export const ComparePage = lazy(async () => ({ default: (await loaders.compare()).ComparePage }));
export const OutboxPage = lazy(async () => ({ default: (await loaders.outbox()).OutboxPage }));
export const LibraryPage = lazy(async () => ({ default: (await loaders.library()).LibraryPage }));
export const ImportPage = lazy(async () => ({ default: (await loaders.import()).ImportPage }));
export const InsightsPage = lazy(async () => ({ default: (await loaders.insights()).InsightsPage }));
export const SettingsPage = lazy(async () => ({ default: (await loaders.settings()).SettingsPage }));
export const Palette = lazy(async () => ({ default: (await loaders.palette()).Palette }));
export const ShortcutsDialog = lazy(async () => ({ default: (await loaders.shortcuts()).ShortcutsDialog }));

/** Delay that leaves the start to the first page, ms. */
const PRELOAD_DELAY_MS = 1500;

/** Loads the code of all pages when the window is idle, so that opening one never waits for it. */
export function preloadPages(): void {
  const fetchAll = (): void => {
    for (const load of Object.values(loaders)) void load().catch(() => undefined);
  };
  setTimeout(() => requestIdleCallback(fetchAll), PRELOAD_DELAY_MS);
}
