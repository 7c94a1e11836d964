import classes from './data-grid.module.css';
import { DrawnCell } from './drawn-cell.ts';
import type { PlainColumn } from './grid-columns.ts';
import type { PlainCell } from './plain-cell.ts';
import type { RowsContent } from './rows-content.ts';
import { SelectBox } from './select-box.ts';
import type { CellRoom } from './use-cell-room.ts';
import { WrittenAttributes } from './written-attributes.ts';

/** What rows of plain cells show. */
export interface PlainRowsContent<Item> extends RowsContent<Item, PlainColumn<Item>> {
  /** The room that the cells have; null while it is not known. */
  readonly room: CellRoom | null;
}

const EMPTY: PlainCell = { text: '' };

/**
 * A row of plain cells, written without React: it shows one item after the other while the grid is scrolled, and only
 * what differs is written.
 */
export class PlainRow<Item> {
  readonly element = document.createElement('div');
  private readonly attributes = new WrittenAttributes(this.element);
  private readonly box: SelectBox | undefined;
  private readonly cells: readonly DrawnCell[];
  private boxLabel = () => '';
  private drawn: Pick<PlainRowsContent<Item>, 'columns' | 'room'> & { item: Item | undefined } = NOTHING;

  /** Its cells are those of the columns by then; other ones take another row. */
  constructor({ columns, selection, rowHeight }: PlainRowsContent<Item>) {
    this.element.className = classes['row'] ?? '';
    this.element.style.height = `${rowHeight}px`;
    this.attributes.set('role', 'row');
    this.makeTabStop(false);
    this.box = selection && new SelectBox();
    this.cells = columns.map(({ meta }) => new DrawnCell(meta.align));
    if (this.box) this.element.append(this.box.cell);
    this.element.append(...this.cells.map(({ element }) => element));
  }

  /** Shows this row of the grid. */
  draw(index: number, content: PlainRowsContent<Item>): void {
    const { count, itemId, currentId, selection, openable } = content;
    this.attributes.set('hidden', undefined);
    const item = content.itemAt(index);
    const here = item !== undefined;
    const selected = here && selection?.isSelected(item) === true;
    const current = here && currentId !== undefined && itemId(item) === currentId;
    this.attributes.set('aria-rowindex', String(index + 2));
    this.attributes.set('aria-busy', here ? undefined : 'true');
    this.attributes.set('aria-selected', here && selection ? String(selected) : undefined);
    this.attributes.set('aria-current', current ? 'true' : undefined);
    this.attributes.set('data-index', here ? String(index) : undefined);
    this.attributes.set('data-openable', here && openable ? 'true' : undefined);
    this.attributes.set('data-last', index === count - 1 ? '' : undefined);
    this.box?.draw(selected);
    this.boxLabel = () => (here ? (selection?.labelOf(item) ?? '') : '');
    this.drawCells(item, content);
  }

  /** Shows nothing and takes no room. */
  hide(): void {
    this.attributes.set('hidden', '');
    this.attributes.set('data-index', undefined);
    this.attributes.set('aria-rowindex', undefined);
  }

  /** Writes the tooltips of its cells and what its checkbox is called. */
  describe(): void {
    this.box?.describe(this.boxLabel());
    for (const cell of this.cells) cell.describe();
  }

  /** Whether the keyboard gets to the row. */
  makeTabStop(is: boolean): void {
    this.attributes.set('tabindex', is ? '0' : '-1');
  }

  private drawCells(item: Item | undefined, { columns, room }: PlainRowsContent<Item>): void {
    const { drawn } = this;
    if (drawn.item === item && drawn.columns === columns && drawn.room === room) return;
    this.drawn = { item, columns, room };
    this.cells.forEach((cell, at) => {
      const content = item === undefined ? EMPTY : (columns[at]?.plain(item) ?? EMPTY);
      cell.draw(content, room?.has(content, at) === true);
    });
  }
}

const NOTHING = { item: undefined, columns: [], room: null };
