import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { heldReport } from '../../../electron/reports/held-report.ts';
import { heldToJson } from '../../../electron/reports/held-to-json.ts';
import { rightsToCsv } from '../../../electron/reports/rights-to-csv.ts';
import type { PersonSearch } from '../../../shared/privacy.ts';
import type { RightsInput } from '../../../shared/rights.ts';
import { contentOf, restoreInto } from '../backup/archive.ts';
import { type BusyDatabase, busyDatabase, finished } from '../privacy/busy-database.ts';
import { tracesOf } from '../privacy/traces-of.ts';
import { sampleWorkspace } from '../sample-submission.ts';
import { addTracked, temporaryStorage } from '../storage/temporary-storage.ts';

/** Two people of one name in two workspaces, whose numbers differ in the last digit. */
const [ONE, OTHER] = [
  { mark: 'Qalpha', phone: '+4915799887766', workspaceId: 'workspace-1' },
  { mark: 'Qbravo', phone: '+4915799887767', workspaceId: 'workspace-2' },
] as const;
const NAME = 'Xqzyva Müller';

type Entry = RightsInput & { readonly id: string };

function entry(changes: Partial<Entry> = {}): Entry {
  return {
    id: randomUUID(),
    kind: 'access',
    way: 'email',
    state: 'open',
    receivedOn: '2026-11-03',
    dueOn: '2026-12-03',
    closedOn: null,
    name: '',
    phone: '',
    note: '',
    refusal: '',
    submissionId: null,
    erased: false,
    ...changes,
  };
}

/** Each of the two with a request, an entry that names them, one made for their submission, and one that mentions them. */
async function twoPeople(): Promise<BusyDatabase> {
  const busy = await busyDatabase({ requests: 10 });
  const { stores } = busy.storage;
  await stores.workspaces.save(sampleWorkspace({ id: 'workspace-2', baseUrl: 'https://b.example' }), 1000);
  for (const { mark, phone, workspaceId } of [ONE, OTHER]) {
    const submission = await addTracked(busy.storage, `ir_${mark}`, {
      id: randomUUID(),
      workspaceId,
      candidateName: NAME,
      phoneNumber: phone,
      resumeUrl: `https://files.example.com/${mark}.pdf`,
    });
    const national = phone.replace('+49', '0');
    await stores.rights.save(
      entry({ id: `named ${mark}`, name: NAME, phone: national, note: `Note on ${mark}` }),
      1,
    );
    const linked = { submissionId: submission.id, name: 'Candidate 7F3', note: `Linked to ${mark}` };
    await stores.rights.save(entry({ id: `linked ${mark}`, ...linked }), 1);
  }
  const mention = `Asks for what is held on her brother, ${ONE.phone}`;
  await stores.rights.save(entry({ id: 'of a third', name: 'Grace Hopper', note: mention }), 1);
  return busy;
}

async function choiceFor({ privacy }: BusyDatabase, phone: string) {
  const search: PersonSearch = { name: '', phone, everywhere: true };
  const found = await privacy.find(search, null);
  return {
    search,
    submissionIds: found.submissions.map(({ submissionId }) => submissionId),
    importRows: [],
    rightsIds: found.rightsRequests.map(({ id }) => id),
    listedIds: [],
    keepBlocking: false,
  };
}

test('a person’s entries are found by their number in any format and by their submission, nobody else’s', async () => {
  const busy = await twoPeople();
  for (const { mark, phone } of [ONE, OTHER]) {
    const { rightsIds } = await choiceFor(busy, phone);
    expect(rightsIds.toSorted()).toEqual([`linked ${mark}`, `named ${mark}`]);
  }
  const { rightsRequests } = await busy.privacy.find(
    { name: NAME, phone: '', everywhere: false },
    'workspace-1',
  );
  expect(rightsRequests).toHaveLength(4);
});

test('what is held about a person has their entries and nothing of somebody with nearly the same number', async () => {
  const busy = await twoPeople();
  for (const [mine, theirs] of [
    [ONE, OTHER],
    [OTHER, ONE],
  ] as const) {
    const held = await busy.privacy.held(await choiceFor(busy, mine.phone), null);
    for (const file of [heldReport(held, { now: 1, from: null }), heldToJson(held, { now: 1, from: null })]) {
      for (const part of [`Note on ${mine.mark}`, `Linked to ${mine.mark}`]) expect(file).toContain(part);
      expect(file).not.toContain(theirs.mark);
      expect(file).not.toContain('Grace Hopper');
    }
    const others = {
      ...(await choiceFor(busy, mine.phone)),
      rightsIds: [`named ${theirs.mark}`, 'of a third'],
    };
    expect((await busy.privacy.held(others, null)).rightsRequests).toEqual([]);
  }
});

