import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { callKey, numbersWithKey } from '../../shared/call-key.ts';
import type { ErasedForTeam, FoundSubmission, TeamChoice, TeamTombstones } from '../privacy/ports.ts';
import type { PrivacyManager } from '../privacy/privacy-manager.ts';
import type { Stores } from '../storage/stores/index.ts';
import { TeamError } from './open-connection.ts';
import { readBody, sharedHold } from './shared-records.ts';
import { keyedHash } from './team-claims.ts';
import type { TeamQuery } from './team-database.ts';

/** What erases on this computer. */
export type Erasing = Pick<PrivacyManager, 'runForTeam' | 'resume' | 'blockingForTeam'>;

interface TeamErasuresOptions {
  readonly workspaceId: string;
  /** The service's address, as the team's records name it. */
  readonly service: string;
  readonly store: Stores['erasures'];
  /** Where this computer stands with the team; undefined without one. */
  readonly place: () => ReturnType<Stores['teams']['place']>;
  /** The connection beside the claims'; undefined while the team database can't be asked. */
  readonly query: () => TeamQuery | undefined;
  readonly erasing: () => Erasing | undefined;
  /** Whose numbers are written without a code (ISO 3166); null: nobody's. Left out: the same. */
  readonly country?: (() => Promise<string | null>) | undefined;
  /** Resolves when nothing is stored any more that was read on an earlier connection. */
  readonly stored: () => Promise<void>;
  /** UTC ms. */
  readonly now?: () => number;
}

/** Rows searched per storage operation, and requests told in one statement: others run in between. */
const BATCH_ROWS = 2000;
const TOLD_AT_ONCE = 500;
const TEXTS_AT_ONCE = 500;

/** In how many ways a text may name somebody: one that does in more was made to keep the server busy, and all of it goes. */
const MOST_WAYS = 100;

const change = z.int();
const tombstoneRow = z.object({
  hash: z.string(),
  kind: z.enum(['number', 'request', 'retained', 'mention']),
  change,
  /** When it was erased, UTC ms, if that was before this computer was one of the team: what was made here since is new. */
  before: z.coerce.number().nullable(),
});
const textRow = z.object({ kind: z.string(), key: z.string(), body: z.string(), change });

/**
 * The texts of a team that may mention somebody: all but a request's last answer. By key, as rows change between the parts. `$4`:
 * only what this computer wrote last, and the list; null: all.
 */
const TEXTS = `select * from (
    select kind, key, body::text as body, change from records
      where kind in ('note', 'verdict', 'library', 'hold', 'tag') and ($4::uuid is null or writer = $4)
    union all select kind, key, (body -> 'history')::text, change from records
      where kind = 'request' and ($4::uuid is null or writer = $4) and body @? '$.history[*].values ? (exists (@.reason)
        || exists (@.answer) || exists (@.said) || exists (@.location) || exists (@.knownAs))'
    union all select 'do_not_call', id::text, jsonb_build_array(reason, lifted_reason)::text, change from do_not_call
  ) as texts where (kind, key) > ($2, $3) order by kind, key limit $1`;

const FOUND_AT_ONCE = 5000;
const foundRow = z.object({
  ...{ kind: z.string(), key: z.string(), id: z.string().nullable(), service: z.string().nullable() },
  ...{ submission: z.string().nullable(), phone: z.string(), change },
});

/** Everything of a team that is somebody's, by key. */
const FOUND = `select * from (
    select kind, key, request as id, service, body -> 'submission' ->> 'id' as submission,
      body -> 'submission' ->> 'phoneNumber' as phone, change from records where kind = 'request'
    union all select kind, key, null, null, null, body ->> 'phoneNumber', change from records where kind = 'hold'
    union all select 'claim', service || ' ' || call_key, null, service, submission::text, call_key, change from claims
    union all select 'do_not_call', id::text, null, null, null, number, change from do_not_call
  ) as found where phone is not null and (kind, key) > ($2, $3) order by kind, key limit $1`;

