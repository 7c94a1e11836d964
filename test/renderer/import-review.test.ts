import { describe, expect, test } from 'vitest';
import {
  type CheckOptions,
  checkRows,
  createFieldChecker,
  libraryNames,
} from '../../renderer/features/import/check-rows.ts';
import {
  countKinds,
  countStates,
  type ReviewContext,
  readyRows,
  summaryOf,
} from '../../renderer/features/import/classify-rows.ts';
import { columnsToRemember, headerKey } from '../../renderer/features/import/file-mapping.ts';
import { cellsByNumber, headersToKeep } from '../../renderer/features/import/import-session.ts';
import {
  openImport,
  type RecalledImport,
  withAnyway,
  withChecked,
  withChosen,
  withCorrection,
  withEnd,
  withExcluded,
  withJob,
  withMapping,
  withReading,
  withRun,
  withUndo,
} from '../../renderer/features/import/import-state.ts';
import { matchHeaders } from '../../renderer/features/import/match-headers.ts';
import { openText } from '../../renderer/features/import/open-source.ts';
import { headersOf, type ImportSource } from '../../renderer/features/import/source-rows.ts';
import { importProblem, ofRow, type RowProblem } from '../../shared/import-problems.ts';
import type { ImportMemory, JudgedRow } from '../../shared/imports.ts';
import { formatPhoneNumber } from '../../shared/phone-number.ts';
import type { SubmissionFields } from '../../shared/submission.ts';
import { classified, notesOf } from './reviewed-file.ts';

const JOB = '123e4567-e89b-12d3-a456-426614174000';
const HEADERS = 'Name;Phone;CV;Job;Questionnaire';
const NOTHING_KNOWN: ImportMemory = { columns: null, country: null, before: null };

const line = (name: string, phone: string) => `${name};${phone};https://cv.example/1;${JOB};general`;
const ADA = line('Ada', '+49 1511 2345678');
const BOB = line('Bob', '+49 1511 2345679');

function sourceOf(...lines: string[]): ImportSource {
  const file = openText('list.csv', [HEADERS, ...lines].join('\n'));
  if (!file.ok) throw new Error(file.error.code);
  return file.value.source;
}

const check = (source: ImportSource, options: Partial<CheckOptions> = {}, only?: ReadonlySet<number>) => [
  ...checkRows(
    source,
    {
      mapping: matchHeaders(headersOf(source)),
      corrections: new Map(),
      chosen: new Map(),
      check: createFieldChecker(),
      lookUp: libraryNames([]),
      ...options,
    },
    only,
  ),
];

const review = (source: ImportSource, given: Partial<ReviewContext> = {}, options?: Partial<CheckOptions>) =>
  classified(check(source, options), given);

const fieldsOf = (row: string, options?: Partial<CheckOptions>): SubmissionFields => {
  const [ready] = readyRows(review(sourceOf(row), {}, options));
  if (!ready) throw new Error('Not ready');
  return ready.fields;
};

const phoneOf = (phone: string, reading: 'DE' | 'US' | '+' | null = null) =>
  review(sourceOf(line('Ada', phone)), {}, { check: createFieldChecker(reading) })[0];

