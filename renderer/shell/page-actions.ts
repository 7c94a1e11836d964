import { useLocation } from 'wouter';
import { useAppState } from '../api/app-state.tsx';
import type { Action } from '../parts/shortcuts/actions.ts';
import { countOf } from '../parts/text/count-of.ts';
import { sectionPath } from '../routes/paths.ts';

/** A section of a page that people search for by name. */
interface PageSection {
  readonly page: string;
  /** The section's heading. */
  readonly heading: string;
  readonly name: string;
  readonly keywords: string;
}

const OUTBOX = '/outbox';
const DECISIONS = 'Needs your decision';

const SECTIONS: readonly PageSection[] = [
  {
    page: OUTBOX,
    heading: DECISIONS,
    name: 'Outbox: needs your decision',
    keywords: 'unconfirmed decide enter request ID send again discard may have arrived',
  },
  {
    page: OUTBOX,
    heading: 'Waiting',
    name: 'Outbox: waiting',
    keywords: 'queue held on hold retry try all now later',
  },
  {
    page: OUTBOX,
    heading: 'Refused',
    name: 'Outbox: refused',
    keywords: 'rejected error correct change and submit why',
  },
  { page: OUTBOX, heading: 'Drafts', name: 'Outbox: drafts', keywords: 'taken back undo unfinished' },
  {
    page: '/import',
    heading: 'Past imports',
    name: 'Import: past imports',
    keywords: 'earlier withdraw files history spreadsheet',
  },
  {
    page: '/library',
    heading: 'Job descriptions',
    name: 'Library: job descriptions',
    keywords: 'names IDs positions roles',
  },
  {
    page: '/library',
    heading: 'Questionnaires',
    name: 'Library: questionnaires',
    keywords: 'names IDs templates scales describe fields',
  },
];

/** Leads to the sections of pages from anywhere; what needs a decision says how many. */
export function usePageActions(): readonly Action[] {
  const [, navigate] = useLocation();
  const { decisionCount } = useAppState();
  return SECTIONS.map(({ page, heading, name, keywords }) => ({
    id: `section.${page}.${heading}`,
    name:
      heading === DECISIONS && decisionCount > 0 ? `${name} (${countOf(decisionCount, 'submission')})` : name,
    group: 'Pages',
    keywords,
    run: () => navigate(sectionPath(page, heading)),
  }));
}