/** Carries a workspace's erasures to its team, and the team's to this computer. */
export class TeamErasures {
  private readonly options: TeamErasuresOptions;
  private readonly now: () => number;

  constructor(options: TeamErasuresOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
  }

  /**
   * Erases here what the team erased since this computer last did. Call it on each connection and notification, before
   * anything of the team is sent, or stored here. Resolves when it is gone. `greeting`: asks on a new connection that
   * nothing else uses yet.
   */
  async catchUp(greeting?: TeamQuery): Promise<void> {
    const { query, place, workspaceId, store, erasing, stored } = this.options;
    if (greeting) await stored();
    const [ask, id] = [greeting ?? query(), (await place())?.computerId];
    const here = erasing();
    if (!ask || id === undefined || !here) return;
    await this.eraseAgain(ask, id);
    const rows = await ask(
      `select encode(t.hash, 'hex') as hash, t.kind, t.change,
         case when c.joined_at > t.at then extract(epoch from t.at) * 1000 end as before
       from tombstones t join computers c on t.change > c.erased_up_to where c.id = $1`,
      [id],
    );
    const tombstones = z.array(tombstoneRow).parse(rows);
    if (tombstones.length > 0) {
      await store.rememberErased(workspaceId, tombstones);
      const isWhole = await this.eraseHere(here, ask, tombstones);
      // What is left here is asked for again; until then the team takes nothing of it.
      if (isWhole)
        await ask('select erased($1, $2)', [id, Math.max(...tombstones.map((each) => each.change))]);
    }
    if (!greeting && (await store.isAnyUntold(workspaceId))) await here.resume();
  }

  /** Of holds that were told, remembers those that the team didn't take, as it had erased their persons: they hold here. */
  async holdsTold(ids: readonly string[]): Promise<void> {
    const { query, store, workspaceId } = this.options;
    const sql = "select key from records where kind = 'hold' and key = any ($1)";
    const rows = (await query()?.<{ key: string }>(sql, [ids])) ?? [];
    const taken = new Set(rows.map(({ key }) => key));
    const left = ids.filter((id) => !taken.has(id));
    if (left.length > 0) await store.keepHolds(workspaceId, left, this.now());
  }

  /** Tells the team of an erasure; false while its database can't be asked. */
  async tell(erasure: string): Promise<boolean> {
    const { store, workspaceId, query, place } = this.options;
    const erased = await store.erasedForTeam(erasure, workspaceId);
    if (!erased) return true;
    const [ask, id] = [query(), (await place())?.computerId];
    if (!ask || id === undefined) return false;
    try {
      const others = await this.otherHolds(ask, erasure, erased.holds);
      const phones = [...erased.phones, ...others.names];
      const holds = [...erased.holds, ...others.unreadable];
      const isErased = await this.eraseThere(ask, id, { ...erased, phones, holds }, erasure);
      if (isErased) await this.unmention(ask, id, null, (texts) => store.mentionedIn(erasure, texts));
      await store.told(erasure, workspaceId, this.now(), !isErased);
      return true;
    } catch (error) {
      if (error instanceof TeamError) return false;
      throw error;
    }
  }

