import { isHeldByPerson, SIGN_IN_NEEDED, SIGN_IN_NOT_RENEWED } from '../../shared/outbox.ts';
import { isConnectionProblem, isNetworkSettingsProblem } from '../service/create-outcomes.ts';
import type { SubmissionStore } from './ports.ts';
import type { TransitionWriter } from './transition-writer.ts';

type IsAffected = (problemCode: string) => boolean;
type Rule = { readonly queued?: IsAffected; readonly held?: IsAffected };

/** Which waiting submissions each change makes due: by state and problem ('' if there is none). */
const AFFECTED = {
  sign_in: { queued: (code) => code === SIGN_IN_NOT_RENEWED, held: (code) => code === SIGN_IN_NEEDED },
  network_settings: { held: isNetworkSettingsProblem },
  connection: { held: (code) => !isHeldByPerson(code) },
  service_reachable: { queued: isConnectionProblem },
} satisfies Readonly<Record<string, Rule>>;

export type ResumeReason = keyof typeof AFFECTED;

/** Makes the waiting submissions due that a change affects; they need not wait out their delay. */
export async function resumeWaiting(
  by: ResumeReason,
  store: SubmissionStore,
  workspaceId: string,
  transitions: TransitionWriter,
): Promise<void> {
  const rule: Rule = AFFECTED[by];
  for (const state of ['queued', 'held'] as const) {
    const isAffected = rule[state];
    if (!isAffected) continue;
    const submissions = await store.inStates(workspaceId, [state]);
    const affected = submissions.filter(({ problem }) => isAffected(problem?.code ?? ''));
    await transitions.applyToAll(affected, { type: 'resumed', by });
  }
}
