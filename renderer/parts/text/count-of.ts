const numbers = new Intl.NumberFormat();

/** Formats a number in the system's locale. */
export function formatNumber(count: number): string {
  return numbers.format(count);
}

/** A number with its noun: `1 request`, `1,204 requests`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}
