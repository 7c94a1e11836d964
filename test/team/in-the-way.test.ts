import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SubmissionFields } from '../../shared/submission.ts';
import { acceptEach, recordingService } from '../electron/service/recording-service.ts';
import { addTracked } from '../electron/storage/temporary-storage.ts';
import { namesIn } from '../electron/submissions/running-queue.ts';
import { computerOf, inStep } from '../electron/team/two-computers.ts';
import { until } from '../poll.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam, type TestTeam } from '../postgres-cluster.ts';
import { teamComputer } from './team-computer.ts';

const candidate = (index: number): SubmissionFields => ({
  candidateName: `Candidate ${index}`,
  phoneNumber: `+1202555${String(100 + index).padStart(4, '0')}`,
  resumeUrl: 'https://files.example.com/ann.pdf',
  jobDescriptionId: '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
  questionnaireTemplateId: 'general-v1',
});

/** From now on each transaction of the team's recruiters is serializable, unless it says otherwise. */
async function serializable(team: TestTeam, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { login } = await team.recruiter(name);
    await team.cluster.psql(`alter role "${login}" set default_transaction_isolation = 'serializable'`);
  }
}

/** A session of a recruiter by hand, with a computer of its own. */
async function sessionOf(team: TestTeam, name: string) {
  const client = new Client({ connectionString: team.addressOf(await team.recruiter(name)) });
  onTestFinished(() => client.end());
  await client.connect();
  const computer = randomUUID();
  await client.query(`set search_path = ${team.name}`);
  await client.query('select from hello($1, $2, 0, null, null)', [computer, name]);
  const claim = (number: string) =>
    client.query('select answer from claim($1, $2, $3, $4, $5, $6, $7, 90, 0)', [
      ...[computer, 'https://api.test', number, [], randomUUID(), 'Ann', 'Engineer'],
    ]);
  return { client, computer, claim };
}

/** Resolves when a statement of this recruiter waits for somebody's lock. */
async function waiting(team: TestTeam, name: string): Promise<void> {
  const { login } = await team.recruiter(name);
  const sql = `select count(*) from pg_stat_activity where usename = '${login}' and wait_event_type = 'Lock'`;
  await until(`${name} to wait`, async () => (await team.cluster.psql(sql)) !== '0');
}

describe.runIf(hasPostgres)('transactions in each other’s way', NEEDS_POSTGRES, () => {
  test('a claim that fails as the server can’t order it is made again, and calls once', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    await serializable(team, 'eve', 'tom', 'ann');
    const [eve, tom] = [await sessionOf(team, 'eve'), await sessionOf(team, 'tom')];
    // By hand, it fails for good.
    await eve.client.query('begin');
    await eve.claim('+12025550190');
    const failing = tom.claim('+12025550191');
    failing.catch(() => undefined);
    await waiting(team, 'tom');
    await eve.client.query('commit');
    await expect(failing).rejects.toMatchObject({ code: '40001' });

    const ann = await teamComputer({ team, service, person: 'Ann' });
    await eve.client.query('begin');
    await eve.claim('+12025550192');
    const { id } = await ann.submit(candidate(0));
    await waiting(team, 'ann');
    expect(service.received).toHaveLength(0);
    await eve.client.query('commit');
    await ann.untilIn(id, 'accepted');
    expect(service.received).toHaveLength(1);
    expect(ann.troubles).toEqual([]);
  });

  test('four colleagues who submit the same twenty at once, all serializable, call each once', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const names = ['Mary', 'Tom', 'Ann', 'Ben'];
    await serializable(team, ...names.map((name) => name.toLowerCase()));
    const computers = await Promise.all(names.map((person) => teamComputer({ team, service, person })));
    const all = Array.from({ length: 20 }, (_, index) => candidate(index));
    const ended = await Promise.all(
      computers.map(async (computer) => {
        const ids = await Promise.all(all.map(async (fields) => (await computer.submit(fields)).id));
        return Promise.all(ids.map((id) => computer.untilIn(id, 'accepted', 'held')));
      }),
    );
    expect(namesIn(service).toSorted()).toEqual(all.map(({ candidateName }) => candidateName).toSorted());
    expect(ended.flat().filter(({ state }) => state === 'accepted')).toHaveLength(20);
    expect(computers.flatMap(({ troubles }) => troubles)).toEqual([]);
  }, 60_000);

  test('a statement that the server ends because of a deadlock is made again', async () => {
    const team = await newTeam();
    // The one whose time is up looks for a deadlock, and is ended.
    for (const [name, time] of Object.entries({ eve: '1min', tom: '4s' })) {
      const { login } = await team.recruiter(name);
      await team.cluster.psql(`alter role "${login}" set deadlock_timeout = '${time}'`);
    }
    const [eve, tom] = [await sessionOf(team, 'eve'), await computerOf(team, 'tom')];
    const requestId = randomUUID();
    await addTracked(tom.storage, requestId);
    await tom.connect();
    await inStep(team, tom);
    const service = 'https://api.acme.example';
    const requests = JSON.stringify([{ id: requestId, key: `${service} ${requestId}` }]);
    const [place] = tom.sql('SELECT computer_id FROM teams');
    const erase = (ask: (text: string, values: unknown[]) => Promise<unknown>, computer: unknown) =>
      ask(`select erase($1, $2, '{}', '{}', $3, 'request', '{}', '{}', '{}') as change`, [
        computer,
        service,
        requests,
      ]);
    const takeTurn = () =>
      eve.client.query('select take_turns($1, $2, $3, 60)', [eve.computer, service, [requestId]]);
    await takeTurn();
    await eve.client.query('begin');
    await takeTurn();
    const erasing = erase(tom.database.query, place?.['computer_id']);
    await waiting(team, 'tom');
    // Each waits for the other now.
    expect((await eve.claim('+12025550190')).rows).toEqual([{ answer: 'granted' }]);
    await eve.client.query('commit');
    await erasing;
    const left = `select count(*) from ${team.name}.turns; select count(*) from ${team.name}.records`;
    expect(await team.cluster.psql(left)).toBe('0\n0');
  });

  test('what could not be exchanged, as somebody held a lock for too long, is tried again by itself', async () => {
    const team = await newTeam();
    const eve = await sessionOf(team, 'eve');
    const { login } = await team.recruiter('tom');
    await team.cluster.psql(`alter role "${login}" set lock_timeout = '50ms'`);
    const tom = await computerOf(team, 'tom', { againMs: 10 });
    await tom.connect();
    await inStep(team, tom);
    await eve.client.query('begin');
    await eve.claim('+12025550190');
    await addTracked(tom.storage, randomUUID());
    tom.sync.changed();
    const tries = new Set<string>();
    const waits = `select query_start from pg_stat_activity where usename = '${login}' and wait_event_type = 'Lock'`;
    await until('some tries', async () => {
      const [begun] = (await team.cluster.psql(waits)).split('\n');
      if (begun) tries.add(begun);
      return tries.size > 2;
    });
    // As docs/team.md has an administrator end it. Nobody is notified of what didn't happen.
    eve.client.on('error', () => undefined);
    const ended = await team.cluster.psql(
      `select usename, pg_terminate_backend(pid) from pg_stat_activity
       where datname = 'hiring' and state = 'idle in transaction' and usename like '%${team.name}'`,
    );
    expect(ended).toBe(`eve_${team.name}|t`);
    await until(
      'the request',
      async () => (await team.cluster.psql(`select count(*) from ${team.name}.records`)) === '1',
    );
    expect(tom.told.troubles).toEqual([]);
  });
});
