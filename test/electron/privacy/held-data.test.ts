import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { HandlerContext } from '../../../electron/ipc/handlers.ts';
import { privacyHandlers } from '../../../electron/ipc/privacy-handlers.ts';
import { heldReport, heldToJson } from '../../../electron/reports/held-report.ts';
import { importProblem, ofRow } from '../../../shared/import-problems.ts';
import type { ErasureChoice } from '../../../shared/privacy.ts';
import { defaultRules } from '../../../shared/workspace-rules.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { answered } from '../storage/answered.ts';
import { addTracked } from '../storage/temporary-storage.ts';
import { type BusyDatabase, busyDatabase, VICTIM } from './busy-database.ts';

const SETTING = { now: Date.parse('2026-06-01T12:00:00Z'), from: null };

/** Two people of one name, whose numbers differ in the last digit; `mark` is in every text about one of them. */
const [ONE, OTHER] = [
  { mark: 'Qalpha', phoneNumber: '+4915799887766' },
  { mark: 'Qbravo', phoneNumber: '+4915799887767' },
] as const;
type Person = typeof ONE | typeof OTHER;

async function addPerson({ storage }: BusyDatabase, { mark, phoneNumber }: Person): Promise<void> {
  const { stores } = storage;
  const requestId = `ir_${mark}`;
  await addTracked(storage, requestId, {
    id: randomUUID(),
    candidateName: 'Maria Müller',
    phoneNumber,
    resumeUrl: `https://files.example.com/${mark}.pdf`,
    consent: { at: 900, wording: `Consent of ${mark}` },
  });
  const call = {
    id: `call-${mark}`,
    timestamp: '2026-05-01T10:00:00Z',
    duration_minutes: 9,
    status: 'NO_ANSWER',
  };
  await answered(storage, requestId, {
    request_id: requestId,
    status: 'COMPLETED',
    screening_calls: [call],
    // Longer than what a report prints of one text.
    assessment_results: { summary: `Answer of ${mark} ${'x'.repeat(30_000)} the end of ${mark}` },
    unknown_field: `Unknown of ${mark}`,
  });
  await stores.annotations.setNotes('workspace-1', requestId, `Notes on ${mark}`, 9000);
  const marks = { addTags: [`Tag of ${mark}`], verdict: 'yes' as const };
  await stores.annotations.annotate('workspace-1', [requestId], marks, 9000);
  await stores.submissions.add([
    sampleSubmission({
      candidateName: 'Maria Müller',
      phoneNumber,
      jobDescriptionId: `job-${mark}`,
      state: 'draft',
    }),
  ]);
  await stores.doNotCall.add([
    { id: randomUUID(), phoneNumber, reason: `Asked by ${mark}`, addedAt: 5000, addedBy: 'ada' },
  ]);
  await stores.holds.place({ name: '', phoneNumber }, { reason: `Held for ${mark}`, at: 5000, by: 'ada' });
  const importId = `import-${mark}`;
  const start = { id: importId, name: `${mark}.csv`, digest: mark, headers: ['name', 'phone'], rows: 1 };
  await stores.imports.begin('workspace-1', start, 9000);
  const missing = ofRow(importProblem('column_not_chosen'));
  await stores.imports.keepProblems('workspace-1', importId, [
    { number: 2, cells: [`Maria Müller ${mark}`, phoneNumber], problems: [missing] },
  ]);
}

/** What the files about this person must have. */
function partsOf(mark: string): string[] {
  return [
    `${mark}.pdf`,
    `Consent of ${mark}`,
    `call-${mark}`,
    `the end of ${mark}`,
    `Unknown of ${mark}`,
    `Notes on ${mark}`,
    `Tag of ${mark}`,
    `job-${mark}`,
    `Asked by ${mark}`,
    `Held for ${mark}`,
    `Maria Müller ${mark}`,
    `${mark}.csv`,
  ];
}

/** All that is found about this person, chosen. */
async function chosen({ privacy }: BusyDatabase, phone: string, chosenBy = phone): Promise<ErasureChoice> {
  const search = { name: '', phone: chosenBy, everywhere: true };
  const { submissions, importRows, ownHolds } = await privacy.find(search, null);
  return {
    search: { ...search, phone },
    submissionIds: submissions.map(({ submissionId }) => submissionId),
    importRows: importRows.map(({ importId, rowNumber }) => ({ importId, rowNumber })),
    listedIds: [],
    holdIds: ownHolds.map(({ id }) => id),
    keepBlocking: false,
  };
}

async function filesAbout(busy: BusyDatabase, phone: string, chosenBy = phone): Promise<string[]> {
  const held = await busy.privacy.held(await chosen(busy, phone, chosenBy), null);
  return [heldReport(held, SETTING), heldToJson(held, SETTING)];
}

/** What the call saves as JSON; empty if the person cancels the dialog for the file. */
async function savedBy(busy: BusyDatabase, choice: ErasureChoice, isCancelled = false): Promise<string> {
  let saved = '';
  const context = {
    inWorkspace: (run: (open: object, input: unknown) => unknown) => (input: unknown) =>
      run({ workspace: { id: 'workspace-1', name: 'Acme' } }, input),
    ...{ privacy: busy.privacy, stores: busy.storage.stores },
    exportFile: async (_what: object, name: string, content: AsyncIterable<string>) => {
      if (isCancelled) return null;
      for await (const part of content) saved += part;
      return name;
    },
  } as unknown as HandlerContext;
  await privacyHandlers(context).saveHeld({ workspaceId: 'workspace-1', format: 'json', ...choice });
  return saved;
}

