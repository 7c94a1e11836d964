import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { NumberKeys } from '../../../electron/do-not-call/number-keys.ts';
import { explanationText } from '../../../electron/reports/explanation-text.ts';
import { keyedHash } from '../../../electron/team/team-claims.ts';
import { historyWords } from '../../../shared/words/history-words.ts';
import { defaultRules } from '../../../shared/workspace-rules.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam } from '../../postgres-cluster.ts';
import { MemorySecrets } from '../auth/memory-secrets.ts';
import { sampleWorkspace } from '../sample-submission.ts';
import { addTracked, temporaryStorage } from '../storage/temporary-storage.ts';
import { computerOf, inStep, SERVICE, WORKSPACE } from './two-computers.ts';

type Computer = Awaited<ReturnType<typeof computerOf>>;

/** Mary's request, which Bob's computer has, too. */
async function sharedRequest(names: readonly string[] = ['mary', 'bob']) {
  const team = await newTeam();
  const computers: Computer[] = [];
  for (const name of names) computers.push(await computerOf(team, name));
  for (const { connect } of computers) await connect();
  const [mary, bob, third] = computers as [Computer, Computer, ...Computer[]];
  const requestId = randomUUID();
  await addTracked(mary.storage, requestId);
  await inStep(team, ...computers);
  const detail = async ({ stores }: Computer) => {
    const found = await stores.requests.detail(WORKSPACE, requestId);
    if (!found) throw new Error('The request is not here.');
    return found;
  };
  return { team, computers, mary, bob, third, requestId, detail, step: () => inStep(team, ...computers) };
}

