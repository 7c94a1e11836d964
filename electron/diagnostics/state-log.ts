import type { PolicyState } from '../../shared/policy.ts';
import type { SessionStatus } from '../../shared/session.ts';
import { SETTING_NAMES, type Settings } from '../../shared/settings.ts';
import type { TeamState } from '../../shared/team.ts';
import type { UpdateStep } from '../../shared/updates.ts';
import type { LogEvent } from './log-events.ts';

export interface WatchedWorkspace {
  readonly workspace: { readonly id: string };
  readonly session: { readonly status: SessionStatus };
  readonly reachability: { readonly reachable: boolean };
  readonly team: { readonly state: TeamState };
}

interface WatchedState {
  readonly workspaces: Iterable<WatchedWorkspace>;
  readonly settings: Settings;
  readonly policy: PolicyState;
  readonly update: UpdateStep;
}

/** Throttle interval, ms. */
const THROTTLE_MS = 200;

/** Logs changes of the app's state: sign-in, reachability, settings, policy and updates. */
export class StateLog {
  private readonly log: LogEvent;
  private readonly state: () => WatchedState;
  /** The last value logged, by subject. */
  private readonly logged = new Map<string, string>();
  private settings: Settings | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(log: LogEvent, state: () => WatchedState) {
    this.log = log;
    this.state = state;
  }

  /** Call whenever something may have changed. */
  readonly changed = (): void => {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.logChanges();
    }, THROTTLE_MS).unref();
  };

  /** Logs pending changes and stops the timer. */
  close(): void {
    clearTimeout(this.timer);
    this.logChanges();
  }

  private logChanges(): void {
    const { workspaces, settings, policy, update } = this.state();
    for (const workspace of workspaces) this.logWorkspace(workspace);
    this.logSettings(settings);
    this.logPolicy(policy);
    const version = 'update' in update ? update.update?.version : undefined;
    if (this.isChanged('update', update.kind, version))
      this.log('update_state', { state: update.kind, version });
  }

  private logWorkspace({ workspace, session, reachability, team }: WatchedWorkspace): void {
    const { id } = workspace;
    const { status } = session;
    const { phase } = status;
    const storage = status.phase === 'signed_in' ? status.storage : undefined;
    const reason = status.phase === 'signed_out' ? status.reason?.code : undefined;
    if (this.isChanged(`sign-in ${id}`, phase, storage, reason)) {
      this.log('sign_in_changed', { workspace: id, phase, storage, reason });
    }
    const { reachable } = reachability;
    if (this.isChanged(`reachability ${id}`, reachable)) {
      this.log('reachability_changed', { workspace: id, reachable });
    }
    this.logTeam(id, team.state);
  }

  private logTeam(workspace: string, state: TeamState): void {
    const reason = 'reason' in state ? state.reason.code : undefined;
    const subject = `team ${workspace}`;
    // Most workspaces never have one; whether this one has is told by what follows.
    if (state.phase === 'connecting' || (state.phase === 'off' && !this.logged.has(subject))) return;
    if (this.isChanged(subject, state.phase, reason))
      this.log('team_changed', { workspace, phase: state.phase, reason });
  }

  private logSettings(settings: Settings): void {
    const before = this.settings;
    this.settings = settings;
    if (this.isChanged('paused', settings.queuePaused))
      this.log('queue_paused', { paused: settings.queuePaused });
    if (!before) return;
    for (const name of SETTING_NAMES) {
      const [was, is] = [before, settings].map((values) => JSON.stringify(values[name]));
      if (was !== is) this.log('setting_changed', { setting: name });
    }
  }

  private logPolicy({ source, problems, managed }: PolicyState): void {
    const found = source !== null;
    if (!this.isChanged('policy', found, problems.length, managed.join(' '))) return;
    this.log('policy_read', { found, problems: problems.length, managed: managed.length });
  }

  private isChanged(subject: string, ...values: readonly (string | number | boolean | undefined)[]): boolean {
    const value = values.join(' ');
    const changed = this.logged.get(subject) !== value;
    this.logged.set(subject, value);
    return changed;
  }
}
