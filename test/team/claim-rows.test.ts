import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../shared/durations.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam, type Recruiter, type TestTeam } from '../postgres-cluster.ts';

const NUMBER = '+15550100';

/** A computer that only claims and settles, as electron/team does. */
class Computer {
  readonly id = randomUUID();
  private readonly team: TestTeam;
  private readonly role: Recruiter;

  constructor(team: TestTeam, role: Recruiter) {
    this.team = team;
    this.role = role;
  }

  ask(statement: string): Promise<string> {
    return this.team.cluster.psql(statement.replaceAll('TEAM', this.team.name), { as: this.role });
  }

  /** Claims the number. `despite`: its person knew everything that the team knows now. */
  async claim(submission: string, despite = false): Promise<string> {
    const seen = despite ? await this.ask('select last_change from TEAM.team') : '0';
    return this.ask(
      `select answer, person, state from TEAM.claim('${this.id}', 's', '${NUMBER}', '{}', '${submission}', 'Ann', 'Job', 90, ${seen})`,
    );
  }

  /** Gives whom it is in conflict with. `at` and `now`: when it was called, and now, by the computer's clock. */
  settle(submission: string, state: string, at = Date.now(), now = Date.now()): Promise<string> {
    return this.ask(
      `select person from TEAM.settle('${this.id}', '[{"service":"s","call_key":"${NUMBER}","submission":"${submission}","state":"${state}","age":${now - at},"candidate":"Ann","job":"Job","days":90}]')`,
    );
  }
}

