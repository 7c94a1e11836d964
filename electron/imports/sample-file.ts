import { toCsv } from '../../shared/csv.ts';

/** The suggested name of the sample file. */
export const SAMPLE_NAME = 'Callboard sample.csv';

/** A file to fill in. Its phone numbers are reserved for examples and reach nobody. */
export function sampleFile(): string {
  const job = '123e4567-e89b-12d3-a456-426614174000';
  return toCsv([
    ['Candidate name', 'Phone number', 'Resume link', 'Job description', 'Questionnaire'],
    ['Ada Lovelace', '+44 20 7946 0958', 'https://example.com/resumes/ada.pdf', job, 'general-screening'],
    ['José Ñandú', '+1 202 555 0143', 'https://example.com/resumes/jose.pdf', job, 'general-screening'],
    ['Grace Hopper', '+1 202 555 0171', 'https://example.com/resumes/grace.pdf', job, 'general-screening'],
  ]);
}
