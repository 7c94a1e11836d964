import { basename } from 'node:path';
import type {
  BackupContents,
  BackupProgress,
  BackupState,
  ChosenBackup,
  LastBackup,
  MadeBackup,
  RestoreReport,
} from '../../shared/backup.ts';
import { BACKUP_EXTENSION } from '../../shared/backup.ts';
import { localDay } from '../../shared/local-day.ts';
import { CodedError, fail, ok, type Result } from '../../shared/result.ts';
import type { Settings, SettingsChange } from '../../shared/settings.ts';
import { backupNotesHeading } from '../../shared/words/backup-words.ts';
import type { BackupArchive, OpenedBackup, WorkSignals } from './ports.ts';
import { restoredSettings, settingsToKeep } from './settings-to-keep.ts';

export interface BackupManagerOptions {
  readonly archive: BackupArchive;
  /** The version of this Callboard. */
  readonly version: string;
  readonly settings: { read(): Settings; change(changes: SettingsChange): Settings };
  /** The settings that the organisation fixes. */
  readonly fixedSettings: () => readonly (keyof Settings)[];
  /** Workspaces and tracked requests there are, and when the first workspace was made (UTC ms; null without one). */
  readonly counts: () => Promise<{
    readonly workspaces: number;
    readonly requests: number;
    readonly since: number | null;
  }>;
  /** Asks where to save a file and writes it; null when the person cancelled. */
  readonly saveFile: (name: string, content: AsyncIterable<Uint8Array>) => Promise<string | null>;
  /** Asks for a file; its path, or null when the person cancelled. */
  readonly openFile: () => Promise<string | null>;
  /** Runs while nothing is sent or read, and takes everything up anew afterwards. */
  readonly atRest: <T>(run: () => Promise<T>) => Promise<T>;
  /** Progress, or what there is to show of backups, has changed. */
  readonly onChange: () => void;
  /** The data is another from here on. */
  readonly onRestored: () => void;
  readonly now?: () => number;
}

/** Somebody with this many requests and a backup older than this is reminded. */
const REMIND_FROM_REQUESTS = 25;
const REMIND_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

/** Making a backup and restoring one: a thing at a time, with its progress, and a way out until it is done. */
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

  /** Takes away what a run that was cut off has left behind. */
  async start(): Promise<void> {
    await this.options.archive.discard();
  }

  async state(): Promise<BackupState> {
    const { lastBackup, backupReminderAt } = this.options.settings.read();
    const { requests, since } = await this.options.counts();
    const looked = Math.max(since ?? 0, lastBackup?.at ?? 0, backupReminderAt ?? 0);
    return {
      last: lastBackup,
      requests,
      due: requests >= REMIND_FROM_REQUESTS && this.now() - looked > REMIND_AFTER_MS,
      progress: this.progress,
    };
  }

  /** Asks where, and makes a backup there; null when the person cancelled the asking. */
  make(passphrase: string): Promise<Result<MadeBackup | null>> {
    return this.work('making', async (signals) => {
      const madeAt = this.now();
      const backup = {
        passphrase,
        madeAt,
        madeBy: this.options.version,
        settings: settingsToKeep(this.options.settings.read()),
      };
      const pieces = this.options.archive.make(backup, signals);
      const path = await this.options.saveFile(`Callboard ${localDay(madeAt)}.${BACKUP_EXTENSION}`, pieces);
      if (path === null) return null;
      this.options.settings.change({ lastBackup: { at: madeAt, path } satisfies LastBackup });
      return { path };
    });
  }

  /** Asks for a file to restore; null when the person cancelled. What was opened before is dropped. */
  async choose(): Promise<Result<ChosenBackup | null>> {
    if (this.stopping) return BUSY;
    const chosen = await this.options.openFile();
    if (!chosen) return ok(null);
    await this.drop();
    this.chosen = chosen;
    this.options.onChange();
    return ok({ name: basename(chosen) });
  }

  /** Reads the chosen file to its end and says what it holds. Nothing is changed. */
  async open(passphrase: string): Promise<Result<BackupContents>> {
    const { chosen } = this;
    if (!chosen) return NOTHING_CHOSEN;
    return this.work('opening', async (signals) => {
      this.opened = undefined;
      this.opened = await this.options.archive.open(chosen, passphrase, signals);
      return this.opened.contents;
    });
  }

  /** Merges what was opened into the data: all of it or nothing. */
  async restore(): Promise<Result<RestoreReport>> {
    const { opened, options } = this;
    if (!opened) return NOTHING_CHOSEN;
    return this.work('restoring', async (signals) => {
      const fresh = (await options.counts()).workspaces === 0;
      const notesHeading = backupNotesHeading(opened.contents.madeAt);
      const report = await options.atRest(async () => {
        const restored = await options.archive.restore({ now: this.now(), notesHeading }, signals);
        const settings = { here: options.settings.read(), fixed: options.fixedSettings(), fresh };
        options.settings.change(
          restoredSettings({ ...settings, backedUp: opened.settings, workspaces: restored.workspaces }),
        );
        return restored.report;
      });
      await this.drop();
      options.onRestored();
      return report;
    });
  }

  /** Breaks off what is being done; else drops the file that was chosen. */
  async cancel(): Promise<Result<null>> {
    if (this.stopping) this.stopping.abort();
    else await this.drop();
    this.options.onChange();
    return ok(null);
  }

  /** Somebody is erased: what an opened backup holds is not to lie here meanwhile. What is being done goes on. */
  async dropOpened(): Promise<void> {
    if (this.stopping || !this.opened) return;
    await this.drop();
    this.options.onChange();
  }

  /** The person does not want to be reminded for a while. */
  remindLater(): Result<null> {
    this.options.settings.change({ backupReminderAt: this.now() });
    this.options.onChange();
    return ok(null);
  }

  /** Breaks off what is being done, and leaves nothing behind. */
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

  private async work<T>(
    work: BackupProgress['work'],
    run: (signals: WorkSignals) => Promise<T>,
  ): Promise<Result<T>> {
    if (this.stopping) return BUSY;
    const stopping = new AbortController();
    this.stopping = stopping;
    this.say({ work, done: null });
    const running = run({ signal: stopping.signal, onProgress: (done) => this.say({ work, done }) });
    this.working = running.catch(() => undefined);
    try {
      return ok(await running);
    } catch (error) {
      if (error instanceof CodedError) return error.failure;
      throw error;
    } finally {
      this.stopping = undefined;
      this.say(null);
    }
  }

  private say(progress: BackupProgress | null): void {
    this.progress = progress;
    this.options.onChange();
  }
}

const BUSY = fail('backup_busy');

const NOTHING_CHOSEN = fail('no_backup_chosen');
