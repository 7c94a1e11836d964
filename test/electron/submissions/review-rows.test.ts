import { describe, expect, test } from 'vitest';
import { ImportQueue } from '../../../electron/imports/import-queue.ts';
import { zonesOfNumber } from '../../../electron/submissions/calling-hours.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/durations.ts';
import type { HolidayLookup } from '../../../shared/holidays.ts';
import type { JudgedRow, RowsAsked, RowToJudge } from '../../../shared/imports.ts';
import type { Submission } from '../../../shared/submission.ts';
import { defaultRules, type WorkspaceRules } from '../../../shared/workspace-rules.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { sharedStorage } from '../storage/temporary-storage.ts';
import { personActions } from './person-actions.ts';

const shared = sharedStorage();

/** A Wednesday, 13:00 in Berlin. */
const NOW = Date.parse('2026-11-25T12:00:00Z');
const OFFICE_HOURS = { enabled: true, from: '09:00', until: '17:00', weekdays: [1, 2, 3, 4, 5] };
/** Germany, California, and Russia, whose time zones share no hour. */
const NUMBERS = {
  ADA: '+4915112345678',
  BOB: '+4915112345679',
  CLEO: '+14155550123',
  DMITRI: '+79123456789',
};
const { ADA, BOB, CLEO, DMITRI } = NUMBERS;

/** A workspace with these rules, and what its review says about rows; they are numbered as in a file. */
async function aReview(rules: Partial<WorkspaceRules> = {}, holidays?: HolidayLookup) {
  const { storage, workspaceId } = await shared.withWorkspace();
  const base = defaultRules('Europe/Berlin');
  const { hours = base.callingHours, ...others } = { ...rules, hours: rules.callingHours };
  const inForce = { ...base, ...others, callingHours: { ...base.callingHours, ...hours } };
  const { submissions } = storage.stores;
  const person = personActions({
    workspaceId,
    store: submissions,
    settings: () => ({ undoSeconds: 5, duplicateDays: 30 }),
    rules: async () => inForce,
    now: () => NOW,
    ...(holidays && { holidays }),
  });
  const review = async (
    rows: readonly (string | Omit<RowToJudge, 'number'>)[],
    choices: Partial<RowsAsked> = {},
  ) =>
    person.reviewRows({
      ...{ notBefore: null, noticeOn: null, hasNoticeColumn: false, timeZones: [], ...choices },
      rows: rows.map((row, at) => ({
        number: at + 2,
        ...(typeof row === 'string' ? { phoneNumber: row } : row),
      })),
    });
  const earlier = (changes: Partial<Submission>) =>
    submissions.add([sampleSubmission({ workspaceId, createdAt: NOW, updatedAt: NOW, ...changes })]);
  return { review, earlier, storage, workspaceId, person };
}

const told = (phoneNumber: string, noticeOn: string) => ({ phoneNumber, noticeOn });
const wanted = (phoneNumber: string) => ({ phoneNumber, anyway: true as const });
const statesOf = (rows: readonly (JudgedRow | null)[]) => rows.map((row) => row?.state ?? 'ready');
/** Such as `held waits_for_notice 24`, with the hours until then. */
const saidOf = (rows: readonly (JudgedRow | null)[]) =>
  rows.map((row) => {
    const codes = row?.notes.map(({ code }) => code) ?? [];
    const hours = row?.wait && !row.wait.asks ? [(row.wait.until - NOW) / HOUR_MS] : [];
    return [row?.state ?? 'ready', ...codes, ...hours].join(' ');
  });

describe('among rows with one telephone', () => {
  test('the first stays ready, and the others say which it is', async () => {
    const { review } = await aReview();
    const rows = await review([ADA, BOB, ADA]);
    expect(statesOf(rows)).toEqual(['ready', 'ready', 'duplicate']);
    expect(rows[2]?.notes).toEqual([
      { field: null, code: 'phone_twice', values: { first: 2, queued: false } },
    ]);
  });

  test('one that may not be queued does not make another a duplicate', async () => {
    const notice = { asked: true, required: true, days: 0 };
    const { review } = await aReview({ notice });
    const rows = await review([ADA, told(ADA, '2026-11-20')], { hasNoticeColumn: true });
    expect(saidOf(rows)).toEqual(['invalid day_missing', 'ready']);
  });

  test('one in the queue makes the others duplicates, wherever it stands in the file', async () => {
    const { review } = await aReview();
    const rows = await review([ADA, BOB, { phoneNumber: ADA, queued: true }]);
    expect(statesOf(rows)).toEqual(['duplicate', 'ready', 'ready']);
    expect(rows[0]?.notes[0]).toMatchObject({ values: { first: 4, queued: true } });
  });

  test('ten thousand are answered for in seconds', async () => {
    const { review } = await aReview({ tries: { most: 2, withinDays: 30 } });
    const begun = performance.now();
    const rows = await review(Array.from({ length: 10_000 }, () => wanted('+4915112345673')));
    // Generous, as a loaded machine takes several times as long.
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(statesOf(rows.slice(0, 4))).toEqual(['ready', 'ready', 'blocked', 'blocked']);
  });
});

