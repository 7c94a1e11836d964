import { HOUR_MS } from '../../shared/durations.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type {
  RestartObstacle,
  Update,
  UpdateChannel,
  UpdateMode,
  UpdateProblem,
  UpdateState,
  UpdateStep,
  UpdatesOffReason,
} from '../../shared/updates.ts';
import { errorCode } from '../network/system-error.ts';

export type UpdateEvent =
  | { readonly kind: 'turned_off'; readonly reason: UpdatesOffReason }
  | { readonly kind: 'turned_on' }
  /** An update found earlier belongs to another channel. */
  | { readonly kind: 'channel_changed' }
  | { readonly kind: 'check_began' }
  | { readonly kind: 'check_ended'; readonly update: Update | undefined }
  | { readonly kind: 'download_began' }
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'downloaded' }
  | { readonly kind: 'install_began' }
  | { readonly kind: 'failed'; readonly problem: UpdateProblem };

/**
 * The next state. Events that don't apply to the current one are ignored: an updater may still report on work that was
 * cancelled.
 */
export function nextUpdateStep(step: UpdateStep, event: UpdateEvent): UpdateStep {
  switch (event.kind) {
    case 'turned_off':
      return step.kind === 'installing' ? step : { kind: 'off', reason: event.reason };
    case 'turned_on':
      return step.kind === 'off' ? { kind: 'idle' } : step;
    case 'channel_changed':
      return step.kind === 'off' || step.kind === 'installing' ? step : { kind: 'idle' };
    case 'check_began':
      return mayCheck(step) ? { kind: 'checking' } : step;
    case 'check_ended':
      if (step.kind !== 'checking') return step;
      return event.update ? { kind: 'available', update: event.update } : { kind: 'idle' };
    case 'download_began': {
      const update = toDownload(step);
      return update ? { kind: 'downloading', update, percent: 0 } : step;
    }
    case 'progress':
      return step.kind === 'downloading' && event.percent > step.percent
        ? { ...step, percent: event.percent }
        : step;
    case 'downloaded':
      return step.kind === 'downloading' ? { kind: 'ready', update: step.update } : step;
    case 'install_began':
      return step.kind === 'ready' ? { kind: 'installing', update: step.update } : step;
    case 'failed':
      return failedFrom(step, event.problem);
  }
}

/** Whether a check may start: not during other work, and not once an update is ready. */
function mayCheck({ kind }: UpdateStep): boolean {
  return kind === 'idle' || kind === 'available' || kind === 'failed';
}

/** The version a download would fetch; undefined if there is none. */
function toDownload(step: UpdateStep): Update | undefined {
  if (step.kind === 'available') return step.update;
  return step.kind === 'failed' && step.problem.during !== 'check' ? (step.update ?? undefined) : undefined;
}

function failedFrom(step: UpdateStep, problem: UpdateProblem): UpdateStep {
  switch (step.kind) {
    case 'checking':
      return { kind: 'failed', update: null, problem };
    case 'downloading':
    case 'installing':
      return { kind: 'failed', update: step.update, problem };
    default:
      return step;
  }
}

const FAILED: Readonly<Record<UpdateProblem['during'], UpdateProblem['code']>> = {
  check: 'check_failed',
  download: 'download_failed',
  install: 'install_failed',
};

/** Updater and system codes a person can act on. */
const KNOWN: Readonly<Record<string, UpdateProblem['code']>> = {
  ERR_CHECKSUM_MISMATCH: 'not_as_published',
  ERR_UPDATER_INVALID_SIGNATURE: 'signature_wrong',
  proxy_sign_in: 'proxy_sign_in',
  ENOSPC: 'disk_full',
};

/** An updater's error as a code. Its message may contain paths and addresses, so only the log gets it. */
export function updateProblem(during: UpdateProblem['during'], error: unknown): UpdateProblem {
  return { during, code: KNOWN[errorCode(error) ?? ''] ?? FAILED[during] };
}

export interface AppUpdatesOptions {
  /** Why this installation can't update itself; undefined if it can. */
  readonly notUpdatable: UpdatesOffReason | undefined;
  /** Called at the first check; never while updates are off. */
  readonly loadUpdater: () => Promise<Updater>;
  readonly settings: () => UpdateSettings;
  readonly work: WorkInProgress;
  readonly app: RestartingApp;
  readonly onChange: () => void;
  readonly onTrouble: (error: unknown) => void;
}