describe.runIf(hasPostgres)('what people of a team say of a request', NEEDS_POSTGRES, () => {
  test('a verdict with its reason, time and note is the same on each computer, under the name of who gave it', async () => {
    const { mary, bob, requestId, detail, step } = await sharedRequest();
    const given = { verdict: 'yes', reason: 'Clear answers.' } as const;
    await mary.stores.annotations.annotate(WORKSPACE, [requestId], given, 7000);
    await mary.stores.annotations.setNotes(WORKSPACE, requestId, 'Speaks Esperanto.', 8000);
    await bob.stores.annotations.annotate(WORKSPACE, [requestId], { verdict: 'no' }, 7500);
    await step();
    expect(await detail(bob)).toMatchObject({
      ...{ verdict: 'no', notes: '' },
      colleagueVerdicts: [{ person: 'mary', verdict: 'yes', at: 7000, reason: 'Clear answers.' }],
      colleagueNotes: [{ person: 'mary', text: 'Speaks Esperanto.', at: 8000 }],
    });
    expect(await detail(mary)).toMatchObject({
      ...{ verdict: 'yes', notes: 'Speaks Esperanto.', colleagueNotes: [] },
      colleagueVerdicts: [{ person: 'bob', verdict: 'no', at: 7500, reason: '' }],
    });
  });

  test('a verdict and a note that are taken back are gone everywhere', async () => {
    const { mary, bob, requestId, detail, step } = await sharedRequest();
    await mary.stores.annotations.annotate(WORKSPACE, [requestId], { verdict: 'yes' }, 7000);
    for (const notes of ['One.', 'Two.'])
      await mary.stores.annotations.setNotes(WORKSPACE, requestId, notes, 8000);
    await step();
    expect(await detail(bob)).toMatchObject({ colleagueNotes: [{ text: 'Two.' }] });
    await mary.stores.annotations.annotate(WORKSPACE, [requestId], { verdict: 'none' }, 9000);
    await mary.stores.annotations.setNotes(WORKSPACE, requestId, '', 9000);
    await step();
    expect(await detail(bob)).toMatchObject({ colleagueVerdicts: [], colleagueNotes: [] });
  });

  test('tags are a set of all: each adds and takes off, and the last change of one tag stays', async () => {
    const { mary, bob, requestId, detail, step } = await sharedRequest();
    const tag = ({ stores }: Computer, addTags: string[], removeTags: string[] = []) =>
      stores.annotations.annotate(WORKSPACE, [requestId], { addTags, removeTags }, 7000);
    await tag(mary, ['late', 'Prague']);
    await tag(bob, ['Äpfel']);
    await step();
    for (const each of [mary, bob]) expect((await detail(each)).tags).toEqual(['Äpfel', 'late', 'Prague']);
    await tag(bob, [], ['late']);
    await step();
    await tag(mary, ['late'], ['Prague']);
    await tag(mary, [], ['late']);
    await tag(mary, ['late']);
    await step();
    for (const each of [mary, bob]) expect((await detail(each)).tags).toEqual(['Äpfel', 'late']);
  });

  test('a tag that an erasure takes off, as it names somebody else, is taken off everywhere, and told without its words', async () => {
    const { team, mary, bob, requestId, detail, step } = await sharedRequest();
    await mary.stores.annotations.annotate(
      WORKSPACE,
      [requestId],
      { addTags: ['like Xqzyva', 'late'] },
      7000,
    );
    await step();
    expect((await detail(bob)).tags).toEqual(['late', 'like Xqzyva']);
    mary.write("DELETE FROM request_tags WHERE tag = 'like Xqzyva'");
    mary.keepDigests();
    mary.write("DELETE FROM facets WHERE value = 'like Xqzyva'");
    expect(JSON.stringify(mary.sql('SELECT * FROM team_pending'))).not.toContain('Xqzyva');
    await step();
    for (const each of [mary, bob]) expect((await detail(each)).tags).toEqual(['late']);
    expect(
      await team.cluster.psql(`select string_agg(key || body, '') from ${team.name}.records`),
    ).not.toContain('Xqzyva');
  });

  test('a computer that joins later has them all, whatever was changed last', async () => {
    const { team, mary, bob, requestId, detail, step } = await sharedRequest();
    await mary.stores.annotations.annotate(
      WORKSPACE,
      [requestId],
      { verdict: 'yes', addTags: ['late'] },
      7000,
    );
    await bob.stores.annotations.setNotes(WORKSPACE, requestId, 'Speaks Esperanto.', 8000);
    await step();
    // The request's last change is later than those.
    await mary.stores.requests.find(WORKSPACE, [requestId]);
    mary.write('UPDATE requests SET refreshed_at = 9000 WHERE request_id = ?', requestId);
    await step();
    const tom = await computerOf(team, 'tom');
    await tom.connect();
    await inStep(team, mary, bob, tom);
    expect(await detail(tom)).toMatchObject({
      ...{ verdict: 'none', notes: '', tags: ['late'] },
      colleagueVerdicts: [{ person: 'mary', verdict: 'yes' }],
      colleagueNotes: [{ person: 'bob', text: 'Speaks Esperanto.' }],
    });
  });

  test('what one says on one computer is one’s own on another with the same login', async () => {
    const { team, mary, requestId, detail, step } = await sharedRequest();
    const given = { verdict: 'maybe', reason: 'Unsure.' } as const;
    await mary.stores.annotations.annotate(WORKSPACE, [requestId], given, 7000);
    await mary.stores.annotations.setNotes(WORKSPACE, requestId, 'Own words.', 8000);
    await step();
    const laptop = await computerOf(team, 'mary');
    await laptop.connect();
    await inStep(team, mary, laptop);
    expect(await detail(laptop)).toMatchObject({
      ...{ verdict: 'maybe', notes: 'Own words.', colleagueVerdicts: [], colleagueNotes: [], by: null },
    });
    expect(laptop.sql('SELECT verdict, at FROM first_verdicts')).toEqual([{ verdict: 'maybe', at: 7000 }]);
  });

  test("a colleague's events carry their name; their verdict and its reason come after one's own where it comes first", async () => {
    const { mary, bob, requestId, detail, step } = await sharedRequest();
    const rules = { ...defaultRules('Europe/Berlin'), verdictFirst: true };
    await bob.stores.rules.save(WORKSPACE, rules);
    const given = { verdict: 'yes', reason: 'Clear answers.' } as const;
    await mary.stores.annotations.annotate(WORKSPACE, [requestId], given, 7000);
    await mary.stores.annotations.setNotes(WORKSPACE, requestId, 'Speaks Esperanto.', 8000);
    await step();
    const words = async () => (await detail(bob)).history.map((event) => historyWords(event).heading);
    expect(await words()).toContain('mary wrote notes');
    const covered = JSON.stringify(await detail(bob));
    expect(covered).not.toMatch(/Clear answers|Esperanto|verdict: yes/);
    const other = { verdict: 'no', reason: 'Too junior.' } as const;
    await bob.stores.annotations.annotate(WORKSPACE, [requestId], other, 9000);
    expect(await words()).toContain('mary set the verdict: yes, with the results out of view');
    expect(JSON.stringify(await detail(bob))).toMatch(/Clear answers.*Esperanto/);
    const draft = await bob.stores.decisions.of((await detail(bob)).submissionId);
    if (!draft || draft === 'covered') throw new Error('Nothing is recorded.');
    const text = explanationText(draft, { now: 1 });
    expect(text).toMatch(/by mary: Verdict “Yes”.*Clear answers/);
    expect(text).toMatch(/Verdict “No”.*Too junior/);
  });

  test('what one did stays theirs where a colleague who was off the network tells of the same request first', async () => {
    const { team, mary, bob, third: tom, requestId, detail } = await sharedRequest(['mary', 'bob', 'tom']);
    if (!tom) throw new Error('Tom is missing.');
    await tom.switchOff();
    await bob.stores.annotations.annotate(WORKSPACE, [requestId], { verdict: 'yes', reason: 'Clear.' }, 7000);
    await inStep(team, mary, bob);
    await bob.switchOff();
    await tom.stores.annotations.setNotes(WORKSPACE, requestId, 'Speaks Esperanto.', 8000);
    const back = await computerOf(team, 'tom', { storage: tom.storage });
    await back.connect();
    await inStep(team, mary, back);
    const anna = await computerOf(team, 'anna');
    await anna.connect();
    await inStep(team, mary, back, anna);
    for (const each of [mary, back, anna]) {
      const events = (await detail(each)).history.map(({ code, by }) => ({ code, by }));
      expect(events.filter(({ code }) => code === 'verdict_set')).toEqual([
        { code: 'verdict_set', by: 'bob' },
      ]);
      expect(events[0]).toMatchObject({ code: 'notes_written' });
    }
  });

  test('what is stored from the team is not sent back', async () => {
    const { team, mary, bob, requestId, step } = await sharedRequest();
    await mary.stores.annotations.annotate(
      WORKSPACE,
      [requestId],
      { verdict: 'yes', addTags: ['late'] },
      7000,
    );
    await mary.stores.annotations.setNotes(WORKSPACE, requestId, 'Note.', 8000);
    await step();
    const last = () => team.cluster.psql(`select last_change from ${team.name}.team`);
    const before = await last();
    await step();
    expect(await last()).toBe(before);
    expect(bob.sql('SELECT * FROM team_pending')).toEqual([]);
  });
});