describe('a row', () => {
  test('that New request would accept is ready, with its number normalised', () => {
    expect(fieldsOf(ADA)).toEqual({
      candidateName: 'Ada',
      phoneNumber: '+4915112345678',
      resumeUrl: 'https://cv.example/1',
      jobDescriptionId: JOB,
      questionnaireTemplateId: 'general',
      noticeOn: null,
    });
  });

  test('lists each invalid field in the words of New request', () => {
    const [row] = review(sourceOf(`;0151 1234567;cv.pdf;${JOB};general`));
    expect(row).toMatchObject({ number: 2, state: 'invalid', fields: null });
    expect(notesOf(row)).toEqual([
      "Candidate name: Enter the candidate's name.",
      'Phone number: Start with the country code, for example +49 or +1.',
      'Resume link: Enter a full link that starts with https:// or http://',
    ]);
    expect(row?.kinds).toEqual(['Candidate name', 'Phone number', 'Resume link']);
  });

  test.each([
    ['more cells than columns', `${ADA};left over`, 'more cells'],
    ['an unclosed quotation mark', `"${ADA}`, 'quotation mark'],
    ['lost letters', line('Jos\uFFFD', '+49 1511 2345678'), 'has lost letters'],
    ['a name of signs', line('-', '+49 1511 2345678'), 'no letter'],
    ['two links', ADA.replace('https://cv.example/1', 'https://a.example https://b.example'), 'two links'],
  ])('with %s is invalid', (_what, text, words) => {
    const [row] = review(sourceOf(text));
    expect(row?.state).toBe('invalid');
    expect(notesOf(row).join()).toContain(words);
  });

  test('may have fewer cells than columns', () => {
    const mapping = {
      ...matchHeaders(HEADERS.split(';')),
      jobDescriptionId: { from: 'constant', value: JOB },
      questionnaireTemplateId: { from: 'constant', value: 'general' },
      noticeOn: { from: 'nowhere' },
    } as const;
    expect(fieldsOf('Ada;+49 1511 2345678;https://cv.example/1', { mapping }).candidateName).toBe('Ada');
  });

  test('with UTF-8 read as Windows-1252 is repaired and says so; other text stays unchanged', () => {
    const [row] = review(sourceOf(line('JosÃ© MÃ¼ller', '+49 1511 2345678')));
    expect(row).toMatchObject({ state: 'ready', fields: { candidateName: 'José Müller' } });
    expect(notesOf(row).join()).toContain('JosÃ©');
    expect(review(sourceOf(line('Âne Ãlvaro', '+49 1511 2345678')))[0]?.values.candidateName).toBe(
      'Âne Ãlvaro',
    );
  });

  test('joins a name from two columns and uses the target of a link', () => {
    const base = sourceOf('Lovelace;Ada;+49 1511 2345678;CV');
    const source = {
      ...base,
      rows: base.rows.map((row) =>
        row.number === 2 ? { ...row, links: { 3: 'https://cv.example/ada' } } : row,
      ),
    };
    const mapping = {
      candidateName: { from: 'columns', columns: [1, 0] },
      phoneNumber: { from: 'columns', columns: [2] },
      resumeUrl: { from: 'columns', columns: [3] },
      jobDescriptionId: { from: 'constant', value: JOB },
      questionnaireTemplateId: { from: 'constant', value: 'general' },
      noticeOn: { from: 'nowhere' },
    } as const;
    expect(review(source, {}, { mapping })[0]?.fields).toMatchObject({
      candidateName: 'Ada Lovelace',
      resumeUrl: 'https://cv.example/ada',
    });
  });

  test('has its name on one line, and its digits taken out of a formula', () => {
    const fields = fieldsOf(`"Ada\n  Lovelace";"=""+4915112345678""";https://cv.example/1;${JOB};general`);
    expect(fields).toMatchObject({ candidateName: 'Ada Lovelace', phoneNumber: '+4915112345678' });
  });

  test('uses the second phone column where the first is empty, and saves a correction in the first', () => {
    const file = openText(
      'list.csv',
      ['Name;Telefon;Mobil;CV;Job;Questionnaire', `Ada;+49 30 1234567; ;https://cv.example/1;${JOB};q`].join(
        '\n',
      ),
    );
    if (!file.ok) throw new Error(file.error.code);
    const phoneNumber = { from: 'columns', columns: [2, 1] } as const;
    const mapping = { ...matchHeaders(headersOf(file.value.source)), phoneNumber };
    expect(review(file.value.source, {}, { mapping })[0]?.fields?.phoneNumber).toBe('+49301234567');
    const opened = openImport({ ...file.value.source, digest: '' }, NOTHING_KNOWN, 'a');
    const open = withMapping(opened, mapping);
    const cells = cellsByNumber(withCorrection(open, 2, 'phoneNumber', '+49 30 7654321'))(2);
    expect(cells.slice(0, 3)).toEqual(['Ada', '+49 30 1234567', '+49 30 7654321']);
  });

  test('is saved with the corrected name in its first column, and with the target of a link', () => {
    const file = openText('list.csv', 'Name;Vorname;Phone;CV\nLovelace;A.;1;open');
    if (!file.ok) throw new Error(file.error.code);
    const rows = file.value.source.rows.map((row) => ({ ...row, links: { 3: 'https://cv.example/ada' } }));
    const source = { ...file.value.source, rows, digest: '' };
    const open = withCorrection(openImport(source, NOTHING_KNOWN, 'a'), 2, 'candidateName', 'Ada Lovelace');
    const { mapping, edits } = open;
    const checked = check(source, { mapping, corrections: edits.corrections });
    expect(cellsByNumber(withChecked(open, checked, true))(2)).toEqual([
      '',
      'Ada Lovelace',
      '1',
      'https://cv.example/ada',
    ]);
  });

  test('of a file without column names is saved with names that are recognised again', () => {
    const file = openText('list.csv', `1;Ada Lovelace;+49 1511 2345678;https://cv.example/1`);
    if (!file.ok) throw new Error(file.error.code);
    const open = openImport({ ...file.value.source, digest: '' }, NOTHING_KNOWN, 'a');
    const headers = headersToKeep(open);
    expect(headers).toEqual(['', 'Candidate name', 'Phone number', 'Resume link']);
    expect(matchHeaders(headers).phoneNumber).toEqual(open.mapping.phoneNumber);
  });

  test('may give a job by its Library name, unless two current jobs share the name', () => {
    const entry = {
      kind: 'job_description',
      name: 'Engineer',
      note: '',
      lastUsedAt: null,
      defaultQuestionnaireId: null,
      archived: false,
      fields: [],
    } as const;
    const source = sourceOf(ADA.replace(JOB, 'engineer'));
    const once = libraryNames([{ ...entry, serviceId: JOB }]);
    const twice = libraryNames([
      { ...entry, serviceId: JOB },
      { ...entry, serviceId: JOB.replace('1', '2') },
    ]);
    expect(review(source, {}, { lookUp: once })[0]?.fields?.jobDescriptionId).toBe(JOB);
    expect(review(source, {}, { lookUp: twice })[0]?.state).toBe('invalid');
    const [old, now] = [
      { ...entry, serviceId: 'x', archived: true },
      { ...entry, serviceId: JOB },
    ];
    const current = libraryNames([old, now]);
    expect(review(source, {}, { lookUp: current })[0]?.fields?.jobDescriptionId).toBe(JOB);
  });

  test('with names that are not in the Library says so', () => {
    const [job] = review(sourceOf(ADA.replace(JOB, 'Backend engineer')));
    expect(notesOf(job).join()).toContain('The Library has no job description with this name.');
    const [questionnaire] = review(sourceOf(ADA.replace('general', 'General screening')));
    expect(questionnaire?.state).toBe('ready');
    expect(notesOf(questionnaire).join()).toContain('taken as an ID');
  });

  test('can be checked on its own after a correction', () => {
    const source = sourceOf(line('Ada', '1'), BOB);
    const corrections = new Map([[2, { phoneNumber: '+49 1511 2345670' }]]);
    const [row, ...others] = check(source, { corrections }, new Set([2]));
    expect(others).toEqual([]);
    expect(row?.fields).toMatchObject({ candidateName: 'Ada', phoneNumber: '+4915112345670' });
  });
});

