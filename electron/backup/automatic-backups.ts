import { randomBytes } from 'node:crypto';
import { lstat, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  type AutomaticBackupFile,
  type AutomaticBackupState,
  BACKUP_EXTENSION,
} from '../../shared/backup.ts';
import { DAY_MS, HOUR_MS } from '../../shared/durations.ts';
import type { SecretKeeping } from '../../shared/key-store.ts';
import { localDay } from '../../shared/local-day.ts';
import { CodedError, type Failure, fail, ok, type Result } from '../../shared/result.ts';
import type { Settings, SettingsChange } from '../../shared/settings.ts';
import { errorCode, fileErrorCode } from '../network/system-error.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { Stores } from '../storage/stores/index.ts';
import type { BackupContent, BackupManager, PartialFileRegister } from './backup-manager.ts';

/** With random digits, because two computers may back up to the same folder. */
const NAME = new RegExp(String.raw`^Callboard automatic \d{4}-\d\d-\d\d [\da-f]{8}\.${BACKUP_EXTENSION}$`);

/** What the system says of a folder on a drive or share that was disconnected. */
const GONE: readonly string[] = [
  'ENOENT',
  'ENOTDIR',
  'ENODEV',
  'ENXIO',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ESTALE',
];

interface NewFile {
  readonly folder: string;
  /** UTC ms. */
  readonly madeAt: number;
  readonly content: BackupContent;
  readonly partialFiles: PartialFileRegister;
  /** Called with the whole file on the disk and read back, before it gets its name. */
  readonly record: (file: AutomaticBackupFile) => void;
}

/**
 * Writes a backup into a folder. It gets its name once it is complete, flushed and read back, so nothing else ever looks like
 * a backup. Never creates the folder: its drive may be disconnected. Throws CodedErrors `backup_folder_gone` and
 * `file_not_saved`, and whatever `content` throws.
 */
async function writeAutomaticBackup(file: NewFile): Promise<AutomaticBackupFile> {
  const { folder, madeAt, content, partialFiles, record } = file;
  const id = randomBytes(4).toString('hex');
  const path = join(folder, `Callboard automatic ${localDay(madeAt)} ${id}.${BACKUP_EXTENSION}`);
  try {
    if (!(await stat(folder)).isDirectory())
      throw new CodedError(fail('backup_folder_gone', { path: folder }));
    const partial = partialFiles.begin(path);
    try {
      const bytes = await writeWhole(partial, content.pieces);
      await content.check(partial);
      record({ path, at: madeAt, bytes });
      await rename(partial, path);
      return { path, at: madeAt, bytes };
    } finally {
      // Stays registered if it can't be deleted now; the next start tries again.
      await rm(partial, { force: true });
      partialFiles.end(partial);
    }
  } catch (error) {
    throw asCoded(error, folder);
  }
}

async function writeWhole(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of content) await file.writeFile(piece);
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

function asCoded(error: unknown, path: string): unknown {
  const reason = fileErrorCode(error);
  if (reason === undefined) return error;
  const failure = GONE.includes(reason)
    ? fail('backup_folder_gone', { path })
    : fail('file_not_saved', { reason, path });
  return new CodedError(failure, { cause: error });
}

/**
 * What is at the path of a recorded backup: that file, nothing, something else, or its folder can't be read now. Something
 * else is a file with another name or size, a folder or a link: it is never touched.
 */
async function findAutomaticBackup({
  path,
  bytes,
}: AutomaticBackupFile): Promise<'ours' | 'gone' | 'other' | 'unreachable'> {
  try {
    const found = await lstat(path);
    return NAME.test(basename(path)) && found.isFile() && found.size === bytes ? 'ours' : 'other';
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') return 'unreachable';
    return (await isFolder(dirname(path))) ? 'gone' : 'unreachable';
  }
}

