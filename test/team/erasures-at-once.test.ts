import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { TeamError } from '../../electron/team/open-connection.ts';
import { keyedHash } from '../../electron/team/team-claims.ts';
import { callKey, spellingsOf } from '../../shared/call-key.ts';
import { teamProblem } from '../../shared/team.ts';
import { VICTIM } from '../electron/privacy/busy-database.ts';
import { tracesOf } from '../electron/privacy/traces-of.ts';
import { acceptance, sampleSubmission, sampleWorkspace } from '../electron/sample-submission.ts';
import { overridden } from '../electron/storage/overridden.ts';
import { addTracked, openTestStorage } from '../electron/storage/temporary-storage.ts';
import { computerOf, inStep, SERVICE, WORKSPACE } from '../electron/team/two-computers.ts';
import { until } from '../poll.ts';
import {
  baseBackup,
  hasPostgres,
  NEEDS_POSTGRES,
  newTeam,
  ownCluster,
  restore,
  type TestTeam,
} from '../postgres-cluster.ts';
import { temporaryFolder } from '../temp-folder.ts';
import {
  busyTeam,
  type Computer,
  erase,
  expectNothingLeft,
  finished,
  TRACES,
  tracesInDump,
} from './erasing-team.ts';

/** Switches these computers off, and puts the server back to a backup, which its administrator says. */
async function goBack(team: TestTeam, backup: string, ...computers: readonly Computer[]): Promise<void> {
  for (const each of computers) await each.switchOff();
  await restore(team.cluster, backup);
  await team.cluster.psql(`select ${team.name}.restored()`);
}

/**
 * Mary erases the person, and the server goes back to a backup with them: once she is `back`, and Tom has joined, nothing is
 * left of them.
 */
async function erasedAndRestored(team: TestTeam, backup: string, mary: Computer, bob: Computer) {
  await finished(mary, await erase(mary));
  for (let time = 0; time < 3; time += 1) await inStep(team, mary, bob);
  await expectNothingLeft(team, mary, bob);
  await goBack(team, backup, mary, bob);
  const back = await computerOf(team, 'mary', { storage: mary.storage, secrets: mary.secrets });
  await back.connect();
  await inStep(team, back);
  expect(await tracesInDump(team)).toEqual([]);
  const tom = await computerOf(team, 'tom');
  await tom.connect();
  await inStep(team, back, tom);
  await expectNothingLeft(team, back, tom);
  return { back, tom };
}

const listed = () => ({
  ...{
    id: randomUUID(),
    phoneNumber: VICTIM.phone,
    reason: `${VICTIM.name} asked.`,
    addedAt: 5,
    addedBy: 'bob',
  },
});

/** What the team answers to a claim of this number, for a submission. */
async function claim({ database, stores }: Computer, id: string = randomUUID(), seen = 0) {
  const place = await stores.teams.place(WORKSPACE);
  const hashes = spellingsOf(VICTIM.phone).map((each) => keyedHash(place?.hashKey ?? Buffer.alloc(0), each));
  const [row] = await database.query<{ answer: string }>(
    'select answer from claim($1, $2, $3, $4, $5, $6, $7, 30, $8)',
    [place?.computerId, SERVICE, callKey(VICTIM.phone), hashes, id, 'Anybody', 'j-1', seen],
  );
  return row?.answer;
}

const atTeam = ({ cluster, name }: TestTeam, sql: string): Promise<string> =>
  cluster.psql(`set search_path = ${name}; ${sql}`);

/** A computer erases the person while another is off; then both meet the team. */
async function erasedWhileOff(before: (bob: Computer) => Promise<unknown>) {
  const { team, mary, bob } = await busyTeam();
  await bob.switchOff();
  await before(bob);
  await finished(mary, await erase(mary));
  const back = await computerOf(team, 'bob', { storage: bob.storage });
  await back.connect();
  await inStep(team, mary, back);
  await inStep(team, mary, back);
  return { team, mary, bob: back };
}

