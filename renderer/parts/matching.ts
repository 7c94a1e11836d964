import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { LibraryEntry } from '../../shared/library.ts';
import { useWorkspace } from '../api/app-state.tsx';

const MAX_OPTIONS = 50;

/** Entries that are not archived and whose name or ID contains the text: named ones first, then by most recent use. */
export function matchingEntries(entries: readonly LibraryEntry[], text: string): readonly LibraryEntry[] {
  const query = text.trim().toLocaleLowerCase();
  return entries
    .filter(
      (entry) =>
        !entry.archived &&
        (entry.name.toLocaleLowerCase().includes(query) || entry.serviceId.toLowerCase().includes(query)),
    )
    .sort(byUse)
    .slice(0, MAX_OPTIONS);
}

function byUse(a: LibraryEntry, b: LibraryEntry): number {
  const named = Number(b.name !== '') - Number(a.name !== '');
  return named || (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0) || a.name.localeCompare(b.name);
}

/** Gives the Library's name of a job description, if it has one. */
export function useJobNames(): (id: string) => string | undefined {
  const names = new Map(
    (useQuery(useWorkspace().queries.library.list()).data ?? [])
      .filter(({ kind, name }) => kind === 'job_description' && name !== '')
      .map(({ serviceId, name }) => [serviceId, name]),
  );
  return (id) => names.get(id);
}

/** The entry with exactly this name; undefined if there is none or several. Archived entries count only if no other matches. */
export function entryNamed(entries: readonly LibraryEntry[], text: string): LibraryEntry | undefined {
  const query = text.trim().toLocaleLowerCase();
  if (query === '') return undefined;
  const named = entries.filter((entry) => entry.name.toLocaleLowerCase() === query);
  const active = named.filter((entry) => !entry.archived);
  const candidates = active.length > 0 ? active : named;
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** The IDs of the job and questionnaire in a form. */
interface JobAndQuestionnaire {
  readonly job: string;
  readonly questionnaire: string;
}

/**
 * The default questionnaire of the chosen job if the form may fill it in: the field is empty or still has the default of the
 * previous job. Undefined leaves the field unchanged.
 */
export function questionnaireFor(
  entries: readonly LibraryEntry[],
  chosenJob: string,
  before: JobAndQuestionnaire,
  filledIn: string | null,
): string | undefined {
  const questionnaire = defaultOf(entries, chosenJob);
  if (questionnaire === null || questionnaire === before.questionnaire) return undefined;
  const untouched =
    before.questionnaire === '' ||
    before.questionnaire === filledIn ||
    before.questionnaire === defaultOf(entries, before.job);
  return untouched ? questionnaire : undefined;
}

function defaultOf(entries: readonly LibraryEntry[], job: string): string | null {
  const entry = entries.find(({ kind, serviceId }) => kind === 'job_description' && serviceId === job);
  return entry?.defaultQuestionnaireId ?? null;
}

/** {@link questionnaireFor} for one form: uses the current Library and remembers what it filled in. */
export function useDefaultQuestionnaire() {
  const entries = useQuery(useWorkspace().queries.library.list()).data ?? [];
  const filledIn = useRef<string | null>(null);
  return (chosenJob: string, before: JobAndQuestionnaire): string | undefined => {
    const questionnaire = questionnaireFor(entries, chosenJob, before, filledIn.current);
    if (questionnaire !== undefined) filledIn.current = questionnaire;
    return questionnaire;
  };
}
export interface PickOption {
  readonly key: string;
  readonly words: string;
  /** Shown dimmed before the words, and searched, too. */
  readonly group?: string | undefined;
  /** The code behind the words, in the tooltip; searched, too. */
  readonly code?: string | null;
  readonly count?: number | undefined;
  /** For checkable options; `some` is the mixed state. */
  readonly checked?: boolean | 'some' | undefined;
}

/** Options that contain every typed word, those that start with the text first. */
export function filterOptions(text: string, options: readonly PickOption[]): readonly PickOption[] {
  const query = text.trim().toLocaleLowerCase();
  if (query === '') return options;
  const terms = query.split(/\s+/);
  const found = options.filter(({ words, group = '', code }) => {
    const all = `${group} ${words} ${code ?? ''}`.toLocaleLowerCase();
    return terms.every((term) => all.includes(term));
  });
  const begins = ({ words }: PickOption) => (words.toLocaleLowerCase().startsWith(query) ? 0 : 1);
  return found.toSorted((one, other) => begins(one) - begins(other));
}
