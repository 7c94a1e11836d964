import { importProblem } from '../../../../shared/import-problems.ts';
import type { CellChoice, ChoiceKind } from './cell-choice.ts';
import type { Verdict } from './verdict.ts';

/**
 * A phone number as the sheet shows it, where its format only adds what stands in front (`+4915112345678` for the
 * number 4915112345678); else the number itself.
 */
export function phoneOf(plain: string, shown: string): string {
  const onlyAdded = /^[+\d\s()./\p{Pd}]+$/u.test(shown) && digitsOf(shown).endsWith(digitsOf(plain));
  return onlyAdded && /^\D*(?:\+|0)/.test(shown) ? shown : plain;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/**
 * An id that the sheet shows otherwise than its cell holds it (`0012` and 12): which of the two is meant, a person says.
 * `judge` tells what an id would be submitted as. Null where neither could be.
 */
export function shownVerdict(plain: string, shown: string, judge: (text: string) => Verdict): Verdict | null {
  if (/^\d{4}-\d{2}-\d{2}/.test(plain)) {
    return { problem: importProblem('id_became_date', { shown }) };
  }
  const texts: readonly (readonly [ChoiceKind, string])[] = [
    ['shown', shown],
    ['plain', plain],
  ];
  const choices = texts.flatMap(([kind, text]): CellChoice[] => {
    const verdict = judge(text);
    return 'problem' in verdict ? [] : [{ kind, value: verdict.value, label: text, country: null }];
  });
  if (choices.length === 0) return null;
  return { problem: importProblem('shown_otherwise', { shown, plain }), choices };
}
