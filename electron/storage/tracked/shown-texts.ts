/**
 * Texts of rows by the number of the row, as many as there is room for: what was put in first goes first. A list is scrolled
 * back, put into another order and back, and mostly asked for anew because something else was written.
 */
export class ShownTexts {
  private readonly texts = new Map<number, string>();
  /** Characters. */
  private readonly room: number;
  private taken = 0;

  constructor(room: number) {
    this.room = room;
  }

  get isEmpty(): boolean {
    return this.texts.size === 0;
  }

  get(row: number): string | undefined {
    return this.texts.get(row);
  }

  set(row: number, text: string): void {
    this.forget(row);
    this.texts.set(row, text);
    this.taken += text.length + EACH;
    for (const oldest of this.texts.keys()) {
      if (this.taken <= this.room) break;
      this.forget(oldest);
    }
  }

  forget(row: number): void {
    const text = this.texts.get(row);
    if (text === undefined) return;
    this.texts.delete(row);
    this.taken -= text.length + EACH;
  }

  clear(): void {
    this.texts.clear();
    this.taken = 0;
  }
}

/** What keeping a text costs besides its characters. */
const EACH = 50;