describe.runIf(hasPostgres)('a person whom one erases while others work with them', NEEDS_POSTGRES, () => {
  test('is erased where they were still being stored when the connection was made again', async () => {
    const { team, mary } = await busyTeam();
    const gate = Promise.withResolvers<void>();
    const storing = Promise.withResolvers<void>();
    const tom = await computerOf(team, 'tom', {
      around: (store) =>
        overridden<typeof store>(store, {
          apply: async (workspace, records, advance) => {
            if (records.length > 0) {
              storing.resolve();
              await gate.promise;
            }
            return store.apply(workspace, records, advance);
          },
        }),
    });
    await tom.connect();
    await storing.promise;
    await finished(mary, await erase(mary));
    await atTeam(team, "update computers set person = 'tom before' where person = 'tom'");
    const again = tom.reconnect();
    await until(
      'the next greeting',
      async () => (await atTeam(team, "select person from computers where person = 'tom'")) === 'tom',
    );
    const acknowledged = async () =>
      (await atTeam(team, "select erased_up_to > 0 from computers where person = 'tom'")) === 't';
    // Time enough for what must not happen.
    for (let round = 0; round < 20 && !(await acknowledged()); round += 1);
    gate.resolve();
    await again;
    await inStep(team, mary, tom);
    await expectNothingLeft(team, mary, tom);
  });

  test('is taken out of texts about others, however many there are and whatever goes meanwhile', async () => {
    const { team, mary, bob } = await busyTeam();
    const sql = `insert into records (kind, key, service, request, computer, login, person, writer, body, change)
      select 'tag', 'ir_other ' || n, '${SERVICE}', 'ir_other', c.id, c.login, 'bob', c.id,
        jsonb_build_object('tag', 'friend ' || n || ' of ${VICTIM.name}'), next_change()
      from generate_series(1, 1200) n, computers c where c.person = 'bob'`;
    await atTeam(team, sql);
    await finished(mary, await erase(mary));
    await bob.switchOff();
    expect(await tracesInDump(team)).toEqual([]);
  });

  test('is taken out of the reasons in the histories of others, for those who join later, too', async () => {
    const { team, mary, bob } = await busyTeam();
    const [other] = bob.sql(`SELECT requests.request_id AS id FROM requests JOIN submissions USING (row)
      WHERE colleague IS NULL AND candidate_name = 'Somebody Else'`);
    const reason = `Better than ${VICTIM.name}.`;
    await bob.stores.annotations.annotate(WORKSPACE, [String(other?.['id'])], { verdict: 'yes', reason }, 1);
    bob.sync.changed();
    await inStep(team, mary, bob);
    await inStep(team, mary, bob);
    await finished(mary, await erase(mary));
    await inStep(team, mary, bob);
    await inStep(team, mary, bob);
    const tom = await computerOf(team, 'tom');
    await tom.connect();
    await inStep(team, tom, mary, bob);
    await expectNothingLeft(team, mary, bob, tom);
  });

  test('is taken out of what the service said when others were sent, also of a restored database', async () => {
    const cluster = await ownCluster();
    const { team, mary, bob } = await busyTeam(cluster);
    const [other] = bob.sql(`SELECT row FROM requests JOIN submissions USING (row)
      WHERE colleague IS NULL AND candidate_name = 'Somebody Else'`);
    const said = { text: `${VICTIM.name} has it.`, fields: [], other: '' };
    const sent = { answer: `{"of":"${VICTIM.name}"}`, alike: said.text, said, httpStatus: 409 };
    const events = [
      { code: 'unconfirmed', values: { code: 'accepted_with_known_id', knownAs: VICTIM.name, ...sent } },
      { code: 'retry', values: { code: 'redirected', location: `/of/${VICTIM.name}` } },
      { code: 'refresh_problem', values: { problem: { code: 'other_request' }, answer: sent.answer } },
    ];
    for (const [index, { code, values }] of events.entries())
      bob.write(
        'INSERT INTO history (row, ordinal, at, code, values_json) VALUES (?, ?, 5000, ?, ?)',
        ...[Number(other?.['row']), 50 + index, code, JSON.stringify(values)],
      );
    bob.sync.changed();
    for (let time = 0; time < 2; time += 1) await inStep(team, mary, bob);
    const backup = await baseBackup(cluster);
    const { tom } = await erasedAndRestored(team, backup, mary, bob);
    const kept = `SELECT code FROM history WHERE at = 5000 AND code <> 'accepted' ORDER BY ordinal`;
    expect(tom.sql(kept)).toEqual(events.map(({ code }) => ({ code })));
  });

  test('is taken out of a reason that reached their computer only after they had searched it', async () => {
    const { team, mary, bob } = await busyTeam();
    const [other] = bob.sql(`SELECT requests.request_id AS id FROM requests JOIN submissions USING (row)
      WHERE colleague IS NULL AND candidate_name = 'Somebody Else'`);
    const reason = 'Better than Zoltan Unforgotten.';
    await bob.stores.annotations.annotate(WORKSPACE, [String(other?.['id'])], { verdict: 'yes', reason }, 1);
    bob.sync.changed();
    await inStep(team, mary, bob);
    const place = await mary.stores.teams.place(WORKSPACE);
    await mary.database.query(
      `select unmention($1, jsonb_agg(jsonb_build_object('kind', kind, 'key', key, 'found', array['Zoltan Unforgotten'])))
       from records where kind in ('request', 'verdict') and request = $2`,
      [place?.computerId, other?.['id']],
    );
    await inStep(team, mary, bob);
    await inStep(team, mary, bob);
    for (const { sql } of [mary, bob]) {
      const reasons = sql(
        `SELECT values_json ->> '$.reason' AS reason FROM history WHERE code = 'verdict_set' AND values_json LIKE '%Better than%'`,
      );
      expect(reasons).toEqual([{ reason: 'Better than [erased].' }]);
      expect(sql(`SELECT 1 FROM colleague_marks WHERE reason LIKE '%Zoltan%'`)).toEqual([]);
    }
    expect(await atTeam(team, `select count(*) from records where body::text like '%Zoltan%'`)).toContain(
      '0',
    );
  });

  test('leaves no byte in the files of colleagues who had read what is written about them, and take it over only now', async () => {
    const { team, mary, bob } = await busyTeam();
    const [other] = bob.sql(`SELECT requests.request_id AS id FROM requests JOIN submissions USING (row)
      WHERE colleague IS NULL AND candidate_name = 'Somebody Else'`);
    const id = String(other?.['id']);
    const about = 'Zoltan Unforgotten';
    const marks = {
      addTags: [`friend of ${about}`],
      verdict: 'yes' as const,
      reason: `Better than ${about}.`,
    };
    await bob.stores.annotations.annotate(WORKSPACE, [id], marks, 1);
    await bob.stores.annotations.setNotes(WORKSPACE, id, `Asked by ${about}`, 1);
    const entry = { id: randomUUID(), phoneNumber: '+12025550188', reason: `${about} knows them.` };
    await bob.stores.doNotCall.add([{ ...entry, addedAt: 5, addedBy: 'bob' }]);
    const hold = { reason: `${about} sues.`, at: 1, by: 'bob' };
    await bob.stores.holds.place({ name: 'Held Person', phoneNumber: '+12025550199' }, hold);
    bob.sync.changed();
    await inStep(team, mary, bob);
    expect(tracesOf(mary.folder, [about])).not.toEqual([]);
    const place = await mary.stores.teams.place(WORKSPACE);
    await mary.database.query(
      `select unmention($1, jsonb_agg(jsonb_build_object('kind', kind, 'key', key, 'found', array['${about}'])))
       from (select kind, key from records where body::text like '%Unforgotten%'
         union all select 'do_not_call', id::text from do_not_call) as texts`,
      [place?.computerId],
    );
    await inStep(team, mary, bob);
    for (const { folder, sql, stores } of [mary, bob]) {
      await until('them to be erased', async () => (await stores.erasures.unfinished()).length === 0);
      expect(tracesOf(folder, [about, 'Unforgotten', 'unforgotten'])).toEqual([]);
      expect(sql('SELECT reason FROM do_not_call')).toEqual([{ reason: '[erased] knows them.' }]);
      expect(sql("SELECT 1 FROM request_tags WHERE tag LIKE '%Unforgotten%'")).toEqual([]);
      expect(await stores.erasures.receipts()).toMatchObject([
        { kind: 'team', requests: 0, mentions: stores === mary.stores ? 6 : 5 },
      ]);
    }
    await inStep(team, mary, bob);
    expect(await atTeam(team, 'select count(*) from unseen_tombstones')).toContain('0');
    expect(await atTeam(team, "select count(*) from records where body::text like '%Zoltan%'")).toContain(
      '0',
    );
  });

  test('is taken out of what their writer sent just after whoever erased them had looked', async () => {
    const { team, mary, bob } = await busyTeam();
    const [other] = bob.sql(`SELECT requests.request_id AS id FROM requests JOIN submissions USING (row)
      WHERE colleague IS NULL AND candidate_name = 'Somebody Else'`);
    const marks = {
      addTags: [`friend of ${VICTIM.name}`],
      verdict: 'yes' as const,
      reason: `As ${VICTIM.name}.`,
    };
    await bob.stores.annotations.annotate(WORKSPACE, [String(other?.['id'])], marks, 1);
    const entry = { id: randomUUID(), phoneNumber: '+12025550188', reason: `${VICTIM.name} knows them.` };
    await bob.stores.doNotCall.add([{ ...entry, addedAt: 5, addedBy: 'bob' }]);
    bob.sync.changed();
    await inStep(team, mary, bob);
    // As if it had come after that.
    const place = await mary.stores.teams.place(WORKSPACE);
    const [request, numbers, submissions] = [[], [callKey(VICTIM.phone)], spellingsOf(VICTIM.phone)];
    await mary.database.query("select erase($1, $2, $3, $4, $5, 'request', '{}', '{}', '{}')", [
      ...[place?.computerId, SERVICE, numbers, submissions, JSON.stringify(request)],
    ]);
    for (let time = 0; time < 3; time += 1) await inStep(team, mary, bob);
    for (const { stores } of [mary, bob])
      await until('it to be overwritten', async () => (await stores.erasures.unfinished()).length === 0);
    await expectNothingLeft(team, bob);
  });

  test('leaves no byte of a note that its writer sent just then, and again without them', async () => {
    const { team, mary, bob } = await busyTeam();
    const [other] = bob.sql(`SELECT requests.request_id AS id FROM requests JOIN submissions USING (row)
      WHERE colleague IS NULL AND candidate_name = 'Somebody Else'`);
    for (const note of ['Asked by Zoltan Unforgotten', 'Asked by [erased]']) {
      await bob.stores.annotations.setNotes(WORKSPACE, String(other?.['id']), note, 1);
      bob.sync.changed();
      await inStep(team, mary, bob);
    }
    await until('it to be overwritten', async () => (await mary.stores.erasures.unfinished()).length === 0);
    expect(tracesOf(mary.folder, ['Zoltan', 'Unforgotten'])).toEqual([]);
    expect(await mary.stores.erasures.receipts()).toMatchObject([{ kind: 'team', mentions: 1 }]);
  });

  test('is erased in both workspaces of a computer that takes part in the team twice', async () => {
    const { team, mary, bob } = await busyTeam();
    const second = { workspaceId: 'workspace-2', candidateName: VICTIM.name, phoneNumber: VICTIM.phone };
    await bob.stores.workspaces.save(sampleWorkspace({ id: second.workspaceId, name: 'Second' }), 1000);
    await addTracked(bob.storage, randomUUID(), { id: randomUUID(), ...second });
    await bob.switchOff();
    const expected = { troubles: 'expected' as const };
    const back = await computerOf(team, 'bob', { storage: bob.storage, secrets: bob.secrets, ...expected });
    const twin = await computerOf(team, 'bob', {
      ...{ beside: back, workspaceId: second.workspaceId, ...expected },
    });
    for (const each of [back, twin]) await each.connect();
    for (let time = 0; time < 2; time += 1) await inStep(team, mary, back, twin);
    await finished(mary, await erase(mary));
    for (let time = 0; time < 3; time += 1) await inStep(team, mary, back, twin);
    await until('the erasures to end', async () => (await back.stores.erasures.unfinished()).length === 0);
    await expectNothingLeft(team, mary, back);
  });

  test('is erased in a workspace that was removed, where it was added once more', async () => {
    const { team, mary, bob } = await busyTeam();
    await bob.switchOff();
    await bob.stores.teams.remove(WORKSPACE);
    while (await bob.stores.teams.removeColleagues(WORKSPACE));
    await bob.stores.workspaces.remove(WORKSPACE, 2000);
    await bob.stores.workspaces.save(sampleWorkspace({ id: 'workspace-2' }), 2000);
    const back = await computerOf(team, 'bob', {
      ...{ storage: bob.storage, workspaceId: 'workspace-2', troubles: 'expected' },
    });
    await back.connect();
    await inStep(team, mary, back);
    expect(back.sql('SELECT DISTINCT workspace_id AS id FROM requests ORDER BY 1')).toHaveLength(2);
    await finished(mary, await erase(mary));
    await inStep(team, mary, back);
    await expectNothingLeft(team, mary, back);
  });

  test.each(['left the team', 'moved to the other one'])(
    'stays in another team, which a computer joined that had %s before its own could be told',
    async (way) => {
      const { team, mary, bob } = await busyTeam();
      const other = await newTeam();
      const eve = await computerOf(other, 'eve');
      await addTracked(eve.storage, randomUUID(), {
        candidateName: VICTIM.name,
        phoneNumber: VICTIM.phone,
      });
      await eve.connect();
      await inStep(other, eve);
      await bob.switchOff();
      await mary.switchOff();
      const offline = await computerOf(team, 'mary', { storage: mary.storage });
      const id = await erase(offline);
      await until(
        'it to wait for the team',
        async () => offline.sql("SELECT 1 FROM erasures WHERE id = ? AND stage = 'team'", id).length > 0,
      );
      await offline.switchOff();
      if (way === 'left the team') await mary.stores.teams.remove(WORKSPACE);
      const joined = await computerOf(other, 'mary', { storage: mary.storage });
      await joined.connect();
      await inStep(other, joined, eve);
      await finished(joined, id);
      await inStep(other, joined, eve);
      expect(eve.sql('SELECT 1 FROM submissions WHERE candidate_name = ?', VICTIM.name)).toHaveLength(1);
      expect((await joined.stores.erasures.receipt(id))?.team).toMatchObject({ told: 0 });
    },
  );

  test('stays where another team of the computer holds them, until it releases them', async () => {
    const { team, mary, bob } = await busyTeam();
    const person = { name: VICTIM.name, phoneNumber: VICTIM.phone };
    const hold = { reason: 'A claim is open.', at: 1, by: 'account' };
    await mary.stores.holds.place(person, hold);
    mary.sync.changed();
    const elsewhere = await newTeam();
    const olga = await computerOf(elsewhere, 'olga');
    await olga.stores.holds.place(person, { ...hold, reason: 'Of the other team.' });
    await olga.connect();
    await inStep(elsewhere, olga);
    await bob.stores.workspaces.save(sampleWorkspace({ id: 'workspace-2', name: 'Second' }), 1000);
    const twin = await computerOf(elsewhere, 'bob', { beside: bob, workspaceId: 'workspace-2' });
    await twin.connect();
    await inStep(elsewhere, twin, olga);
    await inStep(team, mary, bob);
    await finished(mary, await erase(mary));
    await inStep(team, mary, bob);
    const reasons = 'SELECT reason FROM holds ORDER BY reason';
    const ofBob = 'SELECT 1 FROM submissions WHERE phone_number = ?';
    expect(bob.sql(ofBob, VICTIM.phone)).not.toEqual([]);
    expect(bob.sql(reasons)).toContainEqual({ reason: 'Of the other team.' });
    await inStep(elsewhere, twin, olga);
    expect(olga.sql(reasons)).toEqual([{ reason: 'Of the other team.' }]);
    const [{ id } = {}] = olga.sql('SELECT id FROM holds');
    await olga.stores.holds.release(String(id), 2);
    await inStep(elsewhere, twin, olga);
    await bob.reconnect();
    for (let time = 0; time < 2; time += 1) await inStep(team, mary, bob);
    expect(bob.sql(ofBob, VICTIM.phone)).toEqual([]);
    await expectNothingLeft(team, mary, bob);
  });

  test('goes from another service of the team, too', async () => {
    const { team, mary, bob } = await busyTeam();
    const computer = (await bob.stores.teams.place(WORKSPACE))?.computerId;
    const [service, request, id] = ['https://other.example', 'ir_9', randomUUID()];
    const submission = { id, candidateName: VICTIM.name, phoneNumber: VICTIM.phone };
    const record = { kind: 'request', key: `${service} ${request} ${id}`, service, request };
    await bob.database.query('select share($1, $2)', [
      computer,
      JSON.stringify([{ ...record, body: { submission }, removed: false, own: true, hashes: [] }]),
    ]);
    await finished(mary, await erase(mary));
    await inStep(team, mary, bob);
    await expectNothingLeft(team, mary, bob);
  });

  test('is erased although they were being sent just then, and their number was claimed once more', async () => {
    const { team, mary, bob } = await busyTeam();
    const sent = sampleSubmission({
      id: randomUUID(),
      candidateName: VICTIM.name,
      phoneNumber: VICTIM.phone,
    });
    await bob.stores.submissions.add([sent]);
    expect(await claim(bob, sent.id, Number.MAX_SAFE_INTEGER)).toBe('granted');
    await inStep(team, mary, bob);
    const carol = await computerOf(team, 'carol');
    await carol.connect();
    await inStep(team, carol);
    await carol.switchOff();
    await bob.switchOff();
    await finished(mary, await erase(mary));
    expect(await claim(mary, sent.id)).toBe('granted');
    const back = await computerOf(team, 'bob', { storage: bob.storage });
    await back.connect();
    expect(tracesOf(back.folder, TRACES)).toEqual([]);
  });
});

