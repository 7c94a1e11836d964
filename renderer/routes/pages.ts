import type { ShortcutId } from '../parts/shortcuts/catalogue.ts';

/** A page listed in the navigation. */
interface NavPage {
  readonly path: string;
  readonly label: string;
  readonly shortcut: ShortcutId;
}

/** The pages in the navigation, in order. */
export const NAV_PAGES = [
  { path: '/requests', label: 'Requests', shortcut: 'goRequests' },
  { path: '/new', label: 'New request', shortcut: 'goNew' },
  { path: '/import', label: 'Import', shortcut: 'goImport' },
  { path: '/outbox', label: 'Outbox', shortcut: 'goOutbox' },
  { path: '/library', label: 'Library', shortcut: 'goLibrary' },
  { path: '/insights', label: 'Insights', shortcut: 'goInsights' },
  { path: '/settings', label: 'Settings', shortcut: 'goSettings' },
] as const satisfies readonly NavPage[];
