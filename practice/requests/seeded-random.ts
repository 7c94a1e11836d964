/** A pseudorandom number generator with the same sequence for the same seed on every machine. */
export interface SeededRandom {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  fraction(): number;
  /** An integer from `min` to `max`, both inclusive. */
  between(min: number, max: number): number;
  /** One of the choices, uniformly distributed. */
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** Creates a {@link SeededRandom}. Not cryptographically secure. */
export function seededRandom(seed: string): SeededRandom {
  const fraction = mulberry32(fnv1a(seed));
  const between = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1));
  return {
    fraction,
    between,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
  };
}

/** FNV-1a hash, 32 bits: maps similar texts to very different seeds. */
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
