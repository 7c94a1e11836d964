/** A source of numbers that gives the same sequence for the same seed, on every machine and after every restart. */
export interface SeededRandom {
  /** A number from 0 up to, not including, 1. */
  fraction(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** One of the choices, each as likely as the others. */
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** Makes a {@link SeededRandom}. Fit for make-believe only: nothing secret may come from it. */
export function seededRandom(seed: string): SeededRandom {
  const fraction = mulberry32(fnv1a(seed));
  const between = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
    between,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
  };
}

/** FNV-1a, 32 bits: spreads text that differs little over all seeds. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

/** Mulberry32 of Tommy Ettinger (public domain). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
