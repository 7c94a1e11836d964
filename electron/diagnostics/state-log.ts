import type { PolicyState } from '../../shared/policy.ts';
import type { SessionStatus } from '../../shared/session.ts';
import type { Settings } from '../../shared/settings.ts';
import type { UpdateStep } from '../../shared/updates.ts';
import type { LogEvent } from './log-events.ts';

/** What is looked at of an open workspace. */
export interface WatchedWorkspace {
  readonly workspace: { readonly id: string };
  readonly session: { readonly status: SessionStatus };
  readonly reachability: { readonly reachable: boolean };
}

/** What is looked at of the whole. */
export interface WatchedState {
  readonly workspaces: Iterable<WatchedWorkspace>;
  readonly settings: Settings;
  readonly policy: PolicyState;
  readonly update: UpdateStep;
}

/** How long changes are gathered before they are looked at, ms. */
const GATHERED_MS = 200;

/** Writes to the log what has changed of the state of the whole: sign-in, reachability, settings, policy, updates. */
export class StateLog {
  private readonly log: LogEvent;
  private readonly state: () => WatchedState;
  /** The last word on each thing, by what it is. */
  private readonly known = new Map<string, string>();
  private settings: Settings | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(log: LogEvent, state: () => WatchedState) {
    this.log = log;
    this.state = state;
  }

  /** To be called whenever something may have changed. */
  readonly changed = (): void => {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.look();
    }, GATHERED_MS).unref();
  };

  /** Looks now, and no more by itself. */
  close(): void {
    clearTimeout(this.timer);
    this.look();
  }

  private look(): void {
    const { workspaces, settings, policy, update } = this.state();
    for (const workspace of workspaces) this.lookAtWorkspace(workspace);
    this.lookAtSettings(settings);
    this.lookAtPolicy(policy);
    const version = 'update' in update ? update.update?.version : undefined;
    if (this.isNews('update', update.kind, version))
      this.log('update_state', { state: update.kind, version });
  }

  private lookAtWorkspace({ workspace, session, reachability }: WatchedWorkspace): void {
    const { id } = workspace;
    const { status } = session;
    const { phase } = status;
    const storage = status.phase === 'signed_in' ? status.storage : undefined;
    const reason = status.phase === 'signed_out' ? status.reason?.code : undefined;
    if (this.isNews(`sign-in ${id}`, phase, storage, reason)) {
      this.log('sign_in_changed', { workspace: id, phase, storage, reason });
    }
    const { reachable } = reachability;
    if (this.isNews(`reachability ${id}`, reachable)) {
      this.log('reachability_changed', { workspace: id, reachable });
    }
  }

  private lookAtSettings(settings: Settings): void {
    const before = this.settings;
    this.settings = settings;
    if (this.isNews('paused', settings.queuePaused))
      this.log('queue_paused', { paused: settings.queuePaused });
    if (!before) return;
    for (const name of Object.keys(settings)) {
      const [was, is] = [before, settings].map((each) => JSON.stringify(Reflect.get(each, name)));
      if (was !== is) this.log('setting_changed', { setting: name });
    }
  }

  private lookAtPolicy({ source, problems, managed }: PolicyState): void {
    const found = source !== null;
    if (!this.isNews('policy', found, problems.length, managed.join(' '))) return;
    this.log('policy_read', { found, problems: problems.length, managed: managed.length });
  }

  private isNews(thing: string, ...words: readonly (string | number | boolean | undefined)[]): boolean {
    const word = words.join(' ');
    const news = this.known.get(thing) !== word;
    this.known.set(thing, word);
    return news;
  }
}
