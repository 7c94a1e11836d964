import type { SubmissionState } from '../../shared/submission.ts';

/** The states of submissions by the number they are stored as: as wide as any other, a row does not grow with them. */
const STATES = [
  'draft',
  'queued',
  'connecting',
  'sending',
  'accepted',
  'rejected',
  'held',
  'unconfirmed',
  'discarded',
] as const satisfies readonly SubmissionState[];

export function stateCode(state: SubmissionState): number {
  return STATES.indexOf(state);
}

/** The greatest of them. */
export const LAST_STATE_CODE = STATES.length - 1;

/** SQL for the state of a code. */
export function stateSql(code: string): string {
  return `CASE ${code} ${STATES.map((state, place) => `WHEN ${place} THEN '${state}'`).join(' ')} END`;
}

/** SQL for the code of a state. */
export function stateCodeSql(state: string): string {
  return `CASE ${state} ${STATES.map((name, place) => `WHEN '${name}' THEN ${place}`).join(' ')} END`;
}