describe('a phone number', () => {
  test.each([
    ['guarded with an apostrophe', "'+49 1511 2345678", null],
    ['stored as a number', '4915112345678', '+'],
    ['in scientific notation with all digits', '4.915112345678E+12', '+'],
    ['with an added decimal point', '4915112345678.0', '+'],
    ['without its country code', '0151 12345678', 'DE'],
    ['without its country code and its zero', '15112345678', 'DE'],
    ['with its kind in front', 'Mobil: +49 1511 2345678', null],
    ['with its kind behind', '+49 1511 2345678 (privat)', null],
    ['with a trailing comma', '+49 1511 2345678,', null],
    ['with the p: of advertising exports', 'p:+4915112345678', null],
  ] as const)('%s is restored', (_what, text, reading) => {
    expect(phoneOf(text, reading)?.fields?.phoneNumber).toBe('+4915112345678');
    const phone = phoneOf(text, reading)?.phone;
    expect(phone && formatPhoneNumber(phone)).toBe('+49 1511 2345678');
  });

  test('with a country code keeps it, whatever country was chosen', () => {
    expect(phoneOf('+1 202 555 0143', 'DE')?.fields?.phoneNumber).toBe('+12025550143');
    expect(phoneOf('0044 20 7946 0958', 'DE')?.fields?.phoneNumber).toBe('+442079460958');
  });

  test.each([
    ['that the spreadsheet rounded', '4.91511E+12', '+', 'rounded'],
    ['that is too short for the country', '0151 12', 'DE', 'Check the digits'],
    ['that is a word', 'on request', 'DE', 'not a phone number'],
    ['that is empty', '', 'DE', 'Enter the phone number'],
    ['that is followed by another', '+49 1511 2345678, +49 30 1234567', null, 'two phone numbers'],
    ['that has another next to it', '+49 1511 2345678 oder 030 1234567', 'DE', 'two phone numbers'],
    ['with a warning in front', 'do not call +49 1511 2345678', null, 'text beside'],
    ['with a warning behind', '+49 1511 2345678 (do not call)', null, 'text beside'],
  ] as const)('%s is invalid', (_what, text, reading, words) => {
    expect(phoneOf(text, reading)?.state).toBe('invalid');
    expect(notesOf(phoneOf(text, reading)).join()).toContain(words);
  });

  test('that its country does not assign is ready once the user chooses it', () => {
    const row = phoneOf('+1 111 555 0143');
    expect(row?.state).toBe('choose');
    expect(notesOf(row).join()).toContain('Check the digits');
    const [chosen] = review(
      sourceOf(line('Ada', '+1 111 555 0143')),
      {},
      { chosen: new Map([[2, { phoneNumber: '+11115550143' }]]) },
    );
    expect(chosen).toMatchObject({ state: 'ready', fields: { phoneNumber: '+11115550143' } });
  });
});

