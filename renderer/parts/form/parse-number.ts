/** The number a person wrote, with a point or a comma; null for nothing, undefined for no number. */
export function parseNumber(text: string): number | null | undefined {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return null;
  const number = Number(plain);
  return Number.isFinite(number) ? number : undefined;
}
