import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { assertNever } from '../../shared/result.ts';
import type { Stores } from '../storage/stores/index.ts';
import type { ColumnLayouts, PracticeTracesEraser, TeamTeller } from './ports.ts';

interface ErasureRunnerOptions {
  readonly store: Stores['erasures'];
  readonly practice: PracticeTracesEraser;
  readonly teams: TeamTeller;
  readonly layouts: ColumnLayouts;
  /** What no retention erases: what is younger, in days. Read at every step. */
  readonly floorDays: () => number;
  /** Whether this computer's clock may be so far ahead that a retention would erase what is young. */
  readonly isClockAhead: () => Promise<boolean>;
  readonly beforeErasing?: (() => Promise<void>) | undefined;
  /** Called when the receipts, or erased data that may be on screen, have changed. */
  readonly onChange: () => void;
  readonly onTrouble: (error: unknown) => void;
  readonly now: () => number;
}

/** How long overwriting waits for submissions in flight, ms: it delays storing their next state by a second at most. */
const IDLE_TIMEOUT_MS = 30_000;
const IDLE_POLL_MS = 100;

/** Retries while another program keeps the old files open. */
const OVERWRITE_TRIES = 10;
const OVERWRITE_PAUSE_MS = 500;

/** Runs erasures one after the other, in short steps between which other operations can run. */
export class ErasureRunner {
  private readonly options: ErasureRunnerOptions;
  private readonly mutex = pLimit(1);
  private readonly closing = new AbortController();
  /** Erasures that wait for a team, of which the files keep no other bytes than whom they are of. */
  private readonly waiting = new Set<string>();

  constructor(options: ErasureRunnerOptions) {
    this.options = options;
  }

  /** Resumes unfinished erasures. One that fails doesn't stop the others. */
  async resume(): Promise<void> {
    const { store, floorDays, isClockAhead, onTrouble } = this.options;
    for (const { id, kind } of await store.unfinished()) {
      // A retention resumed under a wrong clock keeps what it hasn't erased yet; the next one chooses again.
      const keepsRest = kind === 'retention' && (await isClockAhead());
      await this.run(id, keepsRest ? () => Number.POSITIVE_INFINITY : floorDays).catch(onTrouble);
    }
  }

  /** Resolves when the erasure is finished, or when the app closes; the next start then resumes it. */
  run(id: string, floorDays = this.options.floorDays): Promise<void> {
    return this.mutex(() => this.runSteps(id, floorDays));
  }

  /** The same of one that `begin` records when no other runs; undefined: it records none. */
  runNew(begin: () => Promise<string | undefined>): Promise<void> {
    return this.mutex(async () => {
      const id = await begin();
      if (id !== undefined) await this.runSteps(id, this.options.floorDays);
    });
  }

  /** Starts no further step, and waits for the running one. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.mutex(async () => undefined);
  }

  private async runSteps(id: string, floorDays: () => number): Promise<void> {
    const { store, practice, teams, layouts, beforeErasing, onChange, now } = this.options;
    await beforeErasing?.();
    while (!this.closing.signal.aborted) {
      const stage = await store.step(id, floorDays(), now());
      switch (stage) {
        case 'elsewhere':
          await practice.erase(await store.traces(id));
          await store.markErasedElsewhere(id);
          // Nothing visible is left; only bytes in the files remain to be overwritten.
          onChange();
          break;
        case 'team':
          if (!(await teams.tell(id))) return this.wait(id);
          await store.markToldTeams(id);
          break;
        case 'overwrite':
          layouts.keepOnly(await store.pinnedPaths());
          if (!(await this.overwrite(id))) return;
          await store.finish(id, now());
          onChange();
          return;
        case 'done':
          return;
        case 'mentions':
        case 'rows':
        case 'import_rows':
        case 'tags':
        case 'results':
        case 'index':
          break;
        default:
          assertNever(stage);
      }
    }
  }

  /** The team's database can't be reached: the rest is done when it can. */
  private async wait(id: string): Promise<void> {
    if (this.waiting.has(id)) return;
    this.options.onChange();
    if (await this.overwrite(null)) this.waiting.add(id);
  }

  /** False if the app closes before it is done. */
  private async overwrite(id: string | null): Promise<boolean> {
    const { store } = this.options;
    await this.waitUntilIdle();
    for (let tries = 0; tries < OVERWRITE_TRIES && !this.closing.signal.aborted; tries += 1) {
      if (await store.overwrite(id)) return true;
      await this.sleep(OVERWRITE_PAUSE_MS);
    }
    if (this.closing.signal.aborted) return false;
    throw new Error('Another program keeps the old database files open.');
  }

  /** Waits until no submission is in flight, because overwriting would delay storing its next state. */
  private async waitUntilIdle(): Promise<void> {
    const deadline = performance.now() + IDLE_TIMEOUT_MS;
    while (!this.closing.signal.aborted && performance.now() < deadline) {
      if ((await this.options.store.countInFlight()) === 0) return;
      await this.sleep(IDLE_POLL_MS);
    }
  }

  private async sleep(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.closing.signal }).catch(() => undefined);
  }
}
