/**
 * What storage does not find yet although it should. The random comparison keeps to what is found, and
 * awkward-searches.test.ts expects these to fail: each goes, with `true` made `false`, once it is mended.
 */
export const KNOWN_GAPS = {
  /** Names of the Library and tags are compared letter by letter, and Greek capitals have one letter for σ and ς. */
  finalSigmaInNames: true,
  /** The words of `a-b` are all looked for in names, notes and results, or all in tags. */
  joinedWordsApart: true,
  /** Of one result or note, what is behind so many words is not looked for; nor is what is too deep in a result. */
  wordsFarBehind: true,
};