describe('what main says about a row', () => {
  const day = Date.UTC(2026, 10, 3, 12);
  const before = ofRow(
    importProblem('submitted_before', {
      ...{ candidateName: 'A. Lovelace', tracked: true, state: 'accepted', status: 'COMPLETED' },
      ...{ submittedAt: day, reachedAt: day, taken: false, workspace: null },
    }),
  );
  const twice = ofRow(importProblem('phone_twice', { first: 2, queued: false }));
  const listed = { source: 'person', reason: 'Asked by e-mail', addedAt: 5000 } as const;

  test('is shown in words, before hints, with the kind that the filter has for it', () => {
    const judged = new Map<number, JudgedRow>([
      [2, { state: 'duplicate', notes: [before] }],
      [4, { state: 'duplicate', notes: [twice] }],
      [5, { state: 'blocked', notes: [ofRow(importProblem('on_do_not_call_list', listed))] }],
    ]);
    const rows = review(sourceOf(ADA, BOB, ADA, ADA), { judged });
    expect(rows.map(({ state }) => state)).toEqual(['duplicate', 'ready', 'duplicate', 'blocked']);
    expect(notesOf(rows[0])).toEqual([expect.stringMatching(/^Completed, submitted on .*: A\. Lovelace$/)]);
    expect(notesOf(rows[2])).toEqual(['Same phone number as row 2.']);
    expect(countKinds(rows, 'duplicate')).toEqual([
      ['In the history', 1],
      ['In this file', 1],
    ]);
    expect(countKinds(rows, 'blocked')).toEqual([['On the do-not-call list', 1]]);
  });

  test.each([
    ['country_not_allowed', importProblem('country_not_allowed', { country: 'DE' }), 'Country not allowed'],
    [
      'tries_used_up_in_file',
      importProblem('tries_used_up_in_file', { most: 2, withinDays: 30 }),
      'Tried too often',
    ],
  ])('has a kind for %s', (_code, problem, kind) => {
    const judged = new Map<number, JudgedRow>([[2, { state: 'blocked', notes: [ofRow(problem)] }]]);
    expect(countKinds(review(sourceOf(ADA), { judged }), 'blocked')).toEqual([[kind, 1]]);
  });

  test.each([
    ['In another workspace', { workspace: { name: 'Other', removed: false } }],
    ['In the history', {}],
    ['May have been called', { tracked: false, state: 'discarded' as const }],
    ['In the Outbox', { tracked: false, state: 'unconfirmed' as const }],
    ['In the Outbox', { tracked: false, reachedAt: null }],
  ])('tells where an earlier one is: %s', (kind, changes) => {
    if (before.code !== 'submitted_before') throw new Error('Another problem');
    const note = ofRow(importProblem('submitted_before', { ...before.values, ...changes }));
    const judged = new Map<number, JudgedRow>([[2, { state: 'duplicate', notes: [note] }]]);
    expect(countKinds(review(sourceOf(ADA), { judged }), 'duplicate')).toEqual([[kind, 1]]);
  });

  test('about the day of notice stands at its cell', () => {
    const missing: RowProblem = { field: 'noticeOn', ...importProblem('day_missing') };
    const judged = new Map<number, JudgedRow>([[2, { state: 'invalid', notes: [missing] }]]);
    const [row] = review(sourceOf(ADA), { judged });
    expect(row).toMatchObject({ state: 'invalid', problems: [missing], kinds: ['Notice given on'] });
  });

  test('does not count for a row that is left out or has cells to correct', () => {
    const judged = new Map<number, JudgedRow>([2, 3].map((at) => [at, { state: 'ready', notes: [] }]));
    const rows = review(sourceOf(ADA, line('', '+49 1511 2345678')), { judged, excluded: new Set([2]) });
    expect(rows.map(({ state }) => state)).toEqual(['excluded', 'invalid']);
  });

  test('marks a deliberate duplicate only while its user wants it', () => {
    const judged = new Map<number, JudgedRow>([[2, { state: 'ready', notes: [before] }]]);
    const wanted = (...anyway: number[]) =>
      readyRows(review(sourceOf(ADA, BOB), { judged, anyway: new Set(anyway) })).map(
        (row) => `${row.number} ${row.anyway}`,
      );
    expect(wanted(2, 3)).toEqual(['2 true', '3 false']);
    expect(wanted()).toEqual(['2 false', '3 false']);
  });

  test('gives a row the time zone that was chosen for its number', () => {
    const zone = { among: ['Asia/Omsk', 'Europe/Moscow'], chosen: 'Europe/Moscow' };
    const judged = new Map<number, JudgedRow>([[2, { state: 'ready', notes: [], zone }]]);
    expect(review(sourceOf(ADA), { judged })[0]).toMatchObject({
      zone,
      fields: { timeZone: 'Europe/Moscow' },
    });
  });
});

