import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { answered } from '../../electron/storage/answered.ts';
import { addTracked } from '../../electron/storage/temporary-storage.ts';
import { computerOf, inStep, WORKSPACE } from '../../electron/team/two-computers.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam, type TestTeam } from '../../postgres-cluster.ts';
import { askedFor, reportFigures } from '../figures.ts';
import { seededRandom } from '../seeded-random.ts';

type Computer = Awaited<ReturnType<typeof computerOf>>;

const ROUNDS = 30;
const NUMBERS = ['+12025550143', '+12025550144', '+12025550145'];
const VERDICTS = ['yes', 'no', 'maybe', 'none'] as const;
const JOB = '123e4567-e89b-12d3-a456-426614174000';
/** What two computers may each find out: each keeps its own event of it. */
const FOUND_OUT = /^(status|call|results)_/;
const CALLS = ['completed', 'no answer'];

/** Of what a third person tells, as it was left out by who was off the network, who did it. */
function whoDid(by: string | undefined): string | undefined {
  return by?.replace(/_team_\w+, told by .*/, '');
}

/** What a computer shows of everything that a team shares, under the names of who did it. */
async function shownBy({ sql, stores, login }: Computer): Promise<Record<string, unknown>> {
  const person = (name: string | null) => (name === null || name === 'account' ? login.split('_')[0] : name);
  const requests: Record<string, unknown> = {};
  for (const { request_id: id } of sql('SELECT request_id FROM requests ORDER BY request_id')) {
    const detail = await stores.requests.detail(WORKSPACE, String(id));
    if (!detail) continue;
    const { history, verdict, notes, colleagueVerdicts, colleagueNotes } = detail;
    const events = history.map(({ at, by, code, values }) =>
      JSON.stringify([...(FOUND_OUT.test(code) ? [] : [at, whoDid(person(by ?? null))]), code, values]),
    );
    const verdicts = [
      ...colleagueVerdicts.map((each) => [each.person, each.verdict]),
      ...(verdict === 'none' ? [] : [[person(null), verdict]]),
    ];
    requests[String(id)] = {
      ...{ status: detail.status, raw: detail.rawAnswer, by: person(detail.by), tags: detail.tags },
      ...{ history: [...new Set(events)].sort(), verdicts: verdicts.map(String).sort() },
      notes: [
        ...colleagueNotes.map((each) => `${each.person}: ${each.text}`),
        ...(notes === '' ? [] : [`${person(null)}: ${notes}`]),
      ].sort(),
    };
  }
  const { entries } = await stores.doNotCall.page('', 0);
  const { holds } = await stores.holds.page(0);
  const labels = [
    ...(await stores.library.list(WORKSPACE, 'job_description')),
    ...(await stores.library.list(WORKSPACE, 'questionnaire')),
  ];
  return {
    requests,
    library: labels
      .filter(({ name }) => name !== '')
      .map(({ kind, serviceId, name, note }) => [kind, serviceId, name, note].join('|'))
      .sort(),
    list: entries
      .map(({ id, phoneNumber, reason, lifted }) => [id, phoneNumber, reason, lifted?.reason].join('|'))
      .sort(),
    holds: holds.map(({ id, name, reason }) => [id, name, reason].join('|')).sort(),
  };
}

class History {
  private readonly random: () => number;
  private readonly computers: (Computer & { off?: boolean; person: string })[] = [];
  private readonly requests: string[] = [];
  readonly trace: string[] = [];
  private at = 1_000_000;
  private readonly team: TestTeam;

  constructor(team: TestTeam, seed: number) {
    this.team = team;
    this.random = seededRandom(seed);
  }

  private upTo(most: number): number {
    return Math.floor(this.random() * most);
  }

  private oneOf<T>(all: readonly T[]): T {
    return all[this.upTo(all.length)] as T;
  }

