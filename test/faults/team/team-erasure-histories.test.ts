import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { TeamError } from '../../../electron/team/open-connection.ts';
import { keyedHash } from '../../../electron/team/team-claims.ts';
import { DATABASE } from '../../../practice/team/postgres-cluster.ts';
import { callKey, spellingsOf } from '../../../shared/call-key.ts';
import { tracesOf } from '../../electron/privacy/traces-of.ts';
import { acceptance, sampleSubmission } from '../../electron/sample-submission.ts';
import { answered } from '../../electron/storage/answered.ts';
import { computerOf, inStep, WORKSPACE } from '../../electron/team/two-computers.ts';
import { until } from '../../poll.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam, type TestTeam } from '../../postgres-cluster.ts';
import { askedFor, reportFigures } from '../figures.ts';
import { seededRandom } from '../seeded-random.ts';

/** So few that most are somebody's whom a colleague erases, lists or holds. */
const PERSONS = 3;
const ROUNDS = 9;

interface Person {
  readonly name: string;
  /** Both ways to write it. */
  readonly phones: readonly string[];
  /** What nobody else has. */
  readonly traces: readonly string[];
}

function personOf(seed: number, nth: number): Person {
  const token = [...String(seed * PERSONS + nth)].map((digit) => 'ghjkmnpqrs'[Number(digit)]).join('');
  const digits = String((seed * 7919 + nth * 104_729) % 10_000_000).padStart(7, '0');
  const name = `Xqz${token}yv Wvj${token}qx`;
  return {
    name,
    phones: [`+52558${digits}`, `+521558${digits}`],
    traces: [`Xqz${token}yv`, `Wvj${token}qx`, `58${digits}`, `theremin${token}zq`],
  };
}

/** A colleague's computer, over all its restarts. */
interface Seat {
  readonly login: string;
  computer: Awaited<ReturnType<typeof computerOf>>;
  /** Whom the team had erased when it went off; undefined while it is on. */
  off: ReadonlySet<number> | undefined;
  readonly erased: Set<number>;
}

interface Judged {
  readonly left: readonly string[];
  readonly called: readonly string[];
  readonly lost: readonly string[];
  readonly erased: number;
}

/** What the team's database stored, in its order: a trigger of the test notes it. */
const NOTED = `
  create table noted (change bigint, what text, hash bytea, kind text);
  create function note() returns trigger language plpgsql security definer set search_path from current as $$
    begin
      if tg_table_name = 'tombstones' then insert into noted values (new.change, 'erased', new.hash, new.kind);
      elsif tg_op = 'INSERT' then insert into noted values (new.change, 'listed', new.hash, new.id::text);
      else insert into noted select last_change, 'unlisted', old.hash, old.id::text from team; end if;
      return null;
    end $$;
  create trigger note after insert or delete on do_not_call for each row execute function note();
  create trigger note after insert or update on tombstones for each row execute function note();`;

class History {
  private readonly random: () => number;
  private readonly persons: readonly Person[];
  private readonly seats: Seat[] = [];
  /** Submissions that the service got, with whom. */
  private readonly calls = new Map<string, number>();
  /** Tags of requests, which are everybody's. */
  private readonly tags: { readonly nth: number; readonly of: number; readonly tag: string }[] = [];
  /** Entries of the list and holds that somebody added, by id, and those of them that who erased the person knew. */
  private readonly listed = new Map<string, number>();
  private readonly holds = new Map<string, { readonly nth: number; readonly seat: Seat }>();
  private readonly known = new Set<string>();
  /** Whom somebody wrote about when their computer had just erased them. */
  private readonly writtenAfter = new Set<number>();
  /** The last note of each seat on each request, with what is nobody's in it. */
  private readonly notes = new Map<
    string,
    { readonly nth: number; readonly of: string; readonly seat: Seat; readonly beside: string }
  >();
  readonly trace: string[] = [];
  private readonly turns = new Map<Seat, Promise<void>>();
  private readonly team: TestTeam;

  constructor(team: TestTeam, seed: number) {
    this.team = team;
    this.random = seededRandom(seed);
    this.persons = Array.from({ length: PERSONS }, (_, nth) => personOf(seed, nth));
  }

  private upTo(most: number): number {
    return Math.floor(this.random() * most);
  }

  private oneOf<T>(all: readonly T[]): T {
    return all[this.upTo(all.length)] as T;
  }

  private person(nth: number): Person {
    return this.persons[nth] as Person;
  }

  private sql(text: string): Promise<string> {
    return this.team.cluster.psql(text.replaceAll('TEAM', this.team.name));
  }

