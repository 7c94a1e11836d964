import { basename } from 'node:path';
import {
  BACKUP_EXTENSION,
  type BackupContents,
  type BackupProgress,
  type BackupState,
  type ChosenBackup,
  type LastBackup,
  type MadeBackup,
  type PresentContent,
  type RestoreReport,
} from '../../shared/backup.ts';
import type { NumberKeysById } from '../../shared/do-not-call.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { localDay } from '../../shared/local-day.ts';
import { CodedError } from '../../shared/result.ts';
import {
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type Settings,
  type SettingsChange,
  settingOf,
} from '../../shared/settings.ts';
import type { NumberKeys } from '../do-not-call/number-keys.ts';

/** The settings that go into a backup. */
const KEPT = SETTING_NAMES.filter((name) => settingOf(name).inBackups);

function settingsToKeep(all: Settings): Readonly<Record<string, unknown>> {
  return Object.fromEntries(KEPT.map((name) => [name, all[name]]));
}

/** The settings that a restore changes; `fixed`: those that the organisation's policy fixes. */
function restoredSettings(
  backedUp: Readonly<Record<string, unknown>>,
  fixed: readonly SettingName[],
): SettingsChange {
  const fitting = KEPT.filter((name) => !fixed.includes(name)).flatMap((name) => {
    const parsed = SETTINGS[name].schema.safeParse(backedUp[name]);
    return parsed.success ? [[name, parsed.data]] : [];
  });
  // Those of the columns here are of other workspaces.
  return { gridLayouts: {}, ...Object.fromEntries(fitting) };
}

export interface BackupManagerOptions {
  readonly archive: BackupArchive;
  readonly version: string;
  readonly settings: { read(): Settings; change(changes: SettingsChange): Settings };
  readonly fixedSettings: () => readonly SettingName[];
  readonly counts: () => Promise<BackupCounts>;
  /** Shows the save dialog, writes the file and checks it; its path, or null when the person cancelled. */
  readonly saveFile: (name: string, content: BackupContent) => Promise<string | null>;
  /** Shows the open dialog; the file's path, or null when the person cancelled. */
  readonly openFile: () => Promise<string | null>;
  /** Runs while sending and tracking are stopped, and restarts them afterwards. */
  readonly atRest: <T>(run: () => Promise<T>) => Promise<T>;
  readonly numberKeys: Pick<NumberKeys, 'all' | 'keep' | 'load' | 'locked' | 'isWaiting'>;
  /** Called when progress or `state()` has changed. */
  readonly onChange: () => void;
  /** Deletes what the practice service has stored, once its workspace is gone. */
  readonly forgetPractice: () => Promise<void>;
  /** Called after a restore and after starting over: everything shown is out of date. */
  readonly onRestored: () => void;
  readonly now?: () => number;
}

/** A reminder is due with this many requests and no backup or reminder for this long. */
const REMIND_FROM_REQUESTS = 25;
const REMIND_AFTER_MS = 30 * DAY_MS;

/** Makes and restores backups, one operation at a time, with progress and cancellation. */
export class BackupManager {
  private readonly options: BackupManagerOptions;
  private readonly now: () => number;
  private progress: BackupProgress | null = null;
  private stopping: AbortController | undefined;
  private chosen: string | undefined;
  private opened: OpenedBackup | undefined;

  constructor(options: BackupManagerOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
  }

  /** Deletes what an interrupted run has left behind. */
  async start(): Promise<void> {
    await this.options.archive.discard();
  }

  async state(): Promise<Omit<BackupState, 'automatic'>> {
    const { lastBackup, lastAutomaticBackup, backupReminderAt } = this.options.settings.read();
    const { requests, since, content } = await this.options.counts();
    const madeAt = Math.max(lastBackup?.at ?? 0, lastAutomaticBackup?.at ?? 0);
    const remindedAt = Math.max(since ?? 0, madeAt, backupReminderAt ?? 0);
    return {
      last: lastBackup,
      requests,
      content,
      due: requests >= REMIND_FROM_REQUESTS && this.now() - remindedAt > REMIND_AFTER_MS,
      progress: this.progress,
    };
  }