/** Late enough not to slow down the start. */
const FIRST_CHECK_MS = 60_000;
const CHECK_EVERY_MS = 6 * HOUR_MS;
const RECHECK_MS = 1000;

/**
 * Updates of Callboard: checked for and downloaded as the settings say, installed only when a person asks for the
 * restart, and never while something is being sent. After a refused restart the update stays ready.
 */
export class AppUpdates {
  private readonly options: AppUpdatesOptions;
  private step: UpdateStep = { kind: 'idle' };
  private checkedAt: number | null = null;
  private waitingFor: RestartObstacle | null = null;
  private updater: Promise<Updater> | undefined;
  private settings: UpdateSettings;
  private timer: NodeJS.Timeout | undefined;
  private obstacleTimer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(options: AppUpdatesOptions) {
    this.options = options;
    this.settings = options.settings();
    const reason = this.whyOff();
    if (reason) this.step = { kind: 'off', reason };
  }

  get state(): UpdateState {
    return { step: this.step, waitingFor: this.waitingFor, checkedAt: this.checkedAt };
  }

  /** True once work is being stopped for a restart. */
  get installing(): boolean {
    return this.step.kind === 'installing';
  }

  /** Schedules automatic checks if the settings allow them. */
  start(): void {
    this.scheduleCheck(FIRST_CHECK_MS);
  }

  /** Call after any settings changed. */
  settingsChanged(): void {
    const before = this.settings;
    this.settings = this.options.settings();
    const { updateMode, updateChannel } = this.settings;
    if (updateMode === before.updateMode && updateChannel === before.updateChannel) return;
    if (updateChannel !== before.updateChannel) this.dispatch({ kind: 'channel_changed' });
    this.applyMode();
    this.downloadIfAutomatic();
    this.scheduleCheck(FIRST_CHECK_MS);
  }

  /** Checks for a newer version and resolves with the result; `onChange` reports what follows. */
  async check(): Promise<Result<UpdateState>> {
    if (this.step.kind === 'off') return OFF;
    if (mayCheck(this.step)) await this.checkNow();
    return ok(this.state);
  }

  /** Starts downloading the version that was found. */
  download(): Result<UpdateState> {
    if (this.step.kind === 'off') return OFF;
    if (toDownload(this.step)) void this.downloadNow();
    return ok(this.state);
  }