  private async start(login: string, seat?: Seat): Promise<Seat> {
    const before = seat && { storage: seat.computer.storage, secrets: seat.computer.secrets };
    const computer = await computerOf(this.team, login, { troubles: 'expected', ...before });
    await computer.privacy.start();
    await computer.connect();
    return Object.assign(seat ?? { login, erased: new Set<number>() }, { computer, off: undefined });
  }

  async live(): Promise<Judged> {
    await this.sql(`set search_path = TEAM; ${NOTED}`);
    for (const login of ['anna', 'ben', 'clara'].slice(0, 2 + this.upTo(2)))
      this.seats.push(await this.start(login));
    // Everybody has somebody of each.
    for (const seat of this.seats) for (let nth = 0; nth < PERSONS; nth += 1) await this.submit(seat, nth);
    if (this.random() < 0.7) await inStep(this.team, ...this.seats.map(({ computer }) => computer));
    for (let round = 0; round < ROUNDS; round += 1) {
      const known = await this.erasedInTeam();
      const acts = Array.from({ length: 2 + this.upTo(4) }, () => this.drawn(known));
      await Promise.all(acts.map((act) => act()));
      // A computer that joins late.
      if (this.seats.length < 3 && this.random() < 0.15) this.seats.push(await this.start('clara'));
    }
    for (const seat of this.seats) if (seat.off) await this.start(seat.login, seat);
    const all = this.seats.map(({ computer }) => computer);
    for (const seat of all) {
      await seat.connect();
      await seat.privacy.resume();
    }
    for (let time = 0; time < 3; time += 1) await inStep(this.team, ...all);
    for (const computer of all)
      await until(
        'each erasure to end',
        async () => (await computer.stores.erasures.unfinished()).length === 0,
      );
    await inStep(this.team, ...all);
    const judged = await this.judge();
    for (const computer of all) await computer.switchOff();
    return judged;
  }

  /** Something that a person does at a computer, once its turn comes. */
  private drawn(known: ReadonlySet<number>): () => Promise<void> {
    const seat = this.oneOf(this.seats);
    const act = this.drawnFor(seat, known);
    // One app at a computer: it isn't started while it works.
    return () => {
      const turn = (this.turns.get(seat) ?? Promise.resolve()).then(act);
      this.turns.set(seat, turn);
      return turn;
    };
  }

  private drawnFor(seat: Seat, known: ReadonlySet<number>): () => Promise<void> {
    const nth = this.upTo(PERSONS);
    const drawn = this.random();
    const say = (what: string): void =>
      void this.trace.push(`${seat.login}${seat.off ? ' (off)' : ''}: ${what} ${nth}`);
    if (drawn < 0.16) {
      return async () => {
        say(seat.off ? 'on' : 'off');
        if (seat.off) await this.start(seat.login, seat);
        else {
          seat.off = known;
          await seat.computer.switchOff();
          // Off the network, its person goes on working.
          const { storage, secrets } = seat.computer;
          seat.computer = await computerOf(this.team, seat.login, { troubles: 'expected', storage, secrets });
        }
      };
    }
    if (drawn < 0.24 && !seat.off) {
      return async () => {
        if (seat.off) return;
        say('cut');
        await seat.computer.reconnect().catch(() => undefined);
      };
    }
    if (drawn < 0.27) {
      return async () => {
        say('restored');
        // A failover that lost nothing, perhaps.
        await this.sql('select TEAM.restored()');
      };
    }
    if (drawn < 0.42) {
      return async () => {
        say('erase');
        await this.erase(seat, nth, this.random() < 0.4);
      };
    }
    // Whoever knows that somebody was erased begins nothing about them.
    if (seat.erased.has(nth) || (seat.off ?? known).has(nth)) return async () => undefined;
    const acts: readonly (readonly [string, () => Promise<void>])[] = [
      ['submit', () => this.submit(seat, nth)],
      ['send', () => this.send(seat)],
      ['tag', () => this.tag(seat, nth)],
      ['note', () => this.note(seat, nth)],
      ['list', () => this.list(seat, nth)],
      ...(this.random() < 0.3 ? ([['hold', () => this.hold(seat, nth)]] as const) : []),
    ];
    const [what, act] = this.oneOf(acts);
    return async () => {
      if (!this.knows(seat, nth)) return;
      say(what);
      await act();
      this.wroteAbout(seat, nth);
    };
  }

  private async submit(seat: Seat, nth: number): Promise<void> {
    const { name, phones } = this.person(nth);
    const submission = sampleSubmission({
      ...{ id: randomUUID(), candidateName: name, phoneNumber: this.oneOf(phones) },
      resumeUrl: `https://files.example.com/${encodeURIComponent(name)}.pdf`,
      ...{ createdAt: Date.now(), updatedAt: Date.now() },
    });
    await seat.computer.stores.submissions.add([submission]);
    await this.send(seat);
  }