  private async start(
    person: string,
    index = this.computers.length,
    given?: Pick<Computer, 'storage' | 'secrets'>,
  ) {
    const computer = await computerOf(this.team, person, {
      troubles: 'expected',
      ...(given && { storage: given.storage, secrets: given.secrets }),
    });
    this.computers[index] = Object.assign(computer, { person, off: false });
    await computer.connect();
  }

  async live(): Promise<readonly string[]> {
    for (const person of ['anna', 'ben', 'anna']) await this.start(person);
    for (let round = 0; round < ROUNDS; round += 1) await this.act();
    for (const [index, each] of this.computers.entries())
      if (each.off) await this.start(each.person, index, each);
    for (let time = 0; time < 3; time += 1) await inStep(this.team, ...this.computers);
    const shown = await Promise.all(this.computers.map(shownBy));
    const troubles = this.computers.flatMap(({ told, person }) =>
      told.troubles.map((each) => `${person}: ${each}`),
    );
    const differences = this.differences(shown);
    for (const each of this.computers) await each.switchOff();
    return [...differences, ...troubles.filter((each) => !/terminat|connection|closed/i.test(each))];
  }

  private differences(shown: readonly Record<string, unknown>[]): string[] {
    const [first, ...others] = shown;
    return others.flatMap((other, index) =>
      Object.keys(first ?? {}).flatMap((kind) => {
        const [one, two] = [JSON.stringify(first?.[kind], null, 1), JSON.stringify(other[kind], null, 1)];
        if (one === two) return [];
        const [a, b] = [one.split('\n'), two.split('\n')];
        return [
          `${kind} of 0 and ${index + 1}: ${a.filter((line) => !b.includes(line)).slice(0, 4)} <> ${b.filter((line) => !a.includes(line)).slice(0, 4)}`,
        ];
      }),
    );
  }

