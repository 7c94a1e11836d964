import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  baseBackup,
  hasPostgres,
  NEEDS_POSTGRES,
  newTeam,
  ownCluster,
  type Recruiter,
  restore,
  type TestTeam,
} from '../postgres-cluster.ts';

/** A computer of a team that keeps what the schema asks it to keep. */
class Computer {
  readonly id = randomUUID();
  generation = '';
  private seen = 0;
  private log: readonly [change: string, token: string] | undefined;
  private readonly team: TestTeam;
  private readonly role: Recruiter;

  constructor(team: TestTeam, role: Recruiter) {
    this.team = team;
    this.role = role;
  }

  /** Connects: whether the team has another generation than before. */
  async hello(): Promise<boolean> {
    const log = this.log ? `${this.log[0]}, '${this.log[1]}'` : 'null, null';
    const before = this.generation;
    const known = before === '' ? 'null' : `'${before}'`;
    this.generation = await this.ask(
      `select generation from TEAM.hello('${this.id}', 'x', ${this.seen}, ${log}, ${known})`,
    );
    if (before === this.generation) return false;
    [this.seen, this.log] = [0, undefined];
    return true;
  }

  /** Reads everything up to the last change. */
  async pull(): Promise<void> {
    this.seen = Number(await this.ask('select last_change from TEAM.team'));
    const last = await this.ask('select change, token from TEAM.claim_log order by change desc limit 1');
    const [change, token] = last.split('|');
    if (change && token) this.log = [change, token];
  }

  claim(number: string): Promise<string> {
    return this.ask(
      `select answer from TEAM.claim('${this.id}', 's', '${number}', '{}', '${randomUUID()}', 'Ann', 'Job', 90, ${this.seen})`,
    );
  }

  /** A change without an entry in the log. */
  share(key: string): Promise<string> {
    return this.ask(
      `select TEAM.share('${this.id}', '[{"kind":"tag","key":"${key}","service":"s","request":"r","body":{}}]')`,
    );
  }

  private ask(statement: string): Promise<string> {
    return this.team.cluster.psql(statement.replaceAll('TEAM', this.team.name), { as: this.role });
  }
}

async function twoComputers() {
  const cluster = await ownCluster();
  const team = await newTeam(cluster);
  const [mary, tom] = [
    new Computer(team, await team.recruiter('mary')),
    new Computer(team, await team.recruiter('tom')),
  ];
  for (const each of [mary, tom]) expect(await each.hello()).toBe(true);
  return { cluster, team, mary, tom };
}

describe.runIf(hasPostgres)('a team database restored from a backup', NEEDS_POSTGRES, () => {
  test('is noticed by a computer that has read a later change', async () => {
    const { cluster, mary, tom } = await twoComputers();
    const backup = await baseBackup(cluster);
    await tom.claim('+15550100');
    await mary.pull();
    expect(await mary.hello()).toBe(false);
    await restore(cluster, backup);
    expect(await mary.hello()).toBe(true);
    expect(await mary.hello()).toBe(false);
    expect(await tom.hello()).toBe(true);
  });

  test('has one new generation, however many computers notice it', async () => {
    const { cluster, mary, tom } = await twoComputers();
    const backup = await baseBackup(cluster);
    await tom.claim('+15550100');
    await Promise.all([mary.pull(), tom.pull()]);
    expect([await mary.hello(), await tom.hello()]).toEqual([false, false]);
    await restore(cluster, backup);
    expect([await mary.hello(), await tom.hello()]).toEqual([true, true]);
    expect([await mary.hello(), await tom.hello()]).toEqual([false, false]);
  });

  test('is noticed although colleagues have used the lost numbers again for other calls', async () => {
    const { cluster, mary, tom } = await twoComputers();
    await tom.claim('+15550100');
    await Promise.all([mary.pull(), tom.pull()]);
    const backup = await baseBackup(cluster);
    // Mary reads changes without an entry in the log; Tom doesn't.
    for (const key of ['a', 'b', 'c', 'd']) await mary.share(key);
    await mary.pull();
    await restore(cluster, backup);
    expect(await tom.hello()).toBe(false);
    for (const number of ['+15550101', '+15550102', '+15550103', '+15550104', '+15550105'])
      expect(await tom.claim(number)).toBe('granted');
    expect(await mary.hello()).toBe(true);
  });

  test('is noticed although the server started again before and after the numbers were lost', async () => {
    const { cluster, mary, tom } = await twoComputers();
    const backup = await baseBackup(cluster);
    await cluster.restart();
    for (const key of ['a', 'b', 'c', 'd']) await mary.share(key);
    await mary.pull();
    await restore(cluster, backup);
    expect(await tom.hello()).toBe(false);
    for (const number of ['+15550101', '+15550102', '+15550103', '+15550104', '+15550105'])
      expect(await tom.claim(number)).toBe('granted');
    expect(await mary.hello()).toBe(true);
  });

  test('is noticed by all if the administrator says so', async () => {
    const { cluster, team, mary, tom } = await twoComputers();
    await restore(cluster, await baseBackup(cluster));
    await cluster.psql(`select ${team.name}.restored()`);
    expect([await mary.hello(), await tom.hello()]).toEqual([true, true]);
    expect(await mary.hello()).toBe(false);
  });

  test('is nothing that a restart of the server, however sudden, is taken for', async () => {
    const { cluster, mary, tom } = await twoComputers();
    for (const how of ['fast', 'immediate', 'kill'] as const) {
      expect(await tom.claim(`+1555010${how.length}`)).toBe('granted');
      await mary.pull();
      await cluster.restart(how);
      expect([await mary.hello(), await tom.hello()]).toEqual([false, false]);
    }
  });
});
