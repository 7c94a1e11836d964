import { plannedNumber } from './numbering-plan.ts';

/**
 * An E.164 number grouped as in its country, `+49 1511 2345678`; null if {@link plannedNumber} leaves it to the
 * library.
 */
export function internationalFormat(e164: string): string | null {
  const planned = plannedNumber(e164);
  if (!planned) return null;
  const { code, digits, plan } = planned;
  const format = plan.formats.find(
    ({ leadingDigits, whole }) => leadingDigits.test(digits) && whole.test(digits),
  );
  if (!format) return `+${code} ${digits}`;
  const grouped = digits.replace(format.pattern, format.template).replace(/\D+/g, ' ').trim();
  return `+${code} ${grouped}`;
}
