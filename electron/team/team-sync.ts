import { z } from 'zod';
import { CLAIM_STATES } from '../../shared/call-rules.ts';
import type { EvidenceHead } from '../../shared/evidence.ts';
import { TURN_MS } from '../../shared/request.ts';
import type { TeamExchange } from '../../shared/team.ts';
import type { Stores } from '../storage/stores/index.ts';
import { TeamError } from './open-connection.ts';
import { type SharedList, uuid, writeBody } from './shared-records.ts';
import type { TeamQuery } from './team-database.ts';

type Records = Stores['teamRecords'];
type TeamRecord = Parameters<Records['apply']>[1][number];
type PendingRecord = Awaited<ReturnType<Records['pending']>>[number];

/** A submission (by its id) that went out at the same time as that of a colleague; `at`: UTC ms. */
export interface ReadConflict {
  readonly submission: string;
  readonly person: string;
  readonly at: number;
}

export interface TeamSyncOptions {
  readonly workspaceId: string;
  /** The service's address, as the claims name it. */
  readonly service: string;
  readonly store: Records;
  /** Where this computer stands with the team; undefined without one. */
  readonly place: () => ReturnType<Stores['teams']['place']>;
  readonly query: TeamQuery;
  /** Whether the team database can be asked. */
  readonly isConnected: () => boolean;
  /** What became of these submissions is told to the team. */
  readonly settle: (submissionIds: readonly string[]) => Promise<void>;
  /** Stores claims of colleagues. */
  readonly rememberClaims: (claims: readonly ReadClaim[]) => Promise<void>;
  readonly rememberConflicts: (conflicts: readonly ReadConflict[]) => Promise<void>;
  /** The last entry of this computer's evidence; null if it has none. Left out: the team has no heads of it. */
  readonly evidenceHead?: (() => Promise<EvidenceHead | null>) | undefined;
  /** Erases here what the team erased, before anything is sent or stored. */
  readonly catchUp?: (() => Promise<void>) | undefined;
  /** Colleagues took somebody out of texts that were here: an erasure waits that overwrites what these said before. */
  readonly onTakenOut?: (() => void) | undefined;
  /** These holds were told, by their ids: of whom the team erased, it takes none. */
  readonly onHoldsTold?: ((ids: readonly string[]) => Promise<void>) | undefined;
  readonly onChange: (requestIds: readonly string[]) => void;
  /** A colleague changed lists of the team. */
  readonly onLists: (lists: ReadonlySet<SharedList>) => void;
  /** A request made here was completed; a colleague's computer read it. */
  readonly onCompleted: (request: { readonly requestId: string; readonly submissionId: string }) => void;
  /** {@link TeamSync.view} changed. */
  readonly onProgress: () => void;
  readonly onTrouble: (error: unknown) => void;
  /** How long local changes are collected, ms. */
  readonly collectMs?: number;
  /** When an exchange is tried again that a statement ended which could not be carried out just now, ms. */
  readonly againMs?: number;
}

const COLLECT_MS = 300;
const AGAIN_MS = 15_000;

/** The kinds of `team_pending` that decide about calls. */
const URGENT: readonly string[] = ['do_not_call', 'claim'];

/** How many rows of `team_pending` go out in one statement, and how many records are read in one. */
const SENT_AT_ONCE = 50;
const READ_AT_ONCE = 288;
/** Of the records read in one statement, about as many bytes. */
const READ_BYTES = 4 * 1024 * 1024;
/** How many records are stored in one transaction, and how many characters: other storage calls wait for it. */
const STORED_AT_ONCE = 96;
const STORED_CHARACTERS = 400_000;
/** A reading of fewer changes shows no progress, and how often it is shown, ms. */
const SHOWN_FROM = 500;
const SHOW_EVERY_MS = 500;

/** How often the head of the evidence goes to the team while a connection lasts, ms. */
const NOTED_EVERY_MS = 600_000;

