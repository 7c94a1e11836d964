import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { LibraryEntry } from '../../../shared/library.ts';
import type { RequestRow } from '../../../shared/request.ts';
import { NO_FILTER, type SavedView } from '../../../shared/request-filter.ts';
import type { FoundSubmission } from '../../../shared/submission-search.ts';
import { outcomeWords } from '../../../shared/words/outcome-words.ts';
import { submissionStateWords } from '../../../shared/words/submission-state-words.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { useFoundSubmissions } from '../../api/outbox.ts';
import { formatDate, shortId } from '../../parts/format.ts';
import { type Action, availableActions } from '../../parts/shortcuts.ts';
import { numbersToAdd } from '../../routes/hash-location.ts';
import {
  foundSubmissionsPath,
  libraryEntryPath,
  outboxPath,
  requestPath,
  searchPath,
  submissionPath,
  viewPath,
} from '../../routes/paths.ts';

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
  const recent = useRecentPeople(words === '');
  if (words === '') return { items: initialItems(recent, offered), pending: false };
  // Main found them, by more than their names.
  const found = new Set([...requests.items, ...submissions.items]);
  const items = ranked([...offered, ...found, ...numberItems(words)], (item) =>
    found.has(item) ? FOUND_FIT : fitOf(item, words),
  );
  return { items, pending: requests.pending || submissions.pending };
}

/** What most people open the palette for, in order. */
const FIRST: readonly string[] = ['new', 'import', `part.${outboxPath('needs-you')}`, 'review'];

/** Groups that are only searched. */
const SEARCHED: readonly string[] = ['Library', 'Settings'];

/** The items before a search: recent people, what most people look for, what was used last, and all others but settings. */
function initialItems(
  people: readonly PaletteItem[],
  offered: readonly PaletteItem[],
): readonly PaletteItem[] {
  const byId = new Map(offered.map((item) => [item.id, item]));
  const named = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const first = named(FIRST);
  const recent = named(recentlyUsed()).filter((item) => !first.includes(item));
  const shown = new Set([...first, ...recent]);
  const rest = offered.filter((item) => !SEARCHED.includes(item.group) && !shown.has(item));
  return [
    ...people,
    ...first.map((item) => ({ ...item, group: 'Start' })),
    ...recent.map((item) => ({ ...item, group: RECENT })),
    ...ranked(rest, () => 1),
  ];
}

const MAX_PEOPLE = 4;

/** Those whose requests changed last. */
function useRecentPeople(enabled: boolean): readonly PaletteItem[] {
  const [, navigate] = useLocation();
  const { queries } = useWorkspace();
  const { data } = useQuery({
    ...queries.requests.list({ filter: NO_FILTER, limit: MAX_PEOPLE }),
    enabled,
  });
  const rows = enabled ? (data?.rows ?? []) : [];
  return rows.map((row) => ({
    ...requestItem(row, () => navigate(requestPath(row.requestId))),
    group: 'Recent people',
  }));
}