  /** After the team's database was restored to a time before they were erased, what this computer knows of is erased there again. */
  private async eraseAgain(ask: TeamQuery, id: string): Promise<void> {
    const { store, workspaceId } = this.options;
    const before = await store.erasedBefore(workspaceId);
    if (!before) return;
    const changeOf = (text: string): number =>
      before.changes.get(keyedHash(before.key, text).toString('hex')) ?? 0;
    const numbers = new Set<string>();
    const requests: (ErasedForTeam['requests'][number] & {
      readonly service: string | null;
      readonly number: string;
    })[] = [];
    const holds: string[] = [];
    const heldAt = new Map<string, number>();
    for await (const rows of partsOf(ask, FOUND, foundRow, FOUND_AT_ONCE)) {
      for (const { kind, key, id: requestId, service, submission, phone, change } of rows) {
        const number = callKey(phone);
        const erasedAs = kind === 'claim' ? submission : kind === 'request' ? key : null;
        if (submission !== null && erasedAs !== null && changeOf(erasedAs) > 0)
          requests.push({ id: requestId, key: kind === 'claim' ? null : key, service, submission, number });
        // Of a number, what is later was made after its person had been erased.
        if (changeOf(number) > change) numbers.add(number);
        if (kind !== 'hold') continue;
        holds.push(key);
        heldAt.set(number, Math.max(change, heldAt.get(number) ?? 0));
      }
    }
    // Whoever erased them hasn't seen a hold that was placed since.
    const isFree = (number: string, erased: string): boolean => changeOf(erased) > (heldAt.get(number) ?? 0);
    const free = [...numbers].filter((number) => isFree(number, number));
    // Nobody knows any more whom these texts are about: each is whole again once its writer's computer is back.
    for await (const texts of partsOf(ask, TEXTS, textRow, TEXTS_AT_ONCE, null)) {
      // The change right after a text's own is that of the tombstone which came with it.
      const isBefore = ({ kind, key, change: at }: z.output<typeof textRow>) =>
        changeOf(`${kind} ${key}`) > at + 1;
      await this.unmentionIn(ask, id, texts.filter(isBefore));
    }
    const isWhole = await this.eraseThere(ask, id, {
      ...{ kind: 'request', blocked: [], forgotten: [], holds },
      ...{ numbers: free, phones: free.flatMap(numbersWithKey) },
      requests: requests.filter(({ number, key, submission }) => isFree(number, key ?? submission)),
    });
    if (isWhole) await store.toldErased(workspaceId);
  }

  /**
   * Of other holds than these: the names by which they keep somebody who is erased, and the ids of those that keep nobody, as no
   * computer can show them.
   */
  private async otherHolds(
    ask: TeamQuery,
    erasure: string,
    holds: readonly string[],
  ): Promise<{ readonly names: readonly string[]; readonly unreadable: readonly string[] }> {
    const sql = `select key, body::text as body from records where kind = 'hold' and not removed and key <> all ($1)`;
    const others = (await ask<{ key: string; body: string }>(sql, [holds])).map(({ key, body }) => ({
      key,
      hold: readBody(sharedHold, body),
    }));
    const names = others.flatMap(({ hold }) => hold?.name || []);
    const found = await this.options.store.mentionedIn(erasure, names);
    return {
      names: names.filter((_name, index) => found[index]?.length),
      unreadable: others.filter(({ hold }) => !hold).map(({ key }) => key),
    };
  }

  /** False if a hold keeps some of it that nobody here knew of. `erasure`: of which it may have been told before. */
  private async eraseThere(
    ask: TeamQuery,
    id: string,
    erased: ErasedForTeam,
    erasure?: string,
  ): Promise<boolean> {
    const { numbers, phones, requests, kind, blocked, holds, forgotten } = erased;
    let isWhole = true;
    for (let from = 0; from === 0 || from < requests.length; from += TOLD_AT_ONCE) {
      const some = requests.slice(from, from + TOLD_AT_ONCE);
      if (some.length + numbers.length + blocked.length + forgotten.length === 0) break;
      const told = [numbers, phones, JSON.stringify(some), kind, blocked, holds, forgotten];
      const telling = erasure === undefined ? null : `${erasure} ${from}`;
      const [row] = await ask<{ change: unknown }>(
        'select erase($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as change',
        [id, this.options.service, ...told, telling],
      );
      if (row?.change === null) isWhole = false;
    }
    return isWhole;
  }

  /**
   * Takes them out of what colleagues wrote about others: of those, nobody else may be there to do it. `writer`: out of what this
   * computer wrote alone; null: what everybody did. `find`: the words about them in each text.
   */
  private async unmention(
    ask: TeamQuery,
    id: string,
    writer: string | null,
    find: (texts: readonly string[]) => Promise<string[][]>,
  ): Promise<void> {
    for await (const texts of partsOf(ask, TEXTS, textRow, TEXTS_AT_ONCE, writer)) {
      const found = await find(
        texts.map(({ kind, key, body }) => (kind === 'tag' ? JSON.stringify([key, body]) : body)),
      );
      const mentions = texts.flatMap(({ kind, key }, index) => {
        const words = found[index] ?? [];
        if (words.length === 0) return [];
        return words.length > MOST_WAYS && kind !== 'library' ? { kind, key } : { kind, key, found: words };
      });
      await this.unmentionIn(ask, id, mentions);
    }
  }