describe('the summary', () => {
  test('is one line without states that have no rows', () => {
    const summary = (given: Partial<ReviewContext>, ...lines: string[]) =>
      summaryOf(countStates(review(sourceOf(...lines), given)));
    const wrong = line('Kim', '1');
    const says = (...states: readonly JudgedRow['state'][]) => ({
      judged: new Map(states.map((state, at) => [at + 2, { state, notes: [] }])),
    });
    expect(summary({}, ADA)).toBe('1 call');
    expect(summary(says('ready', 'ready', 'duplicate'), ADA, BOB, ADA, wrong, wrong, wrong)).toBe(
      '2 calls, 1 duplicate, 3 invalid',
    );
    expect(summary({ excluded: new Set([2]) }, ADA, BOB)).toBe('1 call, 1 left out');
    expect(summary({ excluded: new Set([2]) }, ADA)).toBe('1 left out');
    const some = says('ready', 'held', 'duplicate', 'blocked');
    expect(summary(some, ADA, BOB, ADA, BOB, wrong)).toBe(
      '1 call, 1 held, 1 duplicate, 1 blocked, 1 invalid',
    );
  });
});

describe('rows to queue', () => {
  test('include held ones', () => {
    const judged = new Map<number, JudgedRow>([
      [2, { state: 'held', notes: [], wait: { until: 5000, timeZone: null } }],
    ]);
    expect(readyRows(review(sourceOf(ADA, BOB), { judged }))).toHaveLength(2);
  });
});

