import classes from './data-grid.module.css';
import { WrittenAttributes } from './written-attributes.ts';

/** A row's checkbox in the cell around it, as {@link SelectCell} draws it, written without React. */
export class SelectBox {
  readonly cell = document.createElement('div');
  private readonly attributes: WrittenAttributes;

  constructor() {
    const box = document.createElement('span');
    box.className = classes['selectTarget'] ?? '';
    this.attributes = new WrittenAttributes(box);
    this.attributes.set('role', 'checkbox');
    this.attributes.set('tabindex', '-1');
    this.cell.className = classes['selectCell'] ?? '';
    this.cell.setAttribute('role', 'gridcell');
    this.cell.append(box);
  }

  draw(checked: boolean): void {
    this.attributes.set('aria-checked', String(checked));
  }

  describe(label: string): void {
    this.attributes.set('aria-label', label);
  }
}
