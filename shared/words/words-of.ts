import type { Coded, WordsTable } from '../coded.ts';

/** The words of a table for a code with its values. */
export function wordsOf<Values extends object, Words extends string | object>(
  table: WordsTable<Values, Words>,
  { code, values }: Coded<Values>,
): Words {
  // The table's types guarantee that each function takes the values of its code.
  const words = table[code] as Words | ((given: unknown) => Words);
  return typeof words === 'function' ? words(values) : words;
}
