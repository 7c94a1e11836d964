import { describe, expect, test } from 'vitest';
import {
  type CheckOptions,
  checkRows,
  createFieldChecker,
} from '../../renderer/features/import/check-rows.ts';
import type { RowValues } from '../../renderer/features/import/import-fields.ts';
import { type ImportSource, sourceFromText } from '../../renderer/features/import/import-source.ts';
import {
  type EarlierRows,
  judgeRows,
  readyRows,
  submissionKey,
  summaryOf,
} from '../../renderer/features/import/judge-rows.ts';
import { libraryNames } from '../../renderer/features/import/library-names.ts';
import { matchHeaders } from '../../renderer/features/import/match-headers.ts';
import type { SubmissionFields } from '../../shared/submission.ts';

const JOB = '123e4567-e89b-12d3-a456-426614174000';
const HEADERS = 'Name;Phone;CV;Job;Questionnaire';
const NOTHING: EarlierRows = {
  queued: new Map(),
  unclear: new Map(),
  sentBefore: new Set(),
  submitted: new Map(),
  anyway: new Set(),
};

const line = (name: string, phone: string) => `${name};${phone};https://cv.example/1;${JOB};general`;
const ADA = line('Ada', '+49 1511 2345678');
const BOB = line('Bob', '+49 1511 2345679');

function sourceOf(...lines: string[]): ImportSource {
  const source = sourceFromText('list.csv', [HEADERS, ...lines].join('\n'), null);
  if (!source.ok) throw new Error(source.error.message);
  return source.value;
}

function check(source: ImportSource, options: Partial<CheckOptions> = {}) {
  return checkRows(source, {
    mapping: matchHeaders(source.rows[0]?.cells ?? []),
    corrections: new Map(),
    check: createFieldChecker(),
    lookUp: libraryNames([]),
    ...options,
  });
}

const review = (source: ImportSource, earlier: Partial<EarlierRows> = {}, options?: Partial<CheckOptions>) =>
  judgeRows(check(source, options), { ...NOTHING, ...earlier });

const states = (...lines: string[]) =>
  review(sourceOf(...lines)).map(({ number, state }) => `${number} ${state}`);

const fieldsOf = (row: string): SubmissionFields => {
  const [ready] = readyRows(review(sourceOf(row)));
  if (!ready) throw new Error('Not ready');
  return ready.fields;
};

describe('a row', () => {
  test('is ready with its number normalised when New request would take it', () => {
    expect(fieldsOf(ADA)).toEqual({
      candidateName: 'Ada',
      phoneNumber: '+4915112345678',
      resumeUrl: 'https://cv.example/1',
      jobDescriptionId: JOB,
      questionnaireTemplateId: 'general',
    });
  });

  test('names each field that is wrong, in the words of New request', () => {
    const [row] = review(sourceOf(`;0151 1234567;cv.pdf;${JOB};general`));
    expect(row).toMatchObject({ number: 2, state: 'problem', fields: null });
    expect(row?.notes).toEqual([
      "Candidate name: Enter the candidate's name.",
      'Phone number: Start with the country code, for example +49 or +1.',
      'Resume link: Enter a full link that starts with https:// or http://',
    ]);
  });

  test.each([
    ['a number the spreadsheet rounded', line('Ada', '4.91511E+12'), 'rounded'],
    ['more cells than columns', `${ADA};left over`, 'more cells'],
    ['a quotation mark that stays open', `"${ADA}`, 'quotation mark'],
  ])('with %s is a problem', (_what, text, words) => {
    const [row] = review(sourceOf(text));
    expect(row?.state).toBe('problem');
    expect(row?.notes.join()).toContain(words);
  });

  test('keeps its number when an export guarded it with an apostrophe', () => {
    expect(fieldsOf(line('Ada', "'+49 1511 2345678")).phoneNumber).toBe('+4915112345678');
  });

  test('may name a job as the Library does, unless two jobs are called so', () => {
    const entry = {
      kind: 'job_description',
      name: 'Engineer',
      note: '',
      defaultQuestionnaireId: null,
      archived: false,
      lastUsedAt: null,
    } as const;
    const source = sourceOf(ADA.replace(JOB, 'engineer'));
    const once = libraryNames([{ ...entry, serviceId: JOB }]);
    const twice = libraryNames([
      { ...entry, serviceId: JOB },
      { ...entry, serviceId: JOB.replace('1', '2') },
    ]);
    expect(review(source, {}, { lookUp: once })[0]?.fields?.jobDescriptionId).toBe(JOB);
    expect(review(source, {}, { lookUp: twice })[0]?.state).toBe('problem');
  });

  test('takes what holds for all rows, and its correction before that', () => {
    const source = sourceOf(ADA.replace(JOB, ''), BOB.replace(JOB, ''));
    const mapping = {
      ...matchHeaders(HEADERS.split(';')),
      jobDescriptionId: { from: 'constant', value: JOB },
    } as const;
    const other = JOB.replace('1', '2');
    const corrected: RowValues = { ...fieldsOf(BOB), jobDescriptionId: other };
    const rows = review(source, {}, { mapping, corrections: new Map([[3, corrected]]) });
    expect(rows.map(({ fields }) => fields?.jobDescriptionId)).toEqual([JOB, other]);
  });
});

