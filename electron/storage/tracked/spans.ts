import { RowBits } from '../search/row-bits.ts';

/** Rows of a block: a whole number of words of a `RowBits`. */
const BLOCK = 1024;
const WORDS = BLOCK / 32;

/**
 * The least and the greatest value of each block of a column. Times rise with the numbers of rows, so that nearly every block lies
 * in a range as a whole, or outside of it.
 */
export class Spans {
  private least = new Float64Array();
  private greatest = new Float64Array();

  /** A row has this value now. What it had before still counts. */
  widen(row: number, value: number): void {
    const block = Math.floor(row / BLOCK);
    if (block >= this.least.length) this.grow(block + 1);
    if (value < (this.least[block] ?? 0)) this.least[block] = value;
    if (value > (this.greatest[block] ?? 0)) this.greatest[block] = value;
  }

  clear(): void {
    this.least = new Float64Array();
    this.greatest = new Float64Array();
  }

  /** The rows from the one value on and below the other, and perhaps some that there are not. */
  within(column: Float64Array, from: number, until: number): RowBits {
    const rows = new RowBits(column.length);
    for (let block = 0; block < this.least.length; block += 1) {
      const [least = 0, greatest = 0] = [this.least[block], this.greatest[block]];
      if (greatest < from || least >= until) continue;
      if (least >= from && greatest < until) {
        for (let word = block * WORDS; word < (block + 1) * WORDS; word += 1) rows.addWord(word);
        continue;
      }
      for (let row = block * BLOCK; row < Math.min((block + 1) * BLOCK, column.length); row += 1) {
        const value = column[row] ?? 0;
        if (value >= from && value < until) rows.add(row);
      }
    }
    return rows;
  }

  private grow(atLeast: number): void {
    const blocks = Math.max(atLeast, Math.ceil(this.least.length * 1.5));
    const [least, greatest] = [
      new Float64Array(blocks).fill(Number.POSITIVE_INFINITY),
      new Float64Array(blocks).fill(Number.NEGATIVE_INFINITY),
    ];
    least.set(this.least);
    greatest.set(this.greatest);
    this.least = least;
    this.greatest = greatest;
  }
}
