import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { LibraryEntry } from '../../../shared/library.ts';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import type { RequestRow } from '../../../shared/request.ts';
import type { SavedView } from '../../../shared/request-filter.ts';
import { useLibrary } from '../../api/library.ts';
import { useViews } from '../../api/requests.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { type Action, availableActions } from '../../parts/shortcuts/actions.ts';
import { libraryEntryPath, requestPath, searchPath, viewPath } from '../../routes/paths.ts';
import { fitOf, ranked } from './rank.ts';
import { recentlyUsed } from './recent.ts';

/** A line of the palette. */
export interface PaletteItem extends Action {
  /** Beside the name, such as a status. */
  readonly detail?: string;
}

/** Requests that are offered; the last line leads to all of them. */
const MOST_REQUESTS = 6;
const FEWEST_LETTERS = 2;
const MOST_LETTERS = 200;
/** A request that was found stands after actions whose name begins so, before the others. */
const REQUEST_FIT = 3.5;
const RECENT = 'Recently used';

/** What the palette offers for what is typed; `pending` while requests are still looked for. */
export function usePaletteItems(typed: string): {
  readonly items: readonly PaletteItem[];
  readonly pending: boolean;
} {
  const words = typed.trim().slice(0, MOST_LETTERS);
  const requests = useFoundRequests(words);
  const offered = useOffered();
  if (words === '') return { items: atFirst(offered), pending: false };
  const found = [...offered, ...requests.items];
  const isRequest = new Set<PaletteItem>(requests.items);
  const items = ranked(found, (item) => (isRequest.has(item) ? REQUEST_FIT : fitOf(item, words)));
  return { items, pending: requests.pending };
}

/** Before anything is typed: what was used last, then what belongs to the page, then the rest but single records. */
function atFirst(offered: readonly PaletteItem[]): readonly PaletteItem[] {
  const byId = new Map(offered.map((item) => [item.id, item]));
  const recent = recentlyUsed().flatMap((id) => byId.get(id) ?? []);
  const shown = new Set(recent);
  const rest = offered.filter((item) => item.group !== 'Library' && !shown.has(item));
  return [...recent.map((item) => ({ ...item, group: RECENT })), ...ranked(rest, () => 1)];
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
  const enabled = words.length >= FEWEST_LETTERS;
  const filter = { ...NO_FILTER, search: words, archived: 'any' } as const;
  const found = useQuery({
    queryKey: [...keys.requestPages, 'palette', words],
    queryFn: () => api.requests.list({ filter, limit: MOST_REQUESTS }),
    enabled,
    // What was found before stays until this is there, so that the list does not flicker under the keyboard.
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

function requestItem({ requestId, candidateName, status }: RequestRow, run: () => void): PaletteItem {
  return { id: `request.${requestId}`, name: candidateName, group: 'Requests', detail: status, run };
}
