import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { RequestRecord } from '../../../electron/reports/exported-requests.ts';
import type { PinnedField } from '../../../shared/assessment.ts';
import { csvOf, sampleRecord } from './sample-record.ts';

/** The export as a CSV parser reads it: a row per request, with cells by heading. */
async function readBack(
  records: readonly RequestRecord[],
  pins: readonly PinnedField[] = [],
): Promise<Record<string, string>[]> {
  const text = await csvOf(records, pins);
  expect(text.startsWith('\uFEFF')).toBe(true);
  const { data, errors } = Papa.parse(text.slice(1), { delimiter: ',', newline: '\r\n' });
  expect(errors).toEqual([]);
  const [headings = [], ...rows] = data.filter((cells) => cells.length > 1);
  return rows.map((cells) =>
    Object.fromEntries(headings.map((heading, place) => [heading, cells[place] ?? ''])),
  );
}

test('an export starts with a byte order mark and headings, even without requests', async () => {
  const text = await csvOf([]);
  expect(text).toMatch(/^\uFEFFCandidate name,Phone number,Request ID,Status,.*,Archived\r\n$/);
});

test('an export has the fields of a request, with times that spreadsheets read and E.164 numbers', async () => {
  const [row] = await readBack([
    sampleRecord({ verdict: 'maybe', tags: ['nights', 'remote'], notes: 'Call again.', archived: true }),
  ]);
  expect(row).toMatchObject({
    'Candidate name': 'Ada Lovelace',
    'Phone number': '+12025550143',
    Status: 'COMPLETED',
    Outcome: 'Assessed',
    Calls: '1',
    'Last call status': 'COMPLETED',
    'Last call (UTC)': '2026-10-21 08:00:00',
    Verdict: 'maybe',
    Tags: 'nights, remote',
    Notes: 'Call again.',
    Score: '87 of 100',
    'Job description': '',
    Questionnaire: 'General',
    'Resume link': 'https://resumes.example.com/1.pdf',
    'Accepted (UTC)': '2026-10-21 07:28:00',
    'Last checked (UTC)': '',
    Archived: 'yes',
  });
});

test('a pinned date is written as a time, not as milliseconds', async () => {
  const pin = { path: '/available', label: 'Available', kind: 'date' } as const;
  const record = sampleRecord({ pinned: { '/available': Date.UTC(2026, 5, 1, 12) } });
  const [row] = await readBack([record], [pin]);
  expect(row).toMatchObject({ 'Pinned: Available (UTC)': '2026-06-01 12:00:00' });
});

test.each([
  ['=HYPERLINK("http://evil.example")', `'=HYPERLINK("http://evil.example")`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['  =1+1', "'  =1+1"],
  ['＝1+1', "'＝1+1"],
  ["+49301234567|' /C calc'!A0", "'+49301234567|' /C calc'!A0"],
  ['+49301234567', '+49301234567'],
  ['Lovelace, Ada; Countess', 'Lovelace, Ada; Countess'],
  ['Ada "Countess" King', 'Ada "Countess" King'],
  ['two\r\nlines', 'two\r\nlines'],
  ['Zoë 李 فاطمة 🙂', 'Zoë 李 فاطمة 🙂'],
  ["O'Brien", "O'Brien"],
])('the cell %j is written as %j, so that no spreadsheet runs it as a formula', async (text, cell) => {
  const [row] = await readBack([
    sampleRecord({ candidateName: text, notes: text, tags: [text], assessmentResults: { said: text } }),
  ]);
  expect(row).toMatchObject({ 'Candidate name': cell, Notes: cell, Tags: cell, 'Result: said': cell });
});

test('a heading is never a formula, because it has a prefix', async () => {
  const pin = { path: '/x', label: '=1+1', kind: 'number' } as const;
  const text = await csvOf([sampleRecord()], [pin]);
  expect(text.split('\r\n')[0]).toContain(',Pinned: =1+1,');
});

test('the result fields of all requests become columns, with numbers as numbers and lists as lines', async () => {
  const rows = await readBack([
    sampleRecord({ assessmentResults: { score: -2.5, skills: { english: 4 } } }),
    sampleRecord({
      assessmentResults: { skills: { english: 5, deep: { er: true } }, strengths: ['a', 'b'] },
    }),
    sampleRecord({ assessmentResults: null }),
    sampleRecord({ assessmentResults: { answers: [{ q: 'Why?', a: 'So' }], score: '' } }),
  ]);
  expect(rows.map((row) => row['Result: score'])).toEqual(['-2.5', '', '', '']);
  expect(rows.map((row) => row['Result: skills / english'])).toEqual(['4', '5', '', '']);
  expect(rows[1]).toMatchObject({ 'Result: skills / deep / er': 'yes', 'Result: strengths': 'a\nb' });
  expect(rows[3]?.['Result: answers']).toBe('[{"q":"Why?","a":"So"}]');
});

test('with too many result fields for columns, the rarest share one column as JSON', async () => {
  const wide = Object.fromEntries(Array.from({ length: 200 }, (_, place) => [`field_${place}`, place]));
  const rows = await readBack([
    sampleRecord({ assessmentResults: wide }),
    sampleRecord({ assessmentResults: { field_199: 'frequent' } }),
  ]);
  expect(rows[0]).toMatchObject({ 'Result: field_0': '0', 'Result: field_199': '199' });
  const rest: unknown = JSON.parse(rows[0]?.['Further results (JSON)'] ?? '');
  expect(Object.keys(Object(rest))).toHaveLength(80);
  expect(rows[1]).toMatchObject({ 'Result: field_199': 'frequent', 'Further results (JSON)': '' });
});

test('results that are not an object have a column, too', async () => {
  const rows = await readBack([
    sampleRecord({ assessmentResults: 'passed' }),
    sampleRecord({ assessmentResults: [1, 2] }),
  ]);
  expect(rows.map((row) => row['Result'])).toEqual(['passed', '1\n2']);
});

test('pinned fields are columns under their labels', async () => {
  const pins: PinnedField[] = [{ path: '/overall', label: 'Overall', kind: 'number' }];
  const rows = await readBack(
    [sampleRecord({ pinned: { '/overall': 87 } }), sampleRecord({ pinned: {} })],
    pins,
  );
  expect(rows.map((row) => row['Pinned: Overall'])).toEqual(['87', '']);
});
