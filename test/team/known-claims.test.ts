import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../shared/durations.ts';
import type { SubmissionFields, SubmissionState } from '../../shared/submission.ts';
import { sampleWorkspace } from '../electron/sample-submission.ts';
import { type Answer, acceptEach, recordingService } from '../electron/service/recording-service.ts';
import { addTracked, openTestStorage } from '../electron/storage/temporary-storage.ts';
import { senderTo } from '../electron/submissions/running-queue.ts';
import { until } from '../poll.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam, type TestTeam } from '../postgres-cluster.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { teamComputer, WORKSPACE } from './team-computer.ts';

const ANN: SubmissionFields = {
  candidateName: 'Ann Other',
  phoneNumber: '+12025550143',
  resumeUrl: 'https://files.example.com/ann.pdf',
  jobDescriptionId: '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
  questionnaireTemplateId: 'general-v1',
};

type Computer = Awaited<ReturnType<typeof teamComputer>>;

/** This person has Ann called, and the team knows it. */
async function called(computer: Computer): Promise<void> {
  const { id } = await computer.submit(ANN);
  await computer.untilIn(id, 'accepted');
  await computer.claims.settle([id]);
}

/** What a copy of this computer's disk has. */
async function copyOf({ storage }: Computer) {
  const path = join(temporaryFolder(), 'callboard.db');
  new DatabaseSync(storage.path).exec(`VACUUM INTO '${path}'`);
  return { ...(await openTestStorage(path)), path };
}

/** This person had Ann called without the team, which learns of it now. */
async function calledWithout(computer: Computer): Promise<void> {
  await addTracked(
    computer.storage,
    randomUUID(),
    { id: randomUUID(), phoneNumber: ANN.phoneNumber },
    Date.now(),
  );
  await computer.tellTeam();
}

/** A service that answers the first call like this, and accepts each later one. */
function firstAnswered(first: Answer) {
  let calls = 0;
  return recordingService((request, response) => {
    calls += 1;
    (calls === 1 ? first : acceptEach)(request, response);
  });
}

/** Whom a person is asked about who wants this one sent now. */
async function reasonOf({ decisions }: Computer, id: string) {
  const refused = await decisions.tryNow(id);
  if (refused.ok || refused.error.code !== 'colleague_claimed') throw new Error('Nobody was asked.');
  return refused.error.values;
}

/** The same once it is held for that. */
async function askedAbout(computer: Computer, id: string) {
  await computer.untilIn(id, 'held');
  return reasonOf(computer, id);
}

/** The team has had this many changes. */
async function withChanges({ cluster, name }: TestTeam, changes: number): Promise<void> {
  await cluster.psql(`update ${name}.team set last_change = ${changes}`);
}

