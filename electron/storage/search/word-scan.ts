import { Numbers } from './index-segments.ts';
import type { RowBits } from './row-bits.ts';

/** Before the first word of a page: two numbers of two bytes. */
const HEADER = 4;

/**
 * Looks for a word in the pages of a segment, one after the other, and collects its rows. A page is a header (the second
 * number says where the places of its words begin), the rows of the last page's last word if they go on, then each word
 * with its rows, and the places of the words. A word is written as how much it has in common with the one before, and the
 * rest; rows are written as the first one, and of each other the distance to the one before.
 */
export class WordScan {
  private readonly wanted: Uint8Array;
  private readonly beginning: boolean;
  private readonly gone: Uint8Array;
  private readonly into: RowBits;
  /** The last word of the page before is meant: its rows may go on. */
  private goesOn = false;

  /** `beginning`: all words that begin like the one wanted are meant. Rows with a 1 in `gone` are left out. */
  constructor(wanted: Uint8Array, beginning: boolean, gone: Uint8Array, into: RowBits) {
    this.wanted = wanted;
    this.beginning = beginning;
    this.gone = gone;
    this.into = into;
  }

  /** Whether no later page has such a word. */
  page(block: Uint8Array): boolean {
    const end = (block[2] ?? 0) * 256 + (block[3] ?? 0);
    const places = new Numbers(block, end);
    let place = places.at < block.length ? places.next() : end;
    if (this.goesOn) this.rows(block, HEADER, place);
    const word = new Numbers(block, place);
    // How much the word before has in common with the one wanted. The first of a page is written in full.
    let common = 0;
    for (let first = true; place < end; first = false) {
      const next = places.at < block.length ? place + places.next() : end;
      word.at = place;
      const asBefore = first ? 0 : word.next();
      const length = word.next();
      // With more in common with the word before than that has with the one wanted, it stands on the same side of it.
      if (asBefore <= common) {
        common = this.inCommon(block, word.at, length, asBefore);
        const ended = asBefore + length;
        const found = common === this.wanted.length;
        this.goesOn = found && (this.beginning || ended === common);
        const isBehind =
          !found && common < ended && (block[word.at + common - asBefore] ?? 0) > (this.wanted[common] ?? 0);
        if (isBehind || (found && !this.goesOn)) return true;
      }
      if (this.goesOn) this.rows(block, word.at + length, next);
      place = next;
    }
    return false;
  }

  /** How many bytes a word has in common with the one wanted; of it, `length` stand at a place, those before are in common. */
  private inCommon(block: Uint8Array, from: number, length: number, before: number): number {
    const most = Math.min(this.wanted.length, before + length);
    let common = before;
    while (common < most && block[from + common - before] === this.wanted[common]) common += 1;
    return common;
  }

  private rows(block: Uint8Array, from: number, to: number): void {
    const { gone, into } = this;
    let row = 0;
    let higher = 0;
    for (let at = from; at < to; at += 1) {
      const byte = block[at] ?? 0;
      if (byte >= 0x80) {
        higher = (higher + byte - 0x80) * 0x80;
        continue;
      }
      row += higher + byte;
      higher = 0;
      if (gone[row] !== 1) into.add(row);
    }
  }
}
