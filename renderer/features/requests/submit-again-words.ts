import { countOf, formatNumber } from '../../parts/text/count-of.ts';

/** The confirmation shown before this many candidates are called again. */
export function submitAgainWords(count: number): { title: string; body: string; confirm: string } {
  const people = countOf(count, 'candidate');
  const called = count === 1 ? 'this person' : `each of these ${formatNumber(count)} people`;
  const submission = count === 1 ? 'The new submission' : 'Each new submission';
  return {
    title: `Submit ${people} again?`,
    body: `The service will call ${called} again, whatever the outcome of the first call. ${submission} is linked to the earlier one.`,
    confirm: `Submit ${people} again`,
  };
}
