import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callKey, spellingsOf } from '../../shared/call-key.ts';
import { problem } from '../../shared/input-problems.ts';
import { DAY, VICTIM } from '../electron/privacy/busy-database.ts';
import { tracesOf } from '../electron/privacy/traces-of.ts';
import { acceptance, changeBy, sampleSubmission } from '../electron/sample-submission.ts';
import { answered } from '../electron/storage/answered.ts';
import { addTracked } from '../electron/storage/temporary-storage.ts';
import { computerOf, inStep, SERVICE, WORKSPACE } from '../electron/team/two-computers.ts';
import { until } from '../poll.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam, ownCluster } from '../postgres-cluster.ts';
import {
  busyTeam,
  type Computer,
  erase,
  expectNothingLeft,
  finished,
  TRACES,
  tracesInDump,
} from './erasing-team.ts';

/** A request that was completed, and seen, long before now. */
async function old(
  { storage }: Computer,
  candidateName: string,
  phoneNumber: string,
  days = 400,
): Promise<string> {
  const [requestId, at] = [randomUUID(), Date.now() - days * DAY];
  await addTracked(storage, requestId, { createdAt: at, updatedAt: at, candidateName, phoneNumber }, at);
  const answer = { request_id: requestId, status: 'COMPLETED', screening_calls: [] };
  await answered(storage, requestId, answer, { now: at });
  await storage.stores.annotations.seen(WORKSPACE, [requestId]);
  return requestId;
}

