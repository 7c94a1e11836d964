import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../shared/durations.ts';
import type {
  ErasureChoice,
  ErasureReceipt,
  FoundHold,
  FoundPerson,
  Kept,
  PersonSearch,
  PrivacyState,
  RetainedItem,
  RetentionPreview,
} from '../../shared/privacy.ts';
import { assertNever, CodedError, fail, ok, type Result } from '../../shared/result.ts';
import type { NumberKeys } from '../do-not-call/number-keys.ts';
import type { Stores } from '../storage/stores/index.ts';
import { ErasureRunner } from './erasure-runner.ts';
import { type FoundEntries, findPerson } from './find-person.ts';
import { type HeldData, heldData } from './held-data.ts';
import type { Blocking, ColumnLayouts, PracticeTracesEraser, TeamTeller } from './ports.ts';
import { putAsideFiles, removePutAside } from './private-folder.ts';

/** Printed below every receipt: what an erasure doesn't cover. */
const SERVICE_KEEPS =
  'This receipt covers this computer only. The service keeps its own copy of what was sent to it, calls it has already scheduled may still take place, and backups and exported files remain wherever they were saved. To have those erased, ask the service and whoever keeps the files.';

const TEAM_KEEPS =
  'Colleagues’ computers erase it when they next connect to the team’s database. What was deleted there leaves its disk with PostgreSQL’s next VACUUM, and its backups when they expire.';

const FORGOTTEN =
  'Callboard no longer knows an erased number, so it can’t warn you if that number is submitted again, even while a call is still to come.';
const BLOCKED =
  'Of each number that stays blocked, only a keyed hash is kept, without any digits, so that nobody calls it again from this computer.';

/** A receipt as a text file that doesn't reveal who was erased. */
export function receiptText(receipt: ErasureReceipt, version: string): string {
  const lines = [
    'Callboard: erasure receipt',
    '',
    `Receipt:     ${receipt.id}`,
    `Reason:      ${reasonOf(receipt)}`,
    `From:        ${receipt.workspace ?? 'all workspaces on this computer'}`,
    `Started:     ${utc(receipt.begunAt)}`,
    `Finished:    ${receipt.finishedAt === null ? 'not yet; it continues automatically' : utc(receipt.finishedAt)}`,
    `By:          Callboard ${version}`,
    '',
    'Erased',
    `  Requests, with history, answers and tags:     ${receipt.requests}`,
    `  Submissions that never became requests:       ${receipt.submissions}`,
    `  Notes:                                        ${receipt.notes}`,
    `  Rows of imported files:                       ${receipt.importRows}`,
    `  Other texts that contained name or number:    ${receipt.mentions}`,
    `  Entries of the do-not-call list:              ${receipt.listedNumbers}`,
    '',
    `Numbers that stay blocked: ${receipt.blockedNumbers}`,
    ...keptLines(receipt),
    ...teamLines(receipt),
    '',
    notErased(receipt),
  ];
  return `${lines.join('\n')}\n`;
}

