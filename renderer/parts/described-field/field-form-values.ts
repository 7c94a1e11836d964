import type { DescribedField } from '../../../shared/described-field.ts';
import { describedField } from '../../../shared/library.ts';
import { issueWords } from '../../../shared/words/input-words.ts';
import { parseNumber } from '../form/parse-number.ts';

/** Values of the form's inputs. */
export interface FieldValues {
  readonly label: string;
  readonly smallest: string;
  readonly largest: string;
  readonly better: 'higher' | 'lower' | 'neither';
  readonly headline: boolean;
}

export function toFormValues({
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

function parse(path: string, { label, smallest, largest, better, headline }: FieldValues) {
  return describedField.safeParse({
    path,
    label,
    smallest: numberOrText(smallest),
    largest: numberOrText(largest),
    better: better === 'neither' ? null : better,
    headline,
  });
}

/** Keeps invalid text, so that the schema rejects it. */
function numberOrText(text: string): number | string | null {
  const number = parseNumber(text);
  return number === undefined ? text : number;
}

/** The description as typed; undefined if it is invalid. */
export function parseField(path: string, values: FieldValues): DescribedField | undefined {
  return parse(path, values).data;
}

/** Validation messages by field. */
export function fieldErrors(path: string, values: FieldValues): Record<string, string> {
  const issues = parse(path, values).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map((issue) => [String(issue.path[0]), issueWords(issue)]));
}