  private async act(): Promise<void> {
    const index = this.upTo(this.computers.length);
    const computer = this.computers[index];
    if (!computer) return;
    this.at += 1 + this.upTo(1000);
    const at = this.at;
    const say = (what: string): void =>
      void this.trace.push(`${index} ${computer.person}${computer.off ? ' (off)' : ''} ${at}: ${what}`);
    const { stores, sql } = computer;
    const drawn = this.random();
    if (drawn < 0.15) {
      say(computer.off ? 'on' : 'off');
      if (computer.off) await this.start(computer.person, index, computer);
      else {
        await computer.switchOff();
        const { storage, secrets } = computer;
        this.computers[index] = Object.assign(
          await computerOf(this.team, computer.person, { troubles: 'expected', storage, secrets }),
          { person: computer.person, off: true },
        );
      }
      return;
    }
    if (drawn < 0.2 && !computer.off) {
      say('cut');
      await computer.reconnect().catch(() => undefined);
      return;
    }
    if (drawn < 0.3 && this.requests.length < 4) {
      const id = this.oneOf([randomUUID(), randomUUID().toUpperCase(), `ir_${this.upTo(1e9)}`]);
      say(`request ${id}`);
      await addTracked(computer.storage, id, {
        candidateName: `Candidate ${this.requests.length}`,
        createdAt: at,
        updatedAt: at,
      });
      this.requests.push(id);
    } else if (drawn < 0.72) {
      const known = sql('SELECT request_id FROM requests').map((row) => String(row['request_id']));
      if (known.length === 0) return;
      const id = this.oneOf(known);
      const what = this.upTo(6);
      if (what === 0) {
        const status = this.oneOf(['CALLED', 'COMPLETED', 'PENDING']);
        const body = {
          request_id: id,
          status,
          screening_calls: CALLS.slice(0, this.upTo(3)).map((call, nth) => ({ id: `c${nth}`, status: call })),
          ...(status === 'COMPLETED' && { assessment_results: { score: this.upTo(3) } }),
        };
        say(`read ${id} ${JSON.stringify(body)}`);
        await answered(computer.storage, id, body, { now: at });
      } else if (what === 1) {
        const text = this.oneOf(['', 'One.', 'Two.']);
        say(`note ${id} ${text}`);
        await stores.annotations.setNotes(WORKSPACE, id, text, at);
      } else if (what <= 3) {
        const tag = this.oneOf(['late', 'Prague']);
        const takesOff = this.random() < 0.4;
        say(`${takesOff ? 'untag' : 'tag'} ${id} ${tag}`);
        await stores.annotations.annotate(
          WORKSPACE,
          [id],
          takesOff ? { removeTags: [tag] } : { addTags: [tag] },
          at,
        );
      } else {
        const verdict = this.oneOf(VERDICTS);
        say(`verdict ${id} ${verdict}`);
        await stores.annotations.annotate(
          WORKSPACE,
          [id],
          { verdict, reason: verdict === 'none' ? '' : this.oneOf(['', 'Because.']) },
          at,
        );
      }
    } else if (drawn < 0.8) {
      const [kind, serviceId] = this.oneOf([
        ['job_description', JOB],
        ['questionnaire', 'q-1'],
      ] as const);
      if (this.random() < 0.25) {
        say(`remove ${serviceId}`);
        await stores.library.remove(WORKSPACE, kind, serviceId);
      } else {
        const name = this.oneOf(['General', 'First', 'Second']);
        say(`label ${serviceId} ${name}`);
        await stores.library.save(WORKSPACE, { kind, serviceId, name, note: String(at) });
      }
    } else if (drawn < 0.9) {
      const { entries } = await stores.doNotCall.page('', 0);
      const inForce = entries.filter(({ lifted }) => lifted === null);
      if (inForce.length > 0 && this.random() < 0.4) {
        const { id } = this.oneOf(inForce);
        say(`lift ${id}`);
        await stores.doNotCall.lift(id, { at, by: 'account', reason: `Lifted by ${computer.person}.` });
      } else {
        const entry = {
          id: randomUUID(),
          phoneNumber: this.oneOf(NUMBERS),
          reason: 'Asked.',
          addedAt: at,
          addedBy: 'account',
        };
        say(`list ${entry.id}`);
        await stores.doNotCall.add([entry]);
      }
    } else {
      const { holds } = await stores.holds.page(0);
      if (holds.length > 0 && this.random() < 0.4) {
        const { id } = this.oneOf(holds);
        say(`release ${id}`);
        await stores.holds.release(id, at);
      } else {
        say('hold');
        await stores.holds.place(
          { name: 'Ada', phoneNumber: this.oneOf(NUMBERS) },
          { reason: `Since ${at}.`, at, by: 'account' },
        );
      }
    }
    computer.sync.changed();
    if (this.random() < 0.5) await computer.sync.settled();
  }
}

test.runIf(hasPostgres)(
  'whatever colleagues do, off the network or not, and one of them on two computers: in the end each computer shows the same',
  { ...NEEDS_POSTGRES, timeout: 4 * 3_600_000 },
  async () => {
    const [count, seed] = [Math.ceil(0.1 * askedFor('FAULTS_RUNS', 10)), askedFor('FAULTS_SEED', 1)];
    const found: string[] = [];
    for (let own = seed; own < seed + count; own += 1) {
      const history = new History(await newTeam(), own % 1_000_000);
      const differences = await history.live().catch((error: unknown) => {
        console.log(history.trace.join('\n'));
        throw new Error(`seed ${own}`, { cause: error });
      });
      if (differences.length > 0)
        console.log(`seed ${own}\n${history.trace.join('\n')}\n${differences.join('\n')}`);
      found.push(...differences.map((each) => `seed ${own}: ${each}`));
    }
    reportFigures({
      name: 'histories of what a team shares',
      cases: count,
      duplicates: 0,
      losses: found.length,
      needless: 0,
    });
    expect(found).toEqual([]);
  },
);
