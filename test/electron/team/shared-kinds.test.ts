import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { explanationText } from '../../../electron/reports/explanation-text.ts';
import { historyWords } from '../../../shared/words/history-words.ts';
import { defaultRules } from '../../../shared/workspace-rules.ts';
import { hasPostgres, NEEDS_POSTGRES, newTeam } from '../../postgres-cluster.ts';
import { addTracked } from '../storage/temporary-storage.ts';
import { computerOf, inStep, WORKSPACE } from './two-computers.ts';

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
