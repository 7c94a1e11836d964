import type { DescribedField } from '../../../shared/described-field.ts';
import { describedField } from '../../../shared/library.ts';
import { fieldErrors } from '../form/field-errors.ts';
import { parseNumber } from '../form/parse-number.ts';

/** Values of the form's inputs. */
export interface FieldValues {
  readonly label: string;
  readonly smallest: string;
  readonly largest: string;
  readonly better: 'higher' | 'lower' | 'neither';
  readonly headline: boolean;
  readonly open: boolean;
}

export function toFormValues({
  label,
  smallest = null,
  largest = null,
  better = null,
  headline = false,
  cover = 'covered',
}: Pick<DescribedField, 'label'> & Partial<DescribedField>): FieldValues {
  return {
    label,
    smallest: smallest === null ? '' : String(smallest),
    largest: largest === null ? '' : String(largest),
    better: better ?? 'neither',
    headline,
    open: cover === 'open',
  };
}

/** The description as typed; undefined if it is invalid. */
export function parseField(path: string, values: FieldValues): DescribedField | undefined {
  return describedField.safeParse(toField(path, values)).data;
}

/** Validation messages by field. */
export function validateField(path: string, values: FieldValues): Readonly<Record<string, string>> {
  return fieldErrors(describedField, toField(path, values));
}

function toField(path: string, { label, smallest, largest, better, headline, open }: FieldValues) {
  return {
    path,
    label,
    smallest: numberOrText(smallest),
    largest: numberOrText(largest),
    better: better === 'neither' ? null : better,
    headline,
    cover: open ? 'open' : 'covered',
  };
}

/** Keeps invalid text, so that the schema rejects it. */
function numberOrText(text: string): number | string | null {
  const number = parseNumber(text);
  return number === undefined ? text : number;
}