test('a person who was submitted before is a duplicate, and a row further down refers to the row', async () => {
  const { review, earlier } = await aReview();
  await earlier({ phoneNumber: ADA, candidateName: 'A. Lovelace', state: 'accepted', requestId: 'r' });
  const rows = await review([ADA, BOB, ADA]);
  expect(saidOf(rows)).toEqual(['duplicate submitted_before', 'ready', 'duplicate phone_twice']);
  expect(rows[0]?.notes[0]).toMatchObject({ values: { candidateName: 'A. Lovelace', tracked: true } });
  expect(saidOf(await review([wanted(ADA), wanted(BOB)]))).toEqual(['ready submitted_before', 'ready']);
});

test('a number on the do-not-call list is blocked, though a person wants it', async () => {
  const { review, storage } = await aReview();
  // The list is that of all workspaces, as are tries.
  const listed = '+4915112345670';
  const entry = { id: 'e', phoneNumber: listed, reason: 'Asked by e-mail', addedAt: 5000, addedBy: 'ada' };
  await storage.stores.doNotCall.add([entry]);
  const rows = await review([wanted(listed), BOB]);
  expect(saidOf(rows)).toEqual(['blocked on_do_not_call_list', 'ready']);
  expect(rows[0]?.notes[0]).toMatchObject({ values: { reason: 'Asked by e-mail', addedAt: 5000 } });
});

test('a number of a country that may not be called is blocked', async () => {
  const { review } = await aReview({ allowedCountries: ['US'] });
  const rows = await review([ADA, CLEO]);
  expect(saidOf(rows)).toEqual(['blocked country_not_allowed', 'ready']);
  expect(rows[0]?.notes[0]).toMatchObject({ values: { country: 'DE' } });
});

describe('tries of one person', () => {
  const tries = { most: 2, withinDays: 30 };
  const sent = (phoneNumber: string, days: number) => ({
    ...{ phoneNumber, state: 'accepted' as const, requestId: `${phoneNumber} ${days}` },
    ...{ createdAt: NOW - days * DAY_MS, updatedAt: NOW - days * DAY_MS },
  });

  test('that are used up block a row, and so do those of the rows above it', async () => {
    const kim = '+4915112345671';
    const { review, earlier } = await aReview({ tries });
    await earlier(sent(kim, 1));
    expect(saidOf(await review([wanted(kim), wanted(kim), BOB]))).toEqual([
      'ready submitted_before',
      'blocked tries_used_up_in_file',
      'ready',
    ]);
    await earlier(sent(kim, 2));
    expect(saidOf(await review([wanted(kim)]))).toEqual(['blocked tries_used_up']);
  });

  test('are counted by when a row goes: after its notice or at the chosen time one more may be allowed', async () => {
    const lee = '+4915112345672';
    const notice = { asked: true, required: true, days: 7 };
    const { review, earlier } = await aReview({ tries, notice });
    await earlier(sent(lee, 27));
    await earlier(sent(lee, 28));
    const rows = [wanted(lee), wanted(lee), wanted(lee)].map((row) => ({ ...row, noticeOn: '2026-11-25' }));
    expect(statesOf(await review(rows))).toEqual(['held', 'held', 'blocked']);
    const long = rows.map((row) => ({ ...row, noticeOn: '2026-11-10' }));
    expect(statesOf(await review(long))).toEqual(['blocked', 'blocked', 'blocked']);
    expect(statesOf(await review(long, { notBefore: NOW + 2 * DAY_MS }))).toEqual([
      'held',
      'blocked',
      'blocked',
    ]);
  });
});

describe('the day of notice', () => {
  const notice = { asked: true, required: true, days: 7 };
  const rows = [told(ADA, '2026-11-10'), told(BOB, '2026-11-20'), told(CLEO, '2026-11-28'), DMITRI];

  test('holds a row, or is marked where it is still to come or missing', async () => {
    const { review } = await aReview({ notice });
    const said = ['ready', 'held waits_for_notice 44', 'invalid day_to_come'];
    const hasNoticeColumn = true;
    expect(saidOf(await review(rows, { hasNoticeColumn }))).toEqual([...said, 'invalid day_missing']);
    // The one day for all counts only where the row has none.
    expect(saidOf(await review(rows, { hasNoticeColumn, noticeOn: '2026-11-10' }))).toEqual([
      ...said,
      'ready',
    ]);
  });

  test('may be missing where it is not required, and is not looked at where nobody asks for it', async () => {
    const optional = await aReview({ notice: { ...notice, required: false } });
    expect(saidOf(await optional.review([DMITRI], { hasNoticeColumn: true }))).toEqual(['ready']);
    const off = await aReview({ notice: { ...notice, asked: false } });
    expect(statesOf(await off.review(rows, { hasNoticeColumn: true }))).toEqual(Array(4).fill('ready'));
  });

  test('is the business of its field where one day counts for all rows', async () => {
    const { review } = await aReview({ notice });
    expect(statesOf(await review([ADA]))).toEqual(['ready']);
    expect(saidOf(await review([ADA], { noticeOn: '2026-11-20' }))).toEqual(['held waits_for_notice 44']);
    expect(statesOf(await review([ADA], { noticeOn: '2026-11-28' }))).toEqual(['held']);
  });
});

