import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import type { Bridge, ChangeNotice } from '../../shared/ipc/bridge.ts';
import type { Contract, Group } from '../../shared/ipc/contract.ts';

/** Throttle for what is on screen: a busy queue sends hundreds of notices a minute (ms). */
const ROWS_THROTTLE_MS = 120;
/** Throttle for aggregates over the whole history (ms). */
const AGGREGATES_THROTTLE_MS = 1500;

type CallName = { [G in Group]: `${G}.${keyof Contract[G] & string}` }[Group];

/** Queries of the window's own, made of calls of a group; the second and third element of their keys. */
type OwnQuery = 'requests.total' | 'requests.beside';

/** Queries of a call or of all calls of a group; '*' for all there are. */
type Queried = Group | CallName | OwnQuery | '*';

const OUTBOX: readonly Queried[] = [
  'submissions.outbox',
  'submissions.outboxPage',
  'submissions.outboxGroups',
  'submissions.outboxGroupPage',
  'submissions.historyPage',
  'submissions.get',
  'submissions.detail',
];

/** Rows of the list. */
const LISTED: readonly Queried[] = ['requests.list', 'requests.rows', 'requests.beside'];

/** Aggregates over all requests. */
const COUNTED: readonly Queried[] = [
  'requests.filterValues',
  'requests.hiddenBy',
  'requests.today',
  'requests.total',
  'views',
  'library.examples',
  'library.scoreOffer',
  'pins.list',
];

const REQUESTS: readonly Queried[] = [...LISTED, ...COUNTED, 'requests.get', 'pins'];

interface Stale {
  /** What is on screen. */
  readonly rows: readonly Queried[];
  /** Aggregates over the whole history, asked for again less often. */
  readonly aggregates?: readonly Queried[];
  /** Asked for again only for the IDs that the notice names. */
  readonly byId?: Queried;
}

/** What each change makes stale: in the workspace that its notice names, otherwise in all. */
const STALE: Readonly<
  Record<ChangeNotice['topic'] | 'named requests' | 'requests of all workspaces', Stale>
> = {
  app: { rows: ['app.state'] },
  settings: {
    // The rules decide which rows of the Outbox may be tried now.
    rows: ['settings.get', 'rules', 'submissions.checkNumber', 'imports.judgeRows', ...OUTBOX, 'app.state'],
  },
  network: { rows: ['network'] },
  privacy: { rows: ['privacy'] },
  holds: { rows: ['holds'] },
  do_not_call: { rows: ['doNotCall', 'submissions.checkNumber', 'imports.judgeRows'] },
  claims: { rows: ['submissions.duplicates'] },
  colleagues: { rows: [], aggregates: ['team.view'] },
  team: { rows: ['team'] },
  backup: { rows: ['backup'] },
  updates: { rows: ['updates'] },
  covering: { rows: ['*'] },
  library: {
    // Grids and pages show names from the Library.
    rows: ['library.list', ...REQUESTS, ...OUTBOX, 'submissions.duplicates', 'imports.judgeRows'],
    aggregates: ['submissions.search'],
  },
  outbox: {
    rows: [...OUTBOX, 'app.state'],
    // Submissions seldom add IDs to the Library, and its own changes have notices of their own.
    aggregates: [
      'submissions.search',
      'imports.list',
      'imports.progress',
      'library.list',
      'library.usage',
      'insights',
    ],
  },
  requests: {
    // The history of an accepted submission goes on.
    rows: [...REQUESTS, 'submissions.detail', 'app.state'],
    aggregates: ['library.usage', 'insights'],
  },
  'named requests': {
    rows: [...LISTED, 'submissions.detail', 'app.state'],
    byId: 'requests.get',
    aggregates: [...COUNTED, 'library.usage', 'insights'],
  },
  'requests of all workspaces': {
    rows: [...REQUESTS, ...OUTBOX, 'app.state'],
    aggregates: ['library.usage', 'insights'],
  },
};

/** After these, pages that were left may know what is no longer to be seen: what is covered, or who was erased. */
const FORGETTING: ReadonlySet<ChangeNotice['topic']> = new Set(['covering', 'privacy']);

function staleOf({ topic, workspaceId, ids }: ChangeNotice): Stale {
  if (topic !== 'requests') return STALE[topic];
  if (workspaceId === undefined) return STALE['requests of all workspaces'];
  return STALE[ids ? 'named requests' : topic];
}

