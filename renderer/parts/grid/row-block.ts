import { type BlockSpan, ROWS_PER_BLOCK } from './block-span.ts';
import classes from './data-grid.module.css';
import { PlainRow, type PlainRowsContent } from './plain-row.ts';

/** A few rows that follow each other, and show others together when they have left the screen. */
export class RowBlock<Item> {
  readonly element = document.createElement('div');
  readonly rows: readonly PlainRow<Item>[];
  private readonly rowHeight: number;
  private top: number | undefined;
  private height: number | undefined;

  constructor(content: PlainRowsContent<Item>) {
    this.rows = Array.from({ length: ROWS_PER_BLOCK }, () => new PlainRow(content));
    this.rowHeight = content.rowHeight;
    this.element.className = classes['block'] ?? '';
    this.element.setAttribute('role', 'presentation');
    this.element.append(...this.rows.map(({ element }) => element));
  }

  /** Draws the rows of this block as far as they are in the span; `shift` as in RowView. */
  draw(
    block: number,
    { origin, from, end }: BlockSpan,
    shift: number,
    content: PlainRowsContent<Item>,
  ): void {
    const first = origin + block * ROWS_PER_BLOCK;
    const begin = Math.max(first, from);
    const height = (Math.min(first + ROWS_PER_BLOCK, end) - begin) * this.rowHeight;
    const top = begin * this.rowHeight - shift;
    if (this.top !== top) this.element.style.transform = `translateY(${top}px)`;
    if (this.height !== height) this.element.style.height = `${height}px`;
    this.top = top;
    this.height = height;
    this.rows.forEach((row, at) => {
      const index = first + at;
      if (index >= from && index < end) row.draw(index, content);
      else row.hide();
    });
  }
}