describe('calling hours', () => {
  const callingHours = { ...defaultRules('Europe/Berlin').callingHours, ...OFFICE_HOURS };

  test('hold a row until they begin where its candidate is', async () => {
    const { review } = await aReview({ callingHours });
    const rows = await review([ADA, CLEO]);
    // 4:00 in California.
    expect(saidOf(rows)).toEqual(['ready', 'held goes_out_later 5']);
    expect(rows[1]?.wait).toEqual({ until: NOW + 5 * HOUR_MS, timeZone: 'America/Los_Angeles' });
  });

  test('are looked at for the time chosen for all', async () => {
    const { review } = await aReview({ callingHours });
    const rows = await review([ADA, CLEO], { notBefore: NOW + 6 * HOUR_MS });
    expect(saidOf(rows)).toEqual(['held goes_out_later 20', 'held goes_out_later 6']);
  });

  test('ask for a time zone where those of a number share none, and take the chosen one', async () => {
    const { review } = await aReview({ callingHours });
    const among = zonesOfNumber(DMITRI);
    const [asked] = await review([DMITRI]);
    expect(asked).toMatchObject({ state: 'held', zone: { among, chosen: null }, wait: { asks: true } });
    const choose = (chosen: string) => review([DMITRI], { timeZones: [{ among, chosen }] });
    expect(await choose('Europe/Moscow')).toEqual([
      { state: 'ready', notes: [], zone: { among, chosen: 'Europe/Moscow' } },
    ]);
    const [night] = await choose('Asia/Kamchatka');
    expect(night).toMatchObject({ state: 'held', wait: { timeZone: 'Asia/Kamchatka' } });
  });

  test('tell the holiday that a row waits for, and that holidays are not known', async () => {
    const german = { callingHours: { ...callingHours, holidays: [{ country: 'DE' }] } };
    const on = await aReview(german, (_place, date) => (date === '2026-11-25' ? 'Day of Prayer' : null));
    const [holiday] = await on.review([ADA]);
    expect(holiday?.notes[0]).toMatchObject({ code: 'goes_out_later', values: { holiday: 'Day of Prayer' } });
    const unknown = await aReview(german, () => undefined);
    expect(saidOf(await unknown.review([ADA]))).toEqual([`held holidays_unknown ${1 / 60}`]);
    // Nobody is asked about a future moment before it comes.
    const later = await unknown.review([ADA], { notBefore: NOW + HOUR_MS });
    expect(saidOf(later)).toEqual(['held goes_out_later 1']);
  });
});

test('what a review says of rows is what becomes of them once they are queued', async () => {
  const callingHours = { ...defaultRules('Europe/Berlin').callingHours, ...OFFICE_HOURS };
  const notice = { asked: true, required: true, days: 7 };
  const { review, storage, workspaceId, person } = await aReview({ callingHours, notice });
  const days = { ADA: '2026-11-10', BOB: '2026-11-20', CLEO: '2026-11-10', DMITRI: '2026-11-20' };
  const people = Object.values(NUMBERS).map((number, at) => told(number, Object.values(days)[at] ?? ''));
  const said = await review(people, { hasNoticeColumn: true });
  const importId = crypto.randomUUID();
  const { imports } = storage.stores;
  const file = { id: importId, name: 'list.csv', digest: 'd', headers: ['Name'], rows: 4 };
  await imports.begin(workspaceId, file, NOW);
  const rows = people.map((fields, at) => ({
    ...{ number: at + 2, cells: [] },
    fields: {
      candidateName: `Person ${at}`,
      ...{ ...fields, resumeUrl: 'https://example.com/cv.pdf', questionnaireTemplateId: 'general' },
      jobDescriptionId: '123e4567-e89b-12d3-a456-426614174000',
    },
  }));
  const chunk = { workspaceId, importId, rows, despiteDuplicates: false, together: 4 };
  expect(await new ImportQueue(imports).queue(chunk, person)).toMatchObject({ ok: true });
  const { waiting } = await storage.stores.submissions.outbox(workspaceId);
  const queued = new Map(waiting.map((row) => [row.phoneNumber, row]));
  expect(statesOf(said)).toEqual(['ready', 'held', 'held', 'held']);
  for (const [at, { phoneNumber }] of people.entries()) {
    const { wait } = said[at] ?? {};
    const row = queued.get(phoneNumber);
    if (wait?.asks) expect(row).toMatchObject({ state: 'held', problem: { code: 'time_zone_needed' } });
    else if (wait) expect(row).toMatchObject({ state: 'queued', sendAfter: wait.until });
    else expect(row?.sendAfter).toBeLessThan(NOW + HOUR_MS / 60);
  }
});
