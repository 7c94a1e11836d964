import { fail, ok, type Result } from '../../shared/result.ts';
import type {
  RestartObstacle,
  UpdateProblem,
  UpdateState,
  UpdateStep,
  UpdatesOffReason,
} from '../../shared/updates.ts';
import type { RestartingApp, Updater, UpdateSettings, WorkInProgress } from './ports.ts';
import { mayCheck, nextUpdateStep, toDownload, type UpdateEvent } from './update-machine.ts';
import { updateProblem } from './update-problem.ts';

export interface AppUpdatesOptions {
  /** Why this installation cannot update itself; undefined where it can. */
  readonly notUpdatable: UpdatesOffReason | undefined;
  /** Called at the first check, never where updates are off. */
  readonly loadUpdater: () => Promise<Updater>;
  readonly settings: () => UpdateSettings;
  readonly work: WorkInProgress;
  readonly app: RestartingApp;
  readonly onChange: () => void;
  readonly onTrouble: (error: unknown) => void;
  /** Between the start and the first check, and from check to check, where it looks by itself, ms. */
  readonly firstCheckMs?: number;
  readonly checkEveryMs?: number;
  /** How often it is looked whether a refused restart is possible by now, ms. */
  readonly lookAgainMs?: number;
}

/** Late enough that it delays nothing of the start. */
const FIRST_CHECK_MS = 60_000;
const CHECK_EVERY_MS = 6 * 60 * 60 * 1000;
const LOOK_AGAIN_MS = 1000;

/**
 * Newer versions of Callboard: looked for and fetched as the settings say, installed only when a person asks for the
 * restart, and never while something is being sent. A restart that is not possible now leaves the update ready.
 */
export class AppUpdates {
  private readonly options: AppUpdatesOptions;
  private step: UpdateStep = { kind: 'idle' };
  private checkedAt: number | null = null;
  private waitingFor: RestartObstacle | null = null;
  private updater: Promise<Updater> | undefined;
  private followed: UpdateSettings;
  private timer: NodeJS.Timeout | undefined;
  private obstacleTimer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(options: AppUpdatesOptions) {
    this.options = options;
    this.followed = options.settings();
    const reason = this.whyOff();
    if (reason) this.step = { kind: 'off', reason };
  }

  get state(): UpdateState {
    return { step: this.step, waitingFor: this.waitingFor, checkedAt: this.checkedAt };
  }

  /** True from the moment the work is ended for a restart on. */
  get installing(): boolean {
    return this.step.kind === 'installing';
  }

  /** Begins to look by itself, where the settings say so. */
  start(): void {
    this.lookAfter(this.options.firstCheckMs ?? FIRST_CHECK_MS);
  }

  /** Some settings have changed, those about updates among them or not. */
  settingsChanged(): void {
    const before = this.followed;
    this.followed = this.options.settings();
    const { updateMode, updateChannel } = this.followed;
    if (updateMode === before.updateMode && updateChannel === before.updateChannel) return;
    if (updateChannel !== before.updateChannel) this.take({ kind: 'channel_changed' });
    this.followMode();
    this.fetchByItself();
    this.lookAfter(this.options.firstCheckMs ?? FIRST_CHECK_MS);
  }

  /** Looks for a newer version now. Answers when it is known; what follows is told by `onChange`. */
  async check(): Promise<Result<UpdateState>> {
    if (this.step.kind === 'off') return OFF;
    if (mayCheck(this.step)) await this.checkNow();
    return ok(this.state);
  }

  /** Begins to fetch the version that was found. */
  download(): Result<UpdateState> {
    if (this.step.kind === 'off') return OFF;
    if (toDownload(this.step)) void this.fetch();
    return ok(this.state);
  }

