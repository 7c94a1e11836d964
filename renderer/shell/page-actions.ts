import { useLocation } from 'wouter';
import { attentionOf } from '../../shared/outbox.ts';
import { useOutboxCounts } from '../api/app-state.tsx';
import type { Action } from '../parts/shortcuts/actions.ts';
import { countOf } from '../parts/text/count-of.ts';
import { outboxPath, sectionPath } from '../routes/paths.ts';

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
    keywords: 'decision unconfirmed decide enter request ID send again discard may have arrived on hold',
  },
  {
    path: outboxPath('waiting'),
    name: 'Outbox: waiting',
    keywords: 'queue held on hold retry try all now later',
  },
  {
    path: outboxPath('refused'),
    name: 'Outbox: refused',
    keywords: 'rejected error correct change and submit why',
  },
  { path: outboxPath('drafts'), name: 'Outbox: drafts', keywords: 'taken back undo unfinished' },
  {
    path: outboxPath('discarded'),
    name: 'Outbox: discarded',
    keywords: 'withdrawn submit anew history find again',
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
    keywords: 'names IDs templates scales describe described results fields meaning headline examples',
  },
];

/** Leads to the parts of pages from anywhere; what needs a person says how many. */
export function usePageActions(): readonly Action[] {
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