/** Some stale queries: of one workspace or of all, and about one request or whatever they are about. */
interface Pattern {
  readonly queried: Queried;
  readonly workspaceId: string | undefined;
  readonly requestId?: string;
}

/** The stale queries of a change, by how soon they are asked for again. */
function patternsOf(notice: ChangeNotice): Record<'rows' | 'aggregates', readonly Pattern[]> {
  const { rows, byId, aggregates = [] } = staleOf(notice);
  const { workspaceId, ids = [] } = notice;
  const patternOf = (queried: Queried): Pattern => ({ queried, workspaceId });
  const named = byId ? ids.map((requestId) => ({ ...patternOf(byId), requestId })) : [];
  return { rows: [...rows.map(patternOf), ...named], aggregates: aggregates.map(patternOf) };
}

/** The filter of all queries that a change makes stale. */
export function staleAfter(notice: ChangeNotice): QueryFilters {
  const { rows, aggregates } = patternsOf(notice);
  return filterOf([...rows, ...aggregates]);
}

function filterOf(patterns: readonly Pattern[]): QueryFilters {
  return { predicate: ({ queryKey }) => patterns.some((pattern) => fits(pattern, queryKey)) };
}

function fits(
  { queried, workspaceId, requestId }: Pattern,
  [workspace, group, call, input]: QueryKey,
): boolean {
  if (queried !== '*' && queried !== group && queried !== `${group}.${call}`) return false;
  // Calls that are not about a workspace have null.
  if (workspaceId !== undefined && workspace !== null && workspace !== workspaceId) return false;
  return requestId === undefined || Object(input).requestId === requestId;
}

/** The part of `Document` that reports visibility. */
type PageVisibility = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/** Calls `flush` when the window has time for it. */
export type Schedule = (flush: () => void) => void;

/**
 * Invalidates queries when the main process reports a change. `schedule` delays the first flush until the person's own action
 * has been painted; without it the flush is immediate. Later notices are throttled. Returns the function that unsubscribes.
 */
export function invalidateOnChange(
  bridge: Pick<Bridge, 'onChange'>,
  client: QueryClient,
  page: PageVisibility,
  schedule: Schedule = (flush) => flush(),
): () => void {
  const rows = new ThrottledInvalidator(client, page, ROWS_THROTTLE_MS, schedule);
  const aggregates = new ThrottledInvalidator(client, page, AGGREGATES_THROTTLE_MS, schedule);
  const unsubscribe = bridge.onChange((notice) => {
    // A page that is opened again shows what is known of it until the answer is there.
    if (FORGETTING.has(notice.topic)) client.removeQueries({ type: 'inactive' });
    const stale = patternsOf(notice);
    rows.add(stale.rows);
    aggregates.add(stale.aggregates);
  });
  return () => {
    unsubscribe();
    rows.dispose();
    aggregates.dispose();
  };
}

/** Collects stale queries and invalidates them at most once per interval, and not while the window is hidden. */
class ThrottledInvalidator {
  private readonly client: QueryClient;
  private readonly page: PageVisibility;
  private readonly intervalMs: number;
  private readonly schedule: Schedule;
  private readonly pending = new Map<string, Pattern>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private scheduled = false;
  private disposed = false;

  constructor(client: QueryClient, page: PageVisibility, intervalMs: number, schedule: Schedule) {
    this.client = client;
    this.page = page;
    this.intervalMs = intervalMs;
    this.schedule = schedule;
    page.addEventListener('visibilitychange', this.flushIfDue);
  }

  add(patterns: readonly Pattern[]): void {
    for (const pattern of patterns) this.pending.set(JSON.stringify(pattern), pattern);
    if (this.timer !== undefined || this.scheduled) return;
    this.scheduled = true;
    this.schedule(() => {
      this.scheduled = false;
      if (!this.disposed) this.flushIfDue();
    });
  }

  dispose(): void {
    this.disposed = true;
    clearTimeout(this.timer);
    this.page.removeEventListener('visibilitychange', this.flushIfDue);
  }

  private readonly flushIfDue = (): void => {
    if (this.timer === undefined) this.flush();
  };

  private flush(): void {
    this.timer = undefined;
    // A hidden window keeps them until it is shown again.
    if (this.pending.size === 0 || this.page.visibilityState === 'hidden') return;
    void this.client.invalidateQueries(filterOf([...this.pending.values()]));
    this.pending.clear();
    this.timer = setTimeout(() => this.flush(), this.intervalMs);
  }
}