  /**
   * Restarts into the version that is ready. Refused, with nothing changed, while something is being sent
   * (`sending_now`) or a file is being queued (`importing_now`), and where nothing is ready (`no_update`). After a
   * refusal `waitingFor` tells when it is possible.
   */
  async restart(): Promise<Result<null>> {
    if (this.step.kind !== 'ready') return NOTHING_READY;
    const release = this.options.app.holdSending();
    let held = false;
    try {
      // Asked for only now: what began before sending was held is seen, and nothing begins after it.
      const obstacle = await this.obstacle();
      this.waitFor(obstacle);
      if (obstacle) return REFUSALS[obstacle];
      // Another wish may have been first, or updates turned off meanwhile.
      if (this.step.kind !== 'ready') return NOTHING_READY;
      this.take({ kind: 'install_began' });
      held = true;
    } finally {
      if (!held) release();
    }
    void this.endAndInstall();
    return ok(null);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.obstacleTimer);
  }

  private async obstacle(): Promise<RestartObstacle | null> {
    const { work } = this.options;
    if (work.importing()) return 'importing';
    return (await work.sending()) > 0 ? 'sending' : null;
  }

  private waitFor(obstacle: RestartObstacle | null): void {
    clearTimeout(this.obstacleTimer);
    if (obstacle !== null && !this.closed) {
      this.obstacleTimer = setTimeout(() => {
        // What cannot be told is no reason to keep the button away: the restart itself looks again.
        void this.obstacle()
          .catch((error: unknown) => {
            this.options.onTrouble(error);
            return null;
          })
          .then((still) => this.waitFor(still));
      }, this.options.lookAgainMs ?? LOOK_AGAIN_MS);
    }
    if (obstacle === this.waitingFor) return;
    this.waitingFor = obstacle;
    this.tell();
  }

  private whyOff(): UpdatesOffReason | undefined {
    return this.options.notUpdatable ?? (this.followed.updateMode === 'off' ? 'setting' : undefined);
  }

  private followMode(): void {
    const reason = this.whyOff();
    this.take(reason ? { kind: 'turned_off', reason } : { kind: 'turned_on' });
  }

  private lookAfter(ms: number): void {
    clearTimeout(this.timer);
    if (this.closed || this.step.kind === 'off' || this.followed.updateMode !== 'automatic') return;
    this.timer = setTimeout(() => {
      const checked = mayCheck(this.step) ? this.checkNow() : Promise.resolve();
      void checked.then(() => this.lookAfter(this.options.checkEveryMs ?? CHECK_EVERY_MS));
    }, ms);
    this.timer.unref();
  }

  private async checkNow(): Promise<void> {
    this.take({ kind: 'check_began' });
    const { updateChannel } = this.followed;
    const found = await this.attempt('check', (updater) => updater.check(updateChannel));
    // Of a channel that was left meanwhile: nothing about the one that is chosen now.
    if (!found.done || updateChannel !== this.followed.updateChannel) return;
    this.checkedAt = Date.now();
    this.take({ kind: 'check_ended', update: found.value });
    this.fetchByItself();
  }

  private fetchByItself(): void {
    if (this.step.kind === 'available' && this.followed.updateMode === 'automatic') void this.fetch();
  }

  private async fetch(): Promise<void> {
    this.take({ kind: 'download_began' });
    const tell = (percent: number): void => this.take({ kind: 'progress', percent });
    const fetched = await this.attempt('download', (updater) => updater.download(tell));
    if (fetched.done) this.take({ kind: 'downloaded' });
  }

  private async endAndInstall(): Promise<void> {
    const { app } = this.options;
    await app.endWork().catch(this.options.onTrouble);
    await this.attempt('install', (updater) => updater.install());
    // Only here after a failure, and without anything that could work on.
    app.relaunch();
  }

  /** Runs with the updater; a failure is logged and becomes the step. */
  private async attempt<T>(
    during: UpdateProblem['during'],
    run: (updater: Updater) => Promise<T>,
  ): Promise<{ done: true; value: T } | { done: false }> {
    try {
      return { done: true, value: await run(await this.loaded()) };
    } catch (error) {
      this.options.onTrouble(error);
      this.take({ kind: 'failed', problem: updateProblem(during, error) });
      return { done: false };
    }
  }

  private loaded(): Promise<Updater> {
    this.updater ??= this.options.loadUpdater().catch((error: unknown) => {
      this.updater = undefined;
      throw error;
    });
    return this.updater;
  }

  private take(event: UpdateEvent): void {
    const next = nextUpdateStep(this.step, event);
    if (next === this.step) return;
    this.step = next;
    this.tell();
  }

  private tell(): void {
    if (!this.closed) this.options.onChange();
  }
}

const OFF = fail('updates_off');
const NOTHING_READY = fail('no_update');
const REFUSALS = {
  sending: fail('sending_now'),
  importing: fail('importing_now'),
} as const;
