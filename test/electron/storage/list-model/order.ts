import type { PinnedField } from '../../../../shared/assessment.ts';
import { pinnedValueOf } from '../../../../shared/assessment-pins.ts';
import { describedValue, goodnessOf, headlineOf, shareOf } from '../../../../shared/described-field.ts';
import { OUTCOMES } from '../../../../shared/outcome.ts';
import { type RequestSort, VERDICTS } from '../../../../shared/request.ts';
import { numberAt, numberInText } from '../../../../shared/sent-number.ts';
import { statusWords } from '../../../../shared/words/status-words.ts';
import { byCodePoint, sortKey } from './folding.ts';
import { describedOf, type ListedRequest, nameOf, outcome, type WorkspaceWords } from './listed-request.ts';

/** The sort keys of a request, most important first. */
export type Key = readonly (string | number)[];

/** Compares sort keys; numbers come before texts. */
export function compareKeys(one: Key, other: Key): number {
  for (const [at, left] of one.entries()) {
    const right = other[at];
    if (right === undefined) return 1;
    const order =
      typeof left === 'string' && typeof right === 'string'
        ? byCodePoint(left, right)
        : typeof left === 'number' && typeof right === 'number'
          ? left - right
          : Number(typeof left === 'string') - Number(typeof right === 'string');
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

/** The sort key of a request; null without a value. */
export function sortKeyOf(request: ListedRequest, words: WorkspaceWords, sort: RequestSort): Key | null {
  const named = (kind: 'job_description' | 'questionnaire', id: string): Key => [
    sortKey(nameOf(words, kind, id) ?? id),
    id,
  ];
  switch (sort) {
    case 'name':
      return [sortKey(request.candidateName)];
    case 'phone':
      return [request.phoneNumber];
    case 'job':
      return named('job_description', request.jobDescriptionId);
    case 'questionnaire':
      return named('questionnaire', request.questionnaireTemplateId);
    case 'outcome':
      return [OUTCOMES.indexOf(outcome(request).outcome)];
    case 'status':
      return [sortKey(statusWords(request.status)), request.status];
    case 'calls':
      return [request.calls.length];
    case 'headline':
      return headlineKey(request, words);
    case 'verdict':
      return [VERDICTS.indexOf(request.verdict)];
    case 'accepted':
      return [request.acceptedAt];
    case 'updated':
      return [request.changedAt];
    default: {
      const pin = words.pins.find(({ path }) => sort === `pin:${path}`);
      // A field that is no longer pinned sorts by acceptance.
      return pin ? placeOf(request, words, pin) : [request.acceptedAt];
    }
  }
}

/** Groups by label and questionnaire, then better values are higher; null for a value off its scale. */
function headlineKey(request: ListedRequest, words: WorkspaceWords): Key | null {
  const headline = headlineOf(request.results, describedOf(request, words));
  if (!headline) return null;
  const { field, text, scaled } = headline.value;
  if (field.smallest !== null && scaled === null) return null;
  const own = scaled ? goodnessOf(scaled) : sortKey(text);
  return [sortKey(field.label), request.questionnaireTemplateId, field.path, own];
}

/** The value to filter by. In a column of numbers, text that is a number counts as one. */
export function filterKeyOf({ results }: ListedRequest, pin: PinnedField): string | number | undefined {
  const value = pinnedValueOf(results, pin);
  if (value === undefined || typeof value === 'number') return value;
  const number = pin.kind === 'number' && typeof value === 'string' ? numberInText(value) : undefined;
  return number?.value ?? sortKey(String(value));
}

/** Numbers come first, then values on scales, grouped by scale, then texts. */
function placeOf(request: ListedRequest, words: WorkspaceWords, pin: PinnedField): Key | null {
  const { results } = request;
  const key = filterKeyOf(request, pin);
  if (key === undefined) return null;
  const field = describedOf(request, words).find(({ path }) => path === pin.path);
  const scaled = field && describedValue(results, field)?.scaled;
  if (scaled) return [1, `${scaled.smallest} to ${scaled.largest}`, shareOf(scaled)];
  const number = numberAt(results, pin.path);
  if (number && number.of !== null) return [1, `of ${number.of}`, number.value / number.of];
  return typeof key === 'number' ? [0, key] : [2, key];
}
