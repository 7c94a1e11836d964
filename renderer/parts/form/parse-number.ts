/** Parses a number with a decimal point or comma; null for empty text, undefined for an invalid number. */
export function parseNumber(text: string): number | null | undefined {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return null;
  const number = Number(plain);
  return Number.isFinite(number) ? number : undefined;
}