  /** Sends what waits, as the queue does: no claim, no call. */
  private async send({ computer, off, login }: Seat): Promise<void> {
    if (off) return;
    const { stores, claims } = computer;
    for (const submission of await stores.submissions.inStates(WORKSPACE, ['queued'])) {
      const [forbidden] = await stores.submissions.forbidding([submission.phoneNumber]);
      if (forbidden) continue;
      // Each calls a candidate of their own job, although a colleague called them.
      const { seen = 0 } = (await stores.teams.place(WORKSPACE)) ?? {};
      const granted = await claims.claim({ ...submission, teamSeen: seen }).catch((error: unknown) => {
        if (error instanceof TeamError || String(error).includes('greeted')) return false;
        throw error;
      });
      if (!granted) continue;
      const nth = this.persons.findIndex(({ phones }) => phones.includes(submission.phoneNumber));
      const requestId = this.random() < 0.5 ? randomUUID() : `ir_${this.upTo(1e9)}`;
      const stored = await stores.submissions.save(acceptance(submission, requestId, Date.now())).then(
        () => true,
        () => false,
      );
      if (!stored) continue;
      this.trace.push(`${login}: call of ${nth} for ${submission.id}`);
      this.calls.set(submission.id, nth);
      const summary = `${this.person(nth).traces.at(-1)} of ${this.person(nth).name}`;
      const body = {
        request_id: requestId,
        status: 'COMPLETED',
        screening_calls: [],
        assessment_results: { summary },
      };
      await answered(computer.storage, requestId, body, { now: Date.now() }).catch(() => undefined);
    }
    computer.sync.changed();
  }

  /** A request of somebody that this computer has. */
  private requestOf({ computer }: Seat, nth: number): string | undefined {
    const sql = `SELECT requests.request_id AS id FROM requests JOIN submissions USING (row) WHERE candidate_name = ?`;
    const rows = computer.sql(sql, this.person(nth).name);
    return rows.length > 0 ? String(this.oneOf(rows)['id']) : undefined;
  }

  private async tag(seat: Seat, nth: number): Promise<void> {
    const of = this.requestOf(seat, nth);
    const mentioned = this.random() < 0.6 ? this.upTo(PERSONS) : undefined;
    if (of === undefined) return;
    const about =
      mentioned === undefined || !this.knows(seat, mentioned) ? undefined : this.person(mentioned).name;
    const tag = `${randomUUID().slice(0, 8)}${about === undefined ? '' : ` like ${about}`}`;
    const marks = {
      addTags: [tag],
      ...(about !== undefined && { verdict: 'yes' as const, reason: `Like ${about}` }),
    };
    await seat.computer.stores.annotations
      .annotate(WORKSPACE, [of], marks, Date.now())
      .catch(() => undefined);
    if (mentioned !== undefined && about !== undefined) this.wroteAbout(seat, mentioned);
    if (about === undefined) this.tags.push({ nth, of: this.seats.indexOf(seat), tag });
    seat.computer.sync.changed();
  }

  private async note(seat: Seat, nth: number): Promise<void> {
    const of = this.requestOf(seat, nth);
    const other = this.upTo(PERSONS);
    if (of === undefined || !this.knows(seat, other)) return;
    const text = `${this.person(nth).traces.at(-1)}, asked by ${this.person(other).name} (${this.person(other).phones[0]})`;
    const stored = await seat.computer.stores.annotations.setNotes(WORKSPACE, of, text, Date.now()).then(
      () => true,
      () => false,
    );
    if (stored) this.notes.set(`${seat.login} ${of}`, { nth, of, seat, beside: ', asked by ' });
    this.wroteAbout(seat, other);
    seat.computer.sync.changed();
  }

  /** Whether it has anything by which an erasure finds what is written about them. */
  private knows(seat: Seat, nth: number): boolean {
    return !seat.erased.has(nth) && this.requestOf(seat, nth) !== undefined;
  }

  /** What is written after the erasure is new, and nobody knows any more whom it is about. */
  private wroteAbout(seat: Seat, nth: number): void {
    if (!this.knows(seat, nth)) this.writtenAfter.add(nth);
  }

  private async list(seat: Seat, nth: number): Promise<void> {
    const { name, phones } = this.person(nth);
    const entry = { id: randomUUID(), phoneNumber: this.oneOf(phones), reason: `${name} asked.` };
    const listed = { ...entry, addedAt: Date.now(), addedBy: seat.login };
    if ((await seat.computer.stores.doNotCall.add([listed])) > 0) this.listed.set(entry.id, nth);
    seat.computer.sync.changed();
  }