describe('an import under review', () => {
  const open = (source = sourceOf(ADA, BOB), memory: RecalledImport = NOTHING_KNOWN) =>
    openImport({ ...source, digest: 'd' }, memory, 'id-1');

  test('for a job takes it and its questionnaire for all rows, as far as the file has no columns for them', () => {
    const file = openText('a.csv', 'Name;Phone;CV\nA;+49 30 123456;https://cv.example/1');
    if (!file.ok) throw new Error('unreadable');
    const bare = openImport({ ...file.value.source, digest: 'd' }, NOTHING_KNOWN, 'id-1');
    expect(withJob(bare, JOB, 'general').mapping).toMatchObject({
      jobDescriptionId: { from: 'constant', value: JOB },
      questionnaireTemplateId: { from: 'constant', value: 'general' },
    });
    expect(withJob(bare, JOB, null).mapping.questionnaireTemplateId).toEqual(
      bare.mapping.questionnaireTemplateId,
    );
    // A column says more than the page that the import was opened from.
    expect(withJob(open(), JOB, 'general').mapping).toEqual(open().mapping);
  });

  test('tells columns that only differ in brackets apart by their full names, and asks if names are equal', () => {
    const file = openText(
      'a.csv',
      'Name;Phone (work);Phone (private);CV;Job;Questionnaire\nA;+49 30 123456;+49 30 654321;x;y;z',
    );
    if (!file.ok) throw new Error('unreadable');
    const before = openImport({ ...file.value.source, digest: 'd' }, NOTHING_KNOWN, 'id-1');
    expect(before.mapping.phoneNumber.from).toBe('several');
    const phoneNumber = { from: 'columns', columns: [2] } as const;
    const columns = columnsToRemember(withMapping(before, { ...before.mapping, phoneNumber }));
    const again = openImport(before.source, { ...NOTHING_KNOWN, columns }, 'id-2');
    expect(again.mapping.phoneNumber).toEqual(phoneNumber);
    const other = openText(
      'b.csv',
      'Name;Phone;CV;Job;Questionnaire;Phone\nA;+49 30 123456;x;y;z;+49 30 654321',
    );
    if (!other.ok) throw new Error('unreadable');
    const known = {
      ...columns,
      fields: { ...columns.fields, phoneNumber: { from: 'columns' as const, headers: ['Phone'] } },
    };
    const unclear = openImport(
      { ...other.value.source, digest: 'e' },
      { ...NOTHING_KNOWN, columns: known },
      'id-3',
    );
    expect(unclear.mapping.phoneNumber).toEqual({ from: 'several', columns: [1, 5] });
  });

  test("starts from the default country, offers the last one without assuming it, and doesn't remember that only the + was missing", () => {
    const other = open(sourceOf(ADA), { ...NOTHING_KNOWN, country: 'DE' });
    expect([other.reading, other.lastCountry]).toEqual([null, 'DE']);
    const withDefault = open(sourceOf(ADA), { ...NOTHING_KNOWN, country: 'DE', defaultCountry: 'GB' });
    expect([withDefault.reading, withDefault.lastCountry]).toEqual(['GB', 'DE']);
    expect(columnsToRemember(withReading(open(), '+')).country).toBe(null);
    expect(columnsToRemember(withReading(open(), 'IT')).country).toBe('IT');
  });

  test('saves a chosen number in the file to fix while the choice applies, and undoes the choice', () => {
    const source = sourceOf(line('Ada', '447946012345'));
    const chosen = withChosen(
      open(source),
      'phoneNumber',
      new Map([[2, '+447946012345']]),
      'Choice in row 2',
    );
    const options = (reading: 'DE' | null) => ({
      check: createFieldChecker(reading),
      chosen: chosen.edits.chosen,
    });
    const taken = withChecked(chosen, check(source, options('DE')), true);
    expect(cellsByNumber(taken)(2)[1]).toBe('+447946012345');
    const moved = {
      ...matchHeaders(headersOf(source)),
      phoneNumber: { from: 'constant', value: '0' },
    } as const;
    const elsewhere = check(source, { ...options('DE'), mapping: moved });
    expect(elsewhere[0]?.fields).toBe(null);
    expect(cellsByNumber(withChecked(chosen, elsewhere, true))(2)[1]).toBe('447946012345');
    expect(withUndo(taken).edits.chosen.size).toBe(0);
  });

  test('undoes corrections, exclusions and decisions on duplicates one by one', () => {
    const steps = [
      (before: ReturnType<typeof open>) => withCorrection(before, 2, 'phoneNumber', '+1'),
      (before: ReturnType<typeof open>) => withExcluded(before, [3], true),
      (before: ReturnType<typeof open>) => withAnyway(before, [2], true),
    ];
    const seen = [open()];
    for (const step of steps) seen.push(step(seen.at(-1) ?? open()));
    let now = seen.at(-1) ?? open();
    for (const before of seen.slice(0, -1).toReversed()) {
      now = withUndo(now);
      expect(now.edits).toEqual(before.edits);
    }
    expect(withUndo(now)).toBe(now);
  });

  test('replaces only the rows that were checked again', () => {
    const rows = check(sourceOf(ADA, BOB));
    const [second] = check(sourceOf(ADA, line('Bert', '1'))).slice(1);
    const before = withChecked(open(), rows, true);
    const after = withChecked(before, second ? [second] : [], false);
    expect(after.checked.map(({ values }) => values.candidateName)).toEqual(['Ada', 'Bert']);
  });

  test('records queued rows when a run ends, even if it was cancelled, but not before', () => {
    const ready = readyRows(review(sourceOf(ADA, BOB, line('Cleo', '+49 1511 2345670'))));
    const before = open();
    const now = withRun(before, ready.length);
    expect(now.queued).toBe(before.queued);
    expect(now.run).toMatchObject({ total: 3 });
    const ended = withEnd(now, ready.slice(0, 2), 'cancelled');
    expect([...ended.queued]).toEqual(
      ready.slice(0, 2).map(({ number, fields }) => [number, fields.phoneNumber]),
    );
    expect(ended).toMatchObject({ run: null, stopped: 'cancelled' });
  });

  test('remembers the chosen columns of similar files, in any order', () => {
    const first = open();
    const chosen = {
      ...first,
      mapping: { ...first.mapping, phoneNumber: { from: 'columns', columns: [3] } as const },
    };
    const file = openText('b.csv', 'Job;Questionnaire;CV;Phone;Name\nx;y;z;+1;Ada');
    if (!file.ok) throw new Error('unreadable');
    const other = { ...file.value.source, digest: 'e' };
    expect(headerKey(other)).toBe(headerKey(first.source));
    const columns = { ...columnsToRemember(chosen), country: 'DE' };
    const again = openImport(other, { ...NOTHING_KNOWN, columns }, 'id-2');
    expect(again.mapping).toMatchObject({
      candidateName: { columns: [4] },
      phoneNumber: { columns: [0] },
      resumeUrl: { columns: [2] },
    });
    expect([again.reading, again.lastCountry]).toEqual([null, 'DE']);
  });

  test('resumes the import of the same file only if queueing was interrupted', () => {
    const before = { id: 'old', createdAt: 1, queued: [2], interrupted: true, firstSendAt: 7 };
    const goingOn = open(sourceOf(ADA, BOB), { ...NOTHING_KNOWN, before });
    expect([goingOn.id, [...goingOn.queued.keys()]]).toEqual(['old', [2]]);
    expect([goingOn.stopped, goingOn.firstSendAt]).toEqual(['cancelled', 7]);
    const ended = open(sourceOf(ADA), { ...NOTHING_KNOWN, before: { ...before, interrupted: false } });
    expect([ended.id, ended.queued.size, ended.importedBefore]).toEqual(['id-1', 0, 1]);
  });
});