describe.runIf(hasPostgres)('a number on the list whose person is erased', NEEDS_POSTGRES, () => {
  test('stays blocked without a number if a colleague had put it there off the network', async () => {
    const { team, mary, bob } = await erasedWhileOff((off) => off.stores.doNotCall.add([listed()]));
    await expectNothingLeft(team, mary, bob);
    for (const each of [mary, bob]) {
      expect(await each.stores.submissions.forbidding([VICTIM.phone])).toMatchObject([{ reason: '' }]);
      expect(await claim(each)).toBe('do_not_call');
    }
  });

  test('stays blocked without a number if who erased them didn’t know that it was there', async () => {
    const { team, mary, bob } = await busyTeam();
    await mary.switchOff();
    const offline = await computerOf(team, 'mary', { storage: mary.storage });
    const id = await erase(offline);
    await until(
      'it to wait',
      () => offline.sql('SELECT stage FROM erasures WHERE id = ?', id)[0]?.['stage'] === 'team',
    );
    await bob.stores.doNotCall.add([listed()]);
    bob.sync.changed();
    await inStep(team, bob);
    await offline.connect();
    await finished(offline, id);
    await inStep(team, offline, bob);
    await expectNothingLeft(team, offline, bob);
    expect(await claim(bob)).toBe('do_not_call');
  });

  test('is held as a hash, as a colleague’s search says', async () => {
    const { team, mary, bob } = await busyTeam();
    await finished(mary, await erase(mary, true));
    await inStep(team, mary, bob);
    const search = { name: '', phone: VICTIM.phone, everywhere: true };
    const { listedNumbers } = await bob.privacy.find(search, null);
    expect(listedNumbers).toMatchObject([{ phoneNumber: null, reason: '', foundBy: 'phone' }]);
    // Who sees it may take it off.
    await finished(bob, await erase(bob));
    await inStep(team, mary, bob);
    expect(await claim(bob)).toBe('granted');
  });

  test('is taken off everywhere if who erased them knew it, and said so', async () => {
    const { team, mary, bob } = await busyTeam();
    await bob.stores.doNotCall.add([listed()]);
    bob.sync.changed();
    await inStep(team, mary, bob);
    await finished(mary, await erase(mary));
    await inStep(team, mary, bob);
    await expectNothingLeft(team, mary, bob);
    expect(bob.sql('SELECT 1 FROM do_not_call')).toEqual([]);
    expect(await claim(bob)).toBe('granted');
  });

  test('stays blocked without a number if it came after whoever erased them had looked', async () => {
    const { team, mary, bob } = await busyTeam();
    await bob.stores.doNotCall.add([listed()]);
    bob.sync.changed();
    await inStep(team, mary, bob);
    await finished(mary, await erase(mary, false, undefined, ({ reason }) => !reason.endsWith('asked.')));
    for (let time = 0; time < 2; time += 1) await inStep(team, mary, bob);
    await expectNothingLeft(team, mary, bob);
    for (const each of [mary, bob]) {
      expect(await each.stores.submissions.forbidding([VICTIM.phone])).toHaveLength(1);
      expect(await claim(each)).toBe('do_not_call');
    }
  });

  test('stays blocked by who erased them off the network, though a colleague takes off their own entry', async () => {
    const { team, mary, bob } = await busyTeam();
    await bob.switchOff();
    const offline = await computerOf(team, 'bob', { storage: bob.storage, secrets: bob.secrets });
    const id = await erase(offline, true);
    const own = { ...listed(), addedBy: 'mary' };
    await mary.stores.doNotCall.add([own]);
    mary.sync.changed();
    await inStep(team, mary);
    await finished(mary, await erase(mary, true));
    await offline.connect();
    await finished(offline, id);
    await finished(mary, await erase(mary, false, undefined, (entry) => entry.id === own.id));
    await inStep(team, mary, offline);
    await expectNothingLeft(team, mary, offline);
    for (const each of [mary, offline]) {
      expect(await each.stores.submissions.forbidding([VICTIM.phone])).not.toEqual([]);
      expect(await claim(each)).toBe('do_not_call');
    }
  });

  test('reaches the team as its hash alone if it comes just after the erasure', async () => {
    const { team, mary, bob } = await busyTeam();
    const carol = await computerOf(team, 'carol');
    await carol.connect();
    await inStep(team, carol);
    await carol.switchOff();
    await finished(mary, await erase(mary));
    const place = await bob.stores.teams.place(WORKSPACE);
    const hash = keyedHash(place?.hashKey ?? Buffer.alloc(0), VICTIM.phone).toString('hex');
    const entry = { id: randomUUID(), number: VICTIM.phone, hash, reason: VICTIM.name, added_at: 1 };
    await bob.database.query('select forbid($1, $2)', [place?.computerId, JSON.stringify([entry])]);
    await inStep(team, mary, bob);
    await expectNothingLeft(team, mary, bob);
    expect(await claim(bob)).toBe('do_not_call');
  });

  test('stays blocked on a computer that joins with an entry of its own before the erasure is over', async () => {
    const { team, mary, bob } = await busyTeam();
    await bob.switchOff();
    await finished(mary, await erase(mary));
    const tom = await computerOf(team, 'tom');
    await tom.stores.doNotCall.add([{ ...listed(), addedBy: 'tom' }]);
    await tom.connect();
    await inStep(team, mary, tom);
    await expectNothingLeft(team, mary, tom);
    expect(await claim(mary)).toBe('do_not_call');
  });
});

