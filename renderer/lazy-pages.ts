import type { ComponentType } from 'react';
import { lazyComponent } from './parts/lazy-component.tsx';

/** Everything except the list of requests is loaded on demand or by `preloadPages`. */
const loaders: (() => Promise<unknown>)[] = [];

function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  loaders.push(load);
  return lazyComponent(load);
}

export const WelcomePage = lazyPage(
  async () => (await import('./features/sign-in/welcome-page.tsx')).WelcomePage,
);
export const ConnectionPage = lazyPage(
  async () => (await import('./features/sign-in/connection-page.tsx')).ConnectionPage,
);
export const SignInPage = lazyPage(
  async () => (await import('./features/sign-in/sign-in-page.tsx')).SignInPage,
);
export const NewRequestPage = lazyPage(
  async () => (await import('./features/new-request/new-request-page.tsx')).NewRequestPage,
);
export const RequestPage = lazyPage(
  async () => (await import('./features/request/request-page.tsx')).RequestPage,
);
export const JobPage = lazyPage(async () => (await import('./features/jobs/job-page.tsx')).JobPage);
export const ComparePage = lazyPage(
  async () => (await import('./features/compare/compare-page.tsx')).ComparePage,
);
export const OutboxPage = lazyPage(
  async () => (await import('./features/outbox/outbox-page.tsx')).OutboxPage,
);
export const SubmissionPage = lazyPage(
  async () => (await import('./features/outbox/submission-page.tsx')).SubmissionPage,
);
export const FoundSubmissionsPage = lazyPage(
  async () => (await import('./features/outbox/found-submissions-page.tsx')).FoundSubmissionsPage,
);
export const LibraryPage = lazyPage(
  async () => (await import('./features/library/library-page.tsx')).LibraryPage,
);
export const ImportPage = lazyPage(
  async () => (await import('./features/import/import-page.tsx')).ImportPage,
);
export const InsightsPage = lazyPage(
  async () => (await import('./features/insights/insights-page.tsx')).InsightsPage,
);
export const SettingsPage = lazyPage(
  async () => (await import('./features/settings/settings-page.tsx')).SettingsPage,
);
export const Palette = lazyPage(async () => (await import('./features/palette/palette.tsx')).Palette);
export const ShortcutsDialog = lazyPage(
  async () => (await import('./features/palette/palette.tsx')).ShortcutsDialog,
);
export const Overlays = lazyComponent(async () => (await import('./shell/overlays.tsx')).Overlays);

/** Delay that leaves the start to the first page, ms. */
const PRELOAD_DELAY_MS = 1500;

/** Loads the code of all pages when the window is idle, so that opening one never waits for it. */
export function preloadPages(): void {
  const loadAll = (): void => {
    for (const load of loaders) void load().catch(() => undefined);
  };
  setTimeout(() => requestIdleCallback(loadAll), PRELOAD_DELAY_MS);
}
