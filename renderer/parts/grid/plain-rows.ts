import { leaveRowsBehind } from './leave-rows-behind.ts';
import type { PlainRow, PlainRowsContent } from './plain-row.ts';
import { ROWS_PER_BLOCK, RowBlock } from './row-block.ts';
import type { RowDrawer, RowView } from './use-row-window.ts';

type OnRange = ((first: number, last: number) => void) | undefined;

/**
 * The rows of a grid of plain cells, in blocks that are drawn again and again: block n of the list by the n-th modulo
 * their number. React stays out of it while the grid is scrolled: to draw a row through it costs several times as much
 * as to write what differs. While the grid is scrolled the blocks keep their order in the page, whatever they show; when
 * it rests they stand in the order of their rows, as they are read out. Tooltips and the names of checkboxes are
 * written then, too, or when the pointer or the focus comes to a row: Chromium computes the style of each cell anew for its tooltip.
 */
export class PlainRows<Item> implements RowDrawer {
  readonly body: HTMLElement;
  private content: PlainRowsContent<Item>;
  private blocks: RowBlock<Item>[] = [];
  /** The first block of the list that is drawn. */
  private first = 0;
  private shift = 0;
  private tabStop: PlainRow<Item> | undefined;
  private moving = false;
  private told = '';
  private onRange: OnRange;

  constructor(body: HTMLElement, content: PlainRowsContent<Item>) {
    this.body = body;
    this.content = content;
    body.addEventListener('pointerover', this.describeRow);
    body.addEventListener('focusin', this.describeRow);
  }

  /** Draws all that has changed. `onRange` hears which rows are drawn, first and last included, when that changes. */
  update(content: PlainRowsContent<Item>, view: RowView, onRange: OnRange): void {
    if (cellsOf(content) !== cellsOf(this.content)) this.arrange(0, 0);
    this.content = content;
    if (this.onRange !== onRange) this.told = '';
    this.onRange = onRange;
    this.draw(view, true);
    if (!this.moving) this.describe();
  }

  show(view: RowView): void {
    if (this.draw(view, false)) this.moving = true;
  }

  rest(): void {
    this.moving = false;
    this.describe();
    let next = this.body.firstElementChild;
    for (let at = 0; at < this.blocks.length; at += 1) {
      const { element } = this.blockOf(this.first + at);
      if (element === next) next = element.nextElementSibling;
      // Unlike any other move it leaves the focus where it is.
      else this.body.moveBefore(element, next);
    }
  }

  /** The pointer or the focus has come to a row while others are still moving. */
  private readonly describeRow = ({ target }: Event): void => {
    if (!this.moving || !(target instanceof Node)) return;
    for (const row of this.rows()) if (row.element.contains(target)) row.describe();
  };

  private describe(): void {
    for (const row of this.rows()) row.describe();
  }

  private rows(): readonly PlainRow<Item>[] {
    return this.blocks.flatMap(({ rows }) => rows);
  }

  /** Draws these rows, those that are drawn already only when `all` are asked for; false when there are none to draw. */
  private draw(view: RowView, all: boolean): boolean {
    const { count } = this.content;
    const inList = Math.ceil(count / ROWS_PER_BLOCK);
    const many = view.rows === 0 ? 0 : Math.min(inList, Math.ceil((view.rows - 1) / ROWS_PER_BLOCK) + 1);
    const first = Math.max(0, Math.min(Math.floor(view.first / ROWS_PER_BLOCK), inList - many));
    const before = { first: this.first, end: this.first + this.blocks.length };
    const anew = all || many !== this.blocks.length || view.shift !== this.shift;
    if (!anew && first === this.first) return false;
    const last = Math.min(count, (first + many) * ROWS_PER_BLOCK) - 1;
    if (first !== this.first || many !== this.blocks.length) {
      leaveRowsBehind(this.body, first * ROWS_PER_BLOCK, last);
    }
    this.arrange(first, many);
    this.shift = view.shift;
    for (let block = first; block < first + many; block += 1) {
      const drawn = !anew && block >= before.first && block < before.end;
      if (!drawn) this.blockOf(block).draw(block, view.shift, this.content);
    }
    if (many === 0) return false;
    this.moveTabStop(first * ROWS_PER_BLOCK, last);
    this.tell(first * ROWS_PER_BLOCK, last);
    return true;
  }

  /** Has so many blocks in the page, for those of the list from `first` on. Those that go on being drawn stay the same. */
  private arrange(first: number, many: number): void {
    if (many !== this.blocks.length) {
      const kept = new Map(this.blocks.map((_, at) => [this.first + at, this.blockOf(this.first + at)]));
      const free = [...kept].filter(([block]) => block < first || block >= first + many);
      const blocks = new Array<RowBlock<Item>>(many);
      for (let block = first; block < first + many; block += 1) {
        blocks[block % many] = kept.get(block) ?? free.pop()?.[1] ?? this.addBlock();
      }
      for (const [, { element }] of free) element.remove();
      this.blocks = blocks;
    }
    this.first = first;
  }

  private addBlock(): RowBlock<Item> {
    const block = new RowBlock(this.content);
    this.body.append(block.element);
    return block;
  }

  private blockOf(block: number): RowBlock<Item> {
    const drawing = this.blocks[block % this.blocks.length];
    if (!drawing) throw new RangeError('No block is drawn yet.');
    return drawing;
  }

  /** The keyboard gets to the row it is on; to the first that is drawn where that one is not. */
  private moveTabStop(first: number, last: number): void {
    const { active } = this.content;
    const index = active >= first && active <= last ? active : first;
    const row = this.blockOf(Math.floor(index / ROWS_PER_BLOCK)).rows[index % ROWS_PER_BLOCK];
    if (row === this.tabStop) return;
    this.tabStop?.makeTabStop(false);
    this.tabStop = row;
    row?.makeTabStop(true);
  }

  private tell(first: number, last: number): void {
    const told = `${first} ${last}`;
    if (this.told === told) return;
    this.told = told;
    this.onRange?.(first, last);
  }
}

/** What decides which cells a row has, as a key. */
function cellsOf<Item>({ columns, selection, rowHeight }: PlainRowsContent<Item>): string {
  return JSON.stringify([
    columns.map(({ id, meta }) => [id, meta.align]),
    selection !== undefined,
    rowHeight,
  ]);
}