describe.runIf(hasPostgres)('a computer that met the team once and never comes back', NEEDS_POSTGRES, () => {
  test('keeps what is entered about somebody erased from colleagues, until it is taken out of the team', async () => {
    const { team, mary, bob } = await busyTeam();
    const { login } = await team.recruiter('tom');
    // As greeting the team leaves it.
    await atTeam(
      team,
      `insert into computers (id, login, person) values ('${randomUUID()}', '${login}', 'tom')`,
    );
    await finished(mary, await erase(mary));
    for (let time = 0; time < 2; time += 1) await inStep(team, mary, bob);
    const enter = async (reason: string): Promise<string> => {
      const entry = { ...listed(), reason };
      await bob.stores.doNotCall.add([entry]);
      bob.sync.changed();
      await inStep(team, mary, bob);
      return entry.id;
    };
    const seen = () => mary.sql("SELECT number, reason FROM do_not_call WHERE reason <> ''");
    const id = await enter('Asked again.');
    expect(seen()).toEqual([]);
    expect(await claim(mary)).toBe('do_not_call');
    await atTeam(team, `update computers set left_at = now() where login = '${login}'`);
    await bob.stores.doNotCall.lift(id, { at: 6, by: 'bob', reason: '' });
    await enter('Asked a third time.');
    expect(seen()).toEqual([{ number: callKey(VICTIM.phone), reason: 'Asked a third time.' }]);
  });
});

