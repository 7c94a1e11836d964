/** The top of an axis for whole numbers: the next of 1, 2, 4, 5, 6, 8 times a power of ten; at least 4. */
export function niceTop(most: number): number {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most));
  const factor = [1, 2, 4, 5, 6, 8, 10].find((each) => each * power >= most) ?? 10;
  return factor * power;
}

/** Which of so many labels are shown, so that at most `most` stand side by side, evenly. */
export function isLabelled(index: number, count: number, most: number): boolean {
  return index % Math.max(1, Math.ceil(count / most)) === 0;
}
