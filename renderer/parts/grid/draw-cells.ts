import classes from './data-grid.module.css';
import type { GridColumns } from './grid-columns.ts';
import type { PlainCell, PlainText } from './plain-cell.ts';
import type { CellRoom } from './use-cell-room.ts';

/** Writes what the plain cells of a row show; those of no item are empty. `cells` in the order of the columns. */
export function drawCells<Item>(
  cells: readonly Element[],
  columns: GridColumns<Item>,
  item: Item | undefined,
  room: CellRoom | null,
): void {
  columns.forEach(({ plain }, at) => {
    const cell = cells[at];
    if (!plain || !(cell instanceof HTMLElement)) return;
    const content = item === undefined ? EMPTY : plain(item);
    drawnCell(cell).draw(content, room !== null && fits(content, room, at));
  });
}

/** What stands around each text of several: gaps and the edges of badges, px. */
const AROUND = 26;

/** Whether a cell surely has room for all it shows: cutting one that has costs as much as drawing it. */
function fits(content: PlainCell, { widths, text }: CellRoom, at: number): boolean {
  const room = widths[at] ?? 0;
  if ('text' in content) return text.of(content.text) <= room;
  return content.texts.reduce((sum, part) => sum + text.of(part.text) + AROUND, 0) <= room;
}

const EMPTY: PlainCell = { text: '' };
const known = new WeakMap<HTMLElement, DrawnCell>();

function drawnCell(element: HTMLElement): DrawnCell {
  const drawn = known.get(element);
  if (drawn) return drawn;
  const fresh = new DrawnCell(element);
  known.set(element, fresh);
  return fresh;
}

/** A cell and what is written in it. */
class DrawnCell {
  private readonly element: HTMLElement;
  private readonly own: DrawnText;
  private readonly parts: DrawnText[] = [];

  constructor(element: HTMLElement) {
    this.element = element;
    this.own = new DrawnText(element, classes['plain']);
  }

  draw(content: PlainCell, whole: boolean): void {
    if ('text' in content) {
      this.own.draw(content, whole);
      this.drawParts([]);
    } else {
      this.own.draw({ text: '', look: content.look }, whole);
      this.drawParts(content.texts);
    }
  }

  private drawParts(texts: readonly PlainText[]): void {
    texts.forEach((text, at) => {
      let part = this.parts[at];
      if (!part) {
        part = new DrawnText(document.createElement('span'));
        this.parts.push(part);
        this.element.append(part.element);
      }
      part.draw(text);
    });
    while (this.parts.length > texts.length) this.parts.pop()?.element.remove();
  }
}

/** An element with one text, and what of it is written. */
class DrawnText {
  readonly element: HTMLElement;
  private readonly ownClass: string | undefined;
  private readonly node = document.createTextNode('');
  private text = '';
  private look: string | undefined;
  private whole = false;
  private title = '';
  private dir = '';
  private label: string | undefined;

  constructor(element: HTMLElement, ownClass?: string) {
    this.element = element;
    this.ownClass = ownClass;
    element.prepend(this.node);
  }

  draw({ text, look, title = text, dir = 'auto', label }: PlainText, whole = false): void {
    if (this.text !== text) this.node.data = this.text = text;
    if (this.look !== look || this.whole !== whole) {
      this.element.className = [this.ownClass, whole && classes['whole'], look].filter(Boolean).join(' ');
      this.look = look;
      this.whole = whole;
    }
    if (this.dir !== dir) this.element.dir = this.dir = dir;
    if (this.title !== title) {
      setOrRemove(this.element, 'title', title === '' ? undefined : title);
      this.title = title;
    }
    if (this.label === label) return;
    setOrRemove(this.element, 'aria-label', label);
    setOrRemove(this.element, 'role', label === undefined ? undefined : 'img');
    this.label = label;
  }
}

function setOrRemove(element: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