describe.runIf(hasPostgres)('a hold of a person whom the team erased meanwhile', NEEDS_POSTGRES, () => {
  test('keeps them where it was placed, though it was told just after the erasure', async () => {
    const { team, mary, bob } = await busyTeam();
    await bob.switchOff();
    const erased = Promise.withResolvers<void>();
    const back = await computerOf(team, 'bob', {
      storage: bob.storage,
      // What is to be sent was looked for before the erasure, and is sent after it.
      around: (store) =>
        overridden<typeof store>(store, {
          pending: async (...args) => {
            const pending = await store.pending(...args);
            if (pending.some(({ kind }) => kind === 'hold')) await erased.promise;
            return pending;
          },
        }),
    });
    await back.connect();
    await inStep(team, mary, back);
    const hold = { reason: 'A claim is open.', at: 1, by: 'bob' };
    await back.stores.holds.place({ name: VICTIM.name, phoneNumber: VICTIM.phone }, hold);
    back.sync.changed();
    await finished(mary, await erase(mary));
    erased.resolve();
    await inStep(team, mary, back);
    await inStep(team, mary, back);
    expect(back.sql('SELECT 1 FROM holds')).toHaveLength(1);
    expect(back.sql('SELECT 1 FROM submissions WHERE phone_number = ?', VICTIM.phone)).not.toEqual([]);
    expect(await tracesInDump(team)).toEqual([]);
  });

  test('lets the number be blocked all the same', async () => {
    const { team, mary, bob } = await busyTeam();
    await mary.switchOff();
    const hold = { reason: 'A claim is open.', at: 1, by: 'bob' };
    await bob.stores.holds.place({ name: VICTIM.name, phoneNumber: VICTIM.phone }, hold);
    bob.sync.changed();
    await inStep(team, bob);
    const offline = await computerOf(team, 'mary', { storage: mary.storage, secrets: mary.secrets });
    const id = await erase(offline, true);
    await offline.connect();
    offline.sync.connected();
    expect(await finished(offline, id)).toMatchObject({ team: { held: 1 } });
    await inStep(team, offline, bob);
    expect(await claim(bob)).toBe('do_not_call');
  });

  test('keeps them where it was placed, for as long as it is there', async () => {
    const hold = { reason: 'A claim is open.', at: 1, by: 'bob' };
    const { team, bob } = await erasedWhileOff((off) =>
      off.stores.holds.place({ name: VICTIM.name, phoneNumber: VICTIM.phone }, hold),
    );
    expect(bob.sql('SELECT 1 FROM holds')).toHaveLength(1);
    expect(bob.sql('SELECT 1 FROM submissions WHERE phone_number = ?', VICTIM.phone)).not.toEqual([]);
    expect(await tracesInDump(team)).toEqual([]);
  });
});