export function receiptJson(receipt: ErasureReceipt, version: string): string {
  const { begunAt, finishedAt, ...rest } = receipt;
  const record = {
    receipt: rest.id,
    kind: rest.kind,
    workspace: rest.workspace,
    retention_days: rest.days,
    begun_at: utc(begunAt),
    finished_at: finishedAt === null ? null : utc(finishedAt),
    erased: {
      requests: rest.requests,
      submissions: rest.submissions,
      notes: rest.notes,
      import_rows: rest.importRows,
      mentions: rest.mentions,
      do_not_call_entries: rest.listedNumbers,
    },
    numbers_still_blocked: rest.blockedNumbers,
    held_by: rest.heldBy,
    under_floor_days: rest.floorDays,
    teams: {
      concerned: rest.team.of,
      told: rest.team.told,
      held_by_a_colleague: rest.team.held,
      told_at: rest.team.toldAt === null ? null : utc(rest.team.toldAt),
    },
    not_erased: notErased(receipt),
    callboard: version,
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** What would have kept it, and that a person erased it nevertheless. */
function keptLines({ heldBy, floorDays }: ErasureReceipt): string[] {
  return [
    ...(heldBy > 0
      ? [`Legal holds that kept it: ${heldBy}. A person was asked a second time, and erased it.`]
      : []),
    ...(floorDays === null
      ? []
      : [
          `Some of it was younger than the ${floorDays} days that the organisation keeps records. A person was asked a second time, and erased it.`,
        ]),
  ];
}

function teamLines({ team: { of, told, held, toldAt } }: ErasureReceipt): string[] {
  const [which, since] = [of === 1 ? 'The team’s database' : 'The teams’ databases', toldAt ?? 0];
  return [
    ...(told > 0 ? [`${which}: erased there, too, on ${utc(since)}`] : []),
    ...(held > 0 ? [`${which}: kept there by a legal hold of a colleague that wasn’t known here.`] : []),
    ...(told + held < of ? [`${which}: not told yet; it is told as soon as it can be reached.`] : []),
  ];
}

function notErased({ blockedNumbers, team }: ErasureReceipt): string {
  return `${team.of > 0 ? `${SERVICE_KEEPS} ${TEAM_KEEPS}` : SERVICE_KEEPS} ${blockedNumbers > 0 ? BLOCKED : FORGOTTEN}`;
}

function reasonOf({ kind, days }: ErasureReceipt): string {
  switch (kind) {
    case 'person':
      return 'One person was erased';
    case 'team':
      return 'A colleague erased it for the team';
    case 'retention':
      return `Finished more than ${days} days ago`;
    default:
      return assertNever(kind);
  }
}

function utc(at: number): string {
  return new Date(at).toISOString();
}

/** Rows searched per storage operation, so that others can run in between. */
const BATCH_ROWS = 2000;
/** Items that a preview lists by name. */
const MAX_LISTED = 200;

interface RetentionOptions {
  readonly rows: Pick<Stores['erasures'], 'lastRow'>;
  readonly store: Stores['retention'];
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

export interface PrivacyManagerOptions {
  readonly folder: string;
  readonly erasures: Stores['erasures'];
  readonly retention: Stores['retention'];
  readonly numberKeys: Pick<NumberKeys, 'canKeep' | 'current'>;
  /** The computer account of the person in front of it. */
  readonly account: string;
  readonly practice: PracticeTracesEraser;
  /** Left out: there are no teams. */
  readonly teams?: TeamTeller | undefined;
  readonly layouts: ColumnLayouts;
  /** Deletes crash dumps, which may hold anybody's data. */
  readonly deleteCrashDumps: () => Promise<unknown>;
  /** Called before each erasure: ends what reads the data by itself, as it would keep what is erased. */
  readonly beforeErasing?: () => Promise<void>;
  readonly version: string;
  /** How far this computer's clock is ahead of a service's, ms; infinite while none can be asked, undefined if none tells. */
  readonly clockAheadMs: () => Promise<number | undefined>;
  /** Read at every run, so that a changed setting applies immediately. */
  readonly retentionDays: () => number;
  /** The organisation's floor, also read at every run: nothing younger is erased by a retention. Infinite while it can't be read. */
  readonly floorDays: () => number;
  /** The floor below which a person is asked a second time. */
  readonly personFloorDays: () => number;
  /** Called when numbers are blocked from now on, so that what waits for them is withdrawn. */
  readonly onBlocked?: (() => void) | undefined;
  /** Called when `state()`, or erased data that may be on screen, has changed. */
  readonly onChange: () => void;
  readonly onTrouble: (error: unknown) => void;
  /** UTC ms. */
  readonly now?: () => number;
}

const NONE: readonly string[] = [];
const NO_TEAMS: TeamTeller = { tell: async () => true };

/** With a clock further ahead than this, retention erases nothing and tries again later. */
const MAX_CLOCK_AHEAD_MS = DAY_MS / 2;

/** An hourly check whether a day has passed, because timers stop while the computer sleeps. */
const CHECK_INTERVAL_MS = HOUR_MS;

/** Erases persons and whatever is past its retention; keeps receipts. */
export class PrivacyManager {
  private readonly options: PrivacyManagerOptions;
  private readonly now: () => number;
  private readonly runner: ErasureRunner;
  private readonly retention: Retention;
  private lastRun = 0;
  private lastDays = 0;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(options: PrivacyManagerOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    const { erasures, practice, teams = NO_TEAMS, layouts, beforeErasing, onChange, onTrouble } = options;
    this.runner = new ErasureRunner({
      store: erasures,
      practice,
      teams,
      layouts,
      beforeErasing,
      floorDays: () => this.retentionFloor(),
      isClockAhead: () => this.isClockAhead(),
      onChange,
      onTrouble,
      now: this.now,
    });
    this.retention = new Retention({ rows: erasures, store: options.retention, now: this.now });
  }

  /** Resumes unfinished erasures and applies the retention, now and daily. Resolves after the first run. */
  async start(): Promise<void> {
    this.timer = setInterval(() => this.runIfDue(), CHECK_INTERVAL_MS);
    this.timer.unref();
    this.applyRetention();
    await this.running;
  }

  /** Applies a changed retention immediately instead of tomorrow. */
  settingsChanged(): void {
    const days = this.options.retentionDays();
    if (days !== 0 && days !== this.lastDays) this.applyRetention();
    this.lastDays = days;
  }

  /** Starts erasing everything past its retention. */
  applyRetention(): void {
    this.lastDays = this.options.retentionDays();
    this.lastRun = this.now();
    this.running = (this.running ?? Promise.resolve())
      .then(() => this.runRetention())
      .catch(this.options.onTrouble);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.runner.close();
    await this.running;
  }

  /** Finds a person; `workspaceId`: the workspace to search unless the search is for everywhere. */
  async find(search: PersonSearch, workspaceId: string | null): Promise<FoundPerson> {
    const { erasures, numberKeys } = this.options;
    const found = await findPerson(erasures, search, workspaceId);
    const ownHolds = await erasures.findHolds(search);
    const kept = await this.kept(found, search, ownHolds);
    return { ...found, ...kept, ownHolds, canKeepBlocking: await numberKeys.canKeep() };
  }

  /** What is stored about a person: what was chosen of what the search finds. */
  async held(choice: ErasureChoice, workspaceId: string | null): Promise<HeldData> {
    const { erasures, teams = NO_TEAMS } = this.options;
    return heldData(erasures, choice, await this.find(choice.search, workspaceId), teams);
  }

  /**
   * Erases what was chosen. Resolves once the erasure is recorded; it then runs to its end, across restarts, and the
   * receipt says when it finished. Errors: `nothing_to_erase`, `number_key_not_kept`, `on_its_way`, `receipt_gone`, and
   * `erasing_held` or `erasing_under_floor` if the person didn't confirm that.
   */
  async erase(choice: ErasureChoice, workspaceId: string | null): Promise<Result<ErasureReceipt>> {
    const { erasures, numberKeys, account, deleteCrashDumps, onTrouble } = this.options;
    const { submissionIds, importRows, listedIds, holdIds = [], keepBlocking: keep } = choice;
    const chosen = [submissionIds, importRows, listedIds, holdIds];
    if (chosen.every(({ length }) => length === 0)) return fail('nothing_to_erase');
    const keyId = (await numberKeys.current()) ?? null;
    if (keep && keyId === null) return fail('number_key_not_kept');
    const id = randomUUID();
    const within = choice.search.everywhere ? null : workspaceId;
    const floor = this.options.personFloorDays();
    const blocking = { keyId, keep, by: account };
    const begun = await erasures.begin(id, choice, within, this.now(), blocking, floor);
    if (begun.inFlight.length > 0) return fail('on_its_way');
    if (begun.heldBy.length > 0) return fail('erasing_held');
    if (begun.underFloor) return fail('erasing_under_floor', { days: floor });
    this.options.onChange();
    if (keep) this.options.onBlocked?.();
    deleteCrashDumps().catch(onTrouble);
    this.runner.run(id).catch(onTrouble);
    const receipt = await erasures.receipt(id);
    return receipt ? ok(receipt) : fail('receipt_gone');
  }

  /**
   * Records what the team erased when no other erasure runs, and erases it here: `begin` gives the id, or undefined for none.
   * Resolves when nothing of it is left here, or when the app closes.
   */
  async runForTeam(begin: () => Promise<string | undefined>): Promise<void> {
    const { deleteCrashDumps, onChange, onTrouble } = this.options;
    await this.runner.runNew(async () => {
      const id = await begin();
      if (id === undefined) return undefined;
      onChange();
      deleteCrashDumps().catch(onTrouble);
      return id;
    });
  }

  /** Continues what waits, such as for a team's database. */
  resume(): Promise<void> {
    return this.runner.resume();
  }

  /** What becomes of the numbers of the policy's list that the team erased. */
  async blockingForTeam(): Promise<Blocking> {
    const { numberKeys, account } = this.options;
    return { keyId: (await numberKeys.current()) ?? null, keep: false, by: account };
  }

  previewRetention(days: number): Promise<RetentionPreview> {
    return this.retention.preview(days);
  }

  async state(): Promise<PrivacyState> {
    const { folder, erasures } = this.options;
    return { folder, receipts: await erasures.receipts(), putAside: putAsideFiles(folder) };
  }

  /** A receipt as a file to save. Error: `receipt_gone`. */
  async receiptFile(id: string, format: 'txt' | 'json'): Promise<{ name: string; text: string }> {
    const { erasures, version } = this.options;
    const receipt = await erasures.receipt(id);
    if (!receipt) throw new CodedError('receipt_gone');
    const day = new Date(receipt.begunAt).toISOString().slice(0, 10);
    const text = format === 'txt' ? receiptText(receipt, version) : receiptJson(receipt, version);
    return { name: `Erasure receipt ${day}.${format}`, text };
  }

  removePutAside(names: readonly string[]): number {
    const removed = removePutAside(this.options.folder, names);
    this.options.onChange();
    return removed;
  }

  /** What holds and the organisation's floor keep of what was found. */
  private async kept(
    { submissions, importRows }: FoundEntries,
    { name, phone }: PersonSearch,
    ownHolds: readonly FoundHold[],
  ): Promise<Pick<FoundPerson, 'submissions' | 'importRows' | 'holds' | 'heldBy' | 'floorDays'>> {
    const floorDays = this.options.personFloorDays();
    const kept = await this.options.erasures.keptFromErasure(
      {
        search: { name, phone },
        submissionIds: submissions.map(({ submissionId }) => submissionId),
        importRows: importRows.map(({ importId, rowNumber }) => ({ importId, rowNumber })),
        holdIds: ownHolds.map(({ id }) => id),
      },
      floorDays,
      this.now(),
    );
    const keeping = (heldBy = NONE, underFloor = false): Kept => ({ heldBy, underFloor });
    return {
      submissions: submissions.map((each, at) => ({
        ...each,
        ...keeping(kept.submissions[at], kept.youngSubmissions[at]),
      })),
      importRows: importRows.map((each, at) => ({
        ...each,
        ...keeping(kept.importRows[at], kept.youngImportRows[at]),
      })),
      holds: kept.holds,
      heldBy: kept.person,
      floorDays,
    };
  }

  /**
   * What no retention erases, in days, also one that was interrupted: what is younger than the setting in force or the
   * organisation's floor.
   */
  private retentionFloor(): number {
    const { retentionDays, floorDays } = this.options;
    const days = retentionDays();
    return Math.max(days === 0 ? Number.POSITIVE_INFINITY : days, floorDays());
  }

  /** By a clock that is years ahead, everything would be old; by one that can't be compared, it may be. */
  private async isClockAhead(): Promise<boolean> {
    return ((await this.options.clockAheadMs()) ?? 0) > MAX_CLOCK_AHEAD_MS;
  }

  private runIfDue(): void {
    // Also if the clock was set back since: the last run would be in the future.
    if (Math.abs(this.now() - this.lastRun) >= DAY_MS) this.applyRetention();
    // Retries erasures that the disk interrupted.
    else this.runner.resume().catch(this.options.onTrouble);
  }

  private async runRetention(): Promise<void> {
    await this.runner.resume();
    const days = this.options.retentionDays();
    if (days === 0 || days < this.options.floorDays()) return;
    if (await this.isClockAhead()) {
      this.lastRun = 0;
      return;
    }
    const id = await this.retention.begin(days);
    if (id !== undefined) await this.runner.run(id);
  }
}
