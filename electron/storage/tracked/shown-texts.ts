/**
 * Texts of rows by the number of the row, as many as there is room for: what was put in first goes first. A list is scrolled
 * back, put into another order and back, and mostly asked for anew because something else was written.
 */
export class ShownTexts {
  /** In a list, as a hundred rows from all over a map are mostly waiting for memory: twice as long. */
  private readonly texts: (string | undefined)[] = [];
  /** Of which rows: the one that was put in first comes first. */
  private readonly byAge = new Set<number>();
  /** Characters. */
  private readonly room: number;
  private taken = 0;

  constructor(room: number) {
    this.room = room;
  }

  get isEmpty(): boolean {
    return this.byAge.size === 0;
  }

  get(row: number): string | undefined {
    return this.texts[row];
  }

  set(row: number, text: string): void {
    this.forget(row);
    this.texts[row] = text;
    this.byAge.add(row);
    this.taken += text.length + EACH;
    for (const oldest of this.byAge) {
      if (this.taken <= this.room) break;
      this.forget(oldest);
    }
  }

  forget(row: number): void {
    const text = this.texts[row];
    if (text === undefined) return;
    this.texts[row] = undefined;
    this.byAge.delete(row);
    this.taken -= text.length + EACH;
  }

  clear(): void {
    this.texts.length = 0;
    this.byAge.clear();
    this.taken = 0;
  }
}

/** What keeping a text costs besides its characters. */
const EACH = 50;