describe.runIf(hasPostgres)(
  'a person whom a team erased, on a computer that was restored or copied from before',
  NEEDS_POSTGRES,
  () => {
    /** A computer of `login` with the files of another one as they are now, as restoring a backup leaves them, or copying the folder. */
    async function copyOf(
      team: TestTeam,
      { storage, folder }: Computer,
      login: string,
      way: 'restored' | 'copied',
    ) {
      const path = join(temporaryFolder(), 'callboard.db');
      for (const end of ['', '-wal']) copyFileSync(join(folder, `callboard.db${end}`), path + end);
      expect(storage.path).toBe(join(folder, 'callboard.db'));
      const copy = { ...(await openTestStorage(path)), path };
      using db = new DatabaseSync(path);
      db.prepare('UPDATE teams SET computer_id = ?').run(randomUUID());
      if (way === 'restored')
        db.exec(`UPDATE teams SET generation = NULL, hash_key = NULL, seen = 0, log_change = NULL, log_token = NULL;
          DELETE FROM team_pending; DELETE FROM team_erased; DELETE FROM team_claims`);
      return computerOf(team, login, { storage: copy });
    }

    for (const way of ['restored', 'copied'] as const) {
      test(`is erased there before anything is sent, long after all others saw it (${way})`, async () => {
        const { team, mary, bob } = await busyTeam();
        const old = await copyOf(team, bob, 'bob', way);
        await finished(mary, await erase(mary));
        await inStep(team, mary, bob);
        await inStep(team, mary, bob);
        expect(await atTeam(team, 'select count(*) from unseen_tombstones')).toContain('0');
        const [{ id } = {}] = old.sql(
          `SELECT requests.request_id AS id FROM requests JOIN submissions USING (row)
          WHERE candidate_name = ? AND colleague IS NULL`,
          VICTIM.name,
        );
        await old.stores.annotations.annotate(WORKSPACE, [String(id)], { verdict: 'yes', reason: 'Good' }, 1);
        await old.connect();
        expect(tracesOf(old.folder, TRACES)).toEqual([]);
        await inStep(team, mary, bob, old);
        await inStep(team, mary, bob, old);
        await expectNothingLeft(team, mary, bob, old);
        expect(old.sql("SELECT 1 FROM submissions WHERE candidate_name = 'Somebody Else'")).toHaveLength(2);
      });
    }

    test('stays if they were submitted again after that', async () => {
      const { team, mary, bob } = await busyTeam();
      await finished(mary, await erase(mary));
      await inStep(team, mary, bob);
      await inStep(team, mary, bob);
      const again = sampleSubmission({
        id: randomUUID(),
        candidateName: 'Back Again',
        phoneNumber: VICTIM.phone,
      });
      await bob.stores.submissions.add([again]);
      expect(await claim(bob, again.id)).toBe('granted');
      await bob.stores.submissions.save(acceptance(again, randomUUID(), Date.now()));
      const hold = { reason: 'A claim is open.', at: Date.now(), by: 'bob' };
      await bob.stores.holds.place({ name: 'Back Again', phoneNumber: VICTIM.phone }, hold);
      bob.sync.changed();
      await inStep(team, mary, bob);
      await inStep(team, mary, bob);
      const copy = await copyOf(team, mary, 'mary', 'copied');
      // A colleague calls them later, which takes the place of the first claim.
      expect(await claim(mary, randomUUID(), Number.MAX_SAFE_INTEGER)).toBe('granted');
      const tom = await computerOf(team, 'tom');
      const own = { candidateName: 'Toms Own', phoneNumber: VICTIM.phone, createdAt: Date.now() };
      await addTracked(tom.storage, randomUUID(), { id: randomUUID(), ...own });
      await tom.connect();
      await copy.connect();
      await inStep(team, mary, bob, copy, tom);
      for (const each of [mary, bob, copy, tom]) {
        expect(each.sql('SELECT 1 FROM submissions WHERE id = ?', again.id)).toHaveLength(1);
        expect(each.sql('SELECT 1 FROM holds WHERE number = ?', callKey(VICTIM.phone))).toHaveLength(1);
      }
      expect(tom.sql("SELECT 1 FROM submissions WHERE candidate_name = 'Toms Own'")).toHaveLength(1);
      expect(await atTeam(team, 'select count(*) from unseen_tombstones')).toContain('0');
    });
  },
);