/** What may be done with a phone number, which need not be of anybody who was submitted. */
function numberItems(words: string): readonly PaletteItem[] {
  if (!/^[+＋(\p{Nd}][\p{Nd}\s()./-]{6,}$/u.test(words)) return [];
  return [
    {
      id: 'do-not-call.number',
      name: `Put “${words}” on the do-not-call list…`,
      group: 'Do',
      run: () => numbersToAdd.open(words),
    },
  ];
}

function useOffered(): readonly PaletteItem[] {
  const [, navigate] = useLocation();
  const views = useQuery(useWorkspace().queries.views.list()).data ?? [];
  const library = useQuery(useWorkspace().queries.library.list()).data ?? [];
  return [
    ...availableActions().filter(({ isKeyOnly }) => !isKeyOnly),
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
  const { queries } = useWorkspace();
  const [, navigate] = useLocation();
  const enabled = words.length >= MIN_LENGTH;
  const filter = { ...NO_FILTER, search: words, archived: 'any' } as const;
  const found = useQuery({
    ...queries.requests.list({ filter, limit: MAX_REQUESTS }),
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

const MAX_SUBMISSIONS = 5;
const GROUP = 'Outbox';

/** Submissions without a request that match a search, with where they stand. */
function useSubmissionItems(words: string): {
  readonly items: readonly PaletteItem[];
  readonly pending: boolean;
} {
  const [, navigate] = useLocation();
  const { rows, total, isPending } = useFoundSubmissions(words, MAX_SUBMISSIONS);
  const items = rows.map((row) => submissionItem(row, () => navigate(submissionPath(row.id))));
  const all: PaletteItem = {
    id: 'search-submissions',
    name: `Search the Outbox for “${words}”`,
    group: GROUP,
    run: () => navigate(foundSubmissionsPath(words)),
  };
  return { items: total > rows.length ? [...items, all] : items, pending: isPending };
}

function submissionItem(row: FoundSubmission, run: () => void): PaletteItem {
  return {
    id: `submission.${row.id}`,
    name: row.candidateName,
    group: GROUP,
    detail: submissionStateWords(row),
    about: { job: row.jobName ?? shortId(row.jobDescriptionId), date: formatDate(row.createdAt) },
    run,
  };
}
/** An item that can be searched. */
type Findable = Pick<Action, 'name' | 'group' | 'keywords'>;

/** The scores of a search word: the start of a word in the name, of a keyword, inside the name, scattered letters. */
const BEGINNING = 4;
const KEYWORD = 3;
const INSIDE = 2;
const SCATTERED = 1;

/** Removes case, accents and apostrophes, for comparison. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLocaleLowerCase();
}

/**
 * How well an item matches the search; 0 if any search word does not match. Words may come in any order, and `np` matches
 * "New request, please" by its scattered letters.
 */
export function fitOf(item: Findable, typed: string): number {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const name = folded(item.name);
  const also = folded(`${item.keywords ?? ''} ${item.group}`);
  let sum = 0;
  for (const word of words) {
    const fit = fitOfWord(word, name, also);
    if (fit === 0) return 0;
    sum += fit;
  }
  return words.length === 0 ? 0 : sum / words.length;
}

function fitOfWord(word: string, name: string, also: string): number {
  if (beginsIn(name, word)) return BEGINNING;
  if (beginsIn(also, word)) return KEYWORD;
  if (name.includes(word)) return INSIDE;
  return word.length > 1 && hasInOrder(name, word) ? SCATTERED : 0;
}

function beginsIn(text: string, word: string): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));
}

/** Whether the letters occur in order, each at the start of a word or right after the previous one. */
function hasInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    const next = text[at + 1] === letter ? at + 1 : nextWordWith(text, letter, at + 1);
    if (next === -1) return false;
    at = next;
  }
  return true;
}

function nextWordWith(text: string, letter: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === letter && (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? ''))) return at;
  }
  return -1;
}

/** Sorts items by score; groups stay together, each at the position of its best item. */
export function ranked<Item extends Findable>(
  items: readonly Item[],
  howWell: (item: Item) => number,
): Item[] {
  const found = items
    .map((item, at) => ({ item, at, fit: howWell(item) }))
    .filter((each) => each.fit > 0)
    .toSorted((one, other) => other.fit - one.fit || one.at - other.at);
  const groups = [...new Set(found.map(({ item }) => item.group))];
  return groups.flatMap((group) => found.flatMap(({ item }) => (item.group === group ? [item] : [])));
}

const MAX_RECENT = 4;

let recent: readonly string[] = [];

/** Remembers an action until the window closes. */
export function rememberUsed(id: string): void {
  recent = [id, ...recent.filter((other) => other !== id)].slice(0, MAX_RECENT);
}

/** IDs of the actions used last, the latest first. */
function recentlyUsed(): readonly string[] {
  return recent;
}
