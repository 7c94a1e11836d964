import type { ShortcutId } from '../parts/shortcuts/catalogue.ts';

/** A page listed in the navigation. */
interface NavPage {
  readonly path: string;
  readonly label: string;
  readonly shortcut: ShortcutId;
  /** Further search terms for the palette. */
  readonly keywords: string;
}

/** The pages in the navigation, in order. */
export const NAV_PAGES = [
  { path: '/requests', label: 'Requests', shortcut: 'goRequests', keywords: 'list candidates tracked home' },
  { path: '/new', label: 'New request', shortcut: 'goNew', keywords: 'submit candidate call' },
  { path: '/import', label: 'Import', shortcut: 'goImport', keywords: 'spreadsheet csv excel many' },
  { path: '/outbox', label: 'Outbox', shortcut: 'goOutbox', keywords: 'queue waiting decisions refused' },
  { path: '/library', label: 'Library', shortcut: 'goLibrary', keywords: 'jobs questionnaires names IDs' },
  {
    path: '/insights',
    label: 'Insights',
    shortcut: 'goInsights',
    keywords: 'numbers statistics charts report agreement verdicts scores',
  },
  {
    path: '/settings',
    label: 'Settings',
    shortcut: 'goSettings',
    keywords: 'options preferences configuration',
  },
] as const satisfies readonly NavPage[];
