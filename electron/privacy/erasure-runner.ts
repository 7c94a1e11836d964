import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { assertNever } from '../../shared/result.ts';
import type { ColumnLayouts, ErasureStore, PracticeTracesEraser } from './ports.ts';

export interface ErasureRunnerOptions {
  readonly store: ErasureStore;
  readonly practice: PracticeTracesEraser;
  readonly layouts: ColumnLayouts;
  /** Something that is shown has changed: the receipts, and whatever was erased. */
  readonly onChange: () => void;
  readonly onTrouble: (error: unknown) => void;
  readonly now: () => number;
}

/** So long the files are not written anew because submissions are on their way, ms. They always may wait a second. */
const QUIET_PATIENCE_MS = 30_000;
const QUIET_LOOK_MS = 100;

/** How often the files are written anew while another program reads the old ones, and how long between, ms. */
const OVERWRITE_TRIES = 10;
const OVERWRITE_PAUSE_MS = 500;

/** Carries erasures through, one after the other, in steps between which everything else has its turn. */
export class ErasureRunner {
  private readonly options: ErasureRunnerOptions;
  private readonly turns = pLimit(1);
  private readonly closing = new AbortController();

  constructor(options: ErasureRunnerOptions) {
    this.options = options;
  }

  /** Takes up what an earlier run left unfinished. One that fails keeps no other from its end. */
  async takeUp(): Promise<void> {
    for (const id of await this.options.store.unfinished()) {
      await this.carryOut(id).catch(this.options.onTrouble);
    }
  }

  /** Resolves when it is finished, or when the app closes: then it goes on at the next start. */
  carryOut(id: string): Promise<void> {
    return this.turns(() => this.steps(id));
  }

  /** Begins no further step, and waits for the one under way. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.turns(async () => undefined);
  }

  private async steps(id: string): Promise<void> {
    const { store, practice, layouts, onChange, now } = this.options;
    while (!this.closing.signal.aborted) {
      const stage = await store.step(id);
      switch (stage) {
        case 'elsewhere':
          await practice.erase(await store.traces(id));
          await store.erasedElsewhere(id);
          // All that can be seen of it is gone; what follows is about bytes.
          onChange();
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

  /** False where the app closes before it is done. */
  private async overwrite(id: string): Promise<boolean> {
    const { store } = this.options;
    await this.quiet();
    for (let tries = 0; tries < OVERWRITE_TRIES && !this.closing.signal.aborted; tries += 1) {
      if (await store.overwrite(id)) return true;
      await this.rest(OVERWRITE_PAUSE_MS);
    }
    if (this.closing.signal.aborted) return false;
    throw new Error('Another program keeps old contents of the database.');
  }

  /** Waits until nothing is on its way to a service: its next state would wait for the disk. */
  private async quiet(): Promise<void> {
    const until = performance.now() + QUIET_PATIENCE_MS;
    while (!this.closing.signal.aborted && performance.now() < until) {
      if ((await this.options.store.onTheWire()) === 0) return;
      await this.rest(QUIET_LOOK_MS);
    }
  }

  private async rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.closing.signal }).catch(() => undefined);
  }
}