describe.runIf(hasPostgres)('a colleague’s claim', NEEDS_POSTGRES, () => {
  test('is asked about beside who is missing since a restore', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const eve = await teamComputer({ team, service, person: 'Eve' });
    await called(mary);
    await eve.database.close();
    await team.cluster.psql(`select ${team.name}.restored()`);
    await mary.database.close();
    const back = await teamComputer({ team, service, person: 'Mary', storage: mary.storage });
    await back.toldAll();
    const tom = await teamComputer({ team, service, person: 'Tom' });
    const { id } = await tom.submit(ANN);
    const told: string[] = [];
    while ((await tom.untilIn(id, 'held', 'accepted')).state === 'held') {
      const { person, state, change } = await askedAbout(tom, id);
      told.push(`${person} ${state}`);
      await tom.decisions.tryNow(id, { despiteColleague: change });
    }
    expect(told.sort()).toEqual(['Eve restored', 'Mary accepted']);
  });

  test('that was made since a restore is asked about beside who is missing since then', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    await (await teamComputer({ team, service, person: 'Eve' })).database.close();
    await team.cluster.psql(`select ${team.name}.restored()`);
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const hers = await mary.submit(ANN);
    expect(await askedAbout(mary, hers.id)).toMatchObject({ person: 'Eve' });
    await mary.decisions.tryNow(hers.id, { despiteColleague: (await reasonOf(mary, hers.id)).change });
    await mary.untilIn(hers.id, 'accepted');
    await mary.claims.settle([hers.id]);
    const tom = await teamComputer({ team, service, person: 'Tom' });
    await tom.readClaims();
    await tom.submitter.duplicates([ANN.phoneNumber]);
    const { id } = await tom.submit(ANN, true);
    const { person, state, change } = await askedAbout(tom, id);
    expect([person, state]).toEqual(['Eve', 'restored']);
    await tom.decisions.tryNow(id, { despiteColleague: change });
    await tom.untilIn(id, 'accepted');
    expect(service.received).toHaveLength(2);
  });

  test('is asked about, if its call went without the team while another claim was open, by whoever takes that one over', async () => {
    const [team, service] = await Promise.all([newTeam(), firstAnswered(() => undefined)]);
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const tom = await teamComputer({ team, service, person: 'Tom' });
    const eve = await teamComputer({ team, service, person: 'Eve' });
    await mary.untilIn((await mary.submit(ANN)).id, 'sending');
    const { id } = await tom.submit(ANN);
    const { person, change } = await askedAbout(tom, id);
    expect(person).toBe('Mary');
    await calledWithout(eve);
    await tom.decisions.tryNow(id, { despiteColleague: change });
    const since = await askedAbout(tom, id);
    expect(since).toMatchObject({ person: 'Eve', state: 'accepted' });
    await tom.decisions.tryNow(id, { despiteColleague: since.change });
    await tom.untilIn(id, 'accepted');
    expect(service.received).toHaveLength(2);
  });

  test('is asked about, if its call went without the team, before one’s own that was to go is tried again', async () => {
    const tooMany: Answer = (_request, response) =>
      void response.writeHead(429, { 'retry-after': '3' }).end();
    const [team, service] = await Promise.all([newTeam(), firstAnswered(tooMany)]);
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const eve = await teamComputer({ team, service, person: 'Eve' });
    const { id } = await mary.submit(ANN);
    await until('it to be tried', () => service.received.length === 1);
    await calledWithout(eve);
    const { person, change } = await askedAbout(mary, id);
    expect(person).toBe('Eve');
    expect(service.received).toHaveLength(1);
    await mary.decisions.tryNow(id, { despiteColleague: change });
    await mary.untilIn(id, 'accepted');
    expect(mary.troubles).toEqual([]);
  });

  test('is asked about, though its computer is a copy of one’s own disk that nothing tells from it', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const copy = await teamComputer({ team, service, person: 'Mary', storage: await copyOf(mary) });
    expect(await copy.stores.teams.place(WORKSPACE)).toEqual(await mary.stores.teams.place(WORKSPACE));
    await called(mary);
    const { id } = await copy.submit(ANN);
    const { person, change } = await askedAbout(copy, id);
    expect(person).toBe('Mary');
    expect(service.received).toHaveLength(1);
    await copy.decisions.tryNow(id, { despiteColleague: change });
    await copy.untilIn(id, 'accepted');
  });

  test.each([
    ['has', acceptEach, 'accepted'],
    ['may have', (_request, response) => void response.destroy(), 'unconfirmed'],
  ] as const satisfies readonly [string, Answer, SubmissionState][])(
    'is asked about if such a copy has the same submission, once the service %s it from the other',
    async (_has, first, state) => {
      const [team, service] = await Promise.all([newTeam(), firstAnswered(first)]);
      const settings = { paused: true, concurrency: 4 };
      const mary = await teamComputer({ team, service, person: 'Mary', settings });
      const { id } = await mary.submit(ANN);
      const storage = await copyOf(mary);
      settings.paused = false;
      mary.queue.wake();
      await mary.untilIn(id, state);
      await mary.tellTeam();
      const copy = await teamComputer({ team, service, person: 'Mary', storage });
      const { person, change } = await askedAbout(copy, id);
      expect(person).toBe('Mary');
      expect(service.received).toHaveLength(1);
      await copy.decisions.tryNow(id, { despiteColleague: change });
      await copy.untilIn(id, 'accepted');
    },
  );

  test('that a clock hides is not one that a person knows who confirms something else', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const tom = await teamComputer({ team, service, person: 'Tom', now: () => Date.now() + 400 * DAY_MS });
    await called(mary);
    await tom.readClaims();
    const later = await tom.submit({ ...ANN, notBefore: Date.now() + 500 * DAY_MS });
    expect(await tom.submitter.duplicates([ANN.phoneNumber])).toMatchObject([{ submissionId: later.id }]);
    const { id } = await tom.submit(ANN, true);
    expect(await askedAbout(tom, id)).toMatchObject({ person: 'Mary' });
    expect(service.received).toHaveLength(1);
  });

  test('is asked about in another team, whatever was known in the one before', async () => {
    const [first, second, service] = await Promise.all([newTeam(), newTeam(), recordingService(acceptEach)]);
    await withChanges(first, 1000);
    const [mary, eve] = [
      await teamComputer({ team: first, service, person: 'Mary' }),
      await teamComputer({ team: second, service, person: 'Eve' }),
    ];
    await called(mary);
    const tom = await teamComputer({ team: first, service, person: 'Tom' });
    await tom.readClaims();
    await tom.submitter.duplicates([ANN.phoneNumber]);
    const { id } = await tom.submit({ ...ANN, notBefore: Date.now() + DAY_MS }, true);
    await tom.database.close();
    await called(eve);
    const moved = await teamComputer({ team: second, service, person: 'Tom', storage: tom.storage });
    expect(await moved.decisions.tryNow(id)).toMatchObject({ ok: true });
    expect(await askedAbout(moved, id)).toMatchObject({ person: 'Eve' });
    expect(service.received).toHaveLength(2);
  });

  test('is asked about in another team, to which its workspace moves while it is on its way', async () => {
    const [first, second, service] = await Promise.all([newTeam(), newTeam(), recordingService(acceptEach)]);
    await withChanges(first, 1000);
    const [mary, eve] = [
      await teamComputer({ team: first, service, person: 'Mary' }),
      await teamComputer({ team: second, service, person: 'Eve' }),
    ];
    await called(mary);
    await called(eve);
    const connection = Promise.withResolvers<void>();
    const { send } = senderTo(service.origin);
    const tom = await teamComputer({
      ...{ team: first, service, person: 'Tom' },
      sender: {
        send: (submission, token, mark) =>
          send(submission, token, async (check) => {
            await connection.promise;
            await mark(check);
          }),
      },
    });
    await tom.readClaims();
    await tom.submitter.duplicates([ANN.phoneNumber]);
    const { id } = await tom.submit(ANN, true);
    await tom.untilIn(id, 'connecting');
    await tom.moveTo(second);
    connection.resolve();
    expect(await askedAbout(tom, id)).toMatchObject({ person: 'Eve' });
    expect(service.received).toHaveLength(2);
  });

  test('is asked about in another team, to which its workspace moves between the question and its answer', async () => {
    const [first, second, service] = await Promise.all([newTeam(), newTeam(), recordingService(acceptEach)]);
    await withChanges(first, 1000);
    const tom = await teamComputer({ team: first, service, person: 'Tom' });
    await called(await teamComputer({ team: first, service, person: 'Mary' }));
    await called(await teamComputer({ team: second, service, person: 'Eve' }));
    const waiting = await tom.submit(ANN);
    const { change } = await askedAbout(tom, waiting.id);
    await tom.readClaims();
    expect(await tom.submitter.submit([ANN])).toMatchObject({ ok: false, error: { code: 'duplicate' } });
    await tom.moveTo(second);
    await tom.decisions.tryNow(waiting.id, { despiteColleague: change });
    const { id } = await tom.submit(ANN, true);
    for (const each of [waiting.id, id]) expect(await askedAbout(tom, each)).toMatchObject({ person: 'Eve' });
    expect(service.received).toHaveLength(2);
  });

  test('is asked about in another team, although one was asked about a restore of the one before', async () => {
    const [first, second, service] = await Promise.all([newTeam(), newTeam(), recordingService(acceptEach)]);
    await (await teamComputer({ team: first, service, person: 'Mary' })).database.close();
    await first.cluster.psql(`select ${first.name}.restored()`);
    const tom = await teamComputer({ team: first, service, person: 'Tom' });
    await called(await teamComputer({ team: second, service, person: 'Eve' }));
    const { id } = await tom.submit(ANN);
    const { state, change } = await askedAbout(tom, id);
    expect(state).toBe('restored');
    await tom.moveTo(second);
    await tom.decisions.tryNow(id, { despiteColleague: change });
    expect(await askedAbout(tom, id)).toMatchObject({ person: 'Eve' });
    expect(service.received).toHaveLength(1);
  });

  test('is asked about in a database that was made anew at the same address', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    await withChanges(team, 1000);
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const tom = await teamComputer({ team, service, person: 'Tom' });
    await called(mary);
    await tom.readClaims();
    await tom.submitter.duplicates([ANN.phoneNumber]);
    const { id } = await tom.submit({ ...ANN, notBefore: Date.now() + DAY_MS }, true);
    for (const { database } of [mary, tom]) await database.close();
    await team.cluster.psql(`drop schema ${team.name} cascade`);
    await team.cluster.createTeam(team.name);
    await called(await teamComputer({ team, service, person: 'Eve' }));
    const back = await teamComputer({ team, service, person: 'Tom', storage: tom.storage });
    await back.untilIn(id, 'unconfirmed');
    await back.decisions.sendAgain([id]);
    const { person, change } = await reasonOf(back, id);
    expect(person).toBe('Mary');
    await back.decisions.tryNow(id, { despiteColleague: change });
    expect(await askedAbout(back, id)).toMatchObject({ person: 'Eve' });
    expect((await reasonOf(back, id)).change).toBeLessThan(1000);
    expect(service.received).toHaveLength(2);
  });

  test('is the one asked about, beside one of another team of the same computer with the same service', async () => {
    const [team, service] = await Promise.all([newTeam(), recordingService(acceptEach)]);
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const tom = await teamComputer({ team, service, person: 'Tom' });
    await called(mary);
    await tom.readClaims();
    await tom.stores.workspaces.save(sampleWorkspace({ id: 'workspace-2', name: 'Second' }), 1000);
    const claim = { callKey: ANN.phoneNumber, candidateName: 'Ann Other', jobDescriptionId: 'job' };
    const dora = { ...claim, submissionId: randomUUID(), person: 'Dora', state: 'accepted' } as const;
    await tom.stores.teamClaims.remember('workspace-2', [{ ...dora, at: Date.now() + 1000, change: 9000 }]);
    expect(await tom.submitter.duplicates([ANN.phoneNumber])).toMatchObject([{ by: 'Dora' }, { by: 'Mary' }]);
    // Without having been told.
    const again = await teamComputer({ team, service, person: 'Tom', storage: tom.storage });
    const { id } = await again.submit(ANN, true);
    expect(await askedAbout(again, id)).toMatchObject({ person: 'Mary' });
    expect(service.received).toHaveLength(1);
  });
});
