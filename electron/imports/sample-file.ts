import { toCsv } from '../../shared/csv.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { dayAt } from '../../shared/notice.ts';

/** The suggested name of the sample file. */
export const SAMPLE_NAME = 'Callboard sample.csv';

/** The notice in the sample is this old, days: early enough for most rules. */
const SAMPLE_NOTICE_DAYS = 30;

/**
 * A file to fill in. Its phone numbers are reserved for examples and reach nobody. `noticeOf`: for the day of notice, the
 * moment to count from, UTC ms; null without that column.
 */
export function sampleFile(noticeOf: number | null): string {
  const job = '123e4567-e89b-12d3-a456-426614174000';
  const rows = [
    ['Candidate name', 'Phone number', 'Resume link', 'Job description', 'Questionnaire'],
    ['Ada Lovelace', '+44 20 7946 0958', 'https://example.com/resumes/ada.pdf', job, 'general-screening'],
    ['José Ñandú', '+1 202 555 0143', 'https://example.com/resumes/jose.pdf', job, 'general-screening'],
    ['Grace Hopper', '+1 202 555 0171', 'https://example.com/resumes/grace.pdf', job, 'general-screening'],
  ];
  if (noticeOf === null) return toCsv(rows);
  const day = dayAt(noticeOf - SAMPLE_NOTICE_DAYS * DAY_MS);
  return toCsv(rows.map((row, at) => [...row, at === 0 ? 'Notice given on' : day]));
}
