import { randomUUID } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import pLimit from 'p-limit';
import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import type { PolicyNumbers } from '../policy/judge-do-not-call.ts';
import type { DoNotCallStore } from './ports.ts';
import { type ListFile, readListFile } from './read-list-file.ts';

const MAX_PROBLEMS = 20;
const POLL_MS = 15_000;

export interface PolicyListOptions {
  readonly numbers: () => PolicyNumbers;
  readonly store: Pick<DoNotCallStore, 'replacePolicy'>;
  /** The file that was last read in full and is on the list; null if there was none. */
  readonly lastFile: () => string | null;
  readonly remember: (file: string | null) => void;
  /** The list, its problems or `isHeld` may have changed. */
  readonly onApplied: () => void;
  readonly onTrouble: (error: unknown) => void;
  /** UTC ms. */
  readonly now?: () => number;
}

/** Keeps the policy's numbers on the do-not-call list, as the policy and its file change. */
export class PolicyList {
  private readonly options: PolicyListOptions;
  private readonly mutex = pLimit(1);
  private watched: string | null = null;
  private found: ListFile = { numbers: [], problems: [] };

  constructor(options: PolicyListOptions) {
    this.options = options;
  }

  /** What is wrong with the file, as far as a person can read. */
  get problems(): readonly PolicyProblem[] {
    const more = this.found.problems.length - MAX_PROBLEMS;
    const told = this.found.problems.slice(0, MAX_PROBLEMS);
    return more > 0 ? [...told, policyProblem('do_not_call.file', 'more_problems', { count: more })] : told;
  }

  /** Whether nothing may be sent, as the policy's file has never been read. */
  get isHeld(): boolean {
    const { file } = this.options.numbers();
    return file !== null && file !== this.options.lastFile();
  }

  /**
   * Puts the policy's numbers on the list, and takes off those that it no longer has, unless some couldn't be read. Resolves
   * when that is on the disk.
   */
  apply(): Promise<void> {
    return this.mutex(() => this.applyNow());
  }

  /** Follows no file any more. */
  close(): void {
    this.watch(null);
  }

  /** Applies the file again whenever it changes; by polling, as it may be on a network drive. */
  private watch(file: string | null): void {
    if (file === this.watched) return;
    if (this.watched !== null) unwatchFile(this.watched, this.fileChanged);
    this.watched = file;
    if (file !== null) watchFile(file, { persistent: false, interval: POLL_MS }, this.fileChanged);
  }

  private readonly fileChanged = (): void => void this.apply().catch(this.options.onTrouble);

  private async applyNow(): Promise<void> {
    const { numbers, store, lastFile, remember, onApplied, now = Date.now } = this.options;
    const { numbers: own, file, complete } = numbers();
    this.watch(file);
    this.found = file === null ? { numbers: [], problems: [] } : await readListFile(file);
    const isWhole = complete && this.found.numbers !== null && this.found.problems.length === 0;
    const addedAt = now();
    const entries = [...(this.found.numbers ?? []), ...own].map((each) => ({
      ...each,
      id: randomUUID(),
      addedAt,
      addedBy: '',
    }));
    const isStored = await store.replacePolicy(entries, addedAt, isWhole);
    if (isStored && this.found.numbers !== null && complete && file !== lastFile()) remember(file);
    onApplied();
  }
}