  /**
   * Restarts into the version that is ready. Fails with nothing changed while something is being sent (`sending_now`) or
   * a file is being queued (`importing_now`), or if nothing is ready (`no_update`). After a refusal `waitingFor` is reset
   * when a restart becomes possible.
   */
  async restart(): Promise<Result<void>> {
    if (this.step.kind !== 'ready') return NOTHING_READY;
    const release = this.options.app.holdSending();
    let held = false;
    try {
      // Checked after sending was locked, so nothing can start between the check and the restart.
      const obstacle = await this.obstacle();
      this.setObstacle(obstacle);
      if (obstacle) return REFUSALS[obstacle];
      // Another call may have won, or updates may have been turned off.
      if (this.step.kind !== 'ready') return NOTHING_READY;
      this.dispatch({ kind: 'install_began' });
      held = true;
    } finally {
      if (!held) release();
    }
    void this.endAndInstall();
    return ok(undefined);
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

  private setObstacle(obstacle: RestartObstacle | null): void {
    clearTimeout(this.obstacleTimer);
    if (obstacle !== null && !this.closed) {
      this.obstacleTimer = setTimeout(() => {
        // If the check fails, enable the button: the restart checks again.
        void this.obstacle()
          .catch((error: unknown) => {
            this.options.onTrouble(error);
            return null;
          })
          .then((still) => this.setObstacle(still));
      }, RECHECK_MS);
    }
    if (obstacle === this.waitingFor) return;
    this.waitingFor = obstacle;
    this.notify();
  }

  private whyOff(): UpdatesOffReason | undefined {
    return this.options.notUpdatable ?? (this.settings.updateMode === 'off' ? 'setting' : undefined);
  }

  private applyMode(): void {
    const reason = this.whyOff();
    this.dispatch(reason ? { kind: 'turned_off', reason } : { kind: 'turned_on' });
  }

  private scheduleCheck(ms: number): void {
    clearTimeout(this.timer);
    if (this.closed || this.step.kind === 'off' || this.settings.updateMode !== 'automatic') return;
    this.timer = setTimeout(() => {
      const checked = mayCheck(this.step) ? this.checkNow() : Promise.resolve();
      void checked.then(() => this.scheduleCheck(CHECK_EVERY_MS));
    }, ms);
    this.timer.unref();
  }

  private async checkNow(): Promise<void> {
    this.dispatch({ kind: 'check_began' });
    const { updateChannel } = this.settings;
    const found = await this.attempt('check', (updater) => updater.check(updateChannel));
    // The channel was changed during the check: the result is about the old one.
    if (!found.done || updateChannel !== this.settings.updateChannel) return;
    this.checkedAt = Date.now();
    this.dispatch({ kind: 'check_ended', update: found.value });
    this.downloadIfAutomatic();
  }

  private downloadIfAutomatic(): void {
    if (this.step.kind === 'available' && this.settings.updateMode === 'automatic') void this.downloadNow();
  }

  private async downloadNow(): Promise<void> {
    this.dispatch({ kind: 'download_began' });
    const onProgress = (percent: number): void => this.dispatch({ kind: 'progress', percent });
    const downloaded = await this.attempt('download', (updater) => updater.download(onProgress));
    if (downloaded.done) this.dispatch({ kind: 'downloaded' });
  }

  private async endAndInstall(): Promise<void> {
    const { app } = this.options;
    await app.endWork().catch(this.options.onTrouble);
    await this.attempt('install', (updater) => updater.install());
    // Reached only if installing failed, after all work was stopped.
    app.relaunch();
  }

  /** Runs a step of the updater; a failure is logged and becomes the state. */
  private async attempt<T>(
    during: UpdateProblem['during'],
    run: (updater: Updater) => Promise<T>,
  ): Promise<{ done: true; value: T } | { done: false }> {
    try {
      return { done: true, value: await run(await this.loaded()) };
    } catch (error) {
      this.options.onTrouble(error);
      this.dispatch({ kind: 'failed', problem: updateProblem(during, error) });
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

  private dispatch(event: UpdateEvent): void {
    const next = nextUpdateStep(this.step, event);
    if (next === this.step) return;
    this.step = next;
    this.notify();
  }

  private notify(): void {
    if (!this.closed) this.options.onChange();
  }
}

const OFF = fail('updates_off');
const NOTHING_READY = fail('no_update');
const REFUSALS = {
  sending: fail('sending_now'),
  importing: fail('importing_now'),
} as const;

/** Downloads and installs newer versions of the app. */
export interface Updater {
  /** The channel's newest version; undefined if this one is up to date. Rejects if it can't be determined. */
  check(channel: UpdateChannel): Promise<Update | undefined>;
  /** Downloads and verifies the version `check` found. `onProgress` gets whole percents, 0 to 100. Rejects on failure. */
  download(onProgress: (percent: number) => void): Promise<void>;
  /** Quits, installs and starts the new version. Never resolves; rejects on failure. */
  install(): Promise<never>;
}

/** Work that a restart must not interrupt. */
interface WorkInProgress {
  /** Number of submissions, in all workspaces, that are `connecting` or `sending`. */
  sending(): Promise<number>;
  /** Whether rows of a file are being queued. */
  importing(): boolean;
}

interface RestartingApp {
  /** Locks sending; returns the function that unlocks it. */
  holdSending(): () => void;
  /** Stops all work, as quitting does. Only a restart of the app can resume it. */
  endWork(): Promise<void>;
  /** Restarts this version, for when installing fails after work was stopped. */
  relaunch(): void;
}

export interface UpdateSettings {
  readonly updateMode: UpdateMode;
  readonly updateChannel: UpdateChannel;
}

/** Blocks sending while anyone holds it; several holders are possible. */
export class SendingLock {
  private readonly holders = new Set<symbol>();
  private readonly onRelease: () => void;

  /** `onRelease` is called when the last holder releases. */
  constructor(onRelease: () => void) {
    this.onRelease = onRelease;
  }

  get active(): boolean {
    return this.holders.size > 0;
  }

  /** Acquires the lock; returns an idempotent release function. */
  hold(): () => void {
    const holder = Symbol('hold');
    this.holders.add(holder);
    return () => {
      if (this.holders.delete(holder) && this.holders.size === 0) this.onRelease();
    };
  }
}