const change = z.int();
/** UTC ms by the server's clock. */
const time = z.date().transform((at) => at.getTime());
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const claimRow = z.object({
  callKey: z.string(),
  submissionId: z.string(),
  person: z.string(),
  state: z.enum([...CLAIM_STATES, 'free']),
  at: time,
  candidateName: z.string(),
  jobDescriptionId: z.string(),
  change,
});
/** A claim of a colleague, or (`free`) one of this computer in the place of a colleague's. */
export type ReadClaim = z.output<typeof claimRow>;

const numberRow = z
  .object({
    ...{ id: uuid, number: z.string().nullable(), hash: bytes, reason: z.string(), person: z.string() },
    ...{ added_at: time, lifted_at: time.nullable(), change },
    ...{ lifted_by: z.string().nullable(), lifted_reason: z.string().nullable() },
  })
  .transform(({ added_at: addedAt, lifted_at: at, lifted_by: by, lifted_reason: reason, ...entry }) => ({
    ...{ ...entry, addedAt },
    lifted: at === null ? null : { at, by: by ?? '', reason: reason ?? '' },
  }));
/** An entry of the team's list. `number`: the call key; null once its person was erased. */
export type ReadNumber = z.output<typeof numberRow>;

const recordRow = z.object({
  kind: z.string(),
  key: z.string(),
  request: z.string().nullable(),
  login: z.string(),
  person: z.string(),
  body: z.string(),
  removed: z.boolean(),
  at: time,
  change,
  more: z.boolean(),
});
const conflictBody = z.object({ other: z.string() });
const colleagueRow = z.object({ login: z.string(), person: z.string(), seen_at: time });
const logRow = z.object({ change, token: z.string() });

/** The rows of one statement up to `end`: the last change that it is known to have all rows up to. */
interface Part<Row> {
  readonly rows: readonly Row[];
  readonly end: number;
}

/** All changes of the team after those that were read before, up to `end`. */
interface ReadPart {
  readonly end: number;
  readonly claims: readonly ReadClaim[];
  readonly numbers: readonly ReadNumber[];
  readonly records: readonly (TeamRecord & { readonly change: number })[];
  /** By request id: what was said of requests that aren't here yet. */
  readonly marksOfNew: ReadonlyMap<string | null, readonly TeamRecord[]>;
  readonly log: NonNullable<Parameters<Records['apply']>[2]>['log'];
}

/**
 * The exchange of shared records with a workspace's team: sends what `team_pending` names, then reads what has a later change
 * than what was read last. Runs after each connection, NOTIFY and local change; asks nothing in between.
 */
export class TeamSync {
  private readonly options: TeamSyncOptions;
  private running: Promise<void> | undefined;
  /** What is to be done, once what is under way is done. */
  private readonly due = { generation: false, sending: false, receiving: false };
  private timer: NodeJS.Timeout | undefined;
  private again: NodeJS.Timeout | undefined;
  private stopped = false;
  private current: Omit<TeamExchange, 'unshared'> = { receiving: null, sending: null };
  private shownAt = 0;
  private isTakenOut = false;
  /** When the head of the evidence was left with the team last, by `performance.now()`. */
  private notedAt = 0;
  /** Ids of `team_pending` that the team database refused: said once, and tried again at the next start or change. */
  private readonly refused = new Set<number>();

  constructor(options: TeamSyncOptions) {
    this.options = options;
  }

  async view(): Promise<TeamExchange> {
    const { unshared } = await this.options.store.counts(this.options.workspaceId);
    return { unshared, ...this.current };
  }

