import type { DescribedField } from '../../../shared/described-field.ts';
import { describedField } from '../../../shared/library.ts';
import { issueWords } from '../../../shared/words/input-words.ts';
import { parseNumber } from '../form/parse-number.ts';

/** What a person types into the form. */
export interface FieldValues {
  readonly label: string;
  readonly smallest: string;
  readonly largest: string;
  readonly better: 'higher' | 'lower' | 'neither';
  readonly headline: boolean;
}

/** What the form begins with. */
export function valuesOf({
  label,
  smallest = null,
  largest = null,
  better = null,
  headline = false,
}: Pick<DescribedField, 'label'> & Partial<DescribedField>): FieldValues {
  return {
    label,
    smallest: smallest === null ? '' : String(smallest),
    largest: largest === null ? '' : String(largest),
    better: better ?? 'neither',
    headline,
  };
}

function parsed(path: string, { label, smallest, largest, better, headline }: FieldValues) {
  return describedField.safeParse({
    path,
    label,
    // What is no number fails where it stands.
    smallest: parseNumber(smallest) === undefined ? smallest : parseNumber(smallest),
    largest: parseNumber(largest) === undefined ? largest : parseNumber(largest),
    better: better === 'neither' ? null : better,
    headline,
  });
}

/** The description that was typed; undefined while something of it does not fit. */
export function fieldIn(path: string, values: FieldValues): DescribedField | undefined {
  return parsed(path, values).data;
}

/** What does not fit, by field. */
export function fieldErrors(path: string, values: FieldValues): Record<string, string> {
  const issues = parsed(path, values).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map((issue) => [String(issue.path[0]), issueWords(issue)]));
}
