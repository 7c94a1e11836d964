import { expect, test } from 'vitest';
import { sampleFile } from '../../../electron/imports/import-files.ts';
import { outcomeOf, reviewedFile } from '../../renderer/reviewed-file.ts';

const linesOf = (file: string) => file.replace('\uFEFF', '').trimEnd().split('\r\n');

test('the sample file has a day of notice for each candidate only where the workspace asks for it', () => {
  const [headers, ...rows] = linesOf(sampleFile(Date.parse('2026-11-24T12:00:00Z')));
  expect(headers).toBe(
    'Candidate name,Phone number,Resume link,Job description,Questionnaire,Notice given on',
  );
  expect(rows).toHaveLength(3);
  for (const row of rows) expect(row).toMatch(/,2026-10-25$/);
  expect(linesOf(sampleFile(null))[0]).toBe(
    'Candidate name,Phone number,Resume link,Job description,Questionnaire',
  );
});

test('each candidate of the sample file is ready when it is imported', async () => {
  const rows = await reviewedFile(new TextEncoder().encode(sampleFile(null)));
  expect(rows.map(outcomeOf)).toEqual(
    [/^ready \+/, /^ready \+/, /^ready \+/].map((ready) => expect.stringMatching(ready)),
  );
});