  /** Something may have changed here: it is sent in a moment, with what follows. */
  changed(): void {
    if (this.stopped || this.timer || !this.options.isConnected()) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.run({ sending: true });
    }, this.options.collectMs ?? COLLECT_MS);
  }

  /** There is a new connection. */
  connected(): void {
    this.run({ generation: true, sending: true, receiving: true });
  }

  /** Something changed in the team. */
  notified(): void {
    this.run({ receiving: true });
  }

  /** Uploads what was here before the workspace joined its team; resumed after a restart. */
  async upload(): Promise<void> {
    await this.options.store.shareHistory(this.options.workspaceId);
    this.options.onProgress();
    this.run({ sending: true });
  }

  /**
   * Which of these requests this computer reads from the service now; the others are a colleague's for a while. All, while the
   * team database can't be asked: reading one twice harms nobody.
   */
  takeTurns(requestIds: readonly string[]): Promise<readonly string[]> {
    return this.turns(requestIds, TURN_MS / 1000);
  }

  /** Others may read these now: this computer may not. */
  async passTurns(requestIds: readonly string[]): Promise<void> {
    await this.turns(requestIds, 0);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Begins nothing more, and waits for the statement that is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.again);
    await this.running;
  }

  private async turns(requestIds: readonly string[], seconds: number): Promise<readonly string[]> {
    const { isConnected, query, service, onTrouble } = this.options;
    if (!isConnected()) return requestIds;
    try {
      const { computerId } = await this.place();
      const rows = await query<{ request: string }>('select take_turns($1, $2, $3, $4) as request', [
        ...[computerId, service, requestIds, seconds],
      ]);
      return rows.map(({ request }) => request);
    } catch (error) {
      if (!(error instanceof TeamError)) throw error;
      if (isRefusal(error)) onTrouble(error);
      return requestIds;
    }
  }

  private get mayGoOn(): boolean {
    return !this.stopped && this.options.isConnected();
  }

  private run(due: Partial<TeamSync['due']>): void {
    if (this.stopped) return;
    Object.assign(this.due, due);
    this.running ??= this.runAll().finally(() => {
      this.running = undefined;
    });
  }

  /** Never rejects. */
  private async runAll(): Promise<void> {
    const { due } = this;
    while ((due.sending || due.receiving) && this.mayGoOn) {
      const { generation, receiving } = due;
      Object.assign(due, { generation: false, sending: false, receiving: false });
      try {
        await this.options.catchUp?.();
        if (generation) await this.options.store.tellGeneration(this.options.workspaceId);
        // What isn't marked as pending yet would give way to what the team has.
        const begun = await this.place();
        if (begun.markBefore !== null) await this.send();
        // Then a request that is sent has what colleagues did: without, that would be gone until somebody tells it again.
        if (receiving) await this.receive();
        if (this.isTakenOut) this.options.onTakenOut?.();
        this.isTakenOut = false;
        await this.send();
        // Until then, colleagues are asked about this computer after a restore.
        if (generation && this.mayGoOn)
          await this.options.query('select told($1, $2)', [begun.computerId, begun.generation]);
        await this.noteEvidence(generation);
      } catch (error) {
        if (!(error instanceof TeamError && !isRefusal(error))) this.options.onTrouble(error);
        // A lost connection tells so itself; the next one begins again. On one that lasts, somebody held a lock for too long.
        else if (this.mayGoOn) {
          clearTimeout(this.again);
          this.again = setTimeout(() => this.connected(), this.options.againMs ?? AGAIN_MS);
        }
      }
      this.show({ receiving: null, sending: null });
    }
  }

  /**
   * Leaves the head of this computer's evidence with the team, whose members can't change it: on each connection, and then
   * beside what is exchanged anyway.
   */
  private async noteEvidence(isConnecting: boolean): Promise<void> {
    const { evidenceHead, query } = this.options;
    if (!evidenceHead || (!isConnecting && performance.now() - this.notedAt < NOTED_EVERY_MS)) return;
    const head = await evidenceHead();
    if (!head || !this.mayGoOn) return;
    const { computerId } = await this.place();
    const values = [computerId, head.chain, head.seq, head.hash];
    await query(`select note_evidence($1, $2, $3, decode($4, 'hex'))`, values);
    this.notedAt = performance.now();
  }

  /** Sends all that is pending, and marks the rest of everything where that has to be told. */
  private async send(): Promise<void> {
    const { workspaceId, store } = this.options;
    let done = 0;
    for (;;) {
      for (let after = 0; this.mayGoOn; ) {
        await this.sendFirst();
        const pending = await store.pending(workspaceId, after, SENT_AT_ONCE);
        const last = pending.at(-1);
        if (!last) break;
        after = last.id;
        await this.sendSome(pending.filter(({ id }) => !this.refused.has(id)));
        done += pending.length;
        if (done >= SHOWN_FROM) await this.showSending(done);
      }
      if (!this.mayGoOn || (await this.place()).markBefore === null) return;
      await store.markSome(workspaceId);
    }
  }

  private async sendSome(pending: readonly PendingRecord[]): Promise<void> {
    const others = pending.filter(({ kind }) => !URGENT.includes(kind));
    await this.sendEach(
      others.filter(({ shared }) => shared !== null),
      (some) => this.share(some),
    );
    // What is gone, or isn't the team's, has nothing to send.
    const rest = others.filter(({ shared }) => shared === null);
    if (rest.length > 0) await this.options.store.sent(rest.map(({ id }) => id));
  }

  /**
   * Sends the numbers that nobody may call, and who was called: however much else there is to send and to read, a colleague may
   * be about to call them.
   */
  private async sendFirst(): Promise<void> {
    const { workspaceId, store, settle } = this.options;
    for (const kind of URGENT) {
      for (let after = 0; this.mayGoOn; ) {
        const pending = await store.pending(workspaceId, after, SENT_AT_ONCE, kind);
        const last = pending.at(-1);
        if (!last) break;
        after = last.id;
        await this.sendEach(
          pending.filter(({ id }) => !this.refused.has(id)),
          (some) => (kind === 'claim' ? settle(some.map(({ key }) => key)) : this.forbid(some)),
        );
      }
    }
  }

  /** All in one, or each alone where the team database refuses one of them. */
  private async sendEach(
    pending: readonly PendingRecord[],
    send: (some: readonly PendingRecord[]) => Promise<void>,
  ): Promise<void> {
    const { store, onTrouble } = this.options;
    if (pending.length === 0) return;
    try {
      await send(pending);
      await store.sent(pending.map(({ id }) => id));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (pending.length > 1) {
        for (const each of pending) await this.sendEach([each], send);
        return;
      }
      for (const { id } of pending) this.refused.add(id);
      onTrouble(error);
    }
  }

  private async share(pending: readonly PendingRecord[]): Promise<void> {
    const { computerId } = await this.place();
    await this.options.query('select share($1, $2::jsonb)', [
      computerId,
      `[${pending.map(({ shared }) => shared).join(',')}]`,
    ]);
    const holds = pending.flatMap(({ kind, key }) => (kind === 'hold' ? key : []));
    if (holds.length > 0) await this.options.onHoldsTold?.(holds);
  }

  private async forbid(pending: readonly PendingRecord[]): Promise<void> {
    const { workspaceId, store, query } = this.options;
    const entries = await store.numbers(
      workspaceId,
      pending.map(({ key }) => key),
    );
    if (entries.length === 0) return;
    const { computerId } = await this.place();
    await query('select forbid($1, $2::jsonb)', [computerId, writeBody(entries)]);
  }

  private async place() {
    const place = await this.options.place();
    if (!place) throw new Error('The workspace has no team.');
    return place;
  }

  /** Reads everything up to the last change of the team, in parts that each are whole. */
  private async receive(): Promise<void> {
    const { query, store } = this.options;
    const { seen, computerId } = await this.place();
    const [row] = await query<{ last_change: unknown }>('select last_change from team');
    const until = change.parse(row?.last_change);
    if (seen < until) await this.readColleagues();
    const partAfter = async (from: number): Promise<ReadPart | undefined> => {
      await this.sendFirst();
      return from < until && this.mayGoOn ? this.readPart(from, until, computerId) : undefined;
    };
    // The numbers of changes say little: a start of the server leaves many out.
    const of = until - seen >= SHOWN_FROM ? await this.rowsAfter(seen, computerId) : 0;
    const isMuch = of >= SHOWN_FROM;
    if (isMuch) await store.storingMuch(true);
    try {
      let done = 0;
      for (let part = await partAfter(seen); part; ) {
        const { end, claims, numbers, records } = part;
        // The next is read while this one is stored.
        const [next] = await Promise.all([partAfter(end), this.storePart(part)]);
        done += claims.length + numbers.length + records.length;
        if (isMuch) this.show({ ...this.current, receiving: { done, of: Math.max(done, of) } });
        part = next;
      }
    } finally {
      if (isMuch) await store.storingMuch(false);
    }
  }

  /** How many rows are to be read after this change. */
  private async rowsAfter(from: number, computerId: string): Promise<number> {
    const [row] = await this.options.query<{ rows: unknown }>(
      `select (select count(*) from claims where change > $1 and service = $2)
         + (select count(*) from do_not_call where change > $1)
         + (select count(*) from records where change > $1 and (writer is distinct from $3 or kind = 'conflict')
           and (service is null or service = $2)) as rows`,
      [from, this.options.service, computerId],
    );
    return change.parse(row?.rows);
  }

  /** The next changes after `from`. */
  private async readPart(from: number, until: number, computerId: string): Promise<ReadPart> {
    const { query } = this.options;
    const claims = await this.readClaims(from, until, computerId);
    const numbers = await this.readNumbers(from, claims.end);
    const records = await this.readRecords(from, numbers.end, computerId);
    const { end } = records;
    const upTo = <Row extends { readonly change: number }>({ rows }: Part<Row>): Row[] =>
      rows.filter((each) => each.change <= end);
    const logged = await query(
      'select change, token from claim_log where change <= $1 order by change desc limit 1',
      [end],
    );
    const found = upTo(records);
    return {
      ...{ end, claims: upTo(claims), numbers: upTo(numbers), records: found },
      marksOfNew: await this.readMarksOfNew(found, end),
      log: z.array(logRow).parse(logged)[0] ?? null,
    };
  }

  private async storePart({ end, claims, numbers, records, marksOfNew, log }: ReadPart): Promise<void> {
    const { store, workspaceId } = this.options;
    await this.options.rememberClaims(claims);
    if (claims.length > 0) this.options.onLists(new Set(['claims']));
    if (numbers.length > 0) this.tell(await store.applyNumbers(workspaceId, numbers));
    await this.options.rememberConflicts(conflictsIn(records));
    const stored = [...slices(records)];
    for (const [index, slice] of stored.entries()) {
      // In the same transaction as their requests.
      const ofNew = slice.flatMap(
        ({ kind, request }) => (kind === 'request' && marksOfNew.get(request)) || [],
      );
      // With the last: of what was cut off, nothing is missed.
      const advance = index === stored.length - 1 ? { seen: end, log } : undefined;
      this.tell(await store.apply(workspaceId, [...slice, ...ofNew], advance));
    }
  }

  private tell(applied: Awaited<ReturnType<Records['apply']>>): void {
    const { requestIds, completed, unusable, lists, takenOut } = applied;
    const { onLists, onChange, onCompleted, onTrouble } = this.options;
    if (takenOut.length > 0) this.isTakenOut = true;
    if (requestIds.length > 0) onChange(requestIds);
    if (lists.size > 0) onLists(lists);
    for (const each of completed) onCompleted(each);
    if (unusable.length > 0)
      onTrouble(new Error(`${unusable.length} records of the team can't be used here.`));
  }

  private async readColleagues(): Promise<void> {
    const { query, store, workspaceId } = this.options;
    const rows = await query(
      'select distinct on (login) login, person, seen_at from computers order by login, seen_at desc',
    );
    const colleagues = z.array(colleagueRow).parse(rows);
    await store.colleagues(
      workspaceId,
      colleagues.map(({ login, person, seen_at }) => ({ login, person, seenAt: seen_at })),
    );
  }

  private async readClaims(from: number, until: number, computerId: string): Promise<Part<ReadClaim>> {
    const rows = await this.options.query(
      `select call_key as "callKey", submission as "submissionId", person, at, candidate as "candidateName",
         case when computer = $3 then 'free' else state end as state, job as "jobDescriptionId", change
       from claims where service = $5 and change > $1 and change <= $2 order by change limit $4`,
      [from, until, computerId, READ_AT_ONCE, this.options.service],
    );
    const claims = z.array(claimRow).parse(rows);
    return {
      rows: claims,
      end: claims.length < READ_AT_ONCE ? until : (claims.at(-1)?.change ?? until),
    };
  }

  private async readNumbers(from: number, until: number) {
    const rows = await this.options.query(
      `select id, number, hash, reason, person, added_at, lifted_at, lifted_by, lifted_reason, change from do_not_call
       where change > $1 and change <= $2 order by change limit $3`,
      [from, until, READ_AT_ONCE],
    );
    const numbers = z.array(numberRow).parse(rows);
    return {
      rows: numbers,
      end: numbers.length < READ_AT_ONCE ? until : (numbers.at(-1)?.change ?? until),
    };
  }

  private async readRecords(from: number, until: number, computerId: string) {
    const rows = await this.options.query(
      `select kind, key, request, login, person, body::text as body, removed, at, change, n > count(*) over () as more
       from (select r.*, sum(size) over (order by change) - size as before, count(*) over () as n
         from (select * from records where change > $1 and change <= $2 and (writer is distinct from $3 or kind = 'conflict')
           and (service is null or service = $6) order by change limit $4) as r) as r
       where before < $5 order by change`,
      [from, until, computerId, READ_AT_ONCE, READ_BYTES, this.options.service],
    );
    const records = z.array(recordRow).parse(rows);
    const isCut = records.length === READ_AT_ONCE || records.at(-1)?.more === true;
    return { rows: records, end: isCut ? (records.at(-1)?.change ?? until) : until };
  }

  /**
   * What was said, up to the change `end`, of requests that aren't here yet: their own last change may be later than those,
   * which couldn't be stored when they were read.
   */
  private async readMarksOfNew(
    records: readonly TeamRecord[],
    end: number,
  ): Promise<ReadonlyMap<string | null, readonly TeamRecord[]>> {
    const { workspaceId, store, query, service } = this.options;
    const ids = records.flatMap(({ kind, request }) => (kind === 'request' && request) || []);
    const missing = ids.length === 0 ? [] : await store.missing(workspaceId, ids);
    if (missing.length === 0) return new Map();
    const rows = await query(
      `select kind, key, request, login, person, body::text as body, removed, at, change, false as more from records
       where request = any($1) and service = $2 and kind <> 'request' and change <= $3 order by change`,
      [missing, service, end],
    );
    return Map.groupBy(z.array(recordRow).parse(rows), ({ request }) => request);
  }

  private async showSending(done: number): Promise<void> {
    if (performance.now() - this.shownAt < SHOW_EVERY_MS) return;
    const { pending } = await this.options.store.counts(this.options.workspaceId);
    this.show({ ...this.current, sending: { done, of: done + pending } });
  }

  private show(state: Omit<TeamExchange, 'unshared'>): void {
    const isEnd = state.receiving === null && state.sending === null;
    const wasShown = this.current.receiving !== null || this.current.sending !== null;
    if (isEnd && !wasShown) return;
    this.current = state;
    if (!isEnd && performance.now() - this.shownAt < SHOW_EVERY_MS) return;
    this.shownAt = performance.now();
    this.options.onProgress();
  }
}

/** Whether the team database answered that it doesn't take this, and will not the next time either. */
function isRefusal(error: unknown): boolean {
  return error instanceof TeamError && /^(?:21|22|23|42|P0)/.test(error.sqlState);
}

/** The last may be empty. */
function* slices(records: readonly TeamRecord[]): Generator<readonly TeamRecord[]> {
  let slice: TeamRecord[] = [];
  let characters = 0;
  for (const record of records) {
    slice.push(record);
    characters += record.body.length;
    if (slice.length < STORED_AT_ONCE && characters < STORED_CHARACTERS) continue;
    yield slice;
    slice = [];
    characters = 0;
  }
  yield slice;
}

function conflictsIn(records: readonly TeamRecord[]): ReadConflict[] {
  return records.flatMap(({ kind, body, person, at }) => {
    const conflict = kind === 'conflict' ? conflictBody.safeParse(JSON.parse(body)) : undefined;
    return conflict?.success ? [{ submission: conflict.data.other, person, at }] : [];
  });
}
