import type { RowBits } from '../search/row-bits.ts';
import { LastOnes } from './last-ones.ts';
import { type OrderedRows, placesIn } from './ordered-rows.ts';
import type { RowChanges } from './row-changes.ts';

/** All that is kept until something is written, bytes. */
const MOST_KEPT = 32 * 1024 * 1024;
/** All orders, bytes. */
const MOST_ORDERED = 64 * 1024 * 1024;
/** The places of rows in orders, bytes. */
const MOST_PLACES = 16 * 1024 * 1024;
/** More rows than this were changed since: what followed them is made anew. */
const MOST_FOLLOWED = 1000;

interface KeptOrder {
  /** What a row is sorted by stands with its pinned fields. */
  readonly ofPins: boolean;
  order: OrderedRows;
  /** Rows that were written since. */
  readonly changed: Set<number>;
}

interface KeptSet {
  rows: RowBits;
  readonly of: 'pinned' | 'tags';
  /** Rows of which that was written since. */
  readonly changed: Set<number>;
}

/** Sets of rows that were found, and whole orders: some until something is written, others follow that. */
export class KeptLists {
  private readonly sets = new LastOnes<RowBits>(MOST_KEPT);
  private readonly followedSets = new LastOnes<KeptSet>(MOST_KEPT);
  private readonly ordersUntilWritten = new LastOnes<OrderedRows>(MOST_KEPT);
  private readonly orders = new LastOnes<KeptOrder>(MOST_ORDERED);
  private readonly places = new LastOnes<{ readonly order: OrderedRows; readonly places: Int32Array }>(
    MOST_PLACES,
  );
  private readonly filteredIn = new Set<string>();

  /** Something was written: these rows, and perhaps what no row tells of. */
  follow(changes: RowChanges): void {
    this.sets.clear();
    this.ordersUntilWritten.clear();
    for (const { ofPins, changed } of this.orders.values())
      for (const rows of [changes.tracked, ofPins ? changes.pinned : changes.person]) note(rows, changed);
    for (const { of, changed } of this.followedSets.values()) note(changes[of], changed);
  }

  /** Nobody knows what was written. */
  clear(): void {
    this.sets.clear();
    this.followedSets.clear();
    this.ordersUntilWritten.clear();
    this.orders.clear();
    this.places.clear();
  }

  /** There are more rows than those sets have room for. */
  forgetFollowedSets(): void {
    this.followedSets.clear();
  }

  /** A set of rows that stays as it is until something is written; the last ones are kept. */
  set(name: string, make: () => RowBits): RowBits {
    return this.sets.of(name, make, (set) => set.bytes);
  }

  /** The same for one that perhaps cannot be made. */
  setIfAny(name: string, make: () => RowBits | undefined): RowBits | undefined {
    const rows = this.sets.peek(name) ?? make();
    return rows && this.set(name, () => rows);
  }

  /** The same for one that only values of pins or tags decide: `follow` finds those of the rows written since that belong to it. */
  followedSet(
    of: KeptSet['of'],
    name: string,
    make: () => RowBits,
    follow: (changed: ReadonlySet<number>) => Iterable<number>,
  ): RowBits {
    const kept = this.followedSets.of(
      name,
      () => ({ rows: make(), of, changed: new Set<number>() }),
      ({ rows }) => rows.bytes,
    );
    const { rows, changed } = kept;
    if (changed.size > MOST_FOLLOWED) {
      kept.rows = make();
    } else if (changed.size > 0) {
      for (const row of changed) rows.delete(row);
      for (const row of follow(changed)) rows.add(row);
    }
    changed.clear();
    return kept.rows;
  }

  /** Rows in an order that stays as it is until something is written. */
  orderUntilWritten(name: string, make: () => OrderedRows): OrderedRows {
    return this.ordersUntilWritten.of(name, make, ({ rows }) => rows.byteLength);
  }

  /** Rows in an order that is kept, too, when something is written: `follow` is told which rows were. */
  order(
    name: string,
    ofPins: boolean,
    make: () => OrderedRows,
    follow: (before: OrderedRows, changed: ReadonlySet<number>) => OrderedRows,
  ): OrderedRows {
    const kept = this.orders.of(
      name,
      () => ({ ofPins, order: make(), changed: new Set<number>() }),
      ({ order }) => order.rows.byteLength,
    );
    if (kept.changed.size > MOST_FOLLOWED) kept.order = make();
    else if (kept.changed.size > 0) kept.order = follow(kept.order, kept.changed);
    kept.changed.clear();
    return kept.order;
  }

  /** Whether such an order is at hand. */
  hasOrder(name: string): boolean {
    return (this.orders.peek(name)?.changed.size ?? Infinity) <= MOST_FOLLOWED;
  }

  /** The place of each row below `end` in such an order. */
  placesIn(name: string, order: OrderedRows, end: number): Int32Array {
    if (this.places.peek(name)?.order !== order) this.places.forget(name);
    const made = this.places.of(
      name,
      () => ({ order, places: placesIn(order, end) }),
      ({ places }) => places.byteLength,
    );
    return made.places;
  }

  /** Whether an order is filtered in for the first time. */
  isFirst(name: string): boolean {
    const isNew = !this.filteredIn.has(name);
    this.filteredIn.add(name);
    return isNew;
  }
}

function note(rows: ReadonlySet<number>, changed: Set<number>): void {
  for (const row of rows) if (changed.size <= MOST_FOLLOWED) changed.add(row);
}
