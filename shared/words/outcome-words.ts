import type { DerivedOutcome, Outcome } from '../outcome.ts';
import type { RequestDetail, Verdict } from '../request.ts';
import { statusTitle, statusWords } from './status-words.ts';

/** The names of outcomes, as in filters and charts. */
export const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = {
  waiting: 'Waiting',
  calling: 'Calling',
  in_progress: 'In progress',
  other: 'Other status',
  failed: 'Failed',
  not_reached: 'Not reached',
  completed: 'Completed without an assessment',
  assessed: 'Assessed',
};

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  none: 'No verdict',
  no: 'No',
  maybe: 'Maybe',
  yes: 'Yes',
};

/** What colleagues said of a candidate, a line each: `Mary: Yes (clear answers)`, `Mary: speaks Dutch`. */
export function colleagueLines({
  colleagueVerdicts,
  colleagueNotes,
}: Pick<RequestDetail, 'colleagueVerdicts' | 'colleagueNotes'>): string[] {
  return [
    ...colleagueVerdicts.map(
      ({ person, verdict, reason }) =>
        `${person}: ${VERDICT_WORDS[verdict]}${reason === '' ? '' : ` (${reason})`}`,
    ),
    ...colleagueNotes.map(({ person, text }) => `${person}: ${text}`),
  ];
}

interface ShownOutcome extends DerivedOutcome {
  /** The service's status of the request. */
  readonly status: string;
}

/** An outcome in a few words: `Assessed`, `Not reached (2 tries)`; a status without a meaning as it came. */
export function outcomeWords({ outcome, tries, status }: ShownOutcome): string {
  if (outcome === 'completed') return 'Completed';
  return fullOutcomeWords({ outcome, tries, status });
}

/** The same where there is room: `Completed without an assessment`. */
export function fullOutcomeWords({ outcome, tries, status }: ShownOutcome): string {
  if (outcome === 'other') return statusWords(status);
  const name = OUTCOME_NAMES[outcome];
  return tries === 0 ? name : `${name} (${tries === 1 ? '1 try' : `${tries} tries`})`;
}

/** The tooltip of an outcome: all of its words, with the service's own status. */
export function outcomeTitle(shown: ShownOutcome): string {
  return shown.outcome === 'other'
    ? statusTitle(shown.status)
    : `${fullOutcomeWords(shown)} (the service's status: ${shown.status})`;
}

export type OutcomeTone = 'good' | 'info' | 'wait' | 'bad' | 'calm';

/** The colours of outcomes; green is only for candidates who were assessed. */
export const OUTCOME_TONES: Readonly<Record<Outcome, OutcomeTone>> = {
  waiting: 'calm',
  calling: 'info',
  in_progress: 'info',
  other: 'calm',
  failed: 'bad',
  not_reached: 'wait',
  completed: 'calm',
  assessed: 'good',
};