describe.runIf(hasPostgres)(
  'a person whom the team had erased before its database was restored',
  NEEDS_POSTGRES,
  () => {
    test('is erased there again by whoever comes back first, and stays blocked', async () => {
      const cluster = await ownCluster();
      const { team, mary, bob } = await busyTeam(cluster);
      const backup = await baseBackup(cluster);
      await finished(mary, await erase(mary, true));
      await inStep(team, mary, bob);
      await goBack(team, backup, mary, bob);
      expect(await tracesInDump(team)).not.toEqual([]);
      const back = await computerOf(team, 'bob', { storage: bob.storage });
      await back.connect();
      await inStep(team, back);
      const tom = await computerOf(team, 'tom');
      await tom.connect();
      const marys = await computerOf(team, 'mary', { storage: mary.storage, secrets: mary.secrets });
      await marys.connect();
      await inStep(team, back, tom, marys);
      await inStep(team, back, tom, marys);
      expect(await tracesInDump(team)).toEqual([]);
      for (const each of [back, tom, marys]) {
        const sql = 'SELECT 1 FROM submissions WHERE phone_number = ? OR candidate_name = ?';
        expect(each.sql(sql, VICTIM.phone, VICTIM.name)).toEqual([]);
      }
      expect(await claim(tom)).toBe('do_not_call');
    });

    test('goes from what colleagues wrote about others, whose computers never come back', async () => {
      const cluster = await ownCluster();
      const { team, mary, bob } = await busyTeam(cluster);
      const [other] = bob.sql(`SELECT requests.request_id AS id FROM requests JOIN submissions USING (row)
        WHERE colleague IS NULL AND candidate_name = 'Somebody Else'`);
      const id = String(other?.['id']);
      const marks = {
        addTags: [`friend of ${VICTIM.name}`],
        verdict: 'yes' as const,
        reason: `As ${VICTIM.name}.`,
      };
      await bob.stores.annotations.annotate(WORKSPACE, [id], marks, 1);
      await bob.stores.annotations.setNotes(WORKSPACE, id, `Asked by ${VICTIM.name}`, 1);
      const entry = { id: randomUUID(), phoneNumber: '+12025550188', reason: `${VICTIM.name} knows them.` };
      await bob.stores.doNotCall.add([{ ...entry, addedAt: 5, addedBy: 'bob' }]);
      bob.sync.changed();
      await inStep(team, mary, bob);
      const backup = await baseBackup(cluster);
      const { back, tom } = await erasedAndRestored(team, backup, mary, bob);
      expect(tom.sql("SELECT verdict, note FROM colleague_marks WHERE verdict <> 'none'")).toEqual([
        { verdict: 'yes', note: '[erased]' },
      ]);
      // The computer of whoever wrote it has the rest.
      const bobs = await computerOf(team, 'bob', { storage: bob.storage, secrets: bob.secrets });
      await bobs.connect();
      for (let time = 0; time < 2; time += 1) await inStep(team, back, tom, bobs);
      await expectNothingLeft(team, back, tom, bobs);
      expect(tom.sql("SELECT reason, note FROM colleague_marks WHERE verdict <> 'none'")).toEqual([
        { reason: 'As [erased].', note: 'Asked by [erased]' },
      ]);
    });

    test('leaves what is around their name in texts that the backup has without it', async () => {
      const { team, mary, bob } = await busyTeam();
      const [other] = bob.sql(`SELECT requests.request_id AS id FROM requests JOIN submissions USING (row)
        WHERE colleague IS NULL AND candidate_name = 'Somebody Else'`);
      await bob.stores.annotations.setNotes(WORKSPACE, String(other?.['id']), `Asked by ${VICTIM.name}`, 1);
      bob.sync.changed();
      await inStep(team, mary, bob);
      // Nobody will have the text again.
      await bob.switchOff();
      await finished(mary, await erase(mary));
      await inStep(team, mary);
      await team.cluster.psql(`select ${team.name}.restored()`);
      await mary.reconnect();
      await inStep(team, mary);
      expect(await atTeam(team, "select body ->> 'text' from records where kind = 'note'")).toContain(
        'Asked by [erased]',
      );
      expect(mary.sql("SELECT note FROM colleague_marks WHERE note <> ''")).toEqual([
        { note: 'Asked by [erased]' },
      ]);
    });

    test('is erased there again although a colleague has placed a hold on another one since, who stays', async () => {
      const cluster = await ownCluster();
      const { team, mary, bob } = await busyTeam(cluster);
      const other = '+12025550177';
      const backup = await baseBackup(cluster);
      await finished(mary, await erase(mary));
      await finished(mary, await erase(mary, false, { name: '', phone: other, everywhere: true }));
      await inStep(team, mary, bob);
      await goBack(team, backup, mary, bob);
      const tom = await computerOf(team, 'tom');
      await tom.connect();
      const hold = { reason: 'A claim is open.', at: 1, by: 'tom' };
      await tom.stores.holds.place({ name: '', phoneNumber: other }, hold);
      await inStep(team, tom);
      expect(tom.sql('SELECT 1 FROM submissions WHERE phone_number = ?', other)).not.toEqual([]);
      const back = await computerOf(team, 'mary', { storage: mary.storage, secrets: mary.secrets });
      await back.connect();
      for (let time = 0; time < 2; time += 1) await inStep(team, back, tom);
      await expectNothingLeft(team, back, tom);
      expect(tom.sql('SELECT 1 FROM submissions WHERE phone_number = ?', other)).not.toEqual([]);
    });

    test('leaves who was submitted again after that', async () => {
      const cluster = await ownCluster();
      const { team, mary, bob } = await busyTeam(cluster);
      await finished(mary, await erase(mary));
      await inStep(team, mary, bob);
      const { id } = await addTracked(bob.storage, randomUUID(), {
        ...{ candidateName: 'New Person', phoneNumber: VICTIM.phone },
      });
      bob.sync.changed();
      await inStep(team, mary, bob);
      await inStep(team, mary, bob);
      const backup = await baseBackup(cluster);
      await goBack(team, backup, mary, bob);
      const back = await computerOf(team, 'mary', { storage: mary.storage, secrets: mary.secrets });
      await back.connect();
      await inStep(team, back);
      expect(back.sql('SELECT candidate_name AS name FROM submissions WHERE id = ?', id)).toEqual([
        { name: 'New Person' },
      ]);
    });
  },
);