/** Deletes a recorded backup; false if it is still there. */
async function removeAutomaticBackup(file: AutomaticBackupFile): Promise<boolean> {
  const found = await findAutomaticBackup(file);
  if (found !== 'ours') return found !== 'unreachable';
  try {
    await rm(file.path);
    return true;
  } catch (error) {
    // Another program has it open, or the drive was write-protected: the record stays, for a later attempt.
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

/** Whether a folder is there and can be reached. */
async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

interface SettingsAccess {
  read(): Settings;
  change(changes: SettingsChange): Settings;
}

/** Which automatic backups were written, in order; only these are ever deleted. */
class AutomaticBackupRecord {
  private readonly settings: SettingsAccess;

  constructor(settings: SettingsAccess) {
    this.settings = settings;
  }

  add(file: AutomaticBackupFile): void {
    const { automaticBackupFiles } = this.settings.read();
    this.settings.change({ automaticBackupFiles: [...automaticBackupFiles, file] });
  }

  /** Deletes the oldest in a folder until as many as chosen are left. In order of writing, because clocks go wrong. */
  async deleteOld(folder: string): Promise<void> {
    const { automaticBackupFiles, backupsKept } = this.settings.read();
    const there: AutomaticBackupFile[] = [];
    for (const file of automaticBackupFiles.filter(({ path }) => dirname(path) === folder)) {
      const found = await findAutomaticBackup(file);
      if (found === 'ours') there.push(file);
      else if (found !== 'unreachable') this.forget(file);
    }
    await this.remove(there.slice(0, Math.max(0, there.length - backupsKept)));
  }

  /** Deletes files; gives how many could not be deleted. */
  async remove(files: readonly AutomaticBackupFile[]): Promise<number> {
    let left = 0;
    for (const file of files) {
      if (await removeAutomaticBackup(file)) this.forget(file);
      else left += 1;
    }
    return left;
  }

  private forget({ path }: AutomaticBackupFile): void {
    const files = this.settings.read().automaticBackupFiles.filter((file) => file.path !== path);
    this.settings.change({ automaticBackupFiles: files });
  }
}

export interface AutomaticBackupsOptions {
  readonly backups: Pick<BackupManager, 'makeAutomatic' | 'makeWay'>;
  readonly settings: { read(): Settings; change(changes: SettingsChange): Settings };
  /** Where the passphrase is kept. */
  readonly secrets: SecretStore;
  readonly erasures: Pick<Stores['erasures'], 'unfinished' | 'receipts'>;
  readonly partialFiles: PartialFileRegister;
  /** Shows the folder dialog; the folder's path, or null when the person cancelled. */
  readonly chooseFolder: () => Promise<string | null>;
  readonly onMade: (path: string) => void;
  readonly onChange: () => void;
  readonly onTrouble: (error: unknown) => void;
  /** UTC ms. */
  readonly now?: () => number;
}

/** An hourly check whether a day has passed, because timers stop while the computer sleeps. */
const CHECK_INTERVAL_MS = HOUR_MS;
/** How often the folder is looked for: whoever unplugs its drive learns at once that nothing is backed up any more. */
const FOLDER_POLL_MS = 15 * 1000;
/** How soon a backup that waits for an erasure is tried again. */
const ERASURE_POLL_MS = 60 * 1000;

/** The owner of the passphrase in the secret store. */
const OWNER = 'automatic_backups';
const PASSPHRASE = 'backup_passphrase';

/** Failures that say only that something else goes first. */
const POSTPONED: ReadonlySet<string> = new Set(['backup_busy', 'backup_after_erasure', 'cancelled']);

/** Makes a backup every day, in a folder that a person chose, and keeps the last few. */
export class AutomaticBackups {
  private readonly options: AutomaticBackupsOptions;
  private readonly now: () => number;
  private readonly record: AutomaticBackupRecord;
  private timer: NodeJS.Timeout | undefined;
  private folderTimer: NodeJS.Timeout | undefined;
  private soon: NodeJS.Timeout | undefined;
  private running: Promise<Result<AutomaticBackupFile>> | undefined;
  private problem: { readonly failure: Failure; readonly since: number } | undefined;
  private awaitsKeyStore = false;
  private closed = false;

  constructor(options: AutomaticBackupsOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    this.record = new AutomaticBackupRecord(options.settings);
  }

  /** Makes a backup if one is due, now and from now on. */
  start(): void {
    this.timer = setInterval(() => this.runIfDue(), CHECK_INTERVAL_MS);
    this.timer.unref();
    this.folderTimer = setInterval(() => void this.lookForFolder(), FOLDER_POLL_MS);
    this.folderTimer.unref();
    this.runIfDue();
    void this.lookForFolder();
  }

  /** Says that the folder is gone, or goes on once it is back. */
  async lookForFolder(): Promise<void> {
    const { settings, partialFiles, onChange, onTrouble } = this.options;
    const { automaticBackups, backupFolder: folder } = settings.read();
    if (!automaticBackups || folder === null || this.running) return;
    const there = await isFolder(folder);
    // A backup that has begun meanwhile finds out by itself.
    if (this.closed || this.running || settings.read().backupFolder !== folder) return;
    if (there) partialFiles.removeAway(onTrouble);
    const gone = this.problem?.failure.error.code === 'backup_folder_gone';
    if (there === !gone) return;
    this.problem = there
      ? undefined
      : { failure: fail('backup_folder_gone', { path: folder }), since: this.problem?.since ?? this.now() };
    onChange();
    if (there) this.runIfDue();
  }

  /** Makes a backup if the last one is a day old; to call when the computer wakes up, too. */
  runIfDue(): void {
    const { automaticBackups, lastAutomaticBackup: last } = this.options.settings.read();
    if (!automaticBackups || this.closed) return;
    // Absolute, because a clock that was ahead would put the next backup off for as long.
    if (last && Math.abs(this.now() - last.at) < DAY_MS) return;
    void this.run();
  }

  async state(): Promise<AutomaticBackupState> {
    const { automaticBackups, backupFolder, lastAutomaticBackup, automaticBackupFiles } =
      this.options.settings.read();
    return {
      enabled: automaticBackups,
      folder: backupFolder,
      last: lastAutomaticBackup,
      problem: automaticBackups && this.problem ? this.problem : null,
      keeping: await this.options.secrets.keeping(),
      count: automaticBackupFiles.length,
      beforeErasure: await this.madeBeforeErasure(),
    };
  }

  /** Asks for the folder; null when the person cancelled. If automatic backups are on, makes one there. */
  async chooseFolder(): Promise<{ readonly path: string } | null> {
    const { settings, chooseFolder, onChange } = this.options;
    const path = await chooseFolder();
    if (path === null) return null;
    const { automaticBackups, backupFolder } = settings.change({ backupFolder: path });
    onChange();
    if (automaticBackups && backupFolder !== null) void this.runAnew();
    return { path };
  }

  /** Turns automatic backups on, or changes their passphrase, and makes one. Error: `no_backup_folder`. */
  async setUp(passphrase: string): Promise<{ readonly keeping: SecretKeeping }> {
    const { settings, secrets, onChange } = this.options;
    if (settings.read().backupFolder === null) throw new CodedError('no_backup_folder');
    const keeping = await secrets.save(OWNER, PASSPHRASE, passphrase);
    settings.change({ automaticBackups: true });
    onChange();
    void this.runAnew();
    return { keeping };
  }

  /** Turns automatic backups off and forgets the passphrase. Those made stay. */
  async turnOff(): Promise<void> {
    const { settings, secrets, backups, onChange } = this.options;
    settings.change({ automaticBackups: false });
    this.problem = undefined;
    await backups.makeWay();
    await secrets.remove(OWNER, PASSPHRASE);
    onChange();
  }

  /** Makes a backup now. Errors: those of making and writing one, `backup_passphrase_missing`, `backup_after_erasure`. */
  backUpNow(): Promise<Result<AutomaticBackupFile>> {
    return this.run();
  }

  /** Deletes the automatic backups made before a person was erased, and makes a new one after the erasure. */
  async deleteMadeBeforeErasure(): Promise<{ readonly deleted: number; readonly left: number }> {
    const files = await this.madeBeforeErasure();
    const left = await this.record.remove(files);
    const { settings, onChange } = this.options;
    if (files.some(({ path }) => path === settings.read().lastAutomaticBackup?.path)) {
      settings.change({ lastAutomaticBackup: null });
    }
    onChange();
    if (settings.read().automaticBackups) void this.run();
    return { deleted: files.length - left, left };
  }

  /** Starts no further backup, cancels the running one and waits for its end. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    clearInterval(this.folderTimer);
    clearTimeout(this.soon);
    await this.options.backups.makeWay();
    await this.running;
  }

  /** Like {@link run}, with settings that a running backup doesn't have. */
  private async runAnew(): Promise<void> {
    await this.options.backups.makeWay();
    await this.running;
    await this.run();
  }

  private run(): Promise<Result<AutomaticBackupFile>> {
    this.running ??= this.make().finally(() => {
      this.running = undefined;
      this.options.onChange();
    });
    return this.running;
  }

  private async make(): Promise<Result<AutomaticBackupFile>> {
    const made = await this.attempt();
    if (made.ok) {
      this.problem = undefined;
      await this.record.deleteOld(dirname(made.value.path)).catch(this.options.onTrouble);
    } else if (!POSTPONED.has(made.error.code)) {
      this.problem = { failure: made, since: this.problem?.since ?? this.now() };
    }
    this.tryAgainAfter(made);
    return made;
  }

  private async attempt(): Promise<Result<AutomaticBackupFile>> {
    const { settings, secrets, backups, onMade, onTrouble } = this.options;
    const folder = settings.read().backupFolder;
    if (folder === null) return fail('no_backup_folder');
    try {
      const passphrase = await secrets.load(OWNER, PASSPHRASE);
      if (passphrase === undefined) return fail('backup_passphrase_missing');
      const made = await backups.makeAutomatic(passphrase, (content, madeAt) =>
        this.write(folder, content, madeAt),
      );
      settings.change({ lastAutomaticBackup: made });
      onMade(made.path);
      return ok(made);
    } catch (error) {
      if (error instanceof CodedError) return error.failure;
      onTrouble(error);
      return fail('internal');
    }
  }

  /** An erasure that begins later cancels this; one that has begun goes first. */
  private async write(folder: string, content: BackupContent, madeAt: number) {
    const { settings, erasures, partialFiles } = this.options;
    if ((await erasures.unfinished()).length > 0) throw new CodedError('backup_after_erasure');
    if (this.closed || !settings.read().automaticBackups) throw new CodedError('cancelled');
    const record = (file: AutomaticBackupFile): void => this.record.add(file);
    return writeAutomaticBackup({ folder, madeAt, content, partialFiles, record });
  }

  private tryAgainAfter(made: Result<AutomaticBackupFile>): void {
    if (made.ok || this.closed) return;
    if (made.error.code === 'backup_after_erasure') {
      clearTimeout(this.soon);
      this.soon = setTimeout(() => void this.run(), ERASURE_POLL_MS);
      this.soon.unref();
    }
    if (made.error.code !== 'key_store_waiting' || this.awaitsKeyStore) return;
    this.awaitsKeyStore = true;
    const { secrets, onTrouble } = this.options;
    secrets.answered().then(() => {
      this.awaitsKeyStore = false;
      this.runIfDue();
    }, onTrouble);
  }

  /** Automatic backups from before the last erasure of a person, who is still in them. */
  private async madeBeforeErasure(): Promise<readonly AutomaticBackupFile[]> {
    const { settings, erasures } = this.options;
    const files = settings.read().automaticBackupFiles;
    if (files.length === 0) return [];
    const persons = (await erasures.receipts()).filter(({ kind }) => kind !== 'retention');
    const last = Math.max(...persons.map(({ begunAt }) => begunAt));
    return files.filter(({ at }) => at <= last);
  }
}
