import { useRef } from 'react';
import type { LibraryEntry } from '../../../shared/library.ts';
import { useLibrary } from '../../api/library.ts';

/** The IDs of the job and questionnaire in a form. */
export interface JobAndQuestionnaire {
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
  const entries = useLibrary().data ?? [];
  const filledIn = useRef<string | null>(null);
  return (chosenJob: string, before: JobAndQuestionnaire): string | undefined => {
    const questionnaire = questionnaireFor(entries, chosenJob, before, filledIn.current);
    if (questionnaire !== undefined) filledIn.current = questionnaire;
    return questionnaire;
  };
}