describe.runIf(hasPostgres)('erasing a person of a team', NEEDS_POSTGRES, () => {
  test('leaves nothing of them in the team’s database or on any computer that is connected', async () => {
    const { team, mary, bob } = await busyTeam();
    const receipt = await finished(mary, await erase(mary));
    expect(receipt.team).toEqual({ of: 1, told: 1, held: 0, toldAt: expect.any(Number) });
    await inStep(team, mary, bob);
    await expectNothingLeft(team, mary, bob);
    expect(bob.sql('SELECT candidate_name AS name FROM submissions')).toEqual([
      { name: 'Somebody Else' },
      { name: 'Somebody Else' },
    ]);
    expect(await bob.stores.erasures.receipts()).toMatchObject([{ kind: 'team', requests: 3 }]);
    await until('all to have seen it', async () => {
      await inStep(team, mary, bob);
      return (await team.cluster.psql(`select count(*) from ${team.name}.unseen_tombstones`)) === '0';
    });
  });

  test('leaves nothing in the server’s files once they are rewritten as docs/team.md says', async () => {
    const cluster = await ownCluster();
    const { team, mary, bob } = await busyTeam(cluster);
    await finished(mary, await erase(mary));
    await inStep(team, mary, bob);
    const filesWithTraces = async (): Promise<string[]> => {
      await cluster.psql('checkpoint');
      return tracesOf(join(cluster.data, 'base'), TRACES);
    };
    await cluster.psql('vacuum');
    expect(await filesWithTraces()).not.toEqual([]);
    const [rewriting = ''] = /vacuum full [^']+/.exec(readFileSync('docs/team.md', 'utf8')) ?? [];
    await cluster.psql(rewriting.replaceAll('callboard', team.name));
    expect(await filesWithTraces()).toEqual([]);
  });

  test('erases on a computer that was off, before it sends or shows anything', async () => {
    const { team, mary, bob } = await busyTeam();
    await bob.switchOff();
    // What waits there to be sent is of the person, too.
    const own =
      bob.sql(`SELECT requests.request_id AS id, candidate_name AS name FROM requests JOIN submissions USING (row)
      WHERE colleague IS NULL`);
    for (const { id, name } of own) {
      const note = name === VICTIM.name ? 'plays the theremin' : `Asked by ${VICTIM.name}`;
      await bob.stores.annotations.setNotes(WORKSPACE, String(id), note, 1);
    }
    await addTracked(bob.storage, randomUUID(), { candidateName: VICTIM.name, phoneNumber: VICTIM.phone });
    await finished(mary, await erase(mary));
    await inStep(team, mary);
    await expectNothingLeft(team, mary);
    expect(await team.cluster.psql(`select count(*) > 0 from ${team.name}.unseen_tombstones`)).toBe('t');
    const back = await computerOf(team, 'bob', { storage: bob.storage });
    const sent: string[] = [];
    back.database.onChange(() => sent.push(JSON.stringify(tracesOf(back.folder, TRACES))));
    await back.connect();
    // It is connected when nothing of them is left.
    expect(sent.at(-1)).toBe('[]');
    await inStep(team, mary, back);
    await expectNothingLeft(team, mary, back);
    expect(await team.cluster.psql(`select count(*) from ${team.name}.unseen_tombstones`)).toBe('0');
  });

  test('waits for the team’s database, across a restart, and keeps whom it erases in one place until then', async () => {
    const { team, mary, bob } = await busyTeam();
    await mary.switchOff();
    const offline = await computerOf(team, 'mary', { storage: mary.storage });
    const id = await erase(offline);
    const stage = 'SELECT stage, subject FROM erasures WHERE id = ?';
    await until('it to wait for the team', () => offline.sql(stage, id)[0]?.['stage'] === 'team');
    expect(await offline.stores.erasures.receipt(id)).toMatchObject({
      finishedAt: null,
      team: { of: 1, told: 0, toldAt: null },
    });
    await until('the files to have nothing else', async () => {
      const rows = offline.sql(`SELECT * FROM submissions WHERE phone_number = ?`, VICTIM.phone);
      return rows.length === 0;
    });
    await offline.switchOff();
    const again = await computerOf(team, 'mary', { storage: mary.storage });
    await again.privacy.start();
    await again.connect();
    again.sync.connected();
    expect(await finished(again, id)).toMatchObject({ team: { of: 1, told: 1 } });
    await inStep(team, again, bob);
    await expectNothingLeft(team, again, bob);
  });

  test('of whom two computers erase at the same time leaves nothing, twice', async () => {
    const { team, mary, bob } = await busyTeam();
    const [one, other] = await Promise.all([erase(mary), erase(bob)]);
    await Promise.all([finished(mary, one), finished(bob, other)]);
    await inStep(team, mary, bob);
    await expectNothingLeft(team, mary, bob);
    expect(await mary.stores.erasures.unfinished()).toEqual([]);
  });

  test('while a colleague sends something about them leaves nothing of that', async () => {
    const { team, mary, bob } = await busyTeam();
    const pushing = (async () => {
      for (let round = 0; round < 10; round += 1) {
        await addTracked(bob.storage, randomUUID(), {
          candidateName: VICTIM.name,
          phoneNumber: VICTIM.phone,
        });
        bob.sync.changed();
        await bob.sync.settled();
      }
    })();
    const id = await erase(mary);
    await Promise.all([pushing, finished(mary, id)]);
    await inStep(team, mary, bob);
    await inStep(team, mary, bob);
    // What came after Bob's computer had erased them is new.
    const later = bob.sql('SELECT 1 FROM submissions WHERE phone_number = ?', VICTIM.phone);
    if (later.length > 0) {
      await finished(bob, await erase(bob));
      await inStep(team, mary, bob);
    }
    await expectNothingLeft(team, mary, bob);
  });

  test('keeps their number blocked for every computer, as a hash alone', async () => {
    const { team, mary, bob } = await busyTeam();
    await finished(mary, await erase(mary, true));
    await inStep(team, mary, bob);
    await expectNothingLeft(team, mary, bob);
    const place = await bob.stores.teams.place(WORKSPACE);
    const { keyedHash } = await import('../../electron/team/team-claims.ts');
    const hashes = spellingsOf(VICTIM.phone).map((each) =>
      keyedHash(place?.hashKey ?? Buffer.alloc(0), each),
    );
    const [answer] = await bob.database.query<{ answer: string }>(
      'select answer from claim($1, $2, $3, $4, $5, $6, $7, 30, 0)',
      [place?.computerId, SERVICE, callKey(VICTIM.phone), hashes, randomUUID(), 'Anybody', 'j-1'],
    );
    expect(answer?.answer).toBe('do_not_call');
  });

  test('leaves a request that was made after it', async () => {
    const { team, mary, bob } = await busyTeam();
    const carol = await computerOf(team, 'carol');
    await carol.connect();
    await inStep(team, carol);
    // Away, so that the tombstones stay.
    await carol.switchOff();
    await finished(mary, await erase(mary));
    await inStep(team, mary, bob);
    const place = await bob.stores.teams.place(WORKSPACE);
    const { id } = await addTracked(bob.storage, randomUUID(), {
      candidateName: 'New Person',
      phoneNumber: VICTIM.phone,
    });
    await bob.database.query('select from claim($1, $2, $3, $4, $5, $6, $7, 30, 0)', [
      ...[place?.computerId, SERVICE, callKey(VICTIM.phone), [], id, 'New Person', 'j-1'],
    ]);
    await inStep(team, bob, mary);
    expect(mary.sql('SELECT candidate_name AS name FROM submissions WHERE id = ?', id)).toEqual([
      { name: 'New Person' },
    ]);
    const back = await computerOf(team, 'carol', { storage: carol.storage });
    await back.connect();
    await inStep(team, back, bob, mary);
    expect(
      back.sql('SELECT candidate_name AS name FROM submissions WHERE phone_number = ?', VICTIM.phone),
    ).toEqual([{ name: 'New Person' }]);
  });

  test('of whom a hold was shared takes that from the team, too', async () => {
    const { team, mary, bob } = await busyTeam();
    const hold = { reason: 'A claim is open.', at: 1, by: 'bob' };
    // The name alone is enough.
    for (const phoneNumber of [VICTIM.phone, '+12025550123'])
      await bob.stores.holds.place({ name: VICTIM.name, phoneNumber }, hold);
    bob.sync.changed();
    await inStep(team, mary, bob);
    expect(mary.sql('SELECT 1 FROM holds')).toHaveLength(2);
    expect(await finished(mary, await erase(mary))).toMatchObject({
      heldBy: 2,
      team: { of: 1, told: 1, held: 0 },
    });
    await inStep(team, mary, bob);
    await expectNothingLeft(team, mary, bob);
  });

  for (const [by, phoneNumber] of [
    ['by number', VICTIM.phone],
    ['by name alone', '+12025550123'],
  ] as const)
    test(`whom a colleague holds ${by} unknown to them leaves the person with the team, and says so`, async () => {
      const { team, mary, bob } = await busyTeam();
      await mary.switchOff();
      const hold = { reason: 'A claim is open.', at: 1, by: 'bob' };
      await bob.stores.holds.place({ name: VICTIM.name, phoneNumber }, hold);
      bob.sync.changed();
      await inStep(team, bob);
      const offline = await computerOf(team, 'mary', { storage: mary.storage });
      const id = await erase(offline);
      await until(
        'it to wait for the team',
        () => offline.sql('SELECT stage FROM erasures WHERE id = ?', id)[0]?.['stage'] === 'team',
      );
      await offline.connect();
      offline.sync.connected();
      expect(await finished(offline, id)).toMatchObject({ team: { of: 1, told: 0, held: 1 } });
      await inStep(team, offline, bob);
      expect(bob.sql('SELECT name FROM holds')).toEqual([{ name: VICTIM.name }]);
      expect(bob.sql('SELECT 1 FROM submissions WHERE phone_number = ?', VICTIM.phone)).not.toEqual([]);
    });

  test('whom two colleagues hold keeps them until somebody has confirmed both holds', async () => {
    const { team, mary, bob } = await busyTeam();
    const person = { name: VICTIM.name, phoneNumber: VICTIM.phone };
    const hold = { reason: 'A claim is open.', at: 1, by: 'account' };
    await bob.stores.holds.place(person, hold);
    await mary.switchOff();
    const offline = await computerOf(team, 'mary', { storage: mary.storage, secrets: mary.secrets });
    await offline.stores.holds.place(person, { ...hold, reason: 'Hers.' });
    bob.sync.changed();
    await inStep(team, bob);
    const id = await erase(offline);
    await offline.connect();
    offline.sync.connected();
    expect(await finished(offline, id)).toMatchObject({ heldBy: 1, team: { told: 0, held: 1 } });
    await inStep(team, offline, bob);
    expect(bob.sql('SELECT reason FROM holds')).toEqual([{ reason: 'A claim is open.' }]);
    expect(bob.sql('SELECT 1 FROM submissions WHERE phone_number = ?', VICTIM.phone)).not.toEqual([]);
    expect(await finished(bob, await erase(bob))).toMatchObject({ team: { told: 1, held: 0 } });
    for (let time = 0; time < 2; time += 1) await inStep(team, offline, bob);
    await expectNothingLeft(team, offline, bob);
  });

  test('of whom a hold isn’t shared yet leaves them where they are held', async () => {
    const { team, mary, bob } = await busyTeam();
    await bob.switchOff();
    const hold = { reason: 'A claim is open.', at: 1, by: 'bob' };
    await bob.stores.holds.place({ name: VICTIM.name, phoneNumber: VICTIM.phone }, hold);
    await finished(mary, await erase(mary));
    await inStep(team, mary);
    const back = await computerOf(team, 'bob', { storage: bob.storage });
    await back.connect();
    expect(back.sql('SELECT 1 FROM submissions WHERE phone_number = ?', VICTIM.phone)).not.toEqual([]);
    expect(await back.stores.erasures.receipts()).toMatchObject([{ kind: 'team', requests: 0, heldBy: 1 }]);
  });

  test('takes them out of what a colleague wrote about others, even if that computer never comes back', async () => {
    const { team, mary, bob } = await busyTeam();
    const [other] = bob.sql(`SELECT requests.request_id AS id FROM requests JOIN submissions USING (row)
      WHERE colleague IS NULL AND candidate_name = 'Somebody Else'`);
    const id = String(other?.['id']);
    await bob.stores.annotations.setNotes(WORKSPACE, id, `Asked by "${VICTIM.name}", twice`, 1);
    await bob.stores.annotations.annotate(WORKSPACE, [id], { addTags: [`friend of ${VICTIM.name}`] }, 1);
    bob.sync.changed();
    await inStep(team, mary, bob);
    await inStep(team, mary, bob);
    await bob.switchOff();
    await finished(mary, await erase(mary));
    await inStep(team, mary);
    await expectNothingLeft(team, mary);
    const body = await team.cluster.psql(`select body::text from ${team.name}.records where kind = 'note'`);
    expect(body).toContain('Asked by');
  });

  test('past its retention leaves whom a colleague holds with the team, and where they are held', async () => {
    const team = await newTeam();
    const [mary, bob] = [await computerOf(team, 'mary'), await computerOf(team, 'bob')];
    const held = ['Held Here', 'Held By Name'];
    const requestIds = await Promise.all(
      [...held, 'Free One'].map((name, nth) => old(mary, name, `+1202555017${nth}`)),
    );
    for (const each of [mary, bob]) await each.connect();
    for (let time = 0; time < 2; time += 1) await inStep(team, mary, bob);
    await mary.switchOff();
    const hold = { reason: 'A claim is open.', at: 1, by: 'bob' };
    await bob.stores.holds.place({ name: '', phoneNumber: '+12025550170' }, hold);
    await bob.stores.holds.place({ name: 'Held By Name', phoneNumber: '+12025550199' }, hold);
    await inStep(team, bob);
    const offline = await computerOf(team, 'mary', { storage: mary.storage, secrets: mary.secrets });
    offline.privacy.applyRetention();
    await until(
      'it to wait for the team',
      () => offline.sql("SELECT 1 FROM erasures WHERE stage = 'team'")[0],
    );
    await offline.connect();
    offline.sync.connected();
    await until('the retention', async () => (await offline.stores.erasures.receipts())[0]?.finishedAt);
    for (let time = 0; time < 2; time += 1) await inStep(team, offline, bob);
    expect(bob.sql('SELECT candidate_name AS name FROM submissions ORDER BY 1 DESC')).toEqual(
      held.map((name) => ({ name })),
    );
    const kept = `select request from ${team.name}.records where kind = 'request'`;
    expect(await team.cluster.psql(kept)).toBe(requestIds[0]);
  });

  test('by one request alone leaves it with the team if a colleague holds them unknown to whoever erases it', async () => {
    const { team, mary, bob } = await busyTeam();
    const [ofMary, number] = [randomUUID(), '+12025550177'];
    await addTracked(mary.storage, ofMary, { candidateName: 'Their Sister', phoneNumber: number });
    mary.sync.changed();
    for (let time = 0; time < 2; time += 1) await inStep(team, mary, bob);
    await mary.switchOff();
    const hold = { reason: 'A claim is open.', at: 1, by: 'bob' };
    await bob.stores.holds.place({ name: '', phoneNumber: number }, hold);
    await inStep(team, bob);
    const offline = await computerOf(team, 'mary', { storage: mary.storage, secrets: mary.secrets });
    const id = await erase(offline, false, { name: 'Their Sister', phone: '', everywhere: true });
    await offline.connect();
    offline.sync.connected();
    expect(await finished(offline, id)).toMatchObject({ requests: 1, team: { told: 0, held: 1 } });
    for (let time = 0; time < 2; time += 1) await inStep(team, offline, bob);
    expect(bob.sql('SELECT 1 FROM requests WHERE request_id = ?', ofMary)).toHaveLength(1);
    expect(
      await team.cluster.psql(`select count(*) from ${team.name}.records where request = '${ofMary}'`),
    ).toBe('1');
  });

  test('leaves nobody’s turn to read their request, however its id is written and whoever reads it just then', async () => {
    const team = await newTeam();
    const [mary, bob] = [await computerOf(team, 'mary'), await computerOf(team, 'bob')];
    const request = randomUUID().toUpperCase();
    await addTracked(mary.storage, request, { candidateName: VICTIM.name, phoneNumber: VICTIM.phone });
    await mary.connect();
    await bob.connect();
    await inStep(team, mary, bob);
    const turns = (): Promise<string> => team.cluster.psql(`select request from ${team.name}.turns`);
    await bob.sync.takeTurns([request.toLowerCase()]);
    expect(await turns()).toBe(request.toLowerCase());
    // He hears of nothing for a moment.
    await bob.sync.stop();
    await finished(mary, await erase(mary));
    expect(await turns()).toBe('');
    await bob.sync.takeTurns([request]);
    expect(await turns()).toBe(request);
    await bob.switchOff();
    const back = await computerOf(team, 'bob', { storage: bob.storage, secrets: bob.secrets });
    await back.connect();
    await inStep(team, mary, back);
    expect(await turns()).toBe('');
    await back.sync.passTurns([request]);
    expect(await turns()).toBe('');
  });

  test('takes a name of two characters out of what a colleague wrote about others', async () => {
    const team = await newTeam();
    const [mary, bob] = [await computerOf(team, 'mary'), await computerOf(team, 'bob')];
    const [name, other] = ['李 娜', randomUUID()];
    await addTracked(mary.storage, randomUUID(), { candidateName: name, phoneNumber: VICTIM.phone });
    await addTracked(bob.storage, other, { candidateName: 'Other One', phoneNumber: '+12025550143' });
    await mary.connect();
    await bob.connect();
    await bob.stores.annotations.setNotes(WORKSPACE, other, `Asked by ${name} today`, 1);
    await inStep(team, mary, bob);
    await finished(mary, await erase(mary, false, { name, phone: VICTIM.phone, everywhere: true }));
    const note = `select body ->> 'text' from ${team.name}.records where kind = 'note'`;
    expect(await team.cluster.psql(note)).toBe('Asked by [erased] today');
  });

  test('stays one that takes them out of texts, though the retention of a colleague erases them, too', async () => {
    const team = await newTeam();
    const mary = await computerOf(team, 'mary');
    await mary.connect();
    const place = await mary.stores.teams.place(WORKSPACE);
    const requests = JSON.stringify([{ id: 'r', key: `${SERVICE} r`, submission: randomUUID() }]);
    for (const kind of ['request', 'retained'])
      await mary.database.query(`select erase($1, $2, '{}', '{}', $3, $4, '{}', '{}', '{}')`, [
        ...[place?.computerId, SERVICE, requests, kind],
      ]);
    expect(await team.cluster.psql(`select kind from ${team.name}.tombstones`)).toBe('request');
  });

  test('who shares a number that stays blocked leaves no byte of what colleagues had read about it', async () => {
    const team = await newTeam();
    const [mary, bob] = [await computerOf(team, 'mary'), await computerOf(team, 'bob')];
    const phoneNumber = '+12025550143';
    for (const candidateName of ['Anna Family', 'Bert Family'])
      await addTracked(mary.storage, randomUUID(), { candidateName, phoneNumber });
    const entry = { phoneNumber, addedBy: 'mary', addedAt: 5 };
    const [inForce, lifted] = [randomUUID(), randomUUID()];
    await mary.stores.doNotCall.add([{ ...entry, id: lifted, reason: 'Plays the saxophone.' }]);
    await mary.stores.doNotCall.lift(lifted, { reason: 'Plays the bassoon.', by: 'mary', at: 6 });
    await mary.stores.doNotCall.add([{ ...entry, id: inForce, reason: 'Plays the clarinet.' }]);
    await mary.connect();
    await bob.connect();
    await inStep(team, mary, bob);
    const told = ['saxophone', 'bassoon', 'clarinet'];
    expect(tracesOf(bob.folder, told)).not.toEqual([]);
    await finished(mary, await erase(mary, true, { name: 'Bert Family', phone: '', everywhere: true }));
    for (let time = 0; time < 2; time += 1) await inStep(team, mary, bob);
    await until('the last erasure', async () => (await bob.stores.erasures.unfinished()).length === 0);
    expect(tracesOf(bob.folder, told)).toEqual([]);
    expect(
      bob.sql('SELECT number, reason FROM do_not_call WHERE lifted_at IS NULL AND number IS NULL'),
    ).toEqual([{ number: null, reason: '' }]);
  });

  test('leaves the call of somebody else with the same number as it was before theirs', async () => {
    const team = await newTeam();
    const [mary, bob] = [await computerOf(team, 'mary'), await computerOf(team, 'bob')];
    await mary.connect();
    await bob.connect();
    const call = async ({ stores, claims, sync }: Computer, candidateName: string): Promise<string> => {
      const { seen: teamSeen } = (await stores.teams.place(WORKSPACE)) ?? {};
      const at = { createdAt: Date.now(), updatedAt: Date.now() };
      const called = { id: randomUUID(), candidateName, phoneNumber: '+12025550143', teamSeen, ...at };
      const submission = sampleSubmission(called);
      await stores.submissions.add([submission]);
      expect(await claims.claim(submission)).toBe(true);
      await stores.submissions.save(acceptance(submission, randomUUID(), Date.now()));
      sync.changed();
      await inStep(team, mary, bob);
      return called.id;
    };
    const first = await call(mary, 'Anna Family');
    await call(bob, 'Bert Family');
    await finished(bob, await erase(bob, false, { name: 'Bert Family', phone: '', everywhere: true }));
    await inStep(team, mary, bob);
    const left = `select submission, state, before from ${team.name}.claims`;
    expect(await team.cluster.psql(left)).toBe(`${first}|accepted|`);
    expect(bob.sql('SELECT submission_id AS id, state FROM team_claims')).toEqual([
      { id: first, state: 'accepted' },
    ]);
  });

  test('past its retention erases the requests made here for the team, and those of colleagues here alone', async () => {
    const team = await newTeam();
    const [mary, bob] = [await computerOf(team, 'mary'), await computerOf(team, 'bob')];
    await mary.connect();
    await bob.connect();
    await inStep(team, mary, bob);
    await team.cluster.psql(`update ${team.name}.computers set seen_at = now() - interval '2 years'`);
    await old(mary, 'Old One', '+12025550177');
    const ofBob = await old(bob, 'Old Other', '+12025550177', 500);
    await inStep(team, mary, bob);
    await inStep(team, mary, bob);
    mary.privacy.applyRetention();
    await until('the retention', async () => (await mary.stores.erasures.receipts())[0]?.finishedAt);
    await inStep(team, mary, bob);
    const [receipt] = await mary.stores.erasures.receipts();
    expect(receipt).toMatchObject({ kind: 'retention', team: { of: 1, told: 1 } });
    const kept = `select request from ${team.name}.records where kind = 'request'`;
    expect(await team.cluster.psql(kept)).toBe(ofBob);
    expect(bob.sql('SELECT request_id FROM requests')).toEqual([{ request_id: ofBob }]);
  });

  test('of what never became a request leaves no copy of its claim with colleagues, past its retention or before', async () => {
    const team = await newTeam();
    const [mary, bob] = [await computerOf(team, 'mary'), await computerOf(team, 'bob')];
    await mary.connect();
    await bob.connect();
    // Somebody else whom Mary alone knows has the same number.
    const other = { id: randomUUID(), candidateName: 'Somebody Else', phoneNumber: VICTIM.phone };
    await mary.stores.submissions.add([sampleSubmission({ ...other, state: 'draft' })]);
    const callInVain = async (days: number): Promise<void> => {
      const at = Date.now() - days * DAY;
      const of = { candidateName: VICTIM.name, phoneNumber: VICTIM.phone, resumeUrl: VICTIM.resumeUrl };
      const submission = sampleSubmission({ id: randomUUID(), ...of, createdAt: at, updatedAt: at });
      await mary.stores.submissions.add([submission]);
      expect(await mary.claims.claim(submission)).toBe(true);
      const claimed = changeBy(submission, { type: 'claimed' }, at);
      const marked = changeBy(claimed.submission, { type: 'sending_marked' }, at);
      const lost = changeBy(marked.submission, { type: 'interrupted' }, at);
      const given = changeBy(lost.submission, { type: 'discarded', by: 'discard' }, at);
      await mary.stores.submissions.save([claimed, marked, lost, given]);
      await inStep(team, mary, bob);
      expect(tracesOf(bob.folder, [VICTIM.name])).not.toEqual([]);
    };
    await callInVain(400);
    mary.privacy.applyRetention();
    await until('the retention', async () => (await mary.stores.erasures.receipts())[0]?.finishedAt);
    await inStep(team, mary, bob);
    expect(tracesOf(bob.folder, TRACES)).toEqual([]);
    await callInVain(0);
    await finished(mary, await erase(mary, false, { name: VICTIM.name, phone: '', everywhere: true }));
    await inStep(team, mary, bob);
    expect(await tracesInDump(team)).toEqual([]);
    expect(tracesOf(bob.folder, TRACES)).toEqual([]);
  });

  test('leaves nothing in the rows of a file that was read off the network, however their number is written', async () => {
    const team = await newTeam();
    const [mary, bob] = [await computerOf(team, 'mary'), await computerOf(team, 'bob')];
    await mary.connect();
    await bob.connect();
    await bob.switchOff();
    const file = { id: 'i', name: 'a.csv', digest: 'd'.repeat(64), headers: ['Name', 'Phone'], rows: 6 };
    await bob.stores.imports.begin(WORKSPACE, file, 1);
    const written = [
      '0157 99887766',
      '(+49) 1579 9887766',
      'tel:+4915799887766',
      '\u202a+4915799887766\u202c',
    ];
    const rows = [...written, 'mobile (0049) 1579 9887766', '+12025550177'].map((phone, index) => ({
      ...{ number: index + 1, cells: [index === 5 ? 'Somebody Else' : VICTIM.name, phone] },
      problems: [{ field: 'phoneNumber' as const, ...problem('phone_missing') }],
    }));
    await bob.stores.imports.keepProblems(WORKSPACE, 'i', rows);
    await bob.stores.imports.finish(WORKSPACE, 'i', 2);
    await addTracked(mary.storage, randomUUID(), { candidateName: VICTIM.name, phoneNumber: VICTIM.phone });
    await inStep(team, mary);
    await finished(mary, await erase(mary));
    const back = await computerOf(team, 'bob', { storage: bob.storage, country: 'DE' });
    await back.connect();
    await inStep(team, mary, back);
    await expectNothingLeft(team, back);
    expect(back.sql('SELECT row_number AS row FROM import_rows')).toEqual([{ row: 6 }]);
  });
});