const ABOUT = /erase|unmention|tombstones|as texts|as found|from claim_log|from records/;

/** Ends an app as the answer to its `nth` statement about an erasure is lost; gives its database as it is on the disk then. */
function killedAt({ database, folder }: Computer, nth: number, isAbout = ABOUT): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const ask = database.queryBeside;
  let asked = 0;
  Object.assign(database, {
    queryBeside: async (text: string, values: readonly unknown[]) => {
      const rows = asked < nth ? await ask(text, values) : [];
      if (isAbout.test(text)) asked += 1;
      if (asked === nth && isAbout.test(text)) {
        const path = join(temporaryFolder(), 'callboard.db');
        for (const end of ['', '-wal']) copyFileSync(join(folder, `callboard.db${end}`), path + end);
        resolve(path);
      }
      if (asked >= nth) throw new TeamError(teamProblem('connection_lost'), { mayHaveRun: true });
      return rows;
    },
  });
  return promise;
}

describe.runIf(hasPostgres)('an app that is killed while it erases for a team', NEEDS_POSTGRES, () => {
  test.each([
    ['mary', 1],
    ['mary', 2],
    ['mary', 3],
    ['mary', 5],
    ['bob', 1],
    ['bob', 2],
    ['bob', 3],
  ])('leaves nothing once it is back, and all of others (%s, statement %d)', async (login, nth) => {
    const { team, mary, bob } = await busyTeam();
    const [other] = bob.sql(`SELECT requests.request_id AS id FROM requests JOIN submissions USING (row)
      WHERE colleague IS NULL AND candidate_name = 'Somebody Else'`);
    await bob.stores.annotations.setNotes(WORKSPACE, String(other?.['id']), `Asked by ${VICTIM.name}`, 1);
    await inStep(team, bob, mary);
    const victim = login === 'mary' ? mary : bob;
    const killed = killedAt(victim, nth);
    await erase(mary);
    const path = await killed;
    await victim.switchOff();
    const storage = { ...(await openTestStorage(path)), path };
    const back = await computerOf(team, login, { storage, secrets: victim.secrets, troubles: 'expected' });
    await back.privacy.start();
    await back.connect();
    const both = login === 'mary' ? ([back, bob] as const) : ([mary, back] as const);
    for (let time = 0; time < 3; time += 1) {
      await inStep(team, ...both);
      for (const { stores } of both)
        await until('the erasures to end', async () => (await stores.erasures.unfinished()).length === 0);
    }
    await expectNothingLeft(team, ...both);
    const notes = "select body ->> 'text' from records where body ->> 'text' like 'Asked%'";
    expect(await atTeam(team, notes)).toContain('Asked by [erased]');
    for (const each of both)
      expect(each.sql("SELECT 1 FROM submissions WHERE candidate_name = 'Somebody Else'")).not.toEqual([]);
  });

  test('leaves whom colleagues submitted again before it was back', async () => {
    const { team, mary, bob } = await busyTeam();
    const killed = killedAt(mary, 1, /select erase/);
    await erase(mary);
    const path = await killed;
    await mary.switchOff();
    await inStep(team, bob);
    await until('the erasure at Bob’s', async () => (await bob.stores.erasures.unfinished()).length === 0);
    const person = { candidateName: 'New Person', phoneNumber: VICTIM.phone };
    const { id } = await addTracked(bob.storage, randomUUID(), { id: randomUUID(), ...person });
    expect(await claim(bob, id)).toBe('granted');
    bob.sync.changed();
    await inStep(team, bob);
    const storage = { ...(await openTestStorage(path)), path };
    const back = await computerOf(team, 'mary', { storage, secrets: mary.secrets });
    await back.privacy.start();
    await back.connect();
    for (let time = 0; time < 3; time += 1) await inStep(team, back, bob);
    await until('the erasure', async () => (await back.stores.erasures.unfinished()).length === 0);
    await inStep(team, back, bob);
    for (const each of [back, bob])
      expect(each.sql('SELECT candidate_name AS name FROM submissions WHERE id = ?', id)).toEqual([
        { name: 'New Person' },
      ]);
    expect(await atTeam(team, 'select submission from claims')).toContain(id);
  });
});
