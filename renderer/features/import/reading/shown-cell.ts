import { importProblem } from '../../../../shared/import-problems.ts';
import type { CellChoice, ChoiceKind } from './cell-choice.ts';
import { isDateOrTime } from './read-day.ts';
import { isExponent } from './restore-digits.ts';
import type { Verdict } from './verdict.ts';

/** A phone number as the sheet shows it if its format only adds a prefix (`+4915112345678`); otherwise the plain number. */
export function phoneOf(plain: string, shown: string): string {
  const onlyAdded = /^[+\d\s()./\p{Pd}]+$/u.test(shown) && digitsOf(shown).endsWith(digitsOf(plain));
  return onlyAdded && /^\D*(?:\+|0)/.test(shown) ? shown : plain;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/**
 * The choices for an ID that the sheet formats (`0012` for 12), or what the spreadsheet made of it; null if it is as it
 * was typed, or neither form is valid. `check` checks one form.
 */
export function shownVerdict(plain: string, shown: string, check: (text: string) => Verdict): Verdict | null {
  if (isDateOrTime(plain)) return { problem: importProblem('id_became_date', { shown }) };
  if (isExponent(plain)) return { problem: importProblem('id_rounded') };
  if (shown === plain) return null;
  const texts: readonly (readonly [ChoiceKind, string])[] = [
    ['shown', shown],
    ['plain', plain],
  ];
  const choices = texts.flatMap(([kind, text]): CellChoice[] => {
    const verdict = check(text);
    return 'problem' in verdict ? [] : [{ kind, value: verdict.value, label: text, country: null }];
  });
  if (choices.length === 0) return null;
  return { problem: importProblem('shown_otherwise', { shown, plain }), choices };
}