describe.runIf(hasPostgres)('the lists of a team', NEEDS_POSTGRES, () => {
  const NUMBER = '+12025550143';
  const entry = (changes: object = {}) => ({
    ...{
      id: randomUUID(),
      phoneNumber: NUMBER,
      reason: 'Asked not to be called.',
      addedAt: 5000,
      addedBy: 'account',
    },
    ...changes,
  });
  const forbidden = async ({ stores }: Computer, phoneNumber = NUMBER) =>
    (await stores.submissions.forbidding([phoneNumber]))[0];

  test('a number that one forbids is forbidden on each computer and in the claim, under the name of who added it', async () => {
    const { team, mary, bob, step } = await sharedRequest();
    await mary.stores.doNotCall.add([entry()]);
    await step();
    expect(await forbidden(bob)).toMatchObject({ source: 'person', reason: 'Asked not to be called.' });
    const { entries } = await bob.stores.doNotCall.page('', 0);
    expect(entries).toMatchObject([{ phoneNumber: NUMBER, addedBy: 'mary', addedAt: 5000, lifted: null }]);
    expect(bob.told.lists).toContain('do_not_call');
    const hashed =
      await team.cluster.psql(`select count(*) from ${team.name}.do_not_call d, ${team.name}.team t
      where d.hash = decode('${keyedHash(await hashKeyOf(mary), NUMBER).toString('hex')}', 'hex')`);
    expect(hashed).toBe('1');
  });

  test("lifting one's own entry leaves a colleague's in force, and lifting theirs is told everybody", async () => {
    const { mary, bob, step } = await sharedRequest();
    await mary.stores.doNotCall.add([entry()]);
    await step();
    const own = entry({ reason: 'Told us, too.' });
    expect(await bob.stores.doNotCall.add([own])).toBe(1);
    await step();
    const lifted = { at: 6000, by: 'account', reason: 'A mistake.' };
    expect(await bob.stores.doNotCall.lift(own.id, lifted)).toBe(true);
    await step();
    for (const each of [mary, bob])
      expect(await forbidden(each)).toMatchObject({ reason: 'Asked not to be called.' });
    const [marys] = (await bob.stores.doNotCall.page('Asked', 0)).entries;
    expect(await bob.stores.doNotCall.lift(marys?.id ?? '', lifted)).toBe(true);
    await step();
    for (const each of [mary, bob]) expect(await forbidden(each)).toBeNull();
    expect((await mary.stores.doNotCall.page('Asked', 0)).entries).toMatchObject([
      { lifted: { by: 'bob', reason: 'A mistake.' } },
    ]);
  });

  test('an entry that two lift at once is lifted by the first who told the team, on both computers', async () => {
    const { team, mary, bob, step } = await sharedRequest();
    const listed = entry();
    await mary.stores.doNotCall.add([listed]);
    await step();
    await bob.switchOff();
    const lifted = { at: 6000, by: 'account', reason: 'Of Bob.' };
    await bob.stores.doNotCall.lift(listed.id, lifted);
    await mary.stores.doNotCall.lift(listed.id, { ...lifted, reason: 'Of Mary.' });
    await inStep(team, mary);
    const again = await computerOf(team, 'bob', { storage: bob.storage, secrets: bob.secrets });
    await again.connect();
    await inStep(team, mary, again);
    for (const { stores } of [mary, again])
      expect((await stores.doNotCall.page('', 0)).entries).toMatchObject([
        { lifted: { by: 'mary', reason: 'Of Mary.' } },
      ]);
  });

  test('is the team’s again on a computer that left it and joined again, which can tell and lift it', async () => {
    const { team, mary, bob, step } = await sharedRequest();
    await mary.stores.doNotCall.add([entry(), entry({ phoneNumber: '+12025550144', reason: 'Moved.' })]);
    await step();
    await bob.switchOff();
    await bob.stores.teams.remove(WORKSPACE);
    const again = await computerOf(team, 'bob', { storage: bob.storage, secrets: bob.secrets });
    await again.connect();
    await inStep(team, mary, again);
    await mary.switchOff();
    await team.cluster.psql(`delete from ${team.name}.do_not_call; select ${team.name}.restored()`);
    await again.reconnect();
    const [moved] = (await again.stores.doNotCall.page('Moved', 0)).entries;
    await again.stores.doNotCall.lift(moved?.id ?? '', { at: 6000, by: 'account', reason: 'A mistake.' });
    await inStep(team, again);
    expect(
      await team.cluster.psql(
        `select number, lifted_reason from ${team.name}.do_not_call order by lifted_at nulls first`,
      ),
    ).toBe(`${NUMBER}|\n+12025550144|A mistake.`);
  });

  test('is told whatever its reason is made of', async () => {
    const { mary, bob, step } = await sharedRequest();
    await mary.stores.doNotCall.add([entry({ reason: 'Asked\0us.' })]);
    await step();
    expect(await forbidden(bob)).toMatchObject({ reason: 'Asked\uFFFDus.' });
  });

  test('a number that the team erased stays forbidden by its hash, also on a computer that joins later', async () => {
    const { team, mary, bob, step } = await sharedRequest();
    await mary.stores.doNotCall.add([entry()]);
    await step();
    await mary.database.query('select erase($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9)', [
      (await mary.stores.teams.place(WORKSPACE))?.computerId,
      ...[SERVICE, [NUMBER], [NUMBER], '[]', 'request', [NUMBER], [], []],
    ]);
    const tom = await computerOf(team, 'tom');
    await tom.connect();
    await inStep(team, bob, tom);
    for (const each of [bob, tom]) {
      expect(await forbidden(each)).toMatchObject({ source: 'person', reason: '' });
      expect(await forbidden(each, '+12025550144')).toBeNull();
      expect(JSON.stringify(each.sql('SELECT number, reason FROM do_not_call'))).not.toContain(NUMBER);
    }
    await tom.stores.teams.remove(WORKSPACE);
    expect(await forbidden(tom)).toBeNull();
  });

  test('a number of somebody who was erased before one joined is told once it is entered anew', async () => {
    const [team, storage, secrets] = [await newTeam(), await temporaryStorage(), new MemorySecrets()];
    const { doNotCall, erasures } = storage.stores;
    const ports = { onKeys: () => undefined, onTrouble: () => undefined };
    const keyId = (await new NumberKeys({ store: doNotCall, secrets, ...ports }).current()) ?? null;
    const search = { name: '', phone: NUMBER, everywhere: true };
    const choice = { search, submissionIds: [], importRows: [], listedIds: [], keepBlocking: true };
    await erasures.begin(randomUUID(), choice, null, 6000, { keyId, keep: true, by: 'mary' });
    const mary = await computerOf(team, 'mary', { storage, secrets });
    const bob = await computerOf(team, 'bob');
    for (const each of [mary, bob]) await each.connect();
    await inStep(team, mary, bob);
    expect(await forbidden(mary)).toMatchObject({ reason: '' });
    expect(await forbidden(bob)).toBeNull();
    expect(await doNotCall.add([entry()])).toBe(1);
    await inStep(team, mary, bob);
    expect(await forbidden(bob)).toMatchObject({ reason: 'Asked not to be called.' });
  });

  test('stays in force, and the team’s, where one of two workspaces of a computer leaves', async () => {
    const { team, mary, bob, step } = await sharedRequest();
    await mary.stores.doNotCall.add([entry(), entry({ phoneNumber: '+12025550144', reason: 'Moved.' })]);
    await step();
    // Mary's request is already the other workspace's, unless it is erased first.
    const second = { workspaceId: 'workspace-2', beside: bob, troubles: 'expected' } as const;
    await bob.stores.workspaces.save(sampleWorkspace({ id: second.workspaceId, name: 'Second' }), 1000);
    const twin = await computerOf(team, 'bob', second);
    await twin.connect();
    await mary.database.query('select erase($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9)', [
      (await mary.stores.teams.place(WORKSPACE))?.computerId,
      ...[SERVICE, [NUMBER], [NUMBER], '[]', 'request', [NUMBER], [], []],
    ]);
    for (let time = 0; time < 2; time += 1) await inStep(team, mary, bob, twin);
    await bob.sync.stop();
    await bob.stores.teams.remove(WORKSPACE);
    expect(await forbidden(bob)).toMatchObject({ reason: '' });
    const [moved] = (await bob.stores.doNotCall.page('Moved', 0)).entries;
    const lifted = { at: 6000, by: 'account', reason: 'A mistake.' };
    expect(await bob.stores.doNotCall.lift(moved?.id ?? '', lifted)).toBe(true);
    await inStep(team, twin, mary);
    expect(await forbidden(mary, '+12025550144')).toBeNull();
  });

  test("what came from one team is told no other, and the policy's list none", async () => {
    const { mary, bob, step } = await sharedRequest();
    await mary.stores.doNotCall.add([entry()]);
    await mary.stores.holds.place(
      { name: 'Ada', phoneNumber: NUMBER },
      { reason: 'A claim.', at: 5000, by: 'account' },
    );
    await step();
    bob.write(
      "INSERT INTO workspaces SELECT 'other', name, kind, base_url, auth_url, issuer, client_id, redirect_uri, created_at, NULL FROM workspaces",
    );
    bob.write(
      "INSERT INTO teams (workspace_id, connection, computer_id, joined_at) VALUES ('other', '{}', 'c2', 1)",
    );
    const [marys] = (await bob.stores.doNotCall.page('', 0)).entries;
    await bob.stores.doNotCall.lift(marys?.id ?? '', { at: 6000, by: 'account', reason: 'A mistake.' });
    expect(bob.sql("SELECT kind FROM team_pending WHERE workspace_id = 'other'")).toEqual([]);
    await bob.stores.doNotCall.add([entry({ phoneNumber: '+12025550144' })]);
    expect(bob.sql("SELECT kind FROM team_pending WHERE workspace_id = 'other'")).toEqual([
      { kind: 'do_not_call' },
    ]);
    await bob.stores.doNotCall.beginPolicyList('list');
    await bob.stores.doNotCall.addPolicyEntries('list', [entry({ phoneNumber: '+12025550145' })], 7000);
    expect(bob.sql('SELECT key FROM team_pending')).toHaveLength(3);
  });

  test('a hold that one places holds for the team, with who placed it, until somebody releases it', async () => {
    const { mary, bob, step } = await sharedRequest();
    const hold = { reason: 'A claim.', at: 5000, by: 'account' };
    await mary.stores.holds.place({ name: 'Ada Lovelace', phoneNumber: NUMBER }, hold);
    await step();
    const { holds } = await bob.stores.holds.page(0);
    expect(holds).toMatchObject([
      { name: 'Ada Lovelace', phoneNumber: NUMBER, reason: 'A claim.', placedAt: 5000, placedBy: 'mary' },
    ]);
    await bob.stores.holds.release(holds[0]?.id ?? '', 6000);
    await step();
    for (const each of [mary, bob]) expect((await each.stores.holds.page(0)).count).toBe(0);
  });

  test('of two holds that colleagues placed on one telephone off the network, each holds until it is released itself', async () => {
    const { team, mary, bob, step } = await sharedRequest();
    const phones = ['+525512345678', '+5215512345678'];
    for (const [index, each] of [mary, bob].entries()) {
      const hold = { reason: `A claim of ${index}.`, at: 5000 + index, by: 'account' };
      await each.stores.holds.place({ name: 'Ada', phoneNumber: phones[index] ?? '' }, hold);
    }
    await step();
    const reasons = async ({ stores }: Computer) =>
      (await stores.holds.page(0)).holds.map(({ reason }) => reason);
    const both = ['A claim of 1.', 'A claim of 0.'];
    for (const each of [mary, bob]) expect(await reasons(each)).toEqual(both);
    const tom = await computerOf(team, 'tom');
    await tom.connect();
    await inStep(team, mary, bob, tom);
    expect(await reasons(tom)).toEqual(both);
    const [{ id } = { id: '' }] = (await tom.stores.holds.page(0)).holds;
    await tom.stores.holds.release(id, 6000);
    await inStep(team, mary, bob, tom);
    for (const each of [mary, bob, tom]) expect(await reasons(each)).toEqual(['A claim of 0.']);
    const released = `select body, person from ${team.name}.records where kind = 'hold' and removed`;
    expect(await team.cluster.psql(released)).toBe('{}|tom');
  });

  test('one may hold a person whom a colleague holds, so that releasing theirs leaves one’s own', async () => {
    const { mary, bob, step } = await sharedRequest();
    const ada = { name: 'Ada Lovelace', phoneNumber: NUMBER };
    await mary.stores.holds.place(ada, { reason: 'Hers.', at: 5000, by: 'account' });
    await step();
    const his = { reason: 'His.', at: 5001, by: 'account' };
    expect(await bob.stores.holds.place(ada, his)).toBe(true);
    expect(await bob.stores.holds.place(ada, his)).toBe(false);
    await step();
    const hers = (await mary.stores.holds.page(0)).holds.find(({ reason }) => reason === 'Hers.');
    await mary.stores.holds.release(hers?.id ?? '', 6000);
    await step();
    for (const each of [mary, bob])
      expect((await each.stores.holds.page(0)).holds).toMatchObject([{ reason: 'His.' }]);
  });

  test('a hold that stayed when one left the team is released for it once one has joined again', async () => {
    const { team, mary, bob, step } = await sharedRequest();
    await mary.stores.holds.place(
      { name: 'Ada', phoneNumber: NUMBER },
      { reason: 'A claim.', at: 5000, by: 'account' },
    );
    await step();
    await bob.switchOff();
    await bob.stores.teams.remove(WORKSPACE);
    const back = await computerOf(team, 'bob', { storage: bob.storage, secrets: bob.secrets });
    await back.connect();
    await inStep(team, mary, back);
    const [hold] = (await back.stores.holds.page(0)).holds;
    await back.stores.holds.release(hold?.id ?? '', 6000);
    await inStep(team, mary, back);
    expect((await mary.stores.holds.page(0)).count).toBe(0);
  });

  test('a hold that one releases leaves the one that a colleague placed on the same number meanwhile', async () => {
    const { mary, bob, step } = await sharedRequest();
    const ada = { name: 'Ada', phoneNumber: NUMBER };
    await mary.stores.holds.place(ada, { reason: 'Hers.', at: 5000, by: 'account' });
    await bob.stores.holds.place(ada, { reason: 'His.', at: 5001, by: 'account' });
    const [hers] = (await mary.stores.holds.page(0)).holds;
    await mary.stores.holds.release(hers?.id ?? '', 6000);
    await step();
    for (const each of [mary, bob])
      expect((await each.stores.holds.page(0)).holds).toMatchObject([{ reason: 'His.' }]);
  });

  test('a name in the Library and what results mean are the same for the team, and the later change wins', async () => {
    const { mary, bob, step } = await sharedRequest();
    const scale = { smallest: 0, largest: 10, better: 'higher' } as const;
    const score = { ...scale, path: '/score', label: 'Score', headline: true, cover: 'covered' } as const;
    const key = { kind: 'questionnaire', serviceId: 'general-v1' } as const;
    await mary.stores.library.save(WORKSPACE, { ...key, name: 'General', note: 'For all.', fields: [score] });
    await step();
    const [label] = await bob.stores.library.list(WORKSPACE, 'questionnaire');
    expect(label).toMatchObject({ ...key, name: 'General', note: 'For all.', fields: [score] });
    expect((await bob.stores.pins.list(WORKSPACE)).map(({ path }) => path)).toEqual(['/score']);
    await bob.stores.library.save(WORKSPACE, { ...key, name: 'First round', note: '' });
    await step();
    expect(await mary.stores.library.list(WORKSPACE, 'questionnaire')).toMatchObject([
      { name: 'First round', note: '' },
    ]);
    await mary.stores.library.remove(WORKSPACE, key.kind, key.serviceId);
    await step();
    expect(await bob.stores.library.list(WORKSPACE, 'questionnaire')).toEqual([]);
  });
});

async function hashKeyOf({ stores }: Computer): Promise<Uint8Array> {
  const key = (await stores.teams.place(WORKSPACE))?.hashKey;
  if (!key) throw new Error('The team has no key yet.');
  return key;
}