test('an erasure leaves of a person’s entries only what was asked for, when, and how it ended', async () => {
  const busy = await twoPeople();
  const choice = await choiceFor(busy, ONE.phone);
  const before = (await busy.storage.stores.rights.page(false, 100)).entries;
  // The entries of the person’s submission and number go, chosen or not.
  const begun = await busy.privacy.erase({ ...choice, rightsIds: [] }, null);
  if (!begun.ok) throw new Error(begun.error.code);
  expect(await finished(busy, begun.value.id)).toMatchObject({ rightsRequests: 2 });
  const { entries } = await busy.storage.stores.rights.page(false, 100);
  for (const each of before) {
    const after = entries.find(({ id }) => id === each.id);
    if (each.id.endsWith(ONE.mark)) {
      const empty = { name: '', phone: '', note: '', refusal: '', submissionId: null, erased: true };
      expect(after).toEqual({ ...each, ...empty });
    } else if (each.id === 'of a third') {
      expect(after).toEqual({ ...each, note: 'Asks for what is held on her brother, [erased]' });
    } else expect(after).toEqual(each);
  }
  expect(tracesOf(busy.folder, ['Note on Qalpha', 'Linked to Qalpha', '99887766'])).toEqual([]);
});

test('somebody of whom nothing but an entry is held can be erased', async () => {
  const busy = await busyDatabase({ requests: 5 });
  await busy.storage.stores.rights.save(entry({ id: 'only', name: NAME, note: 'kqzwxy' }), 1);
  const search = { name: NAME, phone: '', everywhere: true };
  const choice = {
    search,
    submissionIds: [],
    importRows: [],
    rightsIds: ['only'],
    listedIds: [],
    keepBlocking: false,
  };
  const begun = await busy.privacy.erase(choice, null);
  if (!begun.ok) throw new Error(begun.error.code);
  await finished(busy, begun.value.id);
  expect(tracesOf(busy.folder, ['kqzwxy', 'Xqzyva'])).toEqual([]);
  // It can still be closed, and what the window still had of the person doesn't come back.
  const late = entry({ id: 'only', name: NAME, note: 'kqzwxy', state: 'done', closedOn: '2026-11-20' });
  expect(await busy.storage.stores.rights.save(late, 2)).toMatchObject({ name: '', note: '', state: 'done' });
});

const OPEN = { state: 'open', closedOn: null, refusal: '' } as const;
const DONE = { state: 'done', closedOn: '2026-11-20', refusal: '' } as const;
const REFUSED = { state: 'refused', closedOn: '2026-11-21', refusal: 'Not theirs' } as const;

test('closing an entry, and undoing that, keep what was edited meanwhile', async () => {
  const { stores } = await temporaryStorage();
  const before = entry({ note: 'First' });
  await stores.rights.save(before, 1);
  await stores.rights.save({ ...before, note: 'Second' }, 2);
  expect(await stores.rights.move({ id: before.id, from: OPEN, to: DONE }, 3)).toBe(true);
  const shown = async () => (await stores.rights.page(false, 10)).entries[0];
  expect(await shown()).toMatchObject({ note: 'Second', ...DONE });
  await stores.rights.save({ ...before, ...DONE, note: 'Third' }, 4);
  expect(await stores.rights.move({ id: before.id, from: DONE, to: OPEN }, 5)).toBe(true);
  expect(await shown()).toMatchObject({ note: 'Third', ...OPEN });
});

test('an undo takes back no later change of how an entry stands, and brings no deleted one back', async () => {
  const { stores } = await temporaryStorage();
  const { id } = await stores.rights.save(entry(), 1);
  const undo = { id, from: DONE, to: OPEN };
  await stores.rights.move({ id, from: OPEN, to: DONE }, 2);
  await stores.rights.move({ id, from: DONE, to: REFUSED }, 3);
  expect(await stores.rights.move(undo, 4)).toBe(false);
  expect((await stores.rights.page(false, 10)).entries).toMatchObject([REFUSED]);
  await stores.rights.remove(id);
  expect(await stores.rights.move(undo, 5)).toBe(false);
  expect((await stores.rights.page(false, 10)).all).toBe(0);
});