  /** Asks where to save and makes a backup there; null when the person cancelled the dialog. */
  make(passphrase: string): Promise<MadeBackup | null> {
    return this.work('making', async (signals) => {
      const madeAt = this.now();
      const keysMissing = await this.options.numberKeys.locked();
      const name = `Callboard ${localDay(madeAt)}.${BACKUP_EXTENSION}`;
      const path = await this.write(passphrase, madeAt, signals, (content) =>
        this.options.saveFile(name, content),
      );
      if (path === null) return null;
      this.options.settings.change({ lastBackup: { at: madeAt, path } satisfies LastBackup });
      return { path, keysMissing };
    });
  }

  /** Makes a backup that `save` writes and checks. Is cancelled as soon as a person starts anything else here. */
  makeAutomatic<T>(
    passphrase: string,
    save: (content: BackupContent, madeAt: number) => Promise<T>,
  ): Promise<T> {
    return this.work('automatic', (signals) => {
      const madeAt = this.now();
      return this.write(passphrase, madeAt, signals, (content) => save(content, madeAt));
    });
  }

  /** Cancels an automatic backup and waits for its end. */
  async makeWay(): Promise<void> {
    if (!this.stopping || !this.isAutomatic) return;
    this.stopping.abort();
    await this.working;
  }

  /** Asks for a file to restore; null when the person cancelled. Drops a backup opened earlier. Error: `not_empty`. */
  async choose(): Promise<ChosenBackup | null> {
    if (this.isAutomatic) await this.makeWay();
    if (this.stopping) throw new CodedError('backup_busy');
    if ((await this.options.counts()).content) throw new CodedError('not_empty');
    const chosen = await this.options.openFile();
    if (!chosen) return null;
    await this.drop();
    this.chosen = chosen;
    this.options.onChange();
    return { name: basename(chosen) };
  }

  /** Reads the chosen file to its end and gives its contents. Changes no data. */
  async open(passphrase: string): Promise<BackupContents> {
    const { chosen } = this;
    if (!chosen) throw new CodedError('no_backup_chosen');
    return this.work('opening', async (signals) => {
      this.opened = undefined;
      this.opened = await this.options.archive.open(chosen, passphrase, signals);
      return this.opened.contents;
    });
  }

  /** Restores the opened backup, all of it or nothing. Errors, among others: `not_empty`, `key_store_waiting`. */
  async restore(): Promise<RestoreReport> {
    const { opened, options } = this;
    if (!opened) throw new CodedError('no_backup_chosen');
    // A number that was erased here would not be recognised, and come back.
    if (await options.numberKeys.isWaiting()) throw new CodedError('key_store_waiting');
    return this.work('restoring', async (signals) => {
      const report = await options.atRest(async () => {
        // Before the entries that are hashed with them: a kill in between must not leave entries that can't be compared.
        await options.numberKeys.keep(opened.numberKeys);
        const numberKeys = options.numberKeys.all();
        const restored = await options.archive.restore({ now: this.now(), numberKeys }, signals);
        await options.numberKeys.load();
        await options.forgetPractice();
        options.settings.change(restoredSettings(opened.settings, options.fixedSettings()));
        return restored;
      });
      await this.drop();
      options.onRestored();
      return report;
    });
  }

  /**
   * Puts everything aside in a file, whose name it gives, and begins anew; the do-not-call list stays. Errors:
   * `sends_open`, `erasure_running`, `cancelled`.
   */
  async startOver(): Promise<{ readonly name: string }> {
    const { options } = this;
    return this.work('starting_over', async (signals) => {
      const aside = await options.atRest(async () => {
        const path = await options.archive.startOver(this.now(), signals);
        await options.forgetPractice();
        options.settings.change({ currentWorkspaceId: null, gridLayouts: {} });
        return path;
      });
      await this.drop();
      options.onRestored();
      return { name: basename(aside) };
    });
  }

  /** Cancels the running operation; without one, drops the chosen file. */
  async cancel(): Promise<void> {
    if (this.stopping) this.stopping.abort();
    else await this.drop();
    this.options.onChange();
  }

  /**
   * Drops an opened backup when a person is erased, because it may hold their data. A running operation continues, except
   * an automatic backup, which would contain them.
   */
  async dropOpened(): Promise<void> {
    await this.makeWay();
    if (this.stopping || !this.opened) return;
    await this.drop();
    this.options.onChange();
  }

  remindLater(): void {
    this.options.settings.change({ backupReminderAt: this.now() });
    this.options.onChange();
  }

  /** Cancels the running operation and deletes its files. */
  async close(): Promise<void> {
    this.stopping?.abort();
    await this.working;
    await this.drop();
  }

