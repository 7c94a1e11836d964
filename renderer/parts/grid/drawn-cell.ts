import classes from './data-grid.module.css';
import type { PlainCell, PlainText } from './plain-cell.ts';
import { WrittenAttributes } from './written-attributes.ts';

/** A plain cell of a row and what is written in it: of what it shows next only what differs is written. */
export class DrawnCell {
  readonly element: HTMLElement;
  private readonly own: DrawnText;
  private readonly parts: DrawnText[] = [];
  /** The parts of another row that this one has not; it is likely that the next has them again. */
  private readonly spare: DrawnText[] = [];

  constructor(align: string | undefined) {
    this.element = document.createElement('div');
    this.element.setAttribute('role', 'gridcell');
    if (align) this.element.dataset['align'] = align;
    this.own = new DrawnText(this.element, classes['plain']);
  }

  /** `whole` when there is surely room for it. */
  draw(content: PlainCell, whole: boolean): void {
    if ('text' in content) {
      this.own.draw(content, whole);
      this.drawParts(NO_TEXTS);
    } else {
      this.own.draw({ text: '', look: content.look }, whole);
      this.drawParts(content.texts);
    }
  }

  /** Writes the tooltips of what is drawn. */
  describe(): void {
    this.own.describe();
    for (const part of this.parts) part.describe();
  }

  private drawParts(texts: readonly PlainText[]): void {
    texts.forEach((text, at) => {
      (this.parts[at] ?? this.addPart()).draw(text);
    });
    while (this.parts.length > texts.length) this.removePart();
  }

  private addPart(): DrawnText {
    const part = this.spare.pop() ?? new DrawnText(document.createElement('span'));
    this.parts.push(part);
    this.element.append(part.element);
    return part;
  }

  private removePart(): void {
    const part = this.parts.pop();
    if (!part) return;
    part.element.remove();
    this.spare.push(part);
  }
}

const NO_TEXTS: readonly PlainText[] = [];

/** An element with one text, and what of it is written. */
class DrawnText {
  readonly element: HTMLElement;
  private readonly attributes: WrittenAttributes;
  private readonly ownClass: string | undefined;
  private readonly node = document.createTextNode('');
  private text = '';
  private look: string | undefined;
  private whole = false;
  private title: NonNullable<PlainText['title']> = '';

  constructor(element: HTMLElement, ownClass?: string) {
    this.element = element;
    this.attributes = new WrittenAttributes(element);
    this.ownClass = ownClass;
    if (ownClass) element.className = ownClass;
    element.prepend(this.node);
  }

  draw({ text, look, title = text, dir = 'auto', label }: PlainText, whole = false): void {
    if (this.text !== text) this.node.data = this.text = text;
    if (this.look !== look || this.whole !== whole) {
      this.element.className = [this.ownClass, whole && classes['whole'], look].filter(Boolean).join(' ');
      this.look = look;
      this.whole = whole;
    }
    this.attributes.set('dir', dir);
    this.attributes.set('aria-label', label);
    this.attributes.set('role', label === undefined ? undefined : 'img');
    this.title = title;
  }

  describe(): void {
    const title = typeof this.title === 'string' ? this.title : this.title();
    this.attributes.set('title', title === '' ? undefined : title);
  }
}
