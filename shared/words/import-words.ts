import type { SubmissionProblem } from '../problems.ts';
import { problemWords } from './problem-words.ts';

/** What an imported file is called; '' is the name of one whose own name told who was in it. */
export function importName(name: string): string {
  return name === '' ? 'Imported file' : name;
}

/** Why a row was not queued: as the review said it; '' where queueing stopped before it. */
export function notQueuedWords(problem: string): string {
  return problem === '' ? 'Queueing stopped before this row' : problem;
}

/** Why the service refused a row of an imported file, if it is known. */
export function refusalWords(refusal: SubmissionProblem | null): string {
  return `Refused by the service: ${refusal ? problemWords(refusal).message : 'no reason given'}`;
}
