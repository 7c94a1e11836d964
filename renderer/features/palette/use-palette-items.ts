import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { LibraryEntry } from '../../../shared/library.ts';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import type { RequestRow } from '../../../shared/request.ts';
import type { SavedView } from '../../../shared/request-filter.ts';
import { outcomeWords } from '../../../shared/words/outcome-words.ts';
import { useLibrary } from '../../api/library.ts';
import { useViews } from '../../api/requests.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { type Action, availableActions } from '../../parts/shortcuts/actions.ts';
import { shortId } from '../../parts/text/short-id.ts';
import { formatDate } from '../../parts/time/format-time.ts';
import { openAddNumbers } from '../../routes/numbers-draft.ts';
import { libraryEntryPath, requestPath, searchPath, viewPath } from '../../routes/paths.ts';
import { fitOf, ranked } from './rank.ts';
import { recentlyUsed } from './recent.ts';
import { useSubmissionItems } from './use-submission-items.ts';

/** A result in the palette. */
export interface PaletteItem extends Action {
  /** Shown at the end of the line, such as a status. */
  readonly detail?: string;
  /** Shown below the name, to tell apart submissions of the same person. */
  readonly about?: { readonly job: string; readonly date: string };
}

const MAX_REQUESTS = 6;
const MIN_LENGTH = 2;
const MAX_LENGTH = 200;
/** Requests and submissions rank below actions whose name starts with the search, and above all others. */
const FOUND_FIT = 3.5;
const RECENT = 'Recently used';

/** The palette's results for a search; `pending` while requests and submissions are being fetched. */
export function usePaletteItems(typed: string): {
  readonly items: readonly PaletteItem[];
  readonly pending: boolean;
} {
  const words = typed.trim().slice(0, MAX_LENGTH);
  const requests = useFoundRequests(words);
  const submissions = useSubmissionItems(words);
  const offered = useOffered();
  if (words === '') return { items: initialItems(offered), pending: false };
  // Main found them, by more than their names.
  const found = new Set([...requests.items, ...submissions.items]);
  const items = ranked([...offered, ...found, ...numberItems(words)], (item) =>
    found.has(item) ? FOUND_FIT : fitOf(item, words),
  );
  return { items, pending: requests.pending || submissions.pending };
}

/** The items before a search: recent ones, then the page's, then all others except Library entries. */
function initialItems(offered: readonly PaletteItem[]): readonly PaletteItem[] {
  const byId = new Map(offered.map((item) => [item.id, item]));
  const recent = recentlyUsed().flatMap((id) => byId.get(id) ?? []);
  const shown = new Set(recent);
  const rest = offered.filter((item) => item.group !== 'Library' && !shown.has(item));
  return [...recent.map((item) => ({ ...item, group: RECENT })), ...ranked(rest, () => 1)];
}

/** What may be done with a phone number, which need not be of anybody who was submitted. */
function numberItems(words: string): readonly PaletteItem[] {
  if (!/^[+＋(\p{Nd}][\p{Nd}\s()./-]{6,}$/u.test(words)) return [];
  return [
    {
      id: 'do-not-call.number',
      name: `Put “${words}” on the do-not-call list…`,
      group: 'Do',
      run: () => openAddNumbers({ text: words, onAdded: () => undefined }),
    },
  ];
}

function useOffered(): readonly PaletteItem[] {
  const [, navigate] = useLocation();
  const views = useViews().data ?? [];
  const library = useLibrary().data ?? [];
  return [
    ...availableActions(),
    ...views.map((view) => viewItem(view, () => navigate(viewPath(view.id)))),
    ...library
      .filter(({ archived, name }) => !archived && name !== '')
      .map((entry) => entryItem(entry, () => navigate(libraryEntryPath(entry.kind, entry.serviceId)))),
  ];
}

function viewItem({ id, name }: SavedView, run: () => void): PaletteItem {
  return { id: `view.${id}`, name, group: 'Saved views', keywords: 'view filter requests', run };
}

function entryItem({ kind, serviceId, name }: LibraryEntry, run: () => void): PaletteItem {
  const detail = kind === 'job_description' ? 'Job description' : 'Questionnaire';
  return { id: `library.${kind}.${serviceId}`, name, group: 'Library', detail, keywords: detail, run };
}

function useFoundRequests(words: string): { items: readonly PaletteItem[]; pending: boolean } {
  const { api, keys } = useWorkspace();
  const [, navigate] = useLocation();
  const enabled = words.length >= MIN_LENGTH;
  const filter = { ...NO_FILTER, search: words, archived: 'any' } as const;
  const found = useQuery({
    queryKey: [...keys.requestPages, 'palette', words],
    queryFn: () => api.requests.list({ filter, limit: MAX_REQUESTS }),
    enabled,
    // Keeps the previous results until these arrive, so that the list does not flicker.
    placeholderData: (before) => before,
  });
  if (!enabled) return { items: [], pending: false };
  const { rows = [], total = 0 } = found.data ?? {};
  const items = rows.map((row) => requestItem(row, () => navigate(requestPath(row.requestId))));
  const all: PaletteItem = {
    id: 'search-requests',
    name: `Search requests for “${words}”`,
    group: 'Requests',
    run: () => navigate(searchPath(words)),
  };
  return { items: total > 0 || found.isFetching ? [...items, all] : [], pending: found.isFetching };
}

function requestItem(row: RequestRow, run: () => void): PaletteItem {
  const { requestId, candidateName, jobName, jobDescriptionId, acceptedAt } = row;
  return {
    id: `request.${requestId}`,
    name: candidateName,
    group: 'Requests',
    detail: outcomeWords(row),
    about: { job: jobName ?? shortId(jobDescriptionId), date: formatDate(acceptedAt) },
    run,
  };
}
