/** Chance that comes out the same in every run (mulberry32). */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `from` up to and with `to`. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  one<T>(list: readonly T[]): T {
    const found = list[this.whole(0, list.length - 1)];
    if (found === undefined) throw new Error('There is nothing to choose from.');
    return found;
  }

  /** One by its share of all shares. */
  weighted<T>(list: readonly T[], share: (each: T) => number): T {
    let left = this.next() * list.reduce((sum, each) => sum + share(each), 0);
    for (const each of list) {
      left -= share(each);
      if (left < 0) return each;
    }
    return this.one(list);
  }

  /** The first ones of a list are far more frequent than the last ones, as with words. */
  frequent<T>(list: readonly T[]): T {
    return list[Math.floor(list.length ** this.next()) - 1] ?? this.one(list);
  }

  digits(count: number): string {
    return Array.from({ length: count }, (_, place) => this.whole(place === 0 ? 1 : 0, 9)).join('');
  }

  hex(count: number): string {
    return Array.from({ length: count }, () => this.whole(0, 15).toString(16)).join('');
  }

  uuid(): string {
    return [8, 4, 4, 4, 12].map((count) => this.hex(count)).join('-');
  }
}
