import { plannedNumber } from './numbering-plan.ts';

/** A stored (E.164) number in its country's groups, `+49 1511 2345678`; null where {@link plannedNumber} leaves it to the library. */
export function internationalFormat(e164: string): string | null {
  const planned = plannedNumber(e164);
  if (!planned) return null;
  const { code, digits, plan } = planned;
  const style = plan.styles.find(({ begins, whole }) => begins.test(digits) && whole.test(digits));
  if (!style) return `+${code} ${digits}`;
  const grouped = digits.replace(style.groups, style.template).replace(/\D+/g, ' ').trim();
  return `+${code} ${grouped}`;
}