describe('of several rows with one number', () => {
  test('the first stays ready, however the number is written', () => {
    expect(states(ADA, BOB, line('Ada again', '0049 (1511) 2345-678'))).toEqual([
      '2 ready',
      '3 ready',
      '4 duplicate',
    ]);
  });

  test('one that is wrong does not take the place of one that is right', () => {
    expect(states(line('', '+49 1511 2345678'), ADA)).toEqual(['2 problem', '3 ready']);
  });

  test('one in the queue comes before all others, and is shown no more', () => {
    const rows = review(sourceOf(ADA, BOB, ADA), { queued: new Map([[4, fieldsOf(ADA)]]) });
    expect(rows.map(({ number, state }) => `${number} ${state}`)).toEqual(['2 duplicate', '3 ready']);
    expect(rows[0]?.notes).toEqual(['Same phone number as row 4, which is in the queue']);
  });

  test('one whose fate is unclear holds the others back', () => {
    const rows = review(sourceOf(ADA, ADA), { unclear: new Map([[2, fieldsOf(ADA)]]) });
    expect(rows.map(({ state }) => state)).toEqual(['unclear', 'duplicate']);
  });
});

test('a person queued by an earlier import is a duplicate for the same job alone', () => {
  const sentBefore = new Set([submissionKey(fieldsOf(ADA))]);
  const otherJob = ADA.replace(JOB, JOB.replace('1', '2'));
  expect(review(sourceOf(ADA), { sentBefore })[0]?.state).toBe('duplicate');
  expect(review(sourceOf(otherJob), { sentBefore })[0]?.state).toBe('ready');
});

describe('a person who was submitted before', () => {
  const earlier = {
    phoneNumber: '+4915112345678',
    submissionId: 's',
    candidateName: 'A. Lovelace',
    status: 'COMPLETED',
    requestId: 'r',
    submittedAt: Date.UTC(2026, 10, 3, 12),
    jobName: null,
    jobDescriptionId: JOB,
  };
  const submitted = new Map([[earlier.phoneNumber, [earlier]]]);

  test('is a duplicate, with where and when; so is the same number further down', () => {
    const rows = review(sourceOf(ADA, BOB, ADA), { submitted });
    expect(rows.map(({ state }) => state)).toEqual(['duplicate', 'ready', 'duplicate']);
    expect(rows[0]?.notes).toEqual([expect.stringMatching(/^COMPLETED, submitted on .*: A\. Lovelace$/)]);
    expect(rows[2]?.notes).toEqual(['Same phone number as row 2']);
    expect(readyRows(rows).map(({ number }) => number)).toEqual([3]);
  });

  test('goes when the person says so, and is told from the others', () => {
    const rows = review(sourceOf(ADA, BOB), { submitted, anyway: new Set([2, 3]) });
    expect(readyRows(rows).map(({ number, anyway }) => [number, anyway])).toEqual([
      [2, true],
      [3, false],
    ]);
  });
});

test('the summary is one line', () => {
  const wrong = line('X', '1');
  expect(summaryOf(review(sourceOf(ADA)))).toBe('1 ready');
  expect(summaryOf(review(sourceOf(ADA, ADA, wrong)))).toBe('1 ready, 1 duplicate, 1 with a problem');
  expect(summaryOf(review(sourceOf(ADA, BOB, ADA, BOB, wrong, wrong, wrong)))).toBe(
    '2 ready, 2 duplicates, 3 with problems',
  );
});
