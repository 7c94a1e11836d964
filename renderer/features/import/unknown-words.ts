import type { ImportField } from '../../../shared/import-problems.ts';
import type { ReviewRow } from './classify-rows.ts';
import { LIBRARY_FIELDS } from './reading/import-fields.ts';
import type { ColumnMapping } from './reading/match-headers.ts';

/** A text in a column of jobs or questionnaires that the Library doesn't know, and the rows that have it. */
export interface UnknownWord {
  readonly field: ImportField;
  readonly text: string;
  readonly numbers: readonly number[];
}

const ID_FIELDS: readonly ImportField[] = ['jobDescriptionId', 'questionnaireTemplateId'];

/** The unknown jobs and questionnaires that several rows share, the most frequent first. */
export function unknownWords(rows: readonly ReviewRow[], mapping: ColumnMapping): readonly UnknownWord[] {
  return ID_FIELDS.filter((field) => LIBRARY_FIELDS[field] && mapping[field].from === 'columns')
    .flatMap((field) => wordsIn(field, rows))
    .filter(({ numbers }) => numbers.length > 1)
    .sort((a, b) => b.numbers.length - a.numbers.length);
}

function wordsIn(field: ImportField, rows: readonly ReviewRow[]): readonly UnknownWord[] {
  const numbers = new Map<string, number[]>();
  for (const row of rows) {
    if (row.state === 'excluded' || !isUnknown(row, field)) continue;
    const text = row.values[field];
    const same = numbers.get(text);
    if (same) same.push(row.number);
    else numbers.set(text, [row.number]);
  }
  return [...numbers].map(([text, same]) => ({ field, text, numbers: same }));
}

function isUnknown({ problems, hints }: ReviewRow, field: ImportField): boolean {
  const wrong = problems.some((problem) => problem.field === field && problem.choices === undefined);
  if (wrong || field !== 'questionnaireTemplateId') return wrong;
  return hints.some(({ code }) => code === 'questionnaire_name_unknown');
}
