import { countOf, formatNumber } from '../../parts/text/count-of.ts';

/** What is asked before so many candidates are called again: the question, what it means, and the word for yes. */
export function submitAgainWords(count: number): { title: string; body: string; confirm: string } {
  const people = countOf(count, 'candidate');
  const whom = count === 1 ? 'this person' : `each of these ${formatNumber(count)} people`;
  const linked = count === 1 ? 'The new submission' : 'Each new submission';
  return {
    title: `Submit ${people} again?`,
    body: `The service will call ${whom} once more, whatever came of the first call. ${linked} is linked to the earlier one.`,
    confirm: `Submit ${people} again`,
  };
}