  /** `found`: the words that go; left out, all of it goes. */
  private async unmentionIn(
    ask: TeamQuery,
    id: string,
    texts: readonly { readonly kind: string; readonly key: string; readonly found?: readonly string[] }[],
  ): Promise<void> {
    const mentions = texts.map(({ kind, key, found }) => ({ kind, key, found }));
    if (mentions.length > 0) await ask('select unmention($1, $2)', [id, JSON.stringify(mentions)]);
  }

  /** False if something has to stay here for now: it is being sent, or kept by a hold that the team doesn't know. */
  private async eraseHere(here: Erasing, ask: TeamQuery, rows: readonly Tombstone[]): Promise<boolean> {
    const { store, workspaceId } = this.options;
    const tombstones: TeamTombstones = {
      number: hashesOf(rows, 'number'),
      request: hashesOf(rows, 'request'),
      retained: hashesOf(rows, 'retained'),
    };
    const last = await store.lastRow();
    const country = (await this.options.country?.()) ?? null;
    const submissions: FoundSubmission[] = [];
    const phones = new Map<string, string>();
    for (let after = 0; after === 0 || after < last; after += BATCH_ROWS) {
      const found = await store.findForTeam(workspaceId, tombstones, after, after + BATCH_ROWS, country);
      submissions.push(...found.submissions);
      for (const { phone, hash } of found.phones) phones.set(phone, hash);
    }
    const since = await this.claimedSince(ask, submissions, rows);
    const back = await this.backSince(ask, phones, rows);
    const gone = submissions.filter(({ id }) => !since.has(id));
    const ids = (isRetained: boolean): string[] =>
      gone.filter(({ by }) => (by === 'retained') === isRetained).map(({ id }) => id);
    const left = [...phones.keys()].filter((phone) => !back.has(callKey(phone)));
    const persons = await this.choiceOf(ask, left, ids(false));
    const none = { phones: [], importRows: [], listedIds: [], holdIds: [] };
    const isWhole = await this.erase(here, ask, { ...persons, mentions: true });
    return (await this.erase(here, ask, { ...none, submissionIds: ids(true), mentions: false })) && isWhole;
  }

  /** Everything else here that is about these persons. */
  private async choiceOf(ask: TeamQuery, phones: readonly string[], submissionIds: readonly string[]) {
    const { store, workspaceId } = this.options;
    const choice = { phones, submissionIds, importRows: [], listedIds: [], holdIds: [] };
    const importRows: TeamChoice['importRows'][number][] = [];
    const listedIds: string[] = [];
    const holdIds: string[] = [];
    const [imports, lastListed] = [await store.importsIn(workspaceId), await store.lastListedRow()];
    for (const phone of phones) {
      const search = { name: '', phone, everywhere: false };
      for (const importId of imports) importRows.push(...(await store.findImportRows(search, importId)));
      const listed = await store.findListedNumbers(search, 0, lastListed);
      const isTheirs = (number: string | null): boolean =>
        number !== null && callKey(number) === callKey(phone);
      listedIds.push(...listed.filter(({ phoneNumber }) => isTheirs(phoneNumber)).map(({ id }) => id));
      holdIds.push(...(await store.findHolds(search)).map(({ id }) => id));
    }
    const sql = 'select id from do_not_call where id = any ($1::uuid[])';
    const there = listedIds.length === 0 ? [] : await ask<{ id: string }>(sql, [listedIds]);
    return { ...choice, importRows, listedIds: there.map(({ id }) => id), holdIds };
  }