  private async hold(seat: Seat, nth: number): Promise<void> {
    const { name, phones } = this.person(nth);
    const hold = { reason: 'A claim is open.', at: Date.now(), by: seat.login };
    await seat.computer.stores.holds.place({ name, phoneNumber: this.oneOf(phones) }, hold);
    const rows = seat.computer.sql('SELECT id FROM holds WHERE name = ?', name);
    for (const { id } of rows) if (!this.holds.has(String(id))) this.holds.set(String(id), { nth, seat });
    seat.computer.sync.changed();
  }

  private async erase(seat: Seat, nth: number, keepBlocking: boolean): Promise<void> {
    const { privacy } = seat.computer;
    const search = {
      name: this.person(nth).name,
      phone: this.oneOf(this.person(nth).phones),
      everywhere: true,
    };
    const found = await privacy.find(search, null);
    const choice = {
      search,
      submissionIds: found.submissions.map(({ submissionId }) => submissionId),
      importRows: found.importRows.map(({ importId, rowNumber }) => ({ importId, rowNumber })),
      listedIds: found.listedNumbers.filter(({ foundBy }) => foundBy !== 'name').map(({ id }) => id),
      holdIds: found.ownHolds.map(({ id }) => id),
      confirmedHolds: [...found.holds.map(({ id }) => id), ...found.heldBy],
      keepBlocking,
    };
    const begun = await privacy.erase(choice, null);
    this.trace.push(
      `${seat.login}: erase ${nth}: ${begun.ok ? `begun${keepBlocking ? ', blocked' : ''}` : begun.error.code}`,
    );
    if (!begun.ok) return;
    seat.erased.add(nth);
    for (const id of choice.confirmedHolds) this.known.add(id);
    if (!keepBlocking) for (const { id } of found.listedNumbers) this.known.add(id);
  }

  private async hashKey(): Promise<Buffer> {
    return Buffer.from(await this.sql("select encode(hash_key, 'hex') from TEAM.team"), 'hex');
  }

  private async noted(
    what: string,
  ): Promise<readonly (readonly [change: number, hash: string, kind: string])[]> {
    const sql = `select change, encode(hash, 'hex'), kind from TEAM.noted where what = '${what}' order by change`;
    const lines = (await this.sql(sql)).split('\n').filter((line) => line !== '');
    return lines.map((line) => {
      const [change, hash = '', kind = ''] = line.split('|');
      return [Number(change), hash, kind] as const;
    });
  }

  /** Whom the team has erased. */
  private async erasedInTeam(): Promise<ReadonlySet<number>> {
    const [key, erased] = [await this.hashKey(), await this.noted('erased')];
    const isErased = ({ phones: [phone = ''] }: Person): boolean => {
      const hash = keyedHash(key, callKey(phone)).toString('hex');
      return erased.some((each) => each[1] === hash);
    };
    return new Set(this.persons.flatMap((person, nth) => (isErased(person) ? nth : [])));
  }

