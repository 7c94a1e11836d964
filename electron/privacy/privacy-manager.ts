import { randomUUID } from 'node:crypto';
import type {
  ErasureChoice,
  ErasureReceipt,
  FoundPerson,
  PersonSearch,
  PrivacyState,
  RetentionDays,
  RetentionPreview,
} from '../../shared/privacy.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { ErasureRunner } from './erasure-runner.ts';
import { findPerson } from './find-person.ts';
import type { ColumnLayouts, ErasureStore, PracticeTracesEraser, RetentionStore } from './ports.ts';
import { putAsideFiles, removePutAside } from './private-folder.ts';
import { receiptJson, receiptText } from './receipt-text.ts';
import { Retention } from './retention.ts';

export interface PrivacyManagerOptions {
  /** The user-data folder. */
  readonly folder: string;
  readonly erasures: ErasureStore;
  readonly retention: RetentionStore;
  readonly practice: PracticeTracesEraser;
  readonly layouts: ColumnLayouts;
  /** Deletes what else may hold memory of anybody: crash dumps. */
  readonly deleteCrashDumps: () => Promise<unknown>;
  readonly version: string;
  /** How far this computer's clock is ahead of the service's, ms; undefined where nobody can say. */
  readonly clockAheadMs: () => Promise<number | undefined>;
  /** Read at every run, so that a changed setting counts at once. */
  readonly retentionDays: () => RetentionDays;
  /** Something that is shown has changed, here and wherever what was erased was shown. */
  readonly onChange: () => void;
  readonly onTrouble: (error: unknown) => void;
  /** UTC ms. */
  readonly now?: () => number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** With a clock that is further ahead than this nothing is erased for its age: it is looked at again later. */
const MOST_AHEAD_MS = DAY_MS / 2;

/** How often it is looked at whether a day has passed, ms: a computer that sleeps stops timers. */
const LOOK_EVERY_MS = 60 * 60 * 1000;

/** Erases persons, and what is old; keeps receipts. */
export class PrivacyManager {
  private readonly options: PrivacyManagerOptions;
  private readonly now: () => number;
  private readonly erasing: ErasureRunner;
  private readonly retention: Retention;
  private lastRun = 0;
  private lastDays: RetentionDays = 0;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(options: PrivacyManagerOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    const { erasures, practice, layouts, onChange, onTrouble } = options;
    this.erasing = new ErasureRunner({
      store: erasures,
      practice,
      layouts,
      onChange,
      onTrouble,
      now: this.now,
    });
    this.retention = new Retention({ rows: erasures, store: options.retention, now: this.now });
  }

  /** Takes up what was left unfinished, erases what is old, and does so every day. Nobody needs to wait for it. */
  async start(): Promise<void> {
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.timer.unref();
    this.retain();
    await this.running;
  }

  /** A retention that was switched on, or shortened, need not wait for tomorrow. */
  settingsChanged(): void {
    const days = this.options.retentionDays();
    if (days !== 0 && days !== this.lastDays) this.retain();
    this.lastDays = days;
  }

  /** Erases what is old now. */
  retain(): void {
    this.lastDays = this.options.retentionDays();
    this.lastRun = this.now();
    this.running = (this.running ?? Promise.resolve())
      .then(() => this.retainOnce())
      .catch(this.options.onTrouble);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.erasing.close();
    await this.running;
  }

  /** Where a person is found; `workspaceId`: the workspace to look in where the search is for one alone. */
  find(search: PersonSearch, workspaceId: string | null): Promise<FoundPerson> {
    return findPerson(this.options.erasures, search, workspaceId);
  }

  /**
   * Erases what was chosen. Answers once it is decided: from then on it is carried through, whatever happens, and the
   * receipt says when it is finished. Errors: `nothing_chosen`, `on_its_way`.
   */
  async erase(choice: ErasureChoice, workspaceId: string | null): Promise<Result<ErasureReceipt>> {
    const { erasures, deleteCrashDumps, onTrouble } = this.options;
    if (choice.submissionIds.length + choice.importRows.length === 0) return NOTHING_CHOSEN;
    const id = randomUUID();
    const within = choice.search.everywhere ? null : workspaceId;
    const { onTheirWay } = await erasures.begin(id, choice, within, this.now());
    if (onTheirWay.length > 0) return ON_ITS_WAY;
    this.options.onChange();
    deleteCrashDumps().catch(onTrouble);
    this.erasing.carryOut(id).catch(onTrouble);
    const receipt = await erasures.receipt(id);
    return receipt ? ok(receipt) : UNKNOWN_RECEIPT;
  }

  previewRetention(days: RetentionDays): Promise<RetentionPreview> {
    return this.retention.preview(days);
  }

  async state(): Promise<PrivacyState> {
    const { folder, erasures } = this.options;
    return { folder, receipts: await erasures.receipts(), putAside: putAsideFiles(folder) };
  }

  /** A receipt as a file to save. Error: `unknown_receipt`. */
  async receiptFile(id: string, format: 'txt' | 'json'): Promise<Result<{ name: string; text: string }>> {
    const { erasures, version } = this.options;
    const receipt = await erasures.receipt(id);
    if (!receipt) return UNKNOWN_RECEIPT;
    const day = new Date(receipt.begunAt).toISOString().slice(0, 10);
    const text = format === 'txt' ? receiptText(receipt, version) : receiptJson(receipt, version);
    return ok({ name: `Erasure receipt ${day}.${format}`, text });
  }

  /** Deletes damaged files that were put aside; answers how many. */
  removePutAside(names: readonly string[]): number {
    const removed = removePutAside(this.options.folder, names);
    this.options.onChange();
    return removed;
  }

  private look(): void {
    if (this.now() - this.lastRun >= DAY_MS) this.retain();
    // What the disk refused is tried again.
    else this.erasing.takeUp().catch(this.options.onTrouble);
  }

  private async retainOnce(): Promise<void> {
    await this.erasing.takeUp();
    const days = this.options.retentionDays();
    if (days === 0) return;
    // By a clock that runs years ahead everything is old.
    if (((await this.options.clockAheadMs()) ?? 0) > MOST_AHEAD_MS) {
      this.lastRun = 0;
      return;
    }
    const id = await this.retention.begin(days);
    if (id !== undefined) await this.erasing.carryOut(id);
  }
}

const NOTHING_CHOSEN = fail('nothing_to_erase');

const ON_ITS_WAY = fail('on_its_way');

const UNKNOWN_RECEIPT = fail('receipt_gone');