describe.runIf(hasPostgres)('the claim to a telephone', NEEDS_POSTGRES, () => {
  let team: TestTeam;
  let [mary, tom, eve]: Computer[] = [];

  const join = async (name: string): Promise<Computer> => {
    const computer = new Computer(team, await team.recruiter(name));
    await computer.ask(`select from TEAM.hello('${computer.id}', '${name}', 0, null, null)`);
    return computer;
  };

  beforeEach(async () => {
    team = await newTeam();
    [mary, tom, eve] = [await join('mary'), await join('tom'), await join('eve')];
  });

  const people = () => {
    if (!mary || !tom || !eve) throw new Error('Nobody has joined.');
    return { mary, tom, eve };
  };

  test('is one person’s, and a colleague is told whose and how it stands', async () => {
    const { mary, tom } = people();
    const [marys, toms] = [randomUUID(), randomUUID()];
    expect(await mary.claim(marys)).toBe('granted||');
    expect(await mary.claim(marys)).toBe('granted||');
    for (const state of ['unclear', 'accepted', 'reached']) {
      await mary.settle(marys, state);
      expect(await tom.claim(toms)).toBe(`taken|mary|${state}`);
    }
    expect(await tom.claim(toms, true)).toBe('granted||');
    expect(await mary.claim(randomUUID())).toBe('taken|tom|claimed');
  });

  test('is free again if it came to nothing', async () => {
    const { mary, tom } = people();
    const marys = randomUUID();
    await mary.claim(marys);
    await mary.settle(marys, 'free');
    expect(await tom.claim(randomUUID())).toBe('granted||');
  });

  test.each(['accepted', 'reached', 'unclear'])(
    'that came to nothing leaves an earlier one of the same person that is %s',
    async (state) => {
      const { mary, tom } = people();
      const [first, second] = [randomUUID(), randomUUID()];
      await mary.claim(first);
      await mary.settle(first, state);
      await mary.claim(second);
      await mary.settle(second, 'free');
      expect(await tom.claim(randomUUID())).toBe(`taken|mary|${state}`);
    },
  );

  test.each(['accepted', 'reached', 'unclear'])(
    'that was taken over and came to nothing leaves the one before, which is %s meanwhile',
    async (state) => {
      const { mary, tom, eve } = people();
      const [marys, toms] = [randomUUID(), randomUUID()];
      await mary.claim(marys);
      expect(await tom.claim(toms, true)).toBe('granted||');
      expect(await mary.settle(marys, state)).toBe('');
      expect(await eve.claim(randomUUID())).toBe('taken|tom|claimed');
      await tom.settle(toms, 'free');
      expect(await eve.claim(randomUUID())).toBe(`taken|mary|${state}`);
      // And it goes on from there.
      await mary.settle(marys, 'reached');
      expect(await eve.claim(randomUUID())).toBe('taken|mary|reached');
    },
  );

  test('that was taken over twice and came to nothing twice leaves the first', async () => {
    const { mary, tom, eve } = people();
    const [marys, toms, eves] = [randomUUID(), randomUUID(), randomUUID()];
    await mary.claim(marys);
    await tom.claim(toms, true);
    await eve.claim(eves, true);
    await eve.settle(eves, 'free');
    expect(await eve.claim(randomUUID())).toBe('taken|tom|claimed');
    await tom.settle(toms, 'free');
    expect(await eve.claim(randomUUID())).toBe('taken|mary|claimed');
    await mary.settle(marys, 'free');
    expect(await eve.claim(randomUUID())).toBe('granted||');
  });

  test('is free again if those who took it over and those before all came to nothing', async () => {
    const { mary, tom, eve } = people();
    const [marys, toms] = [randomUUID(), randomUUID()];
    await mary.claim(marys);
    await tom.claim(toms, true);
    await mary.settle(marys, 'free');
    await tom.settle(toms, 'free');
    expect(await eve.claim(randomUUID())).toBe('granted||');
  });

  test('is no longer free if a colleague called without one meanwhile, and both are told', async () => {
    const { mary, tom, eve } = people();
    const [marys, toms] = [randomUUID(), randomUUID()];
    await tom.claim(toms);
    expect(await mary.settle(marys, 'accepted')).toBe('tom');
    expect(await mary.ask(`select person, body ->> 'other' from TEAM.records where kind = 'conflict'`)).toBe(
      `mary|${toms}`,
    );
    await tom.settle(toms, 'free');
    expect(await eve.claim(randomUUID())).toBe('taken|mary|accepted');
  });

  test('that a colleague had is told of again to whoever called without one: the answer may have been lost', async () => {
    const { mary, tom } = people();
    const [marys, toms] = [randomUUID(), randomUUID()];
    await tom.settle(toms, 'accepted', Date.now() - 60_000);
    expect(await mary.settle(marys, 'unclear')).toBe('tom');
    expect(await mary.settle(marys, 'unclear')).toBe('tom');
    expect(await mary.settle(marys, 'accepted')).toBe('tom');
    expect(await mary.ask(`select count(*) from TEAM.claim_log where what = 'conflict'`)).toBe('1');
  });

  test('that is older than the window of duplicates is in nobody’s way who called without asking', async () => {
    const { mary, tom } = people();
    await team.cluster.psql(
      `update ${team.name}.computers set joined_at = now() - interval '1 year', seen_at = now() - interval '1 year'`,
    );
    await tom.settle(randomUUID(), 'accepted', Date.now() - 91 * DAY_MS);
    expect(await mary.settle(randomUUID(), 'accepted')).toBe('');
    expect(await tom.settle(randomUUID(), 'accepted', Date.now() - 91 * DAY_MS)).toBe('');
    expect(await tom.settle(randomUUID(), 'accepted', Date.now() - 89 * DAY_MS)).toBe('mary');
  });

  test('that was given back counts as none if its submission goes without one later, and both are told', async () => {
    const { mary, tom } = people();
    const [marys, toms] = [randomUUID(), randomUUID()];
    await mary.claim(marys);
    await mary.settle(marys, 'free');
    await tom.claim(toms);
    await tom.settle(toms, 'accepted');
    expect(await mary.settle(marys, 'accepted')).toBe('tom');
  });

  test('that a clock of another year settles is as old as the server’s clock says', async () => {
    const { mary, tom } = people();
    const marys = randomUUID();
    await mary.claim(marys);
    await mary.settle(marys, 'accepted', Date.now() - 400 * DAY_MS);
    expect(await tom.claim(randomUUID())).toBe('taken|mary|accepted');
    const other = randomUUID();
    await tom.settle(other, 'accepted', Date.now() + 400 * DAY_MS);
    expect(await mary.ask('select count(*) from TEAM.claims where at > now()')).toBe('0');
  });

  test('that was sent without asking counts from when it was sent, whatever the clock of its computer says', async () => {
    const { mary, tom } = people();
    const yearAgo = Date.now() - 400 * DAY_MS;
    await tom.settle(randomUUID(), 'accepted', yearAgo, yearAgo + 60_000);
    expect(await mary.claim(randomUUID())).toBe('taken|tom|accepted');
  });

  test('that was sent without asking is no older than its computer is in the team, whatever its clock said when it was sent', async () => {
    const { mary, tom } = people();
    await tom.settle(randomUUID(), 'accepted', Date.now() - 400 * DAY_MS);
    expect(await mary.claim(randomUUID())).toBe('taken|tom|accepted');
  });

  test('that was sent without asking is no older than when its computer had told all the time before, whatever its clock said', async () => {
    const { mary, tom } = people();
    const yearAgo = "now() - interval '1 year'";
    await team.cluster.psql(`update ${team.name}.computers set joined_at = ${yearAgo}, seen_at = ${yearAgo}`);
    await tom.ask(`select TEAM.told('${tom.id}', generation) from TEAM.team`);
    await tom.settle(randomUUID(), 'accepted', Date.now() - 100 * DAY_MS);
    expect(await mary.claim(randomUUID())).toBe('taken|tom|accepted');
  });

  test('that a computer tells once more, as one that joined anew, is as old as it was, and in nobody’s way who was asked', async () => {
    const { mary, tom } = people();
    const [marys, toms] = [randomUUID(), randomUUID()];
    await mary.claim(marys);
    await mary.settle(marys, 'accepted');
    await tom.claim(toms, true);
    await tom.settle(toms, 'accepted');
    const again = await join('mary');
    expect(await again.settle(marys, 'accepted', Date.now() - 60_000)).toBe('');
    expect(await mary.claim(randomUUID())).toBe('taken|tom|accepted');
  });

  test('is not given back by a copy of its computer, which knows of nothing that was sent', async () => {
    const { mary, tom } = people();
    const marys = randomUUID();
    await mary.claim(marys);
    await mary.settle(marys, 'accepted');
    const copy = await join('mary');
    await copy.settle(marys, 'free');
    expect(await tom.claim(randomUUID())).toBe('taken|mary|accepted');
  });

  test('that was sent without asking counts although the number was erased before, and not everybody has done so', async () => {
    const { mary, tom } = people();
    await tom.settle(randomUUID(), 'accepted', Date.now() - 60_000);
    await mary.ask(
      `select TEAM.erase('${mary.id}', 's', '{${NUMBER}}', '{${NUMBER}}', '[]', 'request', '{}', '{}', '{}')`,
    );
    // What was sent before is gone.
    await tom.settle(randomUUID(), 'accepted', Date.now() - 60_000);
    expect(await mary.ask('select count(*) from TEAM.claims')).toBe('0');
    await tom.settle(randomUUID(), 'accepted');
    expect(await mary.claim(randomUUID())).toBe('taken|tom|accepted');
  });

  test('that came to nothing leaves the one before, though an earlier one is past its retention meanwhile', async () => {
    const { mary, tom, eve } = people();
    const [marys, toms, eves] = [randomUUID(), randomUUID(), randomUUID()];
    await mary.claim(marys);
    await mary.settle(marys, 'accepted');
    await tom.claim(toms, true);
    await tom.settle(toms, 'unclear');
    await eve.claim(eves, true);
    const past = JSON.stringify([{ id: 'ir_1', key: `s ir_1 ${marys}`, submission: marys }]);
    await mary.ask(
      `select TEAM.erase('${mary.id}', 's', '{}', '{}', '${past}', 'retained', '{}', '{}', '{}')`,
    );
    expect(await mary.ask('select before::text from TEAM.claims')).not.toContain(marys);
    await eve.settle(eves, 'free');
    expect(await mary.claim(randomUUID())).toBe('taken|tom|unclear');
  });

  test('is granted to one of ten that ask at once', async () => {
    const { mary, tom, eve } = people();
    const all = Array.from({ length: 12 }, (_, at) => [mary, tom, eve][at % 3]);
    const answers = await Promise.all(all.map((each) => each?.claim(randomUUID())));
    // One's own further submissions are judged on one's own computer.
    const winners = new Set(all.filter((_, at) => answers[at] === 'granted||'));
    expect(winners.size).toBe(1);
    expect(answers.filter((answer) => answer?.startsWith('taken|'))).toHaveLength(8);
  });
});