test('a deleted entry is put back once, and not after somebody was erased', async () => {
  const busy = await busyDatabase({ requests: 5 });
  const { rights } = busy.storage.stores;
  const deleted = entry({ id: 'deleted', name: NAME, note: 'kqzwxy' });
  await rights.save(deleted, 1);
  await rights.remove('deleted');
  expect(await rights.putBack({ entry: deleted, removedAt: Date.now() }, 2)).toBe(true);
  expect(await rights.putBack({ entry: deleted, removedAt: Date.now() }, 3)).toBe(false);
  const removedAt = Date.now();
  await rights.remove('deleted');
  await rights.save(entry({ id: 'only', name: NAME }), 4);
  const search = { name: NAME, phone: '', everywhere: true };
  const nothing = { submissionIds: [], importRows: [], listedIds: [], keepBlocking: false };
  const begun = await busy.privacy.erase({ search, rightsIds: ['only'], ...nothing }, null);
  if (!begun.ok) throw new Error(begun.error.code);
  await finished(busy, begun.value.id);
  expect(await rights.putBack({ entry: deleted, removedAt }, 5)).toBe(false);
  expect(tracesOf(busy.folder, ['kqzwxy', 'Xqzyva'])).toEqual([]);
});

test('the register is in order of due dates, open ones first, and counts what is due', async () => {
  const { stores } = await temporaryStorage();
  for (const [id, dueOn, closedOn] of [
    ['later', '2026-12-20', null],
    ['closed before', '2026-11-01', '2026-11-02'],
    ['overdue', '2026-11-20', null],
    ['closed last', '2026-11-01', '2026-11-09'],
    ['today', '2026-11-23', null],
  ] as const) {
    await stores.rights.save(entry({ id, dueOn, closedOn, state: closedOn === null ? 'open' : 'done' }), 1);
  }
  const all = await stores.rights.page(false, 100);
  expect(all.entries.map(({ id }) => id)).toEqual([
    'overdue',
    'today',
    'later',
    'closed last',
    'closed before',
  ]);
  expect(await stores.rights.page(true, 2)).toMatchObject({ count: 3, open: 3, all: 5 });
  expect((await stores.rights.page(true, 2)).entries.map(({ id }) => id)).toEqual(['overdue', 'today']);
  expect(await stores.rights.countDue('2026-11-23')).toBe(2);
  await stores.rights.remove('overdue');
  expect(await stores.rights.countDue('2026-11-23')).toBe(1);
});

test('a restore brings entries and what another computer changed later, and no data of whom was erased here', async () => {
  const there = await temporaryStorage();
  const { rights } = there.stores;
  for (const id of ['closed there', 'changed here', 'erased here'])
    await rights.save(entry({ id, name: NAME }), 1);
  const before = await contentOf(there.path);
  const done = { state: 'done', closedOn: '2026-11-09', name: NAME } as const;
  for (const id of ['closed there', 'changed here', 'erased here'])
    await rights.save(entry({ id, ...done }), 5);
  const after = await contentOf(there.path);
  const here = await temporaryStorage();
  await restoreInto(here.path, before);
  await here.stores.rights.save(entry({ id: 'changed here', name: NAME, note: 'Here' }), 9);
  await here.stores.rights.save(entry({ id: 'erased here', erased: true }), 2);
  await restoreInto(here.path, after);
  const { entries } = await here.stores.rights.page(false, 100);
  expect(Object.fromEntries(entries.map(({ id, state, name, note }) => [id, [state, name, note]]))).toEqual({
    'closed there': ['done', NAME, ''],
    'changed here': ['open', NAME, 'Here'],
    'erased here': ['open', '', ''],
  });
});

test('the register as CSV has all entries, and runs nothing as a formula', async () => {
  const { stores } = await temporaryStorage();
  await stores.rights.save(entry({ name: '=HYPERLINK("x")', phone: '+49 30 901820', note: 'Two\nlines' }), 1);
  const { entries } = await stores.rights.page(false, 10);
  const [, line] = rightsToCsv(entries).split('\r\n');
  expect(line).toContain("'=HYPERLINK");
  expect(line).toContain('+49 30 901820');
  expect(line).toContain('"Two\nlines"');
});
