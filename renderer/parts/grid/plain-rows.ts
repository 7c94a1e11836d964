import { type BlockSpan, NO_BLOCKS, ROWS_PER_BLOCK, spanFrom, spanOver } from './block-span.ts';
import { leaveRowsBehind } from './leave-rows-behind.ts';
import type { PlainRow, PlainRowsContent } from './plain-row.ts';
import { RowBlock } from './row-block.ts';
import type { RowDrawer, RowView } from './use-row-window.ts';

type OnRange = ((first: number, last: number) => void) | undefined;

/**
 * The rows of a grid of plain cells, in blocks that are drawn again and again: block n of the list by the n-th modulo
 * their number. React stays out of it while the grid is scrolled: to draw a row through it costs several times as much
 * as to write what differs. While the grid is scrolled the blocks keep their order in the page, whatever they show; when
 * it rests they stand in the order of their rows, as they are read out. Tooltips and the names of checkboxes are
 * written then, too, or when the pointer or the focus comes to a row: Chromium computes the style of each cell anew for its tooltip.
 * Where no row stays on screen from one frame to the next, none is drawn beyond its edges before the grid slows down:
 * it would have gone by before anybody saw it.
 */
export class PlainRows<Item> implements RowDrawer {
  readonly body: HTMLElement;
  private content: PlainRowsContent<Item>;
  private blocks: RowBlock<Item>[] = [];
  /** Blocks that are not in the page for now. */
  private spare: RowBlock<Item>[] = [];
  private span = NO_BLOCKS;
  private view: RowView = { first: 0, rows: 0, onScreen: { first: 0, rows: 0 }, shift: 0 };
  private hurried = false;
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
    if (cellsOf(content) !== cellsOf(this.content)) {
      this.arrange(NO_BLOCKS);
      this.spare = [];
    }
    this.content = content;
    if (this.onRange !== onRange) this.told = '';
    this.onRange = onRange;
    this.hurried = false;
    this.view = view;
    this.drawAll(this.nextSpan(0));
  }

  /** Draws the items that have arrived meanwhile. */
  fill(): void {
    this.drawAll(this.span);
  }

  show(view: RowView): void {
    const { first, rows } = view.onScreen;
    const step = Math.abs(first - this.view.onScreen.first);
    const moved = view.shift !== this.view.shift;
    this.hurried = rows > 0 && (step >= rows || (this.hurried && step > rows / 2));
    this.view = view;
    if (this.draw(this.nextSpan(step), moved)) this.moving = true;
  }

  rest(): void {
    this.moving = false;
    this.hurried = false;
    this.draw(this.nextSpan(0), false);
    this.describe();
    let next = this.body.firstElementChild;
    for (let at = 0; at < this.blocks.length; at += 1) {
      const { element } = this.blockOf(this.span.first + at);
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

  private drawAll(span: BlockSpan): void {
    this.draw(span, true);
    if (!this.moving) this.describe();
  }

  private describe(): void {
    for (const row of this.rows()) row.describe();
  }

  private rows(): readonly PlainRow<Item>[] {
    return this.blocks.flatMap(({ rows }) => rows);
  }

  /** The blocks to draw after so many rows have gone by. */
  private nextSpan(step: number): BlockSpan {
    const { view, span, content } = this;
    const { onScreen } = view;
    if (!this.hurried) return spanOver(view, span.origin, content.count);
    return step >= onScreen.rows
      ? spanFrom(onScreen, content.count)
      : spanOver(onScreen, span.origin, content.count);
  }

  /** Draws these blocks, those that are drawn already only when `all` are asked for; false when there are none to draw. */
  private draw(span: BlockSpan, all: boolean): boolean {
    const before = this.span;
    const same = span.origin === before.origin && span.many === before.many;
    if (!all && same && span.first === before.first && span.end === before.end) return false;
    const last = span.end - 1;
    if (span.from !== before.from || span.end !== before.end) leaveRowsBehind(this.body, span.from, last);
    this.arrange(span);
    for (let block = span.first; block < span.first + span.many; block += 1) {
      const drawn = !all && same && block >= before.first && block < before.first + before.many;
      if (!drawn || hasEdge(block, span) || hasEdge(block, before)) {
        this.blockOf(block).draw(block, span, this.view.shift, this.content);
      }
    }
    if (span.many === 0) return false;
    this.moveTabStop(span.from, last);
    this.tell(span.from, last);
    return true;
  }

  /** Has the blocks of this span in the page. Those that go on being drawn stay the same. */
  private arrange(span: BlockSpan): void {
    const { first, many, origin } = span;
    const before = this.span;
    if (many !== this.blocks.length) {
      const kept = new Map(
        this.blocks.map((_, at) => [before.first + at, this.blockOf(before.first + at)] as const),
      );
      const stays = (block: number) => origin === before.origin && block >= first && block < first + many;
      const free = [...kept].filter(([block]) => !stays(block)).map(([, block]) => block);
      const blocks = new Array<RowBlock<Item>>(many);
      for (let block = first; block < first + many; block += 1) {
        blocks[placeOf(block, many)] = (stays(block) && kept.get(block)) || free.shift() || this.addBlock();
      }
      for (const { element } of free) element.remove();
      this.spare.push(...free);
      this.blocks = blocks;
    }
    this.span = span;
  }

  private addBlock(): RowBlock<Item> {
    const block = this.spare.pop() ?? new RowBlock(this.content);
    this.body.append(block.element);
    return block;
  }

  private blockOf(block: number): RowBlock<Item> {
    const drawing = this.blocks[placeOf(block, this.blocks.length)];
    if (!drawing) throw new RangeError('No block is drawn yet.');
    return drawing;
  }

  /** The keyboard gets to the row it is on; to the first that is drawn where that one is not. */
  private moveTabStop(first: number, last: number): void {
    const { active } = this.content;
    const index = active >= first && active <= last ? active : first;
    const place = index - this.span.origin;
    const block = Math.floor(place / ROWS_PER_BLOCK);
    const row = this.blockOf(block).rows[place - block * ROWS_PER_BLOCK];
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

/** Which of so many draws this block. */
function placeOf(block: number, many: number): number {
  return ((block % many) + many) % many;
}

/** Whether not all rows of the block are drawn. */
function hasEdge(block: number, { origin, from, end }: BlockSpan): boolean {
  const first = origin + block * ROWS_PER_BLOCK;
  return first < from || first + ROWS_PER_BLOCK > end;
}

/** What decides which cells a row has, as a key. */
function cellsOf<Item>({ columns, selection, rowHeight }: PlainRowsContent<Item>): string {
  return JSON.stringify([
    columns.map(({ id, meta }) => [id, meta.align]),
    selection !== undefined,
    rowHeight,
  ]);
}