  private async judge(): Promise<Judged> {
    const [key, erased, listed, unlisted] = [
      await this.hashKey(),
      await this.noted('erased'),
      await this.noted('listed'),
      await this.noted('unlisted'),
    ];
    const claimed = new Map(
      (
        await this.sql(
          "select submission, min(change), max(change) filter (where what in ('claimed', 'taken_over')) from TEAM.claim_log group by 1",
        )
      )
        .split('\n')
        .map((line) => line.split('|'))
        .map(([id = '', first, last]) => [id, { first: Number(first), last: Number(last) }] as const),
    );
    const hashesOf = ({ phones }: Person): string[] =>
      spellingsOf(phones[0] ?? '').map((each) => keyedHash(key, each).toString('hex'));
    const erasedAt = (nth: number): number =>
      Math.max(
        0,
        ...erased.filter(([, hash]) => hashesOf(this.person(nth)).includes(hash)).map(([at]) => at),
      );
    const called = [...this.calls].flatMap(([id, nth]) => {
      const { last = 0 } = claimed.get(id) ?? {};
      const speaks = listed.find(
        ([at, hash, entry]) =>
          at < last &&
          hashesOf(this.person(nth)).includes(hash) &&
          !unlisted.some(([until, , gone]) => gone === entry && until < last),
      );
      return speaks ? [`${nth} was called at ${last}, listed at ${speaks[0]}`] : [];
    });
    const anybodyErased = new Set(this.seats.flatMap((seat) => [...seat.erased]));
    // Who was submitted after the team had erased them is new, and of whom a hold keeps something there may be something.
    const isNew = (nth: number): boolean =>
      [...this.calls].some(([id, of]) => of === nth && (claimed.get(id)?.first ?? 0) > erasedAt(nth));
    const held = [...this.holds.values()].map(({ nth }) => nth);
    const gone = [...anybodyErased].filter(
      (nth) => erasedAt(nth) > 0 && !held.includes(nth) && !this.writtenAfter.has(nth) && !isNew(nth),
    );
    const traces = gone.flatMap((nth) => this.person(nth).traces);
    const { cluster, name } = this.team;
    const dump = await cluster.run(
      'pg_dump',
      ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', cluster.administrator, '-n', name, DATABASE],
      { PGPASSWORD: cluster.administratorPassword },
    );
    const left = traces.filter((each) => dump.includes(each)).map((each) => `the team has ${each}`);
    const lost: string[] = [];
    for (const { computer, login } of this.seats) {
      await computer.stores.erasures.overwrite(null);
      left.push(...tracesOf(computer.folder, traces).map((each) => `${login} has ${each}`));
      for (const [id, nth] of this.calls) {
        if (anybodyErased.has(nth)) continue;
        if (!dump.includes(id)) lost.push(`the team lacks ${id}`);
        if (computer.sql('SELECT 1 FROM requests JOIN submissions USING (row) WHERE id = ?', id).length === 0)
          lost.push(`${login} lacks ${id}`);
      }
      for (const { nth, tag } of this.tags) {
        if (anybodyErased.has(nth)) continue;
        if (computer.sql('SELECT 1 FROM request_tags WHERE tag = ?', tag).length === 0)
          lost.push(`${login} lacks ${tag}`);
      }
      for (const [id, nth] of this.listed) {
        if (this.known.has(id)) continue;
        const [forbidden] = await computer.stores.submissions.forbidding([this.person(nth).phones[0] ?? '']);
        if (!forbidden) lost.push(`${login} may call ${nth}`);
      }
    }
    for (const { nth, of, seat, beside } of this.notes.values()) {
      if (anybodyErased.has(nth)) continue;
      const [note] = seat.computer.sql(
        'SELECT text FROM notes JOIN requests USING (row) WHERE request_id = ?',
        of,
      );
      if (!String(note?.['text']).includes(beside)) lost.push(`${seat.login} lost a note of ${nth}`);
      const told = await this.sql(
        `select body ->> 'text' from TEAM.records where kind = 'note' and request = '${of}' and login like '${seat.login}%'`,
      );
      if (!told.includes(beside)) lost.push(`the team lost a note of ${nth} by ${seat.login}`);
    }
    for (const [id, { nth, seat }] of this.holds) {
      if (this.known.has(id) || seat.erased.has(nth)) continue;
      if (seat.computer.sql('SELECT 1 FROM holds WHERE id = ?', id).length === 0)
        lost.push(`${seat.login} lost the hold of ${nth}`);
    }
    return { left, called, lost, erased: gone.length };
  }
}

/** `npm run faults` asks for so many histories of claims, which are shorter. */
const SHARE = 0.1;

test.runIf(hasPostgres)(
  'whoever erases, lists or writes about whom, off the network or not: nothing is left of the erased, nothing of others is lost',
  { ...NEEDS_POSTGRES, timeout: 4 * 3_600_000 },
  async () => {
    const [count, seed] = [Math.ceil(SHARE * askedFor('FAULTS_RUNS', 10)), askedFor('FAULTS_SEED', 1)];
    const found = { left: [] as string[], called: [] as string[], lost: [] as string[] };
    let erased = 0;
    for (let own = seed; own < seed + count; own += 1) {
      const history = new History(await newTeam(), own % 1_000_000);
      const judged = await history.live().catch((error: unknown) => {
        console.log(history.trace.join('\n'));
        throw new Error(`seed ${own}`, { cause: error });
      });
      erased += judged.erased;
      let isWell = true;
      for (const kind of ['left', 'called', 'lost'] as const) {
        if (judged[kind].length > 0) isWell = false;
        found[kind].push(...judged[kind].map((each) => `seed ${own}: ${each}`));
      }
      if (!isWell)
        console.log(`seed ${own}\n${history.trace.join('\n')}\n${JSON.stringify(judged, null, 1)}`);
    }
    console.log(`${erased} erased`);
    const [duplicates, losses] = [found.called.length, found.left.length + found.lost.length];
    reportFigures({ name: 'histories of erasures in a team', cases: count, duplicates, losses, needless: 0 });
    expect(found).toEqual({ left: [], called: [], lost: [] });
  },
);
