import classes from './data-grid.module.css';
import { PlainRow, type PlainRowsContent } from './plain-row.ts';

/** Rows that stand in the page as one: put into their place together, which is work for each frame that scrolls. */
export const ROWS_PER_BLOCK = 4;

/** A few rows that follow each other, and show others together when they have left the screen. */
export class RowBlock<Item> {
  readonly element = document.createElement('div');
  readonly rows: readonly PlainRow<Item>[];
  private readonly height: number;
  private top: number | undefined;

  constructor(content: PlainRowsContent<Item>) {
    this.rows = Array.from({ length: ROWS_PER_BLOCK }, () => new PlainRow(content));
    this.height = ROWS_PER_BLOCK * content.rowHeight;
    this.element.className = classes['block'] ?? '';
    this.element.setAttribute('role', 'presentation');
    this.element.style.height = `${this.height}px`;
    this.element.append(...this.rows.map(({ element }) => element));
  }

  /** Draws the rows of this block of the list; `shift` as in RowView. */
  draw(block: number, shift: number, content: PlainRowsContent<Item>): void {
    const top = block * this.height - shift;
    if (this.top !== top) this.element.style.transform = `translateY(${top}px)`;
    this.top = top;
    this.rows.forEach((row, at) => {
      row.draw(block * ROWS_PER_BLOCK + at, content);
    });
  }
}
