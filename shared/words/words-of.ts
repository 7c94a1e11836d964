import type { Coded, WordsTable } from '../coded.ts';

/** What a table says of a code with its values. */
export function wordsOf<Values extends object, Words extends string | object>(
  table: WordsTable<Values, Words>,
  { code, values }: Coded<Values>,
): Words {
  // The types of the table tie each function to the values of its code.
  const words = table[code] as Words | ((given: unknown) => Words);
  return typeof words === 'function' ? words(values) : words;
}