test('what is held about a person is all of theirs, and nothing of somebody with nearly the same number', async () => {
  const busy = await busyDatabase({ requests: 10 });
  for (const person of [ONE, OTHER]) await addPerson(busy, person);
  for (const [mine, theirs] of [
    [ONE, OTHER],
    [OTHER, ONE],
  ] as const) {
    for (const file of await filesAbout(busy, mine.phoneNumber)) {
      expect(partsOf(mine.mark).filter((part) => !file.includes(part))).toEqual([]);
      expect(file).not.toContain(theirs.mark);
      expect(file).not.toContain(theirs.phoneNumber);
    }
  }
});

test('the files have nothing that the search does not find, whatever was chosen', async () => {
  const busy = await busyDatabase({ requests: 0 });
  for (const person of [ONE, OTHER]) await addPerson(busy, person);
  for (const file of await filesAbout(busy, ONE.phoneNumber, OTHER.phoneNumber)) {
    expect(file).not.toContain(OTHER.mark);
    expect(file).not.toContain('Notes on');
  }
});

test('the JSON has the answer byte by byte, and one that is damaged is named, not left out silently', async () => {
  const busy = await busyDatabase({ requests: 0 });
  await addPerson(busy, ONE);
  const answer = await busy.storage.stores.requests.detail('workspace-1', `ir_${ONE.mark}`);
  const [, json = ''] = await filesAbout(busy, ONE.phoneNumber);
  const about: { submissions: { answer_verbatim: string | null; answer_damaged: boolean }[] } =
    JSON.parse(json);
  expect(about.submissions.map((each) => each.answer_verbatim)).toContain(answer?.rawAnswer);
  const db = new DatabaseSync(busy.storage.path);
  db.exec(`UPDATE answers SET answer = x'00112233'`);
  db.close();
  const [page = '', damaged = ''] = await filesAbout(busy, ONE.phoneNumber);
  expect(damaged).toContain('"answer_damaged": true');
  expect(page).toContain('damaged, and can’t be read');
});

test('markup in a text about a person is shown as text', async () => {
  const busy = await busyDatabase({ requests: 0 });
  await busy.storage.stores.submissions.add([
    sampleSubmission({ candidateName: '<img src=x onerror=alert(1)>', phoneNumber: ONE.phoneNumber }),
  ]);
  const [page = ''] = await filesAbout(busy, ONE.phoneNumber);
  expect(page).toContain('&lt;img src=x');
  expect(page).not.toContain('<img');
});

test('somebody of whom only the do-not-call list knows gets a file, also if it is their name in a reason', async () => {
  const busy = await busyDatabase({ requests: 0 });
  const { doNotCall } = busy.storage.stores;
  const entry = { addedAt: 5000, addedBy: 'ada' };
  await doNotCall.add([
    { id: 'named', phoneNumber: ONE.phoneNumber, reason: 'Maria Qalpha wrote to us', ...entry },
    { id: 'other', phoneNumber: OTHER.phoneNumber, reason: 'Asked by Qbravo', ...entry },
  ]);
  await doNotCall.lift('named', { at: 6000, by: 'ada', reason: 'Qalpha asked for it' });
  const search = { name: 'Maria Qalpha', phone: '', everywhere: true };
  const { listedNumbers } = await busy.privacy.find(search, null);
  const listedIds = listedNumbers.map(({ id }) => id);
  const choice = { search, listedIds, submissionIds: [], importRows: [], keepBlocking: false };
  const saved = await savedBy(busy, choice);
  expect(saved).toContain('Maria Qalpha wrote to us');
  expect(saved).toContain('Qalpha asked for it');
  expect(saved).toContain(ONE.phoneNumber);
  expect(saved).not.toContain('Qbravo');
});

test('a file with covered results leaves a mark for the verdict, once it is saved', async () => {
  const busy = await busyDatabase({ requests: 0 });
  const { stores } = busy.storage;
  await stores.rules.save('workspace-1', {
    ...defaultRules('UTC'),
    verdictFirst: true,
  });
  for (const person of [ONE, OTHER]) await addPerson(busy, person);
  const save = async ({ phoneNumber }: Person, isCancelled: boolean) =>
    savedBy(busy, await chosen(busy, phoneNumber), isCancelled);
  await save(ONE, false);
  await save(OTHER, true);
  const verdict = { verdict: 'no', reason: 'Knows the trade.' } as const;
  await stores.annotations.annotate('workspace-1', ['ir_Qalpha', 'ir_Qbravo'], verdict, 20_000, 'ada');
  const given = async (requestId: string) =>
    (await stores.requests.detail('workspace-1', requestId))?.history.findLast(
      ({ code }) => code === 'verdict_set',
    )?.values;
  expect(await given('ir_Qalpha')).toMatchObject({ seen: true, covered: true });
  expect(await given('ir_Qbravo')).toMatchObject({ seen: false });
});

test('what the databases of teams hold is named, and those that could not be asked', async () => {
  const busy = await busyDatabase({ requests: 1 });
  const held = await busy.privacy.held(await chosen(busy, VICTIM.phone), null);
  const rows = [{ kind: 'claim', person: 'Mary <Miller>', state: 'accepted', at: 5000 }];
  const teams = [
    { workspace: 'Sales', rows },
    { workspace: 'Care', rows: null },
  ];
  const [page, json] = [heldReport({ ...held, teams }, SETTING), heldToJson({ ...held, teams }, SETTING)];
  expect(page).toContain('Claim to the number before a call, accepted');
  expect(page).toContain('Mary &lt;Miller&gt;');
  expect(page).toContain('It couldn’t be asked just now');
  expect(JSON.parse(json)).toMatchObject({
    team_databases: [
      { workspace: 'Sales', asked: true, rows: [{ kind: 'claim', by: 'Mary <Miller>', state: 'accepted' }] },
      { workspace: 'Care', asked: false, rows: [] },
    ],
  });
});
