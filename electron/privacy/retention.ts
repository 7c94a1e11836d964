import { randomUUID } from 'node:crypto';
import type { RetainedItem, RetentionPreview } from '../../shared/privacy.ts';
import type { ErasureStore, RetentionStore } from './ports.ts';

/** Rows searched per storage operation, so that others can run in between. */
const BATCH_ROWS = 2000;
/** Items that a preview lists by name. */
const MAX_LISTED = 200;

export interface RetentionOptions {
  readonly rows: Pick<ErasureStore, 'lastRow'>;
  readonly store: RetentionStore;
  /** UTC ms. */
  readonly now: () => number;
}

/** Finds what is past its retention: to preview a setting, and to erase daily. */
export class Retention {
  private readonly options: RetentionOptions;

  constructor(options: RetentionOptions) {
    this.options = options;
  }

  /** What a retention of `days` would erase now. */
  async preview(days: number): Promise<RetentionPreview> {
    const { store, now } = this.options;
    const at = now();
    const sum = { requests: 0, submissions: 0, importRows: 0, keptUnseen: 0, held: 0 };
    if (days === 0) return { ...sum, oldest: null, newest: null, listed: [] };
    const listed: RetainedItem[] = [];
    let [oldest, newest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for await (const [after, upTo] of this.ranges()) {
      const part = await store.findOld(days, at, after, upTo);
      sum.requests += part.requests;
      sum.submissions += part.submissions;
      sum.keptUnseen += part.keptUnseen;
      sum.held += part.held;
      for (const { lastChange } of part.items) {
        oldest = Math.min(oldest, lastChange);
        newest = Math.max(newest, lastChange);
      }
      listed.push(...part.items);
      listed.sort((one, other) => one.lastChange - other.lastChange);
      listed.splice(MAX_LISTED);
    }
    const rows = await store.oldImportRows(days, at);
    return {
      ...sum,
      importRows: rows.due,
      held: sum.held + rows.held,
      oldest: listed.length > 0 ? oldest : null,
      newest: listed.length > 0 ? newest : null,
      listed,
    };
  }

  /** Starts to erase what is past its retention; gives the erasure's id, or undefined if there is nothing to erase. */
  async begin(days: number): Promise<string | undefined> {
    if (days === 0) return undefined;
    const { store, now } = this.options;
    const { requests, submissions, importRows } = await this.preview(days);
    if (requests + submissions + importRows === 0) return undefined;
    const [id, at] = [randomUUID(), now()];
    await store.begin(id, days, at);
    for await (const [after, upTo] of this.ranges()) await store.add(id, days, at, after, upTo);
    return id;
  }

  private async *ranges(): AsyncGenerator<readonly [number, number]> {
    const last = await this.options.rows.lastRow();
    for (let after = 0; after < last; after += BATCH_ROWS) yield [after, after + BATCH_ROWS];
  }
}
