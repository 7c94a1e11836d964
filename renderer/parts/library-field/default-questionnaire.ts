import { useRef } from 'react';
import type { LibraryEntry } from '../../../shared/library.ts';
import { useLibrary } from '../../api/library.ts';

/** The job and the questionnaire in a form, by their ids. */
export interface JobAndQuestionnaire {
  readonly job: string;
  readonly questionnaire: string;
}

/**
 * The default questionnaire of the job just chosen, where it may be filled in: the field is empty, or still holds
 * what was filled in for the job before. Undefined leaves the field as it is.
 */
export function questionnaireFor(
  entries: readonly LibraryEntry[],
  chosenJob: string,
  before: JobAndQuestionnaire,
  filledIn: string | null,
): string | undefined {
  const wanted = defaultOf(entries, chosenJob);
  if (wanted === null || wanted === before.questionnaire) return undefined;
  const untouched =
    before.questionnaire === '' ||
    before.questionnaire === filledIn ||
    before.questionnaire === defaultOf(entries, before.job);
  return untouched ? wanted : undefined;
}

function defaultOf(entries: readonly LibraryEntry[], job: string): string | null {
  const entry = entries.find(({ kind, serviceId }) => kind === 'job_description' && serviceId === job);
  return entry?.defaultQuestionnaireId ?? null;
}

/** `questionnaireFor` over the Library as it is now, for one form: it remembers what it has filled in. */
export function useDefaultQuestionnaire() {
  const entries = useLibrary().data ?? [];
  const filledIn = useRef<string | null>(null);
  return (chosenJob: string, before: JobAndQuestionnaire): string | undefined => {
    const questionnaire = questionnaireFor(entries, chosenJob, before, filledIn.current);
    if (questionnaire !== undefined) filledIn.current = questionnaire;
    return questionnaire;
  };
}
