import { writeFileSync } from 'node:fs';
import { madeUpPerson } from '../../made-up-people.ts';
import { SeededRandom } from '../../seeded-random.ts';

/** The columns of the file. Newman and Bruno call variables by these names, and the app knows them as well. */
const COLUMNS = [
  'candidate_name',
  'phone_number',
  'resume_url',
  'job_description_id',
  'questionnaire_template_id',
] as const;

export type Column = (typeof COLUMNS)[number];

/** The body of a create, its values made by `value` of a column. */
export function createBody(value: (column: Column) => string): object {
  return {
    resume_url: value('resume_url'),
    job_description_id: value('job_description_id'),
    candidate: { name: value('candidate_name'), phone_number: value('phone_number') },
    questionnaire_template_id: value('questionnaire_template_id'),
  };
}

/**
 * Writes a CSV of candidates that all tools read alike: every number is another and valid, and no value needs
 * quotation marks, neither in CSV nor in JSON.
 */
export function writeCandidates(file: string, rows: number): void {
  const random = new SeededRandom(rows);
  const jobs = Array.from({ length: 8 }, () => random.uuid());
  const lines = Array.from({ length: rows }, (_, row) =>
    [
      madeUpPerson(random).name,
      `+4915${110_000_000 + row}`,
      `https://files.example.com/resumes/${random.hex(16)}.pdf`,
      random.one(jobs),
      random.one(['general-v1', 'engineering-v3', 'care-v1']),
    ].join(','),
  );
  writeFileSync(file, `${[COLUMNS.join(','), ...lines].join('\n')}\n`);
}

/** Where a column stands in a row, from 1. */
export function placeOf(column: Column): number {
  return COLUMNS.indexOf(column) + 1;
}
