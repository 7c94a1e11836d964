import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { SubmissionFields } from '../../shared/submission.ts';
import { sampleSubmission } from '../electron/sample-submission.ts';
import { acceptEach, recordingService } from '../electron/service/recording-service.ts';
import { overridden } from '../electron/storage/overridden.ts';
import { addTracked } from '../electron/storage/temporary-storage.ts';
import { computerOf, inStep } from '../electron/team/two-computers.ts';
import { until } from '../poll.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam, type TestTeam } from '../postgres-cluster.ts';
import { teamComputer, WORKSPACE } from './team-computer.ts';

const ANN: SubmissionFields = {
  candidateName: 'Ann Other',
  phoneNumber: '+12025550143',
  resumeUrl: 'https://files.example.com/ann.pdf',
  jobDescriptionId: '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
  questionnaireTemplateId: 'general-v1',
};

/** The team's database is as before its claims, and says so. */
async function restoreTo({ cluster, name }: TestTeam): Promise<void> {
  await cluster.psql(`delete from ${name}.claims; select ${name}.restored()`);
}

/** Tells a restored team all that there is to tell, as the mirror does. */
async function tellAll({ stores, tellTeam }: Awaited<ReturnType<typeof teamComputer>>): Promise<void> {
  await stores.teamRecords.tellGeneration(WORKSPACE);
  await stores.teamRecords.markSome(WORKSPACE);
  await tellTeam();
}

describe.runIf(hasPostgres)('a call that its computer alone knows since a restore', NEEDS_POSTGRES, () => {
  test('is asked about until that computer has told of it, and not only until it is connected', async () => {
    const team = await newTeam();
    let telling = Promise.withResolvers<void>();
    let isTelling = false;
    const mary = await computerOf(team, 'mary', {
      around: (store) =>
        overridden(store, {
          markSome: async (workspaceId) => {
            isTelling = true;
            await telling.promise;
            await store.markSome(workspaceId);
          },
        }),
    });
    const tom = await computerOf(team, 'tom');
    telling.resolve();
    for (const each of [mary, tom]) await each.connect();
    await addTracked(mary.storage, randomUUID(), { phoneNumber: ANN.phoneNumber }, Date.now());
    mary.sync.changed();
    await inStep(team, mary, tom);
    telling = Promise.withResolvers<void>();
    isTelling = false;
    await restoreTo(team);
    for (const each of [mary, tom]) await each.reconnect();
    await inStep(team, tom);
    await until('her computer to be about to tell', () => isTelling);
    const his = sampleSubmission({ id: randomUUID(), phoneNumber: ANN.phoneNumber });
    const other = sampleSubmission({ id: randomUUID(), phoneNumber: '+12025550144' });
    expect(await tom.claims.claim(his)).toBe(false);
    const [facts] = await tom.claims.facts([his]);
    expect(facts?.colleague).toMatchObject({ person: 'mary', state: 'restored' });
    telling.resolve();
    await inStep(team, mary, tom);
    expect([await tom.claims.claim(his), await tom.claims.claim(other)]).toEqual([false, true]);
    const [known] = await tom.claims.facts([his]);
    expect(known?.colleague).toMatchObject({ person: 'mary', state: 'accepted' });
  });
});

describe.runIf(hasPostgres)('a call of which nobody knows whether it was made', NEEDS_POSTGRES, () => {
  test('is asked about, though the team’s database was restored while it was sent', async () => {
    const answers: ServerResponse[] = [];
    const service = await recordingService((request, response) => {
      if (answers.length === 0) answers.push(response);
      else acceptEach(request, response);
    });
    const team = await newTeam();
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const tom = await teamComputer({ team, service, person: 'Tom' });
    const { id } = await mary.submit(ANN);
    await until('her call to be under way', () => answers.length === 1);
    await restoreTo(team);
    for (const each of [mary, tom]) {
      await each.moveTo(team);
      await tellAll(each);
    }
    answers[0]?.destroy();
    await mary.untilIn(id, 'unconfirmed');
    await mary.tellTeam();
    await tom.untilIn((await tom.submit(ANN)).id, 'held');
    expect(service.received).toHaveLength(1);
  });

  test('is asked about, though it was to be sent again when the team’s database was restored', async () => {
    let calls = 0;
    const service = await recordingService((request, response) => {
      calls += 1;
      if (calls === 1) response.destroy();
      else acceptEach(request, response);
    });
    const team = await newTeam();
    const mary = await teamComputer({ team, service, person: 'Mary' });
    const tom = await teamComputer({ team, service, person: 'Tom' });
    const { id } = await mary.submit(ANN);
    await mary.untilIn(id, 'unconfirmed');
    await mary.tellTeam();
    await mary.database.close();
    expect(await mary.decisions.sendAgain([id])).toMatchObject({ ok: true });
    await restoreTo(team);
    for (const each of [mary, tom]) {
      await each.moveTo(team);
      await tellAll(each);
    }
    expect((await mary.untilIn(id, 'unconfirmed')).problem?.code).toBe('team_restored');
    await tom.untilIn((await tom.submit(ANN)).id, 'held');
    expect(service.received).toHaveLength(1);
  });
});
