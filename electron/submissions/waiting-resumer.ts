import type { HistoryValues } from '../../shared/history-event.ts';
import { PAUSED_BY_YOU, SIGN_IN_NEEDED, SIGN_IN_NOT_RENEWED } from '../../shared/outbox.ts';
import { isConnectionProblem, isNetworkSettingsProblem, isWaitProblem } from '../service/create-outcomes.ts';
import type { SubmissionStore } from './ports.ts';
import type { TransitionWriter } from './transition-writer.ts';

export interface WaitingResumerOptions {
  readonly workspaceId: string;
  readonly store: SubmissionStore;
  readonly transitions: TransitionWriter;
}

/** Makes waiting submissions due once what they wait for has changed; each knows by its problem what that is. */
export class WaitingResumer {
  private readonly options: WaitingResumerOptions;

  constructor(options: WaitingResumerOptions) {
    this.options = options;
  }

  /** Resumes submissions held for sign-in, and those that wait for a token renewal. */
  async signedIn(): Promise<void> {
    await this.resume('queued', 'sign_in', (problem) => problem === SIGN_IN_NOT_RENEWED);
    await this.resume('held', 'sign_in', (problem) => problem === SIGN_IN_NEEDED);
  }

  /** Resumes what was held for the network settings. */
  networkChanged(): Promise<void> {
    return this.resume('held', 'network_settings', (problem) => isNetworkSettingsProblem(problem ?? ''));
  }

  /** Resumes everything held, except what a person paused. */
  connectionChanged(): Promise<void> {
    return this.resume('held', 'connection', (problem) => problem !== PAUSED_BY_YOU);
  }

  /** Resumes submissions that could not connect: they need not wait out their delay. */
  serviceReachable(): Promise<void> {
    return this.resume('queued', 'service_reachable', (problem) => isConnectionProblem(problem ?? ''));
  }

  /** Resumes submissions that the service had asked to wait. */
  serviceAccepting(): Promise<void> {
    return this.resume('queued', 'service_accepting', (problem) => isWaitProblem(problem ?? ''));
  }

  private async resume(
    state: 'queued' | 'held',
    by: HistoryValues['resumed']['by'],
    isAffected: (problemCode: string | undefined) => boolean,
  ): Promise<void> {
    const { store, workspaceId, transitions } = this.options;
    const submissions = await store.inStates(workspaceId, [state]);
    const affected = submissions.filter(({ problem }) => isAffected(problem?.code));
    await transitions.applyToAll(affected, { type: 'resumed', by });
  }
}
