import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { RequestPage } from '../../../shared/ipc/calls/request-calls.ts';
import type { RequestQuery } from '../../api/query-keys.ts';
import { requestPageQuery } from '../../api/requests.ts';
import type { WorkspaceAccess } from '../../api/workspace.ts';
import { Quiet } from '../../parts/time/quiet.ts';

/** Pages of one filter and sort that are kept, on screen or not. */
const KEPT_PAGES = 20;
/** React hears of pages that have arrived when none has and the list was not scrolled on for so long, ms. */
const RESTED_MS = 200;

const NO_OFFSETS: readonly number[] = [];

/** What React knows of the pages behind the first one. */
export interface KnownPages {
  /** The filter and sort that they belong to. */
  readonly query: RequestQuery | null;
  readonly pages: ReadonlyMap<number, RequestPage>;
  readonly error: Error | null;
}

const NOTHING_KNOWN: KnownPages = { query: null, pages: new Map(), error: null };

/**
 * The pages of a list behind its first one, as far as they are wanted: asked for and kept up to date without React, to
 * which each page that comes while the list is scrolled would be a drawing of all that is around the rows. While some
 * are on their way none is asked for, and then those that are wanted by then.
 */
export class FurtherPages {
  /** Whether rows may simply be added to those that React has drawn; else it has to decide what is shown. */
  inStep = true;
  private readonly client: QueryClient;
  private readonly workspace: WorkspaceAccess;
  private readonly followed = new Map<number, { observer: QueryObserver<RequestPage>; end: () => void }>();
  private query: RequestQuery | null = null;
  private wanted = NO_OFFSETS;
  private applied = NO_OFFSETS;
  /** Pages asked for under this query, as the cache holds them, the latest last. */
  private seen: readonly CachedPage[] = [];
  private pages: ReadonlyMap<number, RequestPage> = NOTHING_KNOWN.pages;
  private known = NOTHING_KNOWN;
  private readonly resting = new Quiet(RESTED_MS, () => this.tellReact());
  private readonly onKnown = new Set<() => void>();
  private readonly onArrival = new Set<() => void>();

  constructor(client: QueryClient, workspace: WorkspaceAccess) {
    this.client = client;
    this.workspace = workspace;
  }

  /** Follows the wanted pages of this filter and sort, until {@link leave}. */
  follow(query: RequestQuery): void {
    if (this.query !== query) this.seen = [];
    this.query = query;
    this.apply();
  }

  leave(): void {
    for (const { end } of this.followed.values()) end();
    this.followed.clear();
    this.pages = NOTHING_KNOWN.pages;
    this.resting.end();
  }

  /** The offsets of the pages to have now; to be told whenever the list shows other rows. */
  want(offsets: readonly number[]): void {
    if (this.resting.waiting) this.resting.note();
    if (this.wanted.join() === offsets.join()) return;
    this.wanted = offsets;
    if (this.query && !this.waits()) this.apply();
  }

  /** The page of this filter and sort at this offset, if it has arrived. */
  at(query: RequestQuery, offset: number): RequestPage | undefined {
    return query === this.query ? this.pages.get(offset) : undefined;
  }

  /** Calls back with every page that has arrived without React; gives what ends that. */
  readonly subscribeArrivals = (listener: () => void): (() => void) => subscribe(this.onArrival, listener);

  /** For `useSyncExternalStore`. */
  readonly subscribeKnown = (listener: () => void): (() => void) => subscribe(this.onKnown, listener);
  readonly getKnown = (): KnownPages => this.known;

  private waits(): boolean {
    return [...this.followed.values()].some(({ observer }) => observer.getCurrentResult().isPending);
  }

  private apply(): void {
    const { query, wanted } = this;
    if (!query) return;
    this.applied = wanted;
    for (const [offset, { end }] of this.followed) {
      if (wanted.includes(offset)) continue;
      end();
      this.followed.delete(offset);
    }
    for (const offset of wanted) {
      if (this.followed.has(offset)) continue;
      const observer = new QueryObserver<RequestPage>(
        this.client,
        requestPageQuery(this.workspace, query, offset),
      );
      this.followed.set(offset, { observer, end: observer.subscribe(this.look) });
    }
    this.forget();
    this.look();
  }

  /** Lets the cache forget pages that were scrolled past, all but the latest: they are asked for anew in milliseconds. */
  private forget(): void {
    const followed = [...this.followed.values()].map(({ observer }) => observer.getCurrentQuery());
    const latest = [...this.seen.filter((page) => !followed.includes(page)), ...followed];
    this.seen = latest.slice(-KEPT_PAGES);
    // To find one by its key the cache would work out the keys of all.
    for (const page of latest.slice(0, -KEPT_PAGES)) this.client.getQueryCache().remove(page);
  }

  /** Something of what is followed may have changed. */
  private readonly look = (): void => {
    const before = this.pages;
    const pages = new Map<number, RequestPage>();
    for (const [offset, { observer }] of this.followed) {
      const { data } = observer.getCurrentResult();
      if (data) pages.set(offset, data);
    }
    this.pages = pages;
    const known = this.known.query === this.query ? this.known : NOTHING_KNOWN;
    const changed = [...pages].filter(
      ([offset, page]) => before.get(offset) !== page && known.pages.get(offset) !== page,
    );
    const added = changed.every(([offset]) => !before.has(offset) && !known.pages.has(offset));
    if (known.error !== this.error() || !added || (changed.length > 0 && !this.inStep)) {
      this.tellReact();
    } else if (changed.length > 0) {
      this.resting.note();
      for (const listener of this.onArrival) listener();
    }
    if (this.applied !== this.wanted && !this.waits()) this.apply();
  };

  private error(): Error | null {
    for (const { observer } of this.followed.values()) {
      const { error } = observer.getCurrentResult();
      if (error) return error;
    }
    return null;
  }

  private tellReact(): void {
    this.resting.end();
    this.known = { query: this.query, pages: this.pages, error: this.error() };
    for (const listener of this.onKnown) listener();
  }
}

type CachedPage = ReturnType<QueryObserver<RequestPage>['getCurrentQuery']>;

function subscribe(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
