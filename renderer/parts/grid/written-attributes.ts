/** An element's attributes as far as they are written here: only what differs is written. */
export class WrittenAttributes {
  private readonly element: Element;
  private readonly values = new Map<string, string>();

  constructor(element: Element) {
    this.element = element;
  }

  /** Gives an attribute this value; undefined takes it away. */
  set(name: string, value: string | undefined): void {
    if (this.values.get(name) === value) return;
    if (value === undefined) {
      this.values.delete(name);
      this.element.removeAttribute(name);
    } else {
      this.values.set(name, value);
      this.element.setAttribute(name, value);
    }
  }
}
