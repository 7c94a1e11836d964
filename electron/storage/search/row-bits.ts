/** A set of numbers of rows, a bit for each that there could be: a hundred thousand are as many as 12 kB. */
export class RowBits {
  private readonly words: Int32Array;

  /** An empty set, for rows below `end`. */
  constructor(end: number) {
    this.words = new Int32Array((end + 31) >>> 5);
  }

  /** Adds a row; one that there could not be is left out. */
  add(row: number): void {
    const place = row >>> 5;
    if (place < this.words.length) this.words[place] = (this.words[place] ?? 0) | (1 << (row & 31));
  }

  delete(row: number): void {
    const place = row >>> 5;
    if (place < this.words.length) this.words[place] = (this.words[place] ?? 0) & ~(1 << (row & 31));
  }

  has(row: number): boolean {
    return ((this.words[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;
  }

  /** Leaves those that are in the other set, too. */
  keep({ words: others }: RowBits): void {
    const { words } = this;
    for (let place = 0; place < words.length; place += 1)
      words[place] = (words[place] ?? 0) & (others[place] ?? 0);
  }

  /** Adds those of the other set. */
  include({ words: others }: RowBits): void {
    const { words } = this;
    for (let place = 0; place < words.length; place += 1)
      words[place] = (words[place] ?? 0) | (others[place] ?? 0);
  }

  copy(): RowBits {
    const same = new RowBits(this.words.length * 32);
    same.words.set(this.words);
    return same;
  }

  count(): number {
    const { words } = this;
    let count = 0;
    for (let place = 0; place < words.length; place += 1) count += bitsIn(words[place] ?? 0);
    return count;
  }

  /** How many are in the other set, too; of those below a row, if one is given. */
  countIn({ words: others }: RowBits, below?: number): number {
    const { words } = this;
    const end = below === undefined ? words.length : below >>> 5;
    let count = 0;
    for (let place = 0; place < end; place += 1) count += bitsIn((words[place] ?? 0) & (others[place] ?? 0));
    if (below === undefined) return count;
    return count + bitsIn((words[end] ?? 0) & (others[end] ?? 0) & ((1 << (below & 31)) - 1));
  }

  /** Those that are in the other set, too, rising or falling: so many after the first `skip`, which must be there. */
  someIn({ words: others }: RowBits, descending: boolean, skip: number, limit: number): number[] {
    const { words } = this;
    const found: number[] = [];
    let skipped = 0;
    for (let step = 0; step < words.length && found.length < limit; step += 1) {
      const place = descending ? words.length - 1 - step : step;
      let left = (words[place] ?? 0) & (others[place] ?? 0);
      if (left === 0) continue;
      const count = skipped < skip ? bitsIn(left) : 0;
      if (skipped + count < skip) {
        skipped += count;
        continue;
      }
      while (left !== 0 && found.length < limit) {
        const bit = descending ? 31 - Math.clz32(left) : 31 - Math.clz32(left & -left);
        left &= ~(1 << bit);
        if (skipped < skip) skipped += 1;
        else found.push(32 * place + bit);
      }
    }
    return found;
  }

  /** Tells of all of them, rising or falling. */
  each(descending: boolean, tell: (row: number) => void): void {
    const { words } = this;
    for (let step = 0; step < words.length; step += 1) {
      const place = descending ? words.length - 1 - step : step;
      for (let left = words[place] ?? 0; left !== 0; ) {
        const bit = descending ? 31 - Math.clz32(left) : 31 - Math.clz32(left & -left);
        left &= ~(1 << bit);
        tell(32 * place + bit);
      }
    }
  }

  /** Adds the 32 rows from `32 * word` on. */
  addWord(word: number): void {
    this.words[word] = -1;
  }

  /** All of them, rising. */
  rows(): Int32Array {
    const rows = new Int32Array(this.count());
    let count = 0;
    this.each(false, (row) => {
      rows[count] = row;
      count += 1;
    });
    return rows;
  }

  /** How much room it takes, bytes. */
  get bytes(): number {
    return this.words.byteLength;
  }
}

/** Counts in pairs, fours and bytes of bits side by side. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
