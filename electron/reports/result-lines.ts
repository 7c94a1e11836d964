import { isList, isPrimitive } from '../../shared/assessment-paths.ts';
import { type AssessmentField, assessmentOf, fieldsOf, itemsOf } from '../../shared/assessment-shape.ts';
import { type DescribedField, describedValue, describedWords } from '../../shared/described-field.ts';
import type { Json } from '../../shared/request.ts';

/** More would be no text that somebody reads: the file of what is held has all of it. */
const MOST_LINES = 400;
const LONGEST_VALUE = 2000;
const MOST_DEPTH = 12;

/** Results in lines: first the fields that the Library describes, with their scales, then all others as they were sent. */
export function resultLines(results: Json, described: readonly DescribedField[]): readonly string[] {
  const known = described.flatMap((field) => describedValue(results, field) ?? []);
  const paths = new Set(known.map(({ field }) => field.path));
  const others: string[] = [];
  const complete = collect(assessmentOf(results), '', 0, paths, others);
  return [
    ...known.map(describedWords),
    ...(others.length > 0
      ? [
          known.length > 0
            ? 'What follows is not described in the Library, so nothing is said about what it means:'
            : 'None of this is described in the Library, so nothing is said about what it means:',
        ]
      : []),
    ...others,
    ...(complete ? [] : ['There is more, which this draft leaves out. “Save what is held” has all of it.']),
  ];
}

/** Adds a line per value below the field; false if there are too many. */
function collect(
  field: AssessmentField,
  within: string,
  depth: number,
  except: ReadonlySet<string>,
  lines: string[],
): boolean {
  const { value, label, path } = field;
  if (except.has(path)) return true;
  if (lines.length >= MOST_LINES || depth > MOST_DEPTH) return false;
  const name = [within, label].filter((each) => each !== '').join(' > ');
  if (isPrimitive(value)) {
    lines.push(name === '' ? valueWords(value) : `${name}: ${valueWords(value)}`);
    return true;
  }
  const inner = isList(value)
    ? itemsOf(field, value, MOST_LINES + 1)
    : fieldsOf(field, value, MOST_LINES + 1);
  // An entry of a list without a title has the list's name.
  const around =
    isList(value) && inner.every((each) => label !== '' && each.label.startsWith(label)) ? within : name;
  return inner.map((each) => collect(each, around, depth + 1, except, lines)).every(Boolean);
}

function valueWords(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '(empty)';
  const text = String(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}… (shortened)` : text;
}