  private working: Promise<unknown> = Promise.resolve();

  private async drop(): Promise<void> {
    this.chosen = undefined;
    this.opened = undefined;
    await this.options.archive.discard();
  }

  private get isAutomatic(): boolean {
    return this.progress?.work === 'automatic';
  }

  /** Reads settings and keys when the first chunk is asked for, as the archive reads the data. */
  private write<T>(
    passphrase: string,
    madeAt: number,
    signals: WorkSignals,
    save: (content: BackupContent) => Promise<T>,
  ): Promise<T> {
    const { archive, version: madeBy, settings, numberKeys } = this.options;
    const backup = () => ({
      passphrase,
      madeAt,
      madeBy,
      settings: settingsToKeep(settings.read()),
      numberKeys: numberKeys.all(),
    });
    return archive.make(backup, signals, save);
  }

  private async work<T>(work: BackupProgress['work'], run: (signals: WorkSignals) => Promise<T>): Promise<T> {
    if (this.isAutomatic && work !== 'automatic') await this.makeWay();
    if (this.stopping) throw new CodedError('backup_busy');
    const stopping = new AbortController();
    this.stopping = stopping;
    this.setProgress({ work, done: null });
    const running = run({ signal: stopping.signal, onProgress: (done) => this.setProgress({ work, done }) });
    this.working = running.catch(() => undefined);
    try {
      return await running;
    } finally {
      this.stopping = undefined;
      this.setProgress(null);
    }
  }

  private setProgress(progress: BackupProgress | null): void {
    this.progress = progress;
    this.options.onChange();
  }
}

/** What there is to back up. */
export interface BackupCounts {
  readonly requests: number;
  /** The first workspace's creation, UTC ms; null without one. */
  readonly since: number | null;
  /** What keeps a backup from being restored; null: nothing. */
  readonly content: PresentContent | null;
}

/** What makes up a backup besides the data. */
export interface NewBackup {
  readonly passphrase: string;
  /** UTC ms. */
  readonly madeAt: number;
  /** The version of Callboard. */
  readonly madeBy: string;
  /** Settings that make sense on another computer. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly numberKeys: NumberKeysById;
}

/** A backup that was read to its end and validated; its rows are staged beside the data. */
export interface OpenedBackup {
  readonly contents: BackupContents;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly numberKeys: NumberKeysById;
}

/** Remembers temporary files, so that the next start deletes those that a kill has left behind. */
export interface PartialFileRegister {
  /** Registers and returns a temporary path beside `target`. */
  begin(target: string): string;
  /** Unregisters a temporary file that was renamed or deleted; keeps it in mind where its drive is away. */
  end(partial: string): void;
  /** Deletes temporary files in folders that were away and are back. */
  removeAway(onTrouble: (error: unknown) => void): void;
}

/** Progress and cancellation of one operation. */
export interface WorkSignals {
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/** The encrypted file of a backup. */
export interface BackupContent {
  /** In chunks: a snapshot of the data when the first is requested. Doesn't block writers. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /**
   * Reads the file at `path`, to which all chunks were written, to its end: decrypts it, checks its rows and counts them.
   * Rejects with a CodedError `backup_not_read_back` if it couldn't be restored.
   */
  readonly check: (path: string) => Promise<void>;
}

/** Writes the data of all workspaces to a backup, and reads it back. Failures are CodedErrors, including `cancelled`. */
export interface BackupArchive {
  /** Makes a backup that `write` writes and checks; gives what that gives. `backup` is asked with the first chunk. */
  make<T>(
    backup: () => NewBackup,
    signals: WorkSignals,
    write: (content: BackupContent) => Promise<T>,
  ): Promise<T>;
  /** Reads, validates and stages a backup file, and drops one opened earlier. Changes no data. */
  open(file: string, passphrase: string, signals: WorkSignals): Promise<OpenedBackup>;
  /** Restores the opened backup, all of it or nothing. Numbers that were erased here are recognised with the keys. */
  restore(
    restore: { readonly now: number; readonly numberKeys: NumberKeysById },
    signals: WorkSignals,
  ): Promise<RestoreReport>;
  /** Puts the data aside in a file, whose path it gives, and empties the database except for its do-not-call list. */
  startOver(now: number, signals: WorkSignals): Promise<string>;
  /** Deletes staged backups of this run and of earlier ones. */
  discard(): Promise<void>;
}
