/** The top of an axis for whole numbers: at least 4, rounded up to 1, 2, 4, 5, 6 or 8 times a power of ten. */
export function niceTop(most: number): number {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most));
  const factor = [1, 2, 4, 5, 6, 8].find((candidate) => candidate * power >= most) ?? 10;
  return factor * power;
}

/** Whether to show this of `count` labels, so that at most `most` are shown, evenly spaced. */
export function isLabelled(index: number, count: number, most: number): boolean {
  return index % Math.max(1, Math.ceil(count / most)) === 0;
}