  /** False if something had to be left out. */
  private async erase(here: Erasing, ask: TeamQuery, choice: TeamChoice): Promise<boolean> {
    const { store, workspaceId, place } = this.options;
    const [id, blocking, computer] = [
      randomUUID(),
      await here.blockingForTeam(),
      (await place())?.computerId,
    ];
    let isWhole = true;
    // One after the other: of a person whom another workspace erases just now, this one would leave the name as somebody else's.
    await here.runForTeam(async () => {
      // Whoever erased them looked before the last that this computer had sent was there; once they are erased here, nobody knows them.
      if (choice.mentions && computer && choice.submissionIds.length + choice.phones.length > 0)
        await this.unmention(ask, computer, computer, (texts) => store.mentionedForTeam(choice, texts));
      const begun = await store.beginForTeam(id, workspaceId, choice, this.now(), blocking);
      isWhole = begun.inFlight === 0 && begun.heldBy.length === 0;
      return begun.begun ? id : undefined;
    });
    return isWhole;
  }

  /**
   * Which of these submissions were first claimed after the team had erased their numbers; of those without a claim, which were
   * made since on a computer that joined later.
   */
  private async claimedSince(
    ask: TeamQuery,
    found: readonly FoundSubmission[],
    rows: readonly Tombstone[],
  ): Promise<ReadonlySet<string>> {
    const erased = new Map(rows.map((row) => [row.hash, row] as const));
    const byNumber = found.filter(({ by }) => by === 'number');
    if (byNumber.length === 0) return new Set();
    const claims = await ask<{ submission: string; first: unknown }>(
      'select submission, min(change) as first from claim_log where submission = any ($1::uuid[]) group by submission',
      [byNumber.map(({ id }) => id)],
    );
    const first = new Map(claims.map((row) => [row.submission, Number(row.first)] as const));
    const isSince = ({ id, hash, createdAt }: FoundSubmission): boolean => {
      const { change: at = 0, before = null } = erased.get(hash) ?? {};
      return (first.get(id) ?? (before !== null && createdAt > before ? Infinity : 0)) > at;
    };
    return new Set(byNumber.filter(isSince).map(({ id }) => id));
  }

  /** The call keys of these numbers whose persons the team had again when this computer joined. */
  private async backSince(
    ask: TeamQuery,
    phones: ReadonlyMap<string, string>,
    rows: readonly Tombstone[],
  ): Promise<ReadonlySet<string>> {
    const before = new Set(rows.filter((row) => row.before !== null).map(({ hash }) => hash));
    const keys = [...phones].filter(([, hash]) => before.has(hash)).map(([phone]) => callKey(phone));
    if (keys.length === 0) return new Set();
    // Erasing took all that there was.
    const there = await ask<{ key: string }>(
      `select call_key as key from claims where call_key = any ($1)
       union select body ->> 'phoneNumber' from records
         where kind = 'hold' and not removed and body ->> 'phoneNumber' = any ($1)`,
      [keys],
    );
    return new Set(there.map(({ key }) => callKey(key)));
  }
}

/**
 * What a query finds in parts: by kind and key, as rows may change between them. `$1`: its limit; `$2` and `$3`: after which;
 * then `more`.
 */
async function* partsOf<Row extends { readonly kind: string; readonly key: string }>(
  ask: TeamQuery,
  sql: string,
  schema: z.ZodType<Row>,
  limit: number,
  ...more: readonly (string | null)[]
): AsyncGenerator<readonly Row[]> {
  for (
    let last: { readonly kind: string; readonly key: string } | undefined = { kind: '', key: '' };
    last;
  ) {
    const rows = z.array(schema).parse(await ask(sql, [limit, last.kind, last.key, ...more]));
    yield rows;
    last = rows.length < limit ? undefined : rows.at(-1);
  }
}

type Tombstone = z.output<typeof tombstoneRow>;

function hashesOf(rows: readonly Tombstone[], kind: keyof TeamTombstones): string[] {
  return rows.filter((row) => row.kind === kind).map(({ hash }) => hash);
}
