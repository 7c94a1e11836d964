import { describe, expect, test } from 'vitest';
import { type ReviewRow, rowsAlike, unknownWords } from '../../renderer/features/import/classify-rows.ts';
import { jobsWords, nightWords, sendPlan, spanWords } from '../../renderer/features/import/send-plan.ts';
import type { RowWait } from '../../shared/imports.ts';
import { openedFile, reviewedFile } from './reviewed-file.ts';

const NOW = Date.UTC(2026, 10, 23, 15);
const HOUR = 3_600_000;
const NURSE = '123e4567-e89b-12d3-a456-426614174000';
const CLERK = '123e4567-e89b-12d3-a456-426614174001';
const HEADERS = 'Name;Phone;CV;Job;Questionnaire';

const line = (at: number, job: string, questionnaire = 'general') =>
  `Candidate ${at};+4915112345${100 + at};https://cv.example/${at};${job};${questionnaire}`;
const file = (...lines: string[]) => new TextEncoder().encode([HEADERS, ...lines].join('\n'));

/** A row for each of these jobs, ready or waiting. */
async function rowsOf(...given: readonly (readonly [string, RowWait?])[]): Promise<readonly ReviewRow[]> {
  const rows = await reviewedFile(file(...given.map(([job], at) => line(at, job))));
  return rows.map((row, at): ReviewRow => {
    const wait = given[at]?.[1];
    return wait ? { ...row, state: 'held', wait } : row;
  });
}

describe('the plan of an import', () => {
  test('counts the calls of each job, and not rows that stay', async () => {
    const plan = sendPlan(await rowsOf([NURSE], ['Night nurse'], [CLERK], [NURSE]), NOW);
    expect(plan).toMatchObject({
      count: 3,
      jobs: [
        [NURSE, 2],
        [CLERK, 1],
      ],
    });
  });

  test('spans from the first call to the last', async () => {
    const until = NOW + 9 * HOUR;
    const night = { until, timeZone: 'America/Los_Angeles' };
    const plan = sendPlan(await rowsOf([NURSE], [NURSE, night]), NOW);
    expect(plan).toMatchObject({ first: NOW, last: until });
    expect(plan.waiting).toEqual({ count: 1, timeZones: ['America/Los_Angeles'], onHoliday: 0 });
  });

  test('does not take waiting for the chosen time for waiting for the day', async () => {
    const later = NOW + HOUR;
    const plan = sendPlan(await rowsOf([NURSE, { until: later, timeZone: null }]), later);
    expect(plan).toMatchObject({ waiting: { count: 0 }, first: later, last: later });
  });
});

describe('the words of a plan', () => {
  const names: Record<string, string> = { [NURSE]: 'Nurse', [CLERK]: 'Clerk' };
  const nameOf = (id: string) => names[id];

  test.each([
    [[[NURSE, 1]], 1, '1 call for Nurse.'],
    [
      [
        [NURSE, 20],
        [CLERK, 5],
      ],
      25,
      '25 calls: Nurse (20), Clerk (5).',
    ],
    [[['123e4567-e89b-12d3-a456-426614174999', 4]], 4, '4 calls for 123e…4999.'],
    [
      [
        ['a', 5],
        ['b', 4],
        ['c', 3],
        ['d', 2],
        ['e', 1],
      ],
      15,
      '15 calls: a (5), b (4), c (3), 2 more jobs.',
    ],
  ] as const)('name the jobs of %j', (jobs, count, words) => {
    expect(jobsWords({ jobs, count }, nameOf)).toBe(words);
  });

  test('tell the time where people wait, now or when all could go out', () => {
    const waiting = { count: 14, timeZones: ['America/Los_Angeles'], onHoliday: 0 };
    expect(nightWords({ waiting }, NOW, NOW)).toMatch(
      /^14 wait for their calling hours: it is 0?7:00.* in Los Angeles\.$/,
    );
    expect(nightWords({ waiting }, NOW + HOUR, NOW)).toMatch(/: it is 0?8:00.* in Los Angeles then\.$/);
    const elsewhere = { count: 14, timeZones: ['America/Los_Angeles', 'Asia/Tokyo'], onHoliday: 3 };
    expect(nightWords({ waiting: elsewhere }, NOW, NOW)).toMatch(
      /in Los Angeles\. Those in 1 other time zone wait, too\. 3 wait for a public holiday\.$/,
    );
    expect(nightWords({ waiting: { count: 0, timeZones: [], onHoliday: 0 } }, NOW, NOW)).toBeNull();
  });

  test('tell the first and the last call, or one time for all', () => {
    expect(spanWords({ first: NOW, last: NOW }, NOW)).toMatch(/^No call starts before .+ today\.$/);
    expect(spanWords({ first: NOW, last: NOW + 48 * HOUR }, NOW)).toMatch(
      /^The first call starts no earlier than .+ today, the last no earlier than Nov 25.+\.$/,
    );
  });
});

test('unknown jobs and questionnaires of several rows are listed, the most frequent first', async () => {
  const bytes = file(
    ...[0, 1, 2].map((at) => line(at, 'Night nurse')),
    line(3, 'Clerk of works'),
    line(4, NURSE, 'general test'),
    line(5, NURSE, 'general test'),
  );
  const { mapping } = await openedFile(bytes);
  expect(unknownWords(await reviewedFile(bytes), mapping)).toEqual([
    { field: 'jobDescriptionId', text: 'Night nurse', numbers: [2, 3, 4] },
    { field: 'questionnaireTemplateId', text: 'general test', numbers: [6, 7] },
  ]);
});

test('a correction is offered to rows with the same text that are neither queued nor left out', async () => {
  const bytes = file(...[0, 1, 2, 3].map((at) => line(at, 'Night nurse')), line(4, NURSE));
  const open = await openedFile(bytes);
  const checked = await reviewedFile(bytes);
  const edits = { ...open.edits, excluded: new Set([3]) };
  const given = { checked, queued: new Map([[4, '+49']]), edits };
  expect(rowsAlike(given, { field: 'jobDescriptionId', from: 'Night nurse' })).toEqual([2, 5]);
  expect(rowsAlike(given, { field: 'candidateName', from: '' })).toEqual([]);
});
